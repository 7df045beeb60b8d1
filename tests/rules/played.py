"""Random games played through the real ruleset, with their full records."""

from typing import Any

from games.core.events import Event
from games.core.rng import Rng, SeededChance, commitment, rng_for
from games.core.types import Seat
from games.rules.qwirkle.movegen import placements
from games.rules.qwirkle.moves import AnyMove, Leave, Pass, Place, Trade
from games.rules.qwirkle.notation import placed_texts
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import tile_text
from games.rules.records.form import Record, RecordMove
from games.rules.ruleset import Step

RULESET = Qwirkle()
GAME = "a-game"


def texts(tiles: Any) -> tuple[str, ...]:
    return tuple(tile_text(tile) for tile in tiles)


def some_move(state: State, rng: Rng) -> AnyMove:
    """Return a legal move: mostly a placement, now and then a trade."""
    hand = state.hands[state.to_move]
    found = [
        placement
        for placement in placements(state.board, hand)
        if not state.opening_count or len(placement.tiles) == state.opening_count
    ]
    may_trade = bool(state.bag) and not state.opening_count
    if found and (not may_trade or rng.below(6)):
        return Place(found[rng.below(len(found))].tiles)
    if may_trade:
        most = min(len(hand), len(state.bag))
        return Trade(rng.shuffled(hand)[: 1 + rng.below(most)])
    return Pass()


def drew(events: tuple[Event, ...], seat: Seat) -> tuple[str, ...]:
    return tuple(
        tile
        for event in events
        if event.kind == "tiles_drawn"
        for tile in event.private.get(seat, {}).get("tiles", ())
    )


def random_game(
    seats: int, seed: bytes, *, most: int = 500, leaver: int | None = None
) -> tuple[Record, list[State]]:
    """Return the full record of a random game and its states, the first one included.

    Args:
        seats: how many.
        seed: decides everything.
        most: moves after which it is left unfinished.
        leaver: number of the move at which the seat to move resigns.
    """
    rng = Rng(seed, "choices")
    options = RULESET.parse_options({"stalemate_rounds": 6})
    deal: Step[State] = RULESET.initial_step(
        seats, options, SeededChance(rng_for(seed, GAME, -1)), seniority=range(seats)
    )
    states = [deal.state]
    moves: list[RecordMove] = []
    while RULESET.to_move(states[-1]) is not None and len(moves) < most:
        state = states[-1]
        seat = state.to_move
        move = Leave() if leaver == len(moves) else some_move(state, rng)
        chance = SeededChance(rng_for(seed, GAME, len(moves)))
        step = RULESET.apply(state, seat, move, chance)
        states.append(step.state)
        moves.append(
            RecordMove(
                seat=seat,
                move=RULESET.format_move(move),
                score=step.points,
                total=step.state.scores[seat],
                drew=drew(step.events, seat),
                at=f"2026-12-01T09:{len(moves) % 60:02d}:00Z",
            )
        )
    return (
        Record(
            ruleset=RULESET.key,
            options=dict(options),
            seats=("anna", "ben", "cleo", "dan")[:seats],
            opener=states[0].opener,
            hands=tuple(texts(hand) for hand in states[0].hands),
            bag=texts(states[0].bag),
            board=tuple(placed_texts((tile, cell) for cell, tile in states[0].board.items())),
            moves=tuple(moves),
            result=result_of(states[-1]),
            fair={
                "commitment": commitment(seed, GAME, RULESET.key, RULESET.version),
                "seed": seed.hex(),
            },
        ),
        states,
    )


def result_of(state: State) -> dict[str, Any] | None:
    result = RULESET.result(state)
    return result and {
        "scores": list(result.scores),
        "winners": list(result.winners),
        "reason": result.reason.value,
    }
