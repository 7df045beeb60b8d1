"""The front door and the health page."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Heartbeat
from games.services.finish import abort_game
from games.services.heartbeat import stamp_heartbeat
from tests.factories import NOW, make_game, make_user
from tests.table import play, play_to_the_end, user_to_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(client):
    """A person who is signed in."""
    found = make_user()
    client.force_login(found)
    return found


def game_with(user, *, waits: bool) -> Game:
    """Return a running game of this user that does or does not wait for him."""
    game = make_game(user, make_user())
    while (user_to_move(game) == user.pk) is not waits:
        game = play(game).game
    return game


def home(client):
    """Return the context of the front page."""
    return client.get(reverse("home")).context


def test_a_visitor_sees_what_the_site_is(client):
    page = client.get(reverse("home"))
    assert page.status_code == 200
    assert reverse("account_signup") in page.content.decode()


def test_games_that_wait_for_me_come_before_theirs_and_finished_ones(client, user):
    theirs, mine = game_with(user, waits=False), game_with(user, waits=True)
    ended = play_to_the_end(make_game(user, make_user()))
    context = home(client)
    assert [card["id"] for card in context["waiting"]] == [mine.public_id]
    assert [card["id"] for card in context["theirs"]] == [theirs.public_id]
    assert [card["id"] for card in context["finished"]] == [ended.public_id]


def test_the_game_that_has_waited_longest_comes_first(client, user):
    new, old = game_with(user, waits=True), game_with(user, waits=True)
    Game.objects.filter(pk=old.pk).update(moved_at=NOW - timedelta(days=2))
    assert [card["id"] for card in home(client)["waiting"]] == [old.public_id, new.public_id]


def test_a_row_sets_my_points_against_the_best_of_the_others(client, user):
    game = make_game(user, make_user(), make_user())
    while user_to_move(game) == user.pk:
        game = play(game).game
    for player, score in zip(game.players.exclude(user=user), (31, 44), strict=True):
        game.players.filter(pk=player.pk).update(score=score)
    game.players.filter(user=user).update(score=29)
    assert "<b>29</b> : 44</span>" in client.get(reverse("home")).content.decode()


def test_the_last_event_reads_as_one_sentence(client, user):
    game = play(game_with(user, waits=False)).game
    while user_to_move(game) != user.pk:
        game = play(game).game
    page = " ".join(client.get(reverse("home")).content.decode().split())
    assert re.search(r'gcard__last"> ?<b>[^<]+</b> [^<]*[^ <], [^<]+ ?</p>', page)


def test_a_called_off_game_keeps_its_last_move(client, user):
    game = game_with(user, waits=True)
    if not game.plies.exists():
        game = play(game).game
    other = game.players.exclude(user=user).get()
    if other.has_moved:
        other = game.players.get(user=user)
    abort_game(public_id=game.public_id, user_id=other.user_id, now=NOW)
    assert home(client)["finished"][0]["last"]["number"] == game.plies.count()


def test_the_pill_counts_the_games_that_wait_besides_the_open_one(client, user):
    first, _second = game_with(user, waits=True), game_with(user, waits=True)
    assert home(client)["waiting_count"] == 2
    assert client.get(first.get_absolute_url()).context["waiting_count"] == 1


def test_next_game_leads_to_the_other_waiting_game_and_home_without_one(client, user):
    first, second = game_with(user, waits=True), game_with(user, waits=True)
    answer = client.get(reverse("next_game"), {"after": first.public_id})
    assert answer["Location"] == second.get_absolute_url()
    play(second)
    answer = client.get(reverse("next_game"), {"after": first.public_id})
    assert answer["Location"] == reverse("home")


def test_home_takes_as_many_queries_for_ten_games_as_for_one(client, user):
    game_with(user, waits=True)
    with CaptureQueriesContext(connection) as one:
        home(client)
    for _ in range(9):
        game_with(user, waits=False)
    with CaptureQueriesContext(connection) as ten:
        home(client)
    assert len(ten) == len(one)


def health(client):
    """Return status and body of the health page."""
    answer = client.get(reverse("healthz"))
    return answer.status_code, answer.json()


def test_the_health_page_is_red_until_the_worker_has_shown_itself(client):
    assert health(client)[0] == 503
    stamp_heartbeat(role="worker", now=timezone.now())
    assert health(client) == (200, {"ok": True, "worker_silent_s": 0, "bot_overdue_s": None})


def test_the_health_page_turns_red_when_the_worker_is_silent_for_a_minute(client):
    stamp_heartbeat(role="worker", now=timezone.now() - timedelta(seconds=61))
    assert health(client)[0] == 503
    assert Heartbeat.objects.count() == 1


def test_the_health_page_turns_red_when_a_bot_has_been_due_for_a_minute(client):
    stamp_heartbeat(role="worker", now=timezone.now())
    game = make_game(make_user(), bots=("greedy",))
    while game.bot_due_at is None:
        game = play(game).game
    Game.objects.filter(pk=game.pk).update(bot_due_at=timezone.now() - timedelta(seconds=61))
    status, found = health(client)
    assert (status, found["ok"]) == (503, False)
    assert found["bot_overdue_s"] >= 61
