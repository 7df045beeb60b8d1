"""The one place where a move is applied: state, log, clock and public facts in one go."""

from datetime import datetime
from typing import Any

from games import outbox
from games.core.rng import SeededChance, rng_for
from games.core.types import Phase, Seat
from games.models import Player, Ply, PlySecret
from games.rules.ruleset import Step
from games.services.finish import finish_game
from games.services.locking import LockedGame
from games.services.notices import note_turn_taken, tell_turn
from games.services.standing_turn import obey_orders
from games.services.turn_clock import begin_turn, end_turn

TOLD_BY_THE_MOVE = frozenset(
    ("tiles_placed", "tiles_traded", "tiles_drawn", "turn_passed", "seat_left", "game_finished")
)
"""Kinds of events that add nothing to a ply's move, points and counts."""


def apply_move(
    table: LockedGame,
    seat: Seat,
    move: Any,
    now: datetime,
    *,
    key: str | None = None,
    digest: str = "",
) -> None:
    """Apply the move and all that follows by itself, standing orders included, and store it.

    Args:
        key, digest: of the command that asked for it; none for what the house itself does.

    Lock: the caller holds the game. Raises IllegalMoveError before anything is written.
    """
    to_move, version = table.game.to_move, table.game.version
    plies = _play(table, seat, move, now, key=key, digest=digest)
    note_turn_taken(table, seat, now)
    obey_orders(table, plies, now, _play)
    # Whose order has just played was not to move for a moment: only who is to move now is told.
    if table.game.to_move != to_move or table.game.version > version + 1:
        tell_turn(table, now)
    outbox.announce_game(table.game, [player.user_id for player in table.players])


def _play(
    table: LockedGame,
    seat: Seat,
    move: Any,
    now: datetime,
    *,
    key: str | None = None,
    digest: str = "",
) -> list[Ply]:
    """Apply the move and every automatic move that follows, store all of it, return the plies."""
    before = table.game.to_move
    plies = [_step(table, seat, move, now)]
    plies[0][0].key, plies[0][0].digest = key, digest
    while (forced := table.ruleset.automatic_move(table.state)) is not None:
        mover = table.ruleset.to_move(table.state)
        plies.append(_step(table, mover, forced, now, is_automatic=True))
    # A turn of several moves, as with powers, is one turn for the clock.
    if len(plies) > 1 or table.ruleset.to_move(table.state) != before:
        end_turn(table, now)
        _store(table, plies, now, is_new_turn=True)
    else:
        _store(table, plies, now, is_new_turn=False)
    return [ply for ply, _ in plies]


def _step(
    table: LockedGame, seat: Seat | None, move: Any, now: datetime, *, is_automatic: bool = False
) -> tuple[Ply, PlySecret]:
    """Move the state on by one ply; return its rows, not yet stored."""
    if seat is None:
        raise RuntimeError("An automatic move needs a seat to move.")
    game, ruleset = table.game, table.ruleset
    chance = SeededChance(rng_for(bytes(table.secret.seed), game.public_id, game.version))
    step: Step[Any] = ruleset.apply(table.state, seat, move, chance)
    table.state = step.state
    _count_qwirkles(table.players[seat], step)
    text = ruleset.format_move(move)
    seen = ruleset.observe(step.state, None, Phase.RUNNING)
    ply = Ply(
        game=game,
        number=game.version,
        seat=seat,
        move=public_text(text),
        points=step.points,
        total=seen.scores[seat],
        bag_count=seen.bag_count,
        hand_count=seen.hand_counts[seat],
        events=_public_events(step),
        is_automatic=is_automatic,
        played_at=now,
    )
    game.version += 1
    others = [other for other in range(len(table.players)) if other != seat]
    gave_drew = [tile for other in others for tile in _drawn(step, other)]
    return ply, PlySecret(ply=ply, move=text, drew=_drawn(step, seat), gave_drew=gave_drew)


def public_text(text: str) -> str:
    """Return the move as everybody may read it: of a trade only the number of tiles."""
    words = text.split()
    if "trade" not in words:
        return text
    at = words.index("trade") + 1
    return " ".join([*words[:at], str(len(words) - at)])


def _count_qwirkles(player: Player, step: Step[Any]) -> None:
    """Add what a step made, unless nobody counted from the beginning of this game."""
    if player.qwirkles is not None:
        player.qwirkles += sum(event.public.get("qwirkles", 0) for event in step.events)


def _public_events(step: Step[Any]) -> list[dict[str, Any]]:
    """Return what happened beside the move itself, as far as everybody saw it."""
    return [
        {"kind": event.kind, "seat": event.seat, **event.public}
        for event in step.events
        if event.kind not in TOLD_BY_THE_MOVE
    ]


def _drawn(step: Step[Any], seat: Seat) -> list[str]:
    """Return what a seat drew in this step, in order."""
    return [
        tile
        for event in step.events
        if event.kind == "tiles_drawn" and event.seat == seat
        for own in [event.private.get(seat, {})]
        for tile in own.get("drew", own.get("tiles", ()))
    ]


def _store(
    table: LockedGame, plies: list[tuple[Ply, PlySecret]], now: datetime, *, is_new_turn: bool
) -> None:
    """Write log, snapshot and public facts; end the game when its rules say so."""
    Ply.objects.bulk_create([ply for ply, _ in plies])
    PlySecret.objects.bulk_create([secret for _, secret in plies])
    seen = table.ruleset.observe(table.state, None, Phase.RUNNING)
    movers = {ply.seat for ply, _ in plies if not ply.is_automatic}
    for player in table.players:
        player.score = seen.scores[player.seat]
        player.hand_count = seen.hand_counts[player.seat]
        player.has_moved = player.has_moved or player.seat in movers
        player.has_left = player.seat in seen.left
    table.game.moved_at = now
    result = table.ruleset.result(table.state)
    if result is not None:
        finish_game(table, result, now)
    else:
        table.game.to_move = table.ruleset.to_move(table.state)
        if is_new_turn:
            begin_turn(table, now)
        table.save(now)
