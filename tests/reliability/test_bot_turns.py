"""T7, T8, T9: a bot's turn is a fact of the database, whatever happens to queue and worker."""

import time
from collections.abc import Callable
from datetime import timedelta
from unittest.mock import Mock

import pytest

from games import outbox
from games.bots.greedy import GreedyBot
from games.models import Game
from games.rules.qwirkle.moves import Pass
from games.services import bots
from games.services.bots import LEASE, play_bot_turn, sweep_bot_turns
from games.services.retry import BusyError
from qwirkle_site.embedded import wait_until
from tests.client import SiteClient
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import greedy_move, play, user_to_move

RECOVERY_S = 30.0


@pytest.fixture
def _no_queue(monkeypatch):
    """Let no message leave, so that a worker which runs for other tests does not play first."""
    monkeypatch.setattr(outbox, "enqueue_bot_turn", lambda *_: None)


def person_to_move(game: Game) -> bool:
    """Return whether it is the person's turn, or the game is over."""
    game.refresh_from_db()
    return not game.is_running or game.bot_due_at is None


def game_against(bot: str) -> Game:
    """Return a game in which the bot is to move, though no message about it was sent."""
    person = make_user()
    game = make_game(person, bots=(bot,))
    while game.bot_due_at is None:
        play(game)
        game.refresh_from_db()
    return game


def logged_once(game: Game) -> bool:
    """Return whether the log is gapless and holds each turn once."""
    numbers = list(game.plies.values_list("number", flat=True))
    return numbers == list(range(game.version))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_no_queue")
@pytest.mark.parametrize("bot", ["random", "greedy", "careful"])
def test_a_turn_delivered_five_times_at_once_is_played_once(bot):
    game = game_against(bot)
    version = game.version

    def deliver() -> bool:
        return play_bot_turn(game_pk=game.pk, version=version, now=NOW)

    outcomes = at_once(*[deliver] * 5)
    assert sorted(outcomes) == [False] * 4 + [True]
    game.refresh_from_db()
    assert game.plies.filter(number=version).count() == 1
    assert logged_once(game)


@pytest.mark.django_db
def test_a_turn_that_came_too_late_plays_nothing():
    game = game_against("greedy")
    version = game.version
    assert play_bot_turn(game_pk=game.pk, version=version, now=NOW)
    game.refresh_from_db()
    after = game.version
    assert not play_bot_turn(game_pk=game.pk, version=version, now=NOW)
    game.refresh_from_db()
    assert game.version == after


@pytest.mark.django_db
def test_while_one_worker_thinks_no_other_does_until_its_lease_is_over():
    game = game_against("greedy")
    Game.objects.filter(pk=game.pk).update(bot_lease_until=NOW + LEASE)
    assert not play_bot_turn(game_pk=game.pk, version=game.version, now=NOW)
    assert play_bot_turn(game_pk=game.pk, version=game.version, now=NOW + LEASE + LEASE)


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_queue")
def test_the_sweep_finds_a_due_turn_nobody_works_on_and_leaves_the_others(monkeypatch):
    due, thinking = game_against("greedy"), game_against("greedy")
    Game.objects.filter(pk=thinking.pk).update(bot_lease_until=NOW + LEASE)
    sent = []
    monkeypatch.setattr(outbox, "enqueue_bot_turn", lambda *turn: sent.append(turn))
    assert sweep_bot_turns(now=NOW) == 1
    assert sent == [(due.pk, due.version)]


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_queue")
def test_a_turn_that_fails_and_fails_is_tried_ever_more_seldom_but_never_given_up(monkeypatch):
    game = game_against("greedy")
    busy = monkeypatch.context()
    now, pauses = NOW, []
    with busy as patch:
        patch.setattr(bots, "play_move", Mock(side_effect=BusyError))
        for _ in range(12):
            assert not play_bot_turn(game_pk=game.pk, version=game.version, now=now)
            game.refresh_from_db()
            pauses.append(game.bot_lease_until - now)
            now = game.bot_lease_until + timedelta(seconds=1)
            assert sweep_bot_turns(now=now) == 1
    assert pauses == sorted(pauses)
    assert pauses[-1] < timedelta(hours=2)
    assert play_bot_turn(game_pk=game.pk, version=game.version, now=now)


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_queue")
@pytest.mark.parametrize("mistake", [{"return_value": Pass()}, {"side_effect": ZeroDivisionError}])
def test_a_bot_that_errs_does_not_hold_up_the_game_nor_show_its_hand(monkeypatch, caplog, mistake):
    game = game_against("greedy")
    monkeypatch.setattr(GreedyBot, "choose", Mock(**mistake))
    assert play_bot_turn(game_pk=game.pk, version=game.version, now=NOW)
    assert logged_once(Game.objects.get(pk=game.pk))
    assert "Bot greedy failed" in caplog.text
    assert "Traceback" not in caplog.text


def over_http(site, bot: str) -> tuple[Game, Callable[[], None]]:
    """Return a game against a bot and what plays the person's turn through the site."""
    person = make_user()
    game = make_game(person, bots=(bot,))
    client = SiteClient(site.url, person)

    def move() -> None:
        game.refresh_from_db()
        assert user_to_move(game) == person.pk
        answer = client.post(
            f"/games/{game.public_id}/moves/",
            version=game.version,
            key=f"{game.version}-{time.monotonic_ns()}",
            move=greedy_move(game),
        )
        assert answer.status == 200, answer.text

    return game, move


def test_a_bot_answers_within_two_seconds(site):
    game, move = over_http(site, "careful")
    assert wait_until(lambda: person_to_move(game), RECOVERY_S)
    move()
    began = time.monotonic()
    assert wait_until(lambda: person_to_move(game), RECOVERY_S)
    assert time.monotonic() - began < 10  # generous: other tests share the two cores


def test_a_worker_killed_in_mid_turn_loses_and_doubles_nothing(site):
    game, move = over_http(site, "careful")
    site.start_beat()
    assert wait_until(lambda: person_to_move(game), RECOVERY_S)
    for _ in range(2):
        move()

        def is_claimed() -> bool:
            game.refresh_from_db()
            return game.bot_lease_until is not None or game.bot_due_at is None

        assert wait_until(is_claimed, RECOVERY_S)
        site.kill_worker()
        site.start_worker()
        assert wait_until(lambda: person_to_move(game), RECOVERY_S)
        assert logged_once(game)


def test_an_emptied_broker_loses_no_turn(site):
    game, move = over_http(site, "greedy")
    site.start_beat()
    assert wait_until(lambda: person_to_move(game), RECOVERY_S)
    site.stop_worker()
    move()
    site.flush_broker()
    site.start_worker()
    assert wait_until(lambda: person_to_move(game), RECOVERY_S)
    assert logged_once(game)


def test_a_broker_that_was_away_is_not_needed_for_moves_and_bots_go_on_after_it(site):
    game, move = over_http(site, "greedy")
    site.start_beat()
    assert wait_until(lambda: person_to_move(game), RECOVERY_S)
    site.stop_broker()
    move()
    assert not person_to_move(game)
    site.start_broker()
    assert wait_until(lambda: person_to_move(game), 2 * RECOVERY_S)
    assert logged_once(game)
