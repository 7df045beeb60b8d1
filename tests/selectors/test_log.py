"""What the log says of bag and hands must be what the rules made of them."""

from functools import cache
from unittest import mock

import pytest

from games.core.rng import SeededChance, rng_for
from games.core.types import Phase
from games.models import Game, Ply
from games.rules import registry
from games.rules.qwirkle.moves import Leave, Place, Trade
from games.selectors.log import last_cells, log_row, move_log, round_ends
from games.selectors.table import observe_game, table_view
from tests.factories import NOW, make_game
from tests.table import play

RULES = registry.get("qwirkle")
PLIES_MAX = 300


def random_move(state, seat, rng):
    """Return any legal move: mostly a placement, now and then a trade, seldom leaving."""
    seen = RULES.observe(state, seat, Phase.RUNNING)
    if rng.below(40) == 0:
        return Leave(is_flag=rng.below(2) == 0)
    if seen.trade_max and rng.below(5) == 0:
        count = 1 + rng.below(seen.trade_max)
        tiles = rng.shuffled(tuple(state.hands[seat]))[:count]
        return Trade(tiles)
    places = RULES.legal_places(seen)
    if places:
        return Place(places[rng.below(len(places))].tiles)
    if seen.trade_max:
        return Trade(state.hands[seat][: seen.trade_max])
    return RULES.automatic_move(state)


@cache
def played(seats, number):
    """Play one whole random game; return its plies, and bag and hands after each."""
    rng = rng_for(b"l" * 32, f"log {seats} {number}", 0)
    chance = SeededChance(rng_for(b"l" * 32, f"bag {seats} {number}", 0))
    options = RULES.parse_options({})
    state = RULES.initial_step(seats, options, chance, seniority=list(range(seats))).state
    plies, after = [], []
    while RULES.result(state) is None and len(plies) < PLIES_MAX:
        seat = RULES.to_move(state)
        move = random_move(state, seat, rng)
        if isinstance(move, Leave):
            stays = [one for one in range(seats) if one not in state.left]
            seat = stays[rng.below(len(stays))]  # one may leave off turn, too
        step = RULES.apply(state, seat, move, chance)
        state = step.state
        text = RULES.format_move(move)
        verb, *rest = text.split()
        public = f"trade {len(rest)}" if verb == "trade" else text
        plies.append(
            Ply(number=len(plies), seat=seat, move=public, points=step.points, played_at=NOW)
        )
        after.append((len(state.bag), len(state.hands[seat])))
    return plies, after


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", range(8))
def test_bag_and_hand_after_each_ply_are_those_of_the_rules(seats, number):
    """Rules 1.2.12, 1.5.34, 1.6.40; 6 D25."""
    plies, after = played(seats, number)
    log = move_log(plies, [f"n{seat}" for seat in range(seats)])
    assert [(row["bag"], row["hand"]) for row in reversed(log)] == after
    assert [row["number"] for row in log] == list(range(len(plies), 0, -1))


def test_the_random_games_hold_everything_that_can_happen():
    kinds = {
        ply.move.split()[0]
        for seats in (2, 3, 4)
        for number in range(8)
        for ply in played(seats, number)[0]
    }
    assert {"play", "trade", "resign", "flag"} <= kinds


def rows(text):
    """Return a log, newest first, from ``0p 1p 2r``: seat and play, trade or resign."""
    kinds = {"p": "play", "t": "trade", "r": "resign"}
    return [
        {"number": number, "seat": int(one[0]), "kind": kinds[one[1]]}
        for number, one in enumerate(text.split(), 1)
    ][::-1]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("", []),
        ("1p", []),
        ("1p 0p 1t", [2]),
        ("1p 2p 0p 1p 2p 0t", [3, 6]),
        ("1p 2p 0r 1p 2p", [3, 5]),
        ("1p 0r 2p 1p 2p", [3, 5]),
    ],
)
def test_a_round_is_over_when_everybody_still_in_has_moved(text, ends):
    assert round_ends(rows(text), 2 if "2" not in text else 3) == ends


def test_a_trade_names_no_tiles():
    row = log_row(Ply(number=4, seat=1, move="trade 3", played_at=NOW), ["a", "b"])
    assert (row["kind"], row["count"], row["tiles"], row["cells"]) == ("trade", 3, [], [])


def test_the_last_cells_are_those_of_the_newest_placement():
    plies = [
        Ply(number=0, seat=0, move="play RS@0,0 RC@-1,0", played_at=NOW),
        Ply(number=1, seat=1, move="pass", played_at=NOW),
    ]
    assert last_cells(move_log(plies, ["a", "b"])) == [(0, 0), (-1, 0)]
    assert last_cells([]) == []


@pytest.mark.django_db
def test_a_table_read_while_a_move_is_played_meanwhile_is_whole():
    game = play(make_game()).game
    seen = Game.objects.get(pk=game.pk)
    observed = observe_game(seen, None)
    play(game)
    with mock.patch("games.selectors.table.observe_game", return_value=observed):
        table = table_view(seen, None, NOW)
    assert (table["version"], len(table["log"]), len(table["board"]["cells"])) == (
        1,
        1,
        len(observed.board),
    )
