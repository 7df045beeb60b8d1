"""Clocks on the pages: two moments, the chips of home, and flags that a mere look brings about."""

import re

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.core.pace import DAILY, DAY, HOUR, LIVE, PACES, STEADY
from games.models import Challenge, Game
from games.selectors.games import next_waiting
from games.templatetags.clock import millis
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.table import make_begun_game, play

pytestmark = pytest.mark.django_db


def at(moment):
    return time_machine.travel(moment, tick=False)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def mover(game):
    return game.players.get(seat=game.to_move).user


def test_the_page_tells_when_the_bank_begins_to_run_and_when_the_game_is_lost():
    game = make_game(pace=DAILY)
    with at(NOW + HOUR):
        page = signed_in(mover(game)).get(game.get_absolute_url()).content.decode()
    assert f'data-bank-from="{millis(NOW + DAY)}"' in page
    assert f'data-deadline="{millis(NOW + 4 * DAY)}"' in page
    assert re.search(r"Bank runs from</dt>\s*<dd>\s*<time[^>]*>Wed 2 Dec, 12:00", page)
    assert re.search(r"Lost on</dt>\s*<dd>\s*<time[^>]*>Sat 5 Dec, 12:00", page)
    assert "1 day a turn, and 3 days more for all turns" in page


def test_times_are_told_in_the_zone_of_the_reader():
    tokyo, berlin = make_user(time_zone="Asia/Tokyo"), make_user(time_zone="Europe/Berlin")
    game = make_game(tokyo, berlin, pace=DAILY)
    with at(NOW):
        for user, hour in ((tokyo, "21:00"), (berlin, "13:00")):
            page = signed_in(user).get(game.get_absolute_url()).content.decode()
            assert re.search(rf"Lost on</dt>\s*<dd>\s*<time[^>]*>Sat 5 Dec, {hour}", page)


def test_a_pace_without_allowance_has_one_moment_only():
    game = make_game(pace=STEADY)
    with at(NOW):
        page = signed_in(mover(game)).get(game.get_absolute_url()).content.decode()
    assert "data-bank-from" not in page
    assert "Bank runs from" not in page
    assert "Lost on" in page


def test_a_game_without_limit_has_no_clock():
    game = make_game()
    page = signed_in(mover(game)).get(game.get_absolute_url()).content.decode()
    assert "data-deadline" not in page
    assert "No clock; for casual games" in page


@pytest.mark.parametrize("look", ["game", "game_table", "home", "next_game"])
def test_a_look_at_an_overdue_game_flags_who_is_late(look):
    """Deadlines are judged on every read (T10)."""
    game = make_begun_game(pace=LIVE)
    path = reverse(look, args=[game.public_id] if look.startswith("game") else [])
    with at(NOW + HOUR):
        signed_in(mover(game)).get(path)
    game.refresh_from_db()
    assert game.end_reason == "flagged"


def test_a_late_move_is_told_in_words_with_the_table_as_it_is_now():
    game = make_begun_game(pace=LIVE)
    client = signed_in(mover(game))
    fields = {"version": game.version, "key": "late", "move": "pass"}
    with at(NOW + HOUR):
        answer = client.post(
            reverse("game_move", args=[game.public_id]),
            fields,
            headers={"accept": "application/json"},
        )
    assert answer.status_code == 409
    told = answer.json()
    assert told["code"] == "time_up"
    assert told["error"] == "Your time ran out before this move arrived."
    assert 'data-status="finished"' in told["html"]


def test_home_lists_by_deadline_and_marks_what_is_urgent():
    me = make_user()
    slow = make_game(me, make_user(), pace=PACES["relaxed"])
    fast = make_game(me, make_user(), pace=LIVE)
    open_ended = make_game(me, make_user())
    for game in (slow, fast, open_ended):
        if mover(game) != me:
            play(game)
    with at(NOW):
        page = signed_in(me).get("/").content.decode()
    places = [page.index(game.public_id) for game in (fast, slow, open_ended)]
    assert places == sorted(places)
    assert "chip--bad" in page
    assert "10 min" in page


def test_next_goes_round_all_games_that_wait():
    me = make_user()
    games = [make_game(me, make_user(), pace=pace) for pace in (DAILY, LIVE, PACES["none"])]
    for game in games:
        if mover(game) != me:
            play(game)
    seen, here = [], ""
    for _ in range(4):
        here = next_waiting(me.pk, besides=here).public_id
        seen.append(here)
    by_deadline = [games[1].public_id, games[0].public_id, games[2].public_id]
    assert seen == [*by_deadline, by_deadline[0]]


def test_the_lobby_offers_paces_and_the_game_is_played_at_the_one_chosen():
    host, guest = make_user(), make_user()
    fields = {"key": "k", "kind": "open", "seat_count": 2, "variant": "base", "pace": "daily"}
    signed_in(host).post(reverse("challenge_create"), fields)
    challenge = Challenge.objects.get()
    page = signed_in(guest).get(reverse("lobby")).content.decode()
    assert "Daily" in page
    signed_in(guest).post(reverse("challenge_join", args=[challenge.public_id]))
    game = Game.objects.get()
    assert (game.pace, game.deadline_at - game.created_at) == ("daily", 4 * DAY)


def test_the_form_remembers_the_pace_and_an_unknown_one_is_refused():
    host = make_user()
    make_challenge(host=host, pace="steady")
    page = signed_in(host).get(reverse("lobby")).content.decode()
    assert re.search(r'value="steady"[^>]*checked', page)
    fields = {"key": "k", "kind": "open", "seat_count": 2, "variant": "base", "pace": "blitz"}
    assert signed_in(host).post(reverse("challenge_create"), fields).status_code == 400


def test_a_time_zone_is_chosen_in_the_settings_and_must_exist():
    me = make_user()
    client = signed_in(me)
    client.post(reverse("time_zone"), {"time_zone": "Europe/Paris"})
    me.refresh_from_db()
    assert me.time_zone == "Europe/Paris"
    assert client.post(reverse("time_zone"), {"time_zone": "Mars/Olympus"}).status_code == 400
    me.refresh_from_db()
    assert me.time_zone == "Europe/Paris"
