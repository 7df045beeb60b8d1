"""The names of failed tests of all runs of one `make test`, for its last lines."""

from pathlib import Path

FAILURES = Path(__file__).resolve().parents[1] / "test-artifacts" / "failures.txt"


def keep_failures(failures: list[tuple[str, str]]) -> None:
    """Add failures to the file, each as its outcome ("failed", "error") and the test's name."""
    if not failures:
        return
    FAILURES.parent.mkdir(exist_ok=True)
    with FAILURES.open("a") as file:
        file.writelines(f"{outcome} {name}\n" for outcome, name in failures)


def names_of_failures() -> list[str]:
    """Return the names in the file, each once, in the order in which they failed."""
    if not FAILURES.exists():
        return []
    lines = FAILURES.read_text().splitlines()
    return list(dict.fromkeys(line.partition(" ")[2] for line in lines))
