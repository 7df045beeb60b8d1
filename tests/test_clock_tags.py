"""The time left as the server writes it; tests/js/countdown.test.js has the script's."""

from datetime import timedelta

import pytest
import time_machine

from games.templatetags.clock import left, millis, server_millis, urgency
from tests.factories import NOW


@pytest.mark.parametrize(
    ("ahead", "text"),
    [
        (timedelta(days=1, hours=4, minutes=59), "1 d 4 h"),
        (timedelta(hours=20, minutes=59), "20 h"),
        (timedelta(hours=4, minutes=10), "4 h 10 m"),
        (timedelta(minutes=12, seconds=30), "12 min"),
        (timedelta(minutes=9, seconds=5), "9:05"),
        (timedelta(seconds=-5), "0:00"),
    ],
)
def test_the_time_left_is_told_in_two_units_and_in_seconds_at_the_end(ahead, text):
    with time_machine.travel(NOW, tick=False):
        assert left(NOW + ahead) == text


def test_the_last_day_and_the_last_hour_are_told_apart():
    with time_machine.travel(NOW, tick=False):
        spans = [timedelta(days=2), timedelta(hours=23), timedelta(minutes=59)]
        assert [urgency(NOW + span) for span in spans] == ["", "warn", "bad"]


def test_scripts_count_milliseconds():
    with time_machine.travel(NOW, tick=False):
        assert server_millis() == millis(NOW) == 1796126400000
