"""The real site against the test database: daphne, a Celery worker, beat and the broker.

Each part can be stopped, killed, frozen and started again; each start returns when the part is
ready, by asking it, never by waiting a fixed time.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from qwirkle_site import embedded
from tests.broker import Broker

READY_S = 60.0
"""How long a part may take to become ready on a busy machine."""


class Site:
    """One running site.

    Attributes:
        url: its address without a slash at the end, "http://127.0.0.1:40123".
        broker: the broker that it shares with the test's own process.
        folder: holds `web.log`, `worker.log` and `beat.log`.
    """

    def __init__(self, app: Celery, broker: Broker, folder: Path, database_name: str) -> None:
        self.app = app
        self.broker = broker
        self.folder = folder
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._broker_was_away = False
        self._env = embedded.environment(
            DJANGO_SETTINGS_MODULE="qwirkle_site.settings.test",
            QWIRKLE_TEST_SITE_DATABASE=database_name,
            STATIC_ROOT=str(folder / "static"),
            SITE_URL=self.url,
        )

    # --- web

    def collect_static(self) -> None:
        """Collect and hash the static files, as production does."""
        command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
        subprocess.run(command, check=True, env=self._env, cwd=embedded.ROOT)

    def start_web(self, **env: str) -> None:
        """Start daphne, with these variables beside the usual ones."""
        self._start("web", embedded.web_command("127.0.0.1", self.port), env)
        self._await("web", lambda: embedded.accepts_tcp("127.0.0.1", self.port))

    def stop_web(self) -> None:
        self._stop("web")

    def kill_web(self) -> None:
        self._kill("web")

    # --- worker

    def start_worker(self) -> None:
        self._start("worker", embedded.worker_command(processes=1))
        self._await("worker", self._worker_answers)

    def stop_worker(self) -> None:
        self._stop("worker")

    def kill_worker(self) -> None:
        """Kill the worker and its pool at once, in whatever they are doing."""
        self._kill("worker")

    def freeze_worker(self) -> None:
        """Stop the worker's clock: it lives but does nothing."""
        os.killpg(self._processes["worker"].pid, signal.SIGSTOP)

    def thaw_worker(self) -> None:
        os.killpg(self._processes["worker"].pid, signal.SIGCONT)

    # --- beat

    def start_beat(self) -> None:
        self._start("beat", embedded.beat_command())

    def stop_beat(self) -> None:
        self._stop("beat")

    # --- broker

    def stop_broker(self) -> None:
        self.broker.stop()
        self._broker_was_away = True

    def start_broker(self) -> None:
        self.broker.start()

    def flush_broker(self) -> None:
        self.broker.flush()

    # --- all

    def restore(self) -> None:
        """Start whatever a test has stopped, except beat, which tests start for themselves."""
        self.broker.start()
        self.stop_beat()
        if not self._runs("web"):
            self.start_web()
        if not self._runs("worker"):
            self.start_worker()
        if self._broker_was_away:
            self._await("web", self._welcomes_sockets)
            self._broker_was_away = False

    def close(self) -> None:
        """Stop everything but the broker."""
        for name in list(self._processes):
            self._stop(name)

    def _welcomes_sockets(self) -> bool:
        """Return whether the web process has found the broker again."""
        address = self.url.replace("http", "ws", 1) + "/ws/lobby/"
        try:
            with connect(address, origin=Origin(self.url), proxy=None) as lobby:
                return "hello" in str(lobby.recv(timeout=READY_S))
        except (WebSocketException, OSError):
            return False

    def log(self, name: str) -> str:
        """Return what a part has printed so far; name is "web", "worker" or "beat"."""
        path = self.folder / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    # --- how

    def _start(self, name: str, command: list[str], env: dict[str, str] | None = None) -> None:
        if self._runs(name):
            message = f"the {name} runs already"
            raise RuntimeError(message)
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                command,
                env={**self._env, **(env or {})},
                cwd=embedded.ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _await(self, name: str, is_ready: Callable[[], bool]) -> None:
        def settled() -> bool:
            return not self._runs(name) or is_ready()

        if not embedded.wait_until(settled, READY_S) or not self._runs(name):
            message = f"the {name} does not start:\n{self.log(name)[-4000:]}"
            raise RuntimeError(message)

    def _runs(self, name: str) -> bool:
        process = self._processes.get(name)
        return process is not None and process.poll() is None

    def _worker_answers(self) -> bool:
        # A connection of its own: those in the pool may be to a broker that was stopped.
        with (
            contextlib.suppress(OperationalError, RedisError, OSError),
            self.app.connection_for_write() as connection,
        ):
            return bool(self.app.control.ping(timeout=0.5, connection=connection))
        return False

    def _stop(self, name: str) -> None:
        process = self._processes.pop(name, None)
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGCONT)
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        embedded.kill_group(process.pid)
        process.wait()

    def _kill(self, name: str) -> None:
        process = self._processes.pop(name)
        embedded.kill_group(process.pid)
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
