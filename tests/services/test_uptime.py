"""Outages: nobody loses time by them, and a beat that stands is none (T10)."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from games.core.clock import Clock
from games.core.pace import DAILY, DAY, HOUR, LIVE, WEEKEND
from games.models import Game, Heartbeat
from games.services import uptime
from games.services.clocks import sweep_deadlines
from games.services.uptime import LEAST_LEFT, credited_clock, note_alive
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import play

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _fresh(monkeypatch):
    """A process that has not stamped yet, for each call: like many processes."""
    monkeypatch.setattr(uptime, "_noted", {})
    monkeypatch.setattr(uptime, "STAMP_EVERY", timedelta())


def deadline(game):
    return Game.objects.get(pk=game.pk).deadline_at


def test_the_first_sign_of_life_credits_nobody():
    game = make_game(pace=DAILY)
    assert note_alive(now=NOW + DAY) == 0
    assert deadline(game) == NOW + 4 * DAY


def test_after_an_outage_the_time_of_it_is_given_back():
    game = make_game(pace=DAILY)
    note_alive(now=NOW + HOUR)
    assert note_alive(now=NOW + 7 * HOUR) == 1
    assert deadline(game) == NOW + 4 * DAY + 6 * HOUR
    assert note_alive(now=NOW + 7 * HOUR + MINUTE) == 0


def test_whoever_ran_out_of_time_while_the_site_was_down_has_half_a_day_from_its_return():
    game = make_game(pace=LIVE)
    note_alive(now=NOW + MINUTE)
    back = NOW + 9 * DAY
    note_alive(now=back)
    assert sweep_deadlines(now=back) == 0
    assert deadline(game) == back + LEAST_LEFT


def test_a_turn_that_began_within_the_silence_gets_its_own_part_only():
    note_alive(now=NOW)
    game = make_game(pace=DAILY)
    game = play(game, now=NOW + 2 * HOUR).game
    note_alive(now=NOW + 3 * HOUR)
    assert deadline(game) == NOW + 2 * HOUR + 4 * DAY + HOUR


def test_a_beat_that_stands_for_an_hour_while_pages_are_served_is_no_outage():
    game = make_game(pace=LIVE)
    for minutes in range(0, 61, 4):
        note_alive(now=NOW + minutes * MINUTE)
    assert sweep_deadlines(now=NOW + HOUR) == 1
    assert not Game.objects.get(pk=game.pk).is_running


def test_many_processes_that_come_back_at_once_credit_once():
    game = make_game(pace=DAILY)
    note_alive(now=NOW)
    back = NOW + 6 * HOUR
    credited = at_once(*[lambda: note_alive(now=back)] * 4)
    assert sorted(credited) == [0, 0, 0, 1]
    assert deadline(game) == NOW + 4 * DAY + 6 * HOUR


def test_a_clock_of_the_past_never_turns_the_stamp_back():
    note_alive(now=NOW + HOUR)
    note_alive(now=NOW)
    assert Heartbeat.objects.get(role=uptime.ROLE).beat_at == NOW + HOUR


def test_a_weekend_that_the_site_was_away_for_is_not_given_back_twice():
    zone = ZoneInfo("Europe/Berlin")
    thursday, friday, monday = NOW + 2 * DAY, NOW + 3 * DAY, NOW + 6 * DAY
    clock = Clock(WEEKEND, bank=timedelta(), since=thursday, zone=zone)
    assert clock.spent(monday) == 2 * DAY
    assert credited_clock(clock, friday, monday).spent(monday) == DAY


def test_who_had_lost_before_the_outage_gets_nothing_back():
    game = make_game(pace=LIVE)
    note_alive(now=game.deadline_at + HOUR)
    back = game.deadline_at + 3 * HOUR
    note_alive(now=back)
    assert sweep_deadlines(now=back) == 1


def test_games_without_a_running_clock_are_left_alone():
    untimed, bots = make_game(), make_game(make_user(), bots=("greedy",))
    note_alive(now=NOW)
    note_alive(now=NOW + DAY)
    assert (deadline(untimed), deadline(bots)) == (None, None)
