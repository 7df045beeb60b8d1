"""With an empty bag between two, the end is looked ahead."""

import pytest

from games.bots import endgame, registry
from games.bots.bot import Bot
from games.bots.endgame import best_placement, points_of
from games.core.rng import SeededChance
from games.core.types import Phase, Seat
from games.rules.qwirkle.board import Board
from games.rules.qwirkle.movegen import Placement, placements
from games.rules.qwirkle.state import State
from games.rules.qwirkle.tiles import KINDS, Tile
from tests.bots.positions import GAME, board, hand, line, rng, states

careful = registry.get("careful")
greedy = registry.get("greedy")

type Hand = tuple[Tile, ...]


def left_of(own: Hand, place: Placement) -> Hand:
    kept = list(own)
    for tile, _ in place.tiles:
        kept.remove(tile)
    return tuple(kept)


def after(table: Board, own: Hand, other: Hand, place: Placement) -> int:
    """Return what the mover wins from a placement on when both play perfectly: plain minimax."""
    kept = left_of(own, place)
    points = place.score
    return points - minimax(table.with_tiles(place.tiles), other, kept) if kept else points + 6


def minimax(table: Board, own: Hand, other: Hand, *, has_passed: bool = False) -> int:
    places = placements(table, own)
    if not places:
        return 0 if has_passed else -minimax(table, other, own, has_passed=True)
    return max(after(table, own, other, place) for place in places)


def last_tiles(number: int) -> tuple[Board, Hand, Hand] | None:
    """Return the first position of a seeded game in which five tiles or fewer are left."""
    for state in states(2, number):
        own, other = state.hands[state.to_move], state.hands[1 - state.to_move]
        if not state.bag and len(own) + len(other) <= 5:
            return Board(state.board), own, other
    return None


def with_the_rest(table: Board, *hands: Hand) -> Board:
    """Return the table with every tile that is in no hand far away on it, each on its own."""
    used = list(table.values()) + [tile for own in hands for tile in own]
    spare = [kind for kind in KINDS for _ in range(3 - used.count(kind))]
    places = ((100 + 5 * number, 100 + 5 * number) for number in range(len(spare)))
    return Board(dict(table) | dict(zip(places, spare, strict=True)))


def winners(state: State, first: Bot) -> tuple[Seat, ...]:
    """Return who wins when seat 0's next move is this bot's and greedy makes all others."""
    bot, chance = first, SeededChance(rng())
    while (seat := GAME.to_move(state)) is not None:
        move = GAME.automatic_move(state)
        if move is None:
            move = bot.choose(GAME.observe(state, seat, Phase.RUNNING), rng(), GAME)
            bot = greedy
        state = GAME.apply(state, seat, move, chance).state
    return GAME.result(state).winners


def test_short_endings_are_played_perfectly() -> None:
    found = [position for number in range(8) if (position := last_tiles(number))]
    assert len(found) > 3
    for table, own, other in found:
        best = best_placement(table, own, other, node_limit=100_000)
        if best is None:
            assert not placements(table, own)
        else:
            assert after(table, own, other, best) == minimax(table, own, other)


def test_careful_wins_an_ending_that_greedy_loses() -> None:
    """Rules 1.6.40: red square takes 7 points at the crossing, or 4 with red star and goes out.

    Greedy takes the 7. Then the other lays red sparkle for 4 and gets the 6 for going out.
    """
    crossing = line("R", "CD", 0, 0), "OS@2,-1 YS@2,-2 GS@2,-3"
    # Blue below and before the ends of that line keep the red star from joining it.
    blocks = "BD@3,1 GD@-1,1"
    table = board(*crossing, blocks, line("R", "CD", 0, 20))
    mine, theirs = hand("RS RX"), hand("RE")
    state = State(
        options=GAME.parse_options({}),
        board=with_the_rest(table, mine, theirs),
        hands=(mine, theirs),
        bag=(),
        scores=(0, 0),
        to_move=0,
        opener=0,
        opening_count=0,
    )
    assert winners(state, greedy) == (1,)
    assert winners(state, careful) == (0,)


def test_the_nodes_looked_at_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def counted(table: Board, own: Hand) -> list[Placement]:
        made.append(own)
        return placements(table, own)

    monkeypatch.setattr(endgame, "placements", counted)
    state = next(state for state in states(2, 3) if not state.bag)
    observation = GAME.observe(state, state.to_move, Phase.RUNNING)
    careful.choose(observation, rng(), GAME)
    assert 1 < len(made) <= endgame.NODE_LIMIT


def test_points_for_going_out_count_only_with_the_last_tile() -> None:
    (red,) = hand("RS")
    place = Placement(((red, (0, 0)),), 4)
    assert points_of(place, (red,)) == 10
    assert points_of(place, (red, red)) == 4
