"""Time that does not count on weekends, conserved in every zone and over every change of clocks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.weekend import counted, later

ZONES = [
    ZoneInfo(name)
    for name in (
        "Europe/Berlin",
        "America/New_York",
        "America/Santiago",  # its clocks change at midnight
        "Asia/Kolkata",
        "Australia/Lord_Howe",  # by half an hour
        "Pacific/Apia",
    )
]
START = datetime(2026, 1, 1, tzinfo=UTC)
MOMENTS = st.timedeltas(timedelta(), timedelta(days=730)).map(lambda ahead: START + ahead)
SPANS = st.timedeltas(timedelta(), timedelta(days=40))
zones = st.sampled_from([None, *ZONES])


@given(MOMENTS, SPANS, zones)
def test_an_amount_has_counted_exactly_when_it_is_used_up(start, amount, zone):
    assert counted(start, later(start, amount, zone), zone) == amount


@given(MOMENTS, SPANS, SPANS, zones)
def test_two_spans_in_a_row_count_as_one(start, first, second, zone):
    middle, end = start + first, start + first + second
    parts = counted(start, middle, zone) + counted(middle, end, zone)
    assert parts == counted(start, end, zone)


@given(MOMENTS, SPANS, zones)
def test_never_more_counts_than_passes_and_never_less_than_none(start, span, zone):
    assert timedelta() <= counted(start, start + span, zone) <= span


@given(MOMENTS, SPANS)
def test_without_a_zone_all_time_counts(start, span):
    assert counted(start, start + span, None) == span


@pytest.mark.parametrize("zone", ZONES, ids=str)
def test_a_week_of_five_days_counts_five_days_but_for_the_change_of_the_clocks(zone):
    monday = datetime(2026, 6, 1, tzinfo=zone)
    assert counted(monday, monday + timedelta(days=7), zone) == timedelta(days=5)


@pytest.mark.parametrize("sunday", [29, 25], ids=["spring", "autumn"])
def test_a_night_when_the_clocks_change_is_a_sunday_that_does_not_count(sunday):
    month = {29: 3, 25: 10}[sunday]
    berlin = ZONES[0]
    monday = datetime(2026, month, sunday - 6, tzinfo=berlin)
    next_monday = datetime(2026, month, sunday + 1, tzinfo=berlin)
    assert counted(monday, next_monday, berlin) == timedelta(days=5)
    hours = 7 * 24 + (-1 if month == 3 else 1)
    assert counted(monday, next_monday, None) == timedelta(hours=hours)


def test_from_friday_evening_on_a_day_is_up_on_monday_evening():
    friday = datetime(2026, 12, 4, 18, tzinfo=ZONES[0])
    assert later(friday, timedelta(days=1), ZONES[0]) == datetime(2026, 12, 7, 18, tzinfo=ZONES[0])


def test_on_a_weekend_nothing_counts_until_monday_begins():
    sunday = datetime(2026, 12, 6, 12, tzinfo=ZONES[0])
    monday = datetime(2026, 12, 7, tzinfo=ZONES[0])
    assert counted(sunday, monday, ZONES[0]) == timedelta()
    assert later(sunday, timedelta(minutes=1), ZONES[0]) == monday + timedelta(minutes=1)
