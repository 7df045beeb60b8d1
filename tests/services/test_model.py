"""T15: any sequence of commands leaves a gapless log that replays to the snapshot."""

from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.core.errors import DomainError
from games.models import Game
from games.rules import registry
from games.rules.qwirkle.tiles import tile_text
from games.selectors.replay import differs_from_snapshot
from games.services.finish import abort_game
from games.services.play import play_move, resign
from tests.factories import NOW, make_game, make_user
from tests.table import greedy_move, state_of

KINDS = ("play", "play", "play", "power", "power", "trade", "nonsense", "resign", "abort")
COMMANDS = st.lists(
    st.tuples(
        st.sampled_from(
            ["play", "play", "play", "power", "power", "trade", "nonsense", "resign", "abort"]
        ),
        st.integers(0, 3),  # which seat acts, seldom the one to move
        st.integers(-1, 1),  # how far its version is off
        st.integers(0, 5),  # which of few keys, so that some repeat
    ),
    max_size=25,
)


def perform(game: Game, command: tuple[str, int, int, int], number: int) -> None:
    """Send one command; a refusal is an answer like any other."""
    kind, who, off, key = command
    players = list(game.players.all())
    seat = who if who < len(players) else (game.to_move or 0)
    common: dict[str, Any] = {
        "public_id": game.public_id,
        "user_id": players[seat].user_id,
        "now": NOW + timedelta(minutes=number),
    }
    if kind == "resign":
        resign(**common, key=f"key-{key}")
    elif kind == "abort":
        abort_game(**common)
    else:
        move = "dance" if kind == "nonsense" else "pass"
        if kind in ("play", "power") and game.is_running:
            # The random bot uses a power in one turn of four that allow it.
            bot, with_powers = ("random", True) if kind == "power" else ("greedy", False)
            move = greedy_move(game, bot=bot, with_powers=with_powers)
        if kind == "trade":
            hand = state_of(game).hands[seat]
            move = f"trade {tile_text(hand[0])}" if hand else "trade RS"
        play_move(
            **common,
            version=game.version + (off if who == 0 else 0),
            key=f"{number}-{key}" if key else "again",
            move=move,
        )


def refused(game: Game, command: tuple[str, int, int, int], number: int) -> DomainError | None:
    """Send one command and return the refusal, if it was refused."""
    try:
        perform(game, command, number)
    except DomainError as refusal:
        return refusal
    return None


class ModelTest(TestCase):
    """The invariants, whatever players send."""

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(key=st.sampled_from(registry.keys()), seats=st.integers(2, 4), commands=COMMANDS)
    def test_any_sequence_of_commands_keeps_log_and_snapshot_one(self, key, seats, commands):
        tokens = {"tokens_from": "start"} if "tokens" in key else {}
        game = make_game(*(make_user() for _ in range(seats)), ruleset_key=key, **tokens)
        for number, command in enumerate(commands):
            before = (game.version, game.status)
            refusal = refused(game, command, number)
            game.refresh_from_db()
            if refusal is not None:
                assert refusal.code
                assert refusal.sentence
                assert (game.version, game.status) == before
        plies = list(game.plies.values_list("number", flat=True))
        assert plies == list(range(len(plies)))
        assert game.version == len(plies) + (game.status == Game.Status.ABORTED)
        assert not differs_from_snapshot(game)
        totals = {player.seat: player.score for player in game.players.all()}
        for seat, total in totals.items():
            assert total == sum(game.plies.filter(seat=seat).values_list("points", flat=True))
