"""A Valkey of the tests' own, on a Unix socket, that may be stopped, emptied and started."""

import contextlib
import socket
import subprocess
from pathlib import Path

from qwirkle_site import embedded


class Broker:
    """One Valkey server; it keeps nothing over a restart, which is the worst case."""

    def __init__(self, folder: Path) -> None:
        self.socket_path = folder / "broker"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and return once it answers."""
        if self._process is not None:
            return
        command = embedded.broker_command(embedded.find_broker(), self.socket_path, None)
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
        )
        if not embedded.wait_until(lambda: embedded.accepts_unix(self.socket_path), 20):
            message = "the tests' broker does not start"
            raise RuntimeError(message)

    def stop(self) -> None:
        """Kill it; everything it held is gone."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        self._process = None
        with contextlib.suppress(FileNotFoundError):
            self.socket_path.unlink()

    def flush(self) -> None:
        """Empty it while it runs."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(5)
            client.connect(str(self.socket_path))
            client.sendall(b"FLUSHALL\r\n")
            answer = client.recv(100)
        if answer != b"+OK\r\n":
            message = f"FLUSHALL answered {answer!r}"
            raise RuntimeError(message)
