"""The names of failed tests of all runs of one `make test`, for its last lines."""

from pathlib import Path

FAILURES = Path(__file__).resolve().parents[1] / "test-artifacts" / "failures.txt"


def keep_failures(names: list[str]) -> None:
    """Add the names of failed tests to the file."""
    if not names:
        return
    FAILURES.parent.mkdir(exist_ok=True)
    with FAILURES.open("a") as file:
        file.writelines(f"{name}\n" for name in names)
