"""The clock of a turn: allowance, bank, increment, cap, standing and running."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.clock import GRACE, Clock
from games.core.pace import DAILY, DAY, HOUR, LIVE, PACES, RELAXED, STEADY, UNTIMED, WEEKEND

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
TIMED = [pace for pace in PACES.values() if pace.is_timed]
AMOUNTS = st.timedeltas(timedelta(), timedelta(days=12))


def clock(pace, **fields):
    return Clock(pace, **{"bank": pace.bank, "since": NOW, **fields})


def test_the_paces_are_those_on_offer():
    assert list(PACES) == ["relaxed", "steady", "daily", "weekend", "live", "none"]
    assert (RELAXED.allowance, RELAXED.bank) == (3 * DAY, 7 * DAY)
    assert (STEADY.bank, STEADY.increment, STEADY.cap) == (2 * DAY, 12 * HOUR, 5 * DAY)
    assert (DAILY.allowance, DAILY.bank) == (DAY, 3 * DAY)
    assert (WEEKEND.allowance, WEEKEND.rests_on_weekends) == (2 * DAY, True)
    assert (LIVE.bank, LIVE.increment) == (timedelta(minutes=10), 15 * SECOND)
    assert not UNTIMED.is_timed


def test_first_the_allowance_runs_then_the_bank_then_the_game_is_lost():
    one = clock(RELAXED)
    assert one.bank_from() == NOW + 3 * DAY
    assert one.deadline() == NOW + 10 * DAY


@pytest.mark.parametrize(
    ("off", "is_over"), [(-SECOND, False), (SECOND, False), (GRACE, False), (3 * SECOND, True)]
)
def test_the_time_is_up_only_after_the_grace(off, is_over):
    one = clock(DAILY)
    assert one.is_over(one.deadline() + off) is is_over


def test_a_turn_within_the_allowance_costs_no_bank():
    assert clock(DAILY).bank_after(NOW + DAY) == DAILY.bank


def test_what_goes_beyond_the_allowance_comes_out_of_the_bank():
    assert clock(DAILY).bank_after(NOW + DAY + 5 * HOUR) == 3 * DAY - 5 * HOUR


def test_an_increment_fills_the_bank_up_to_the_cap_and_takes_nothing_away():
    assert clock(STEADY).bank_after(NOW + HOUR) == 2 * DAY - HOUR + 12 * HOUR
    assert clock(STEADY, bank=5 * DAY).bank_after(NOW + HOUR) == 5 * DAY
    assert clock(STEADY, bank=6 * DAY).bank_after(NOW) == 6 * DAY


def test_a_clock_that_stands_uses_nothing_and_has_no_deadline():
    one = clock(DAILY).stopped(NOW + HOUR)
    assert (one.deadline(), one.bank_from()) == (None, None)
    assert one.spent(NOW + 9 * DAY) == HOUR
    assert not one.is_over(NOW + 99 * DAY)
    assert one.running(NOW + 9 * DAY).deadline() == NOW + 9 * DAY + 4 * DAY - HOUR


def test_on_weekends_the_weekend_safe_pace_stands_in_the_movers_zone():
    friday = datetime(2026, 12, 4, 18, tzinfo=ZoneInfo("Asia/Tokyo"))
    one = clock(WEEKEND, since=friday, zone=ZoneInfo("Asia/Tokyo"))
    assert one.deadline() == datetime(2026, 12, 8, 18, tzinfo=ZoneInfo("Asia/Tokyo"))
    assert clock(DAILY, since=friday, zone=ZoneInfo("Asia/Tokyo")).deadline() == friday + 4 * DAY


def test_a_weekend_holds_the_clock_until_monday_and_no_other_time_does():
    tokyo = ZoneInfo("Asia/Tokyo")
    friday, monday = (datetime(2026, 12, day, tzinfo=tokyo) for day in (4, 7))
    one = clock(WEEKEND, since=friday, zone=tokyo)
    assert one.rests_until(friday + DAY) == one.rests_until(monday - SECOND) == monday
    assert one.rests_until(friday + DAY - SECOND) is one.rests_until(monday) is None
    assert one.stopped(friday).rests_until(friday + DAY) is None
    assert clock(DAILY, since=friday, zone=tokyo).rests_until(friday + DAY) is None


def changes_of_2026(name):
    """Return the moments, to the half hour, at which the clocks of a zone change."""
    zone, half = ZoneInfo(name), timedelta(minutes=30)
    first = datetime(2026, 1, 1, tzinfo=UTC)
    halves = [first + number * half for number in range(365 * 48)]
    offsets = [moment.astimezone(zone).utcoffset() for moment in halves]
    pairs = zip(halves[1:], offsets, offsets[1:], strict=False)
    return [moment for moment, before, after in pairs if before != after]


@pytest.mark.parametrize(
    "name",
    [
        "Europe/Berlin",
        "America/New_York",
        "America/Santiago",  # at midnight
        "Africa/Cairo",  # at midnight, no weekend
        "Australia/Lord_Howe",  # by half an hour
        "Pacific/Auckland",
    ],
)
def test_a_night_when_the_clocks_change_gives_and_takes_no_time(name):
    """T10: both nights of the year; a deadline is an amount of time, not an hour on a dial."""
    zone, half = ZoneInfo(name), timedelta(minutes=30)
    changes = changes_of_2026(name)
    assert len(changes) == 2
    for change in changes:
        for ahead in range(0, 96, 7):
            since = change - ahead * half
            assert clock(DAILY, since=since, zone=zone).deadline() == since + 4 * DAY
            one = clock(WEEKEND, since=since, zone=zone)
            halves = range(int((one.deadline() - since) / half))
            worked = [(since + each * half).astimezone(zone).weekday() < 5 for each in halves]
            assert sum(worked) * half == 2 * DAY
            boundaries = [one.is_over(one.deadline() + off * SECOND) for off in (-1, 1, 3)]
            assert boundaries == [False, False, True]


@given(st.sampled_from(TIMED), AMOUNTS, AMOUNTS, AMOUNTS)
def test_time_is_conserved_however_often_the_clock_is_stopped(pace, first, pause, second):
    one = clock(pace, zone=ZoneInfo("Europe/Berlin"))
    stopped = one.stopped(NOW + first)
    again = stopped.running(NOW + first + pause)
    end = NOW + first + pause + second
    before, after = one.spent(NOW + first), again.spent(end) - stopped.used
    assert again.spent(end) == before + after
    if not pace.rests_on_weekends:
        assert again.spent(end) == first + second


@given(st.sampled_from(TIMED), AMOUNTS)
def test_a_credit_moves_the_deadline_by_what_is_given(pace, amount):
    one = clock(pace)
    assert one.credited(amount).left(NOW) == one.left(NOW) + amount
    assert one.credited(amount).deadline() >= one.deadline()


@given(st.sampled_from(TIMED), AMOUNTS, AMOUNTS)
def test_the_bank_is_never_below_zero_and_never_grows_beyond_cap_and_increment(pace, bank, spent):
    after = clock(pace, bank=bank).bank_after(NOW + spent)
    assert timedelta() <= after <= bank + pace.increment


@given(st.sampled_from(TIMED), AMOUNTS)
def test_no_time_is_left_exactly_from_the_deadline_on(pace, ahead):
    one = clock(pace)
    now = NOW + ahead
    assert (one.left(now) == timedelta()) is (now >= one.deadline())
