"""The whole site in one terminal: broker, web, worker and beat, until Ctrl-C.

Run as `python -m qwirkle_site.play`; `make play` does. With DATABASE_URL and REDIS_URL set it
uses those, otherwise SQLite and a Valkey of its own on a Unix socket.
"""

import argparse
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from types import FrameType
from typing import IO

from qwirkle_site import embedded, prepare
from qwirkle_site.children import Child, say
from qwirkle_site.embedded import SetupError

CREATE_ADMIN = [sys.executable, "manage.py", "createsuperuser"]

FACTOR_PATH = "/settings/staff/"
"""The page that leads to a second factor, without which `accounts.middleware` opens no admin."""


def main(arguments: list[str] | None = None) -> int:
    """Run the site; return the exit code, 0 after a clean stop."""
    parser = argparse.ArgumentParser(prog="play", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="where the site listens")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets the whole network in")
    options = parser.parse_args(arguments)
    try:
        return Site(options.host, options.port).run()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


class Site:
    """One running site."""

    def __init__(self, host: str, port: int) -> None:
        """Remember the address; nothing starts yet."""
        self.host, self.port = host, port
        self.url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        self.data = Path(os.environ.get("QWIRKLE_DATA") or embedded.ROOT / "data")
        self.children: list[Child] = []
        self.stopping = threading.Event()
        self.folder: Path | None = None

    def run(self) -> int:
        """Prepare, start, watch, and stop all processes."""
        check_port(self.host, self.port)
        check_data(self.data)
        with lock(self.data):
            self.offer_admin(prepare_site())
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, self.on_signal)
            try:
                self.start()
                self.watch()
            finally:
                self.stop()
        return 0

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Note that the site shall stop."""
        self.stopping.set()

    def start(self) -> None:
        """Start broker, worker, beat and web, each after what it needs."""
        env = embedded.environment()
        env.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings.dev")
        env.setdefault("SITE_URL", self.url)
        if not env.get("REDIS_URL"):
            self.folder = embedded.private_folder()
            socket_path = self.folder / "broker"
            env["QWIRKLE_BROKER"] = str(socket_path)
            self.start_broker(socket_path, env)
        web = Child("web", embedded.web_command(self.host, self.port), env)
        beat = Child("beat", embedded.beat_command(), env)
        worker = Child("worker", embedded.worker_command(), env)
        for child in (web, worker, beat):
            self.children.append(child)
            child.start()
        if embedded.wait_until(lambda: self.is_up(web), 60):
            self.announce()

    def is_up(self, web: Child) -> bool:
        """Return whether the site answers, or there is no sense in waiting on."""
        if self.stopping.is_set() or not web.is_running():
            return True
        return embedded.accepts_tcp(self.host, self.port)

    def announce(self) -> None:
        """Print the address, or why there is none."""
        if self.stopping.is_set():
            return
        for line in ("", f"Qwirkle Club runs at  {self.url}/", ""):
            say("site", line)
        say("site", "Ctrl-C stops it. Mails are printed here and kept in data/mail.")

    def start_broker(self, socket_path: Path, env: dict[str, str]) -> None:
        """Start the embedded broker; a damaged queue file is put aside.

        The file holds only hints: every due bot turn is a row that the sweep finds again.
        """
        folder = self.data / "broker"
        command = embedded.broker_command(embedded.find_broker(), socket_path, folder)
        for _ in range(2):
            folder.mkdir(parents=True, exist_ok=True)
            broker = Child("broker", command, env)
            broker.start()
            embedded.wait_until(partial(is_settled, broker, socket_path), 20)
            if broker.is_running():
                self.children.insert(0, broker)
                return
            broker.stop()
            aside = self.data / "broker.damaged"
            shutil.rmtree(aside, ignore_errors=True)
            folder.rename(aside)
            say("site", "The queue's file could not be read and was put aside; no move is lost.")
        message = "The embedded broker does not start; its reason is printed above."
        raise SetupError(message)

    def watch(self) -> None:
        """Restart what dies, until the site shall stop."""
        while not self.stopping.wait(0.3):
            for child in self.children:
                child.heal()

    def stop(self) -> None:
        """Stop web, beat, worker and broker, in this order: none loses what it still needs."""
        order = ("web", "beat", "worker", "broker")
        if self.children:
            say("site", "Stopping.")
        for child in sorted(self.children, key=lambda child: order.index(child.name)):
            child.stop()
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def offer_admin(self, has_admin: bool) -> None:
        """Offer to make an admin account when there is none and somebody is there to answer."""
        if has_admin:
            return
        if sys.stdin.isatty() and sys.stdout.isatty():
            answer = input("There is no admin account yet. Make one now? [y/N] ")
            if answer.strip().lower() in {"y", "yes"}:
                made = subprocess.run(CREATE_ADMIN, cwd=embedded.ROOT, check=False)
                if made.returncode == 0:
                    self.tell_of_factor()
            return
        say("site", "For an admin account: .venv/bin/python manage.py createsuperuser")
        self.tell_of_factor()

    def tell_of_factor(self) -> None:
        """Say what an admin needs beside the password, and where he sets it up."""
        # A passkey belongs to a name: a browser makes none for a number such as 127.0.0.1.
        own = {"127.0.0.1": "localhost", "::1": "localhost", "0.0.0.0": "localhost"}  # noqa: S104
        host = own.get(self.host, self.host)
        host = f"[{host}]" if ":" in host else host
        say("site", "The admin pages ask for a second factor as well, an authenticator app or a")
        say("site", f"passkey: sign in and set it up at http://{host}:{self.port}{FACTOR_PATH}")


def is_settled(broker: Child, socket_path: Path) -> bool:
    """Return whether the broker listens, or has given up."""
    return embedded.accepts_unix(socket_path) or not broker.is_running()


def check_port(host: str, port: int) -> None:
    """Refuse a port that is taken, and name the next free one.

    Raises:
        SetupError: the port is taken.
    """
    if embedded.is_free(host, port):
        return
    others = range(port + 1, port + 100)
    free = next((other for other in others if embedded.is_free(host, other)), port + 100)
    message = f"Port {port} is taken; {free} is free: make play PORT={free}."
    raise SetupError(message)


def check_data(data: Path) -> None:
    """Refuse a data folder that cannot be written.

    Raises:
        SetupError: it is a file, or not ours.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The data folder {data} cannot be made ({error.strerror}): free that path."
        raise SetupError(message) from error
    if not os.access(data, os.W_OK | os.X_OK):
        message = f"The data folder {data} is not yours to write: change its owner."
        raise SetupError(message)


def lock(data: Path) -> IO[str]:
    """Return the open lock file of the data folder; closing it releases the folder.

    Raises:
        SetupError: another site runs from it.
    """
    file = (data / "play.lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        message = f"A site already runs from {data}: stop that one first."
        raise SetupError(message) from error
    return file


def prepare_site() -> bool:
    """Migrate and collect in a process of its own; return whether there is an admin.

    Raises:
        SetupError: the process ended with a fault, which it has told.
    """
    code = subprocess.run(
        [sys.executable, "-m", "qwirkle_site.prepare"],
        cwd=embedded.ROOT,
        env=embedded.environment(),
        check=False,
    ).returncode
    if code not in {0, prepare.NO_ADMIN}:
        message = "The site was not started."
        raise SetupError(message)
    return code == 0


if __name__ == "__main__":
    sys.exit(main())
