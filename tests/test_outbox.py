"""T6: nothing is told before it is stored, and telling can never fail a command."""

import time
from threading import Event
from typing import Any

import pytest
from django.db import transaction

from games import outbox
from games.models import Game
from games.services import apply as apply_module
from tests.factories import make_game, make_user
from tests.table import greedy_move, play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _open_breaker(monkeypatch):
    """Begin with the broker in reach; one test's failure is not another's."""
    monkeypatch.setattr(outbox, "_closed_until", 0.0)


@pytest.fixture
def sent(monkeypatch) -> list[Any]:
    """Everything that leaves, with the version that the database held at that moment."""
    found: list[Any] = []

    async def remember(messages: Any) -> None:
        found.extend(messages)

    monkeypatch.setattr(outbox, "_send_all", remember)
    return found


class StoreError(Exception):
    """The database failed."""


@pytest.mark.parametrize("stage", ["_store", "_step"])
def test_a_command_that_fails_before_its_commit_tells_nobody(monkeypatch, sent, stage):
    game = make_game()
    move = greedy_move(game)
    sent.clear()

    def fail(*_: Any, **__: Any) -> None:
        raise StoreError

    monkeypatch.setattr(apply_module, stage, fail)
    with pytest.raises(StoreError):
        play(game, move)
    assert sent == []
    game.refresh_from_db()
    assert game.version == 0


def test_a_command_that_fails_at_its_commit_tells_nobody(sent):
    game = make_game()
    sent.clear()

    def announce_and_fail() -> None:
        with transaction.atomic():
            outbox.announce_game(game, [1, 2])
            raise StoreError

    with pytest.raises(StoreError):
        announce_and_fail()
    assert sent == []


def test_after_the_commit_the_table_and_its_players_are_told(sent):
    game = make_game()
    sent.clear()
    play(game)
    groups = [group for group, _message in sent]
    users = game.players.values_list("user_id", flat=True)
    assert groups == [f"game.{game.public_id}", *(f"user.{user}" for user in users)]
    assert sent[0][1] == {"type": "game.step", "version": 1}


def test_a_publisher_that_fails_does_not_fail_the_move(monkeypatch):
    async def fail(_messages: Any) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(outbox, "_send_all", fail)
    assert play(make_game()).game.version == 1
    assert not outbox.is_live()


def test_a_queue_that_fails_does_not_fail_the_move(monkeypatch, sent):
    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(outbox.current_app, "send_task", fail)
    game = make_game(make_user(), bots=("greedy",))
    while game.bot_due_at is None:
        game = play(game).game
    assert Game.objects.get(pk=game.pk).bot_due_at is not None


def test_a_queue_that_never_answers_does_not_hold_up_the_move(monkeypatch):
    answers = Event()
    monkeypatch.setattr(outbox.current_app, "send_task", lambda *_, **__: answers.wait(20))
    began = time.monotonic()
    outbox.enqueue_bot_turn(1, 1)
    waited = time.monotonic() - began
    answers.set()
    assert waited < 5
    assert not outbox.is_live()


def test_after_a_failure_the_broker_is_left_alone_for_a_while(monkeypatch):
    tries: list[Any] = []

    async def fail(messages: Any) -> None:
        tries.append(messages)
        raise ConnectionError("no broker")

    monkeypatch.setattr(outbox, "_send_all", fail)
    game = make_game()
    tries.clear()
    monkeypatch.setattr(outbox, "_closed_until", 0.0)
    for _ in range(3):
        play(game)
    assert len(tries) == 1
