"""The history check finds what it is there to find."""

import pytest

from tests.reliability.history import Attempt, Entry, Sight, faults

FIRST = Attempt("g", 1, "a", invoked=1.0, completed=2.0, outcome="ok")
SECOND = Attempt("g", 2, "b", invoked=3.0, completed=4.0, outcome="ok")
LOST = Attempt("g", 1, "c", invoked=5.0)
REFUSED = Attempt("g", 2, "d", invoked=5.0, completed=6.0, outcome="refused")


def log(*keys: str) -> dict[str, list[Entry]]:
    return {"g": [Entry(number, number % 2, key) for number, key in enumerate(keys)]}


@pytest.mark.parametrize("keys", ["ab", "abc"])
def test_a_history_without_a_fault_passes_whatever_became_of_the_unanswered(keys):
    sights = [Sight("g", "w", 0), Sight("g", "w", 2), Sight("g", "w", 2)]
    assert not faults([FIRST, SECOND, LOST, REFUSED], sights, log(*keys))


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("a", "ok b is 0 times there"),
        ("aba", "ok a is 2 times there"),
        ("abd", "refused d is 1 times there"),
        ("abcc", "unknown c is 2 times there"),
        ("ba", "a was answered before b was sent but stands behind it"),
    ],
)
def test_a_fault_is_named(keys, said):
    assert any(said in fault for fault in faults([FIRST, SECOND, LOST, REFUSED], [], log(*keys)))


def test_a_gap_and_a_step_back_are_found():
    assert faults([], [], {"g": [Entry(0, 0, "a"), Entry(2, 0, "b")]})
    assert faults([], [Sight("g", "w", 3), Sight("g", "w", 2)], {})
    assert not faults([], [Sight("g", "w", 3), Sight("g", "other", 2)], {})
