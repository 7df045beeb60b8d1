"""Child processes of `play`: started, read line by line, restarted when they die, stopped."""

import ctypes
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import IO

from qwirkle_site import embedded

STOP_S = 10.0
"""How long a child may take to stop before it is killed."""

SHORT_LIFE_S = 5.0
MAX_PAUSE_S = 30.0

_COLOURS = {"site": 1, "web": 36, "worker": 32, "beat": 35, "broker": 33}
_print_lock = threading.Lock()
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def say(name: str, line: str) -> None:
    """Print one line behind the process's name, in its colour if this is a terminal."""
    label = f"{name:<6} |"
    if sys.stdout.isatty():
        label = f"\033[{_COLOURS.get(name, 0)}m{label}\033[0m"
    with _print_lock:
        print(label, line, flush=True)


def _die_with_parent() -> None:
    # A runner that is killed outright leaves nobody to stop its children: let Linux do it.
    if _libc is not None:
        _libc.prctl(1, signal.SIGTERM)


@dataclass
class Child:
    """One process that shall run as long as the site does."""

    name: str
    command: list[str]
    env: dict[str, str]
    process: subprocess.Popen[str] | None = None
    started_at: float = 0.0
    start_at: float = 0.0
    pause_s: float = 1.0
    reader: threading.Thread | None = None

    def start(self) -> None:
        """Start it, in a process group of its own so that Ctrl-C reaches only the runner."""
        self.process = subprocess.Popen(
            self.command,
            env=self.env,
            cwd=embedded.ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=_die_with_parent,
        )
        self.started_at = time.monotonic()
        output = self.process.stdout
        self.reader = threading.Thread(target=self._read, args=(output,), daemon=True)
        self.reader.start()

    def _read(self, output: IO[str]) -> None:
        with output:
            for line in output:
                if line.strip():
                    say(self.name, line.rstrip())

    def is_running(self) -> bool:
        """Return whether the process lives."""
        return self.process is not None and self.process.poll() is None

    def heal(self) -> None:
        """Start it again if it died, with growing pauses if it dies at once each time."""
        now = time.monotonic()
        if self.is_running():
            return
        if self.process is not None:
            embedded.kill_group(self.process.pid)  # a killed worker leaves its pool behind
            lived_long = now - self.started_at > SHORT_LIFE_S
            self.pause_s = 1.0 if lived_long else min(self.pause_s * 2, MAX_PAUSE_S)
            how = _ending(self.process.returncode)
            say("site", f"The {self.name} {how}; it starts again in {self.pause_s:.0f} s.")
            self.process, self.start_at = None, now + self.pause_s
        elif now >= self.start_at:
            self.start()

    def stop(self) -> None:
        """Ask it to stop, kill it and its children after `STOP_S`."""
        if self.process is None:
            return
        if self.is_running():
            self.process.terminate()
            try:
                self.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                say("site", f"The {self.name} did not stop within {STOP_S:.0f} s and is killed.")
        embedded.kill_group(self.process.pid)
        self.process.wait()
        if self.reader is not None:
            self.reader.join(1)  # its last lines
        self.process = None


def _ending(code: int) -> str:
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
