#!/usr/bin/env python3
"""Sets the project up and runs it, with nothing but a Python: `python3 dev.py play`.

Runs under any Python from 3.8 on and needs only the standard library. It looks for a Python
that the site can use, makes `.venv`, installs the locked packages, and runs the command in it.
The second time, all of that is a glance at two stamp files.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from glob import glob

ROOT = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(ROOT, ".venv")
OLDEST, NEWEST = (3, 12), (3, 14)
NAMES = ("python3.13", "python3.12", "python3.14", "python3", "python")
# Where version managers keep their Pythons; uv, for one, does not look into pyenv's folder.
MANAGERS = (
    ("PYENV_ROOT", "~/.pyenv", "versions/*/bin/python3"),
    ("UV_PYTHON_INSTALL_DIR", "~/.local/share/uv/python", "*/bin/python3"),
    ("ASDF_DATA_DIR", "~/.asdf", "installs/python/*/bin/python3"),
    ("MISE_DATA_DIR", "~/.local/share/mise", "installs/python/*/bin/python3"),
    ("CONDA_PREFIX", "~/miniconda3", "bin/python3"),
    ("CONDA_ROOT", "~/miniconda3", "envs/*/bin/python3"),
    ("MAMBA_ROOT_PREFIX", "~/miniforge3", "envs/*/bin/python3"),
    ("HOMEBREW_PREFIX", "/opt/homebrew", "bin/python3.1[2-4]"),
    ("", "~/anaconda3", "bin/python3"),
    ("", "/opt/python", "*/bin/python3"),
    ("", "/usr/local", "bin/python3.1[2-4]"),
)
PROBE = (
    "import sys, ensurepip, venv; print('%d.%d' % sys.version_info[:2]);"
    "sys.exit(sys.implementation.name != 'cpython')"
)
# command: (lock file, module that runs it, what it does)
COMMANDS = {
    "play": ("runtime", "qwirkle_site.play", "run the whole site in this terminal"),
    "test": ("dev", "tests.suite", "run every check and test"),
    "check": ("dev", "tests.suite --fast", "run the checks without the tests"),
    "fmt": ("dev", "tests.suite --fix", "format the code and fix what can be fixed"),
    "bench": ("dev", "tests.bench", "measure the move generator and the bots"),
    "shots": ("dev", "tests.shots.take", "take the pictures of the pages"),
    "setup": ("dev", "", "only make .venv with all packages"),
    "manage": ("runtime", "manage", "run a Django command: manage createsuperuser"),
}


class SetupError(Exception):
    """Something a person has to put right; the message is one plain sentence."""


def main(arguments: list[str]) -> int:
    """Set up what the command needs and run it; return its exit code."""
    if not arguments or arguments[0] not in COMMANDS:
        print("python3 dev.py COMMAND\n")
        for name, (_, _, text) in COMMANDS.items():
            print("  %-8s%s" % (name, text))
        return 0 if arguments in ([], ["help"], ["--help"]) else 2
    lock, module, _ = COMMANDS[arguments[0]]
    try:
        python = set_up(lock)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    os.chdir(ROOT)
    # The site and the tests are many processes; each would compile all our modules anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if module:
        os.execv(python, [python, "-m", *module.split(), *arguments[1:]])
    return 0


def set_up(lock: str) -> str:
    """Make `.venv` complete for a lock file and return its Python.

    Args:
        lock: "runtime" for what the site needs, "dev" for the tests' tools as well.

    Raises:
        SetupError: no Python, no network, no space.
    """
    python = os.path.join(VENV, "bin", "python")
    name = "requirements.lock" if lock == "runtime" else "requirements-dev.lock"
    stamps = [os.path.join(VENV, ".installed-" + each) for each in ("dev", lock)]
    wanted = {stamp: stamp_text(stamp) for stamp in stamps}
    if os.path.exists(python) and any(read(stamp) == wanted[stamp] for stamp in stamps):
        return python
    if not works(python):
        make_venv()
    say("Installing the packages of %s (a minute the first time) ..." % name)
    install(python, name)
    with open(stamps[-1], "w") as file:
        file.write(wanted[stamps[-1]])
    return python


def stamp_text(stamp: str) -> str:
    """Return the digest of the lock file that a stamp stands for."""
    name = "requirements-dev.lock" if stamp.endswith("dev") else "requirements.lock"
    with open(os.path.join(ROOT, name), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def read(path: str) -> str:
    """Return a small file's text, empty if there is none."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def works(python: str) -> bool:
    """Return whether the environment's Python runs, is new enough, and has pip."""
    return version(python) is not None and run_quietly([python, "-m", "pip", "--version"]) == 0


def make_venv() -> None:
    """Make `.venv` anew with the best Python found; a half-made one is thrown away."""
    base = find_python()
    say("Making .venv with %s ..." % base)
    shutil.rmtree(VENV, ignore_errors=True)
    done = subprocess.run(
        [base, "-m", "venv", VENV], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        reason = (done.stdout.strip().splitlines() or ["no reason given"])[-1]
        raise SetupError("The folder .venv cannot be made here: %s" % reason)


def candidates() -> list[str]:
    """Return the paths of Pythons worth trying, in order of preference, each once."""
    found = [sys.executable] + [path for path in map(shutil.which, NAMES) if path]
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found += [os.path.join(folder, name) for name in NAMES]
        # A shim of pyenv or asdf may be dead while the Python behind it is fine.
        if os.path.basename(folder) == "shims":
            found += look_in(os.path.dirname(folder), "versions/*/bin/python3")
            found += look_in(os.path.dirname(folder), "installs/python/*/bin/python3")
    for variable, default, pattern in MANAGERS:
        found += look_in(os.environ.get(variable, ""), pattern)
        found += look_in(os.path.expanduser(default), pattern)
    real = [path for path in found if path and os.access(path, os.X_OK)]
    outside = [path for path in real if not path.startswith(VENV + os.sep)]
    return list(dict.fromkeys(outside))


def look_in(root: str, pattern: str) -> list[str]:
    """Return the paths below a folder that fit a pattern, newest version first."""
    return sorted(glob(os.path.join(root, pattern)), reverse=True) if root else []


def version(python: str) -> tuple[int, int] | None:
    """Return a Python's version if the site can use it, by really running it.

    Dead shims, PyPy and Pythons without the venv parts give None.
    """
    try:
        done = subprocess.run(
            [python, "-c", PROBE],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            timeout=20,
            text=True,
        )
        major, minor = done.stdout.strip().split(".")
        number = (int(major), int(minor))
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return number if done.returncode == 0 and OLDEST <= number <= NEWEST else None


def find_python() -> str:
    """Return the first Python that the site can use.

    Raises:
        SetupError: there is none.
    """
    for path in candidates():
        if version(path):
            return path
    raise SetupError(
        "No Python from %d.%d to %d.%d with its venv module was found: install one, for example "
        "'apt install python3 python3-venv', 'brew install python@3.13', 'pyenv install 3.13' or "
        "'uv python install 3.13', and run this again." % (OLDEST + NEWEST)
    )


def install(python: str, name: str) -> None:
    """Install a lock file, by uv because it takes seconds, by pip where uv does not run.

    Raises:
        SetupError: neither could.
    """
    pip = [python, "-m", "pip", "install", "--retries", "1", "--quiet"]
    pip += ["--disable-pip-version-check", "--require-hashes", "--requirement"]
    uv = [os.path.join(VENV, "bin", "uv"), "pip", "install", "--quiet", "--compile-bytecode"]
    uv += ["--python", python, "--require-hashes", "--requirement"]
    lock = os.path.join(ROOT, name)
    if run_quietly([*pip, os.path.join(ROOT, "requirements-uv.lock")]) == 0:
        if run_quietly([*uv, lock]) == 0:
            return
    done = subprocess.run(
        [*pip, lock],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise SetupError(install_sentence(done.stdout))


def install_sentence(output: str) -> str:
    """Return what pip's output means, in one sentence.

    Args:
        output: all lines that pip printed.
    """
    signs = ("connection", "resolution", "proxy", "timed out", "retrying", "unreachable")
    if any(sign in output.lower() for sign in signs):
        return (
            "The packages could not be downloaded: check the network connection (or the proxy "
            "and index settings of pip) and run this again; it goes on where it stopped."
        )
    if "no space left" in output.lower():
        return "The disk is full: free about 500 MB and run this again."
    lines = [line for line in output.strip().splitlines() if line.strip()]
    return "The packages could not be installed: %s" % (lines[-1] if lines else "no reason given")


def run_quietly(command: list[str]) -> int:
    """Run a command without output and return its exit code, 127 if it does not start."""
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ).returncode
    except OSError:
        return 127


def say(line: str) -> None:
    """Print one line of progress at once."""
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
