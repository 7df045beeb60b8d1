"""When people are told, and when they are left alone."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.notices import DEFAULTS, Channel, Event, Quiet, next_digest, reminders
from games.core.pace import DAILY, LIVE, PACES, RELAXED, UNTIMED

ZONES = [
    ZoneInfo(name)
    for name in (
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "America/Santiago",
        "Asia/Kolkata",
        "Pacific/Apia",
    )
]
MOMENTS = st.integers(0, 2 * 365 * 24 * 60).map(
    lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)
WALLS = st.times().map(lambda wall: wall.replace(second=0, microsecond=0))
NIGHT = Quiet(time(22), time(7))


@given(MOMENTS, WALLS, WALLS, st.sampled_from(ZONES))
def test_quiet_hours_end_by_the_clock_on_the_wall_within_a_day(now, begins, ends, zone):
    until = Quiet(begins, ends).until(now, zone)
    if until is None:
        return
    assert now < until <= now + timedelta(hours=26)
    assert Quiet(begins, ends).until(until, zone) is None


@pytest.mark.parametrize(
    ("hour", "until"), [(21, None), (22, 7), (23, 7), (0, 7), (6, 7), (7, None), (12, None)]
)
def test_quiet_hours_may_go_over_midnight(hour, until):
    now = datetime(2026, 12, 1, hour, 0, tzinfo=UTC)
    ends = NIGHT.until(now, UTC)
    assert (ends and ends.hour) == until


def test_equal_ends_are_no_quiet_hours():
    assert Quiet(time(8), time(8)).until(datetime(2026, 12, 1, 8, 0, tzinfo=UTC), UTC) is None


@given(MOMENTS, WALLS, st.sampled_from(ZONES))
def test_the_daily_mail_is_due_once_on_each_day_of_the_wall(now, wall, zone):
    """Also in the nights in which an hour is left out or comes twice."""
    days, due = [], now
    for _ in range(10):
        after = next_digest(due, wall, zone)
        assert due < after <= due + timedelta(hours=50)  # a zone may leave out a whole day
        due = after
        days.append(due.astimezone(zone).date())
    assert len(set(days)) == len(days)


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-03-28T12:00", "2026-03-29T01:30"),  # 02:30 is left out: 03:30 by the new time
        ("2026-10-24T12:00", "2026-10-25T00:30"),  # 02:30 comes twice: the first
    ],
)
def test_the_daily_mail_keeps_its_hour_in_both_nights_of_the_change(now, due):
    start = datetime.fromisoformat(f"{now}+00:00")
    expected = datetime.fromisoformat(f"{due}+00:00")
    assert next_digest(start, time(2, 30), ZoneInfo("Europe/Berlin")) == expected


def test_two_reminders_fit_into_each_slow_turn_and_none_into_a_fast_one():
    for pace in PACES.values():
        for hours in (1, 24, 96, 240):
            whole = timedelta(hours=hours)
            marks = reminders(pace, whole)
            if pace in (LIVE, UNTIMED):
                assert marks == ()
                continue
            first, second = marks
            assert timedelta() < second < first <= whole / 2
    assert reminders(DAILY, timedelta(days=1)) == (timedelta(hours=12), timedelta(hours=2))
    assert reminders(RELAXED, timedelta(days=10)) == (timedelta(hours=24), timedelta(hours=2))


def test_every_event_is_told_by_the_bell_until_somebody_chooses_otherwise():
    assert set(DEFAULTS) == set(Event)
    assert all(Channel.BELL in channels for channels in DEFAULTS.values())
