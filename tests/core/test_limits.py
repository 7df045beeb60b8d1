"""A window counts against a rate, to its edge, and forgets in time."""

import pytest

from games.core import limits
from games.core.limits import Rate, limit_of, parse_rates


def test_a_rate_is_written_as_a_number_in_a_span():
    assert parse_rates("200/m, 50/10s") == (Rate(200, 60.0), Rate(50, 10.0))
    assert parse_rates("") == ()


@pytest.mark.parametrize("text", ["20", "20/", "20/x", "many/m", "20/h/user"])
def test_what_is_no_rate_is_refused_at_the_start(text):
    with pytest.raises(ValueError, match="rate"):
        parse_rates(text)


def test_as_many_as_the_rate_says_are_allowed_and_the_next_one_learns_how_long_to_wait():
    limit = limit_of("3/m")
    assert [limit.take("a", now) for now in (0, 10, 20)] == [0, 0, 0]
    assert limit.take("a", 25) == 35
    assert limit.take("b", 25) == 0
    assert limit.take("a", 60) == 0


def test_what_was_refused_does_not_count_so_that_nobody_locks_himself_out():
    limit = limit_of("1/m")
    limit.take("a", 0)
    assert all(limit.take("a", now) > 0 for now in range(1, 60))
    assert limit.take("a", 60) == 0


def test_of_several_rates_each_has_to_allow_it():
    limit = limit_of("5/m,2/10s")
    assert [limit.take("a", now) > 0 for now in (0, 1, 2, 11, 12, 13)] == [
        False,
        False,
        True,
        False,
        False,
        True,
    ]
    assert limit.take("a", 25) == 0
    assert limit.take("a", 40) == 20


def test_counts_whose_span_is_over_are_forgotten_and_so_are_the_oldest_of_too_many(monkeypatch):
    limit = limit_of("1/m")
    for number in range(100):
        limit.take(str(number), number)
    window = limit.windows[0]
    assert len(window._counts) == 60
    monkeypatch.setattr(limits, "KEYS_MAX", 10)
    limit.take("one more", 100)
    assert len(window._counts) == 10
    assert limit.take("99", 100) > 0
