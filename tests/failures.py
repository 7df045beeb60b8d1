"""The names of the tests that failed in a run of pytest, for whoever started it."""

import os
from pathlib import Path

VARIABLE = "QWIRKLE_FAILURES"
"""Names the file, in the environment; without it nothing is kept."""


def keep_failures(failures: list[tuple[str, str]]) -> None:
    """Add failures to the file, each as its outcome ("failed", "error") and the test's name."""
    given = os.environ.get(VARIABLE)
    if not failures or not given:
        return
    path = Path(given)
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as file:
        file.writelines(f"{outcome} {name}\n" for outcome, name in failures)


def failures_in(path: Path) -> list[str]:
    """Return the lines of a file, "failed tests/…::test_…"; none where there is no file."""
    return path.read_text().splitlines() if path.exists() else []


def names_of(failures: list[str]) -> list[str]:
    """Return the names of tests, each once, in the order in which they failed."""
    return list(dict.fromkeys(line.partition(" ")[2] for line in failures))
