"""T14: the connection to the database dies in a move or at its commit; the retry finds out."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import connection, connections

from games import outbox
from games.models import Game, Ply
from games.rules.qwirkle.tiles import KINDS, tile_text
from games.services.play import play_move
from games.services.retry import BusyError
from tests.factories import NOW, make_game
from tests.table import greedy_move, play, state_of, user_to_move

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="A file has no connection that could be cut."
    ),
]

MOVES: dict[str, Callable[[Game], str]] = {
    "place": greedy_move,
    "draw3": lambda game: "use draw3",
    "ask": lambda game: f"use ask {asked_tile(game)}",
    "again": lambda game: "use again",
    "trade": lambda game: f"use trade {tile_text(own_hand(game)[0])}",
}


def own_hand(game: Game) -> tuple[Any, ...]:
    return state_of(game).hands[game.to_move]


def asked_tile(game: Game) -> str:
    """Return a tile that another seat holds, so that it changes hands."""
    return next(tile_text(tile) for tile in state_of(game).hands[1 - game.to_move] if tile in KINDS)


def cut() -> None:
    """End this connection from another one, as a restart of the database would."""
    params = connection.get_connection_params()
    own = connection.connection.info.backend_pid
    known = {name: params[name] for name in ("host", "port", "dbname", "user") if params.get(name)}
    with psycopg.connect(**known, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [own])


@pytest.fixture
def game() -> Game:
    game = make_game(ruleset_key="qwirkle+action_tokens", tokens_from="start")
    play(game)
    play(game)
    game.refresh_from_db()
    return game


@pytest.fixture
def command(game) -> Callable[[str], Any]:
    """A function that sends the same command each time it is called with a kind of move."""

    def command(kind: str) -> Callable[[], Any]:
        fields = {
            "public_id": game.public_id,
            "user_id": user_to_move(game),
            "version": game.version,
            "key": "one-intent",
            "move": MOVES[kind](game),
            "now": NOW,
        }
        return lambda: play_move(**fields)

    return command


def cut_once_after(monkeypatch, owner: Any, name: str) -> None:
    """Let the function do its work once and then cut the connection."""
    real = getattr(owner, name)
    calls = []

    def cutting(*args: Any, **kwargs: Any) -> Any:
        answer = real(*args, **kwargs)
        calls.append(name)
        if len(calls) == 1:
            cut()
        return answer

    monkeypatch.setattr(owner, name, cutting)


def assert_played_once(game: Game, version: int) -> None:
    game.refresh_from_db()
    assert game.version == version + 1
    assert Ply.objects.filter(game=game, key="one-intent").count() == 1
    tiles = state_of(game)
    hands = sum(len(hand) for hand in tiles.hands)
    in_bag = sum(1 for tile in tiles.bag if tile in KINDS)
    assert len(tiles.board) + hands + in_bag == 108


@pytest.mark.parametrize("kind", MOVES)
def test_a_connection_cut_before_the_commit_leaves_nothing_and_the_retry_plays_once(
    monkeypatch, game, command, kind
):
    version, send = game.version, command(kind)
    cut_once_after(monkeypatch, outbox, "announce_game")
    played = send()
    assert not played.is_repeat
    assert_played_once(game, version)


@pytest.mark.parametrize("kind", MOVES)
def test_a_connection_cut_at_the_commit_is_found_out_and_nothing_is_played_twice(
    monkeypatch, game, command, kind
):
    version, send = game.version, command(kind)
    wrapper = type(connections["default"])
    real, lost = wrapper._commit, []

    def commit_and_lose(self: Any) -> None:
        real(self)
        if not lost:
            lost.append(self)
            cut()
            with self.wrap_database_errors:
                self.connection.execute("SELECT 1")  # the answer never comes

    monkeypatch.setattr(wrapper, "_commit", commit_and_lose)
    played = send()
    assert played.is_repeat
    assert_played_once(game, version)


def test_a_database_that_stays_away_is_told_as_busy_and_the_same_key_plays_later(
    monkeypatch, game, command
):
    version, send = game.version, command("draw3")
    real = outbox.announce_game

    def cutting(*args: Any, **kwargs: Any) -> None:
        cut()
        real(*args, **kwargs)

    monkeypatch.setattr(outbox, "announce_game", cutting)
    with pytest.raises(BusyError):
        send()
    monkeypatch.setattr(outbox, "announce_game", real)
    assert not send().is_repeat
    assert_played_once(game, version)
