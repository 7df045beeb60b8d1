"""Whole random games of every ruleset, with random options: what must hold in all of them."""

from collections import Counter
from dataclasses import replace

import pytest

from games.bots import registry as bots
from games.core.errors import DomainError
from games.core.rng import DEAL, OPTIONS, Rng, SeededChance, rng_for
from games.core.types import Phase
from games.rules import registry
from games.rules.qwirkle.moves import Leave
from games.rules.qwirkle.powers.moves import POWERS
from games.rules.qwirkle.tiles import KINDS, full_set
from games.rules.records.form import Record, RecordMove
from games.rules.records.replay import replay

SEED = bytes(range(32))
GAMES = 6
"""Of each ruleset; the seats go round from 2 to 4."""

PLIES_MAX = 600
LEAVE_ODDS = 150
WORDS = {
    "opener_tie": ("random", "oldest", "seat"),
    "opening": ("largest", "free"),
    "short_trade": ("refuse", "partial"),
    "free_pass": (False, True),
    "stalemate_rounds": (4, 0, 2),
    "tokens": (list(POWERS), ["ask", "take"], ["singles", "again", "trade"]),
    "tokens_from": ("bag", "start"),
    "powers": (None, ["draw3", "singles", "take"]),
    "singles_may_stop": (False, True),
    "select_same_cell": ("allow", "bar"),
    "take_rule": ("connected", "line_end"),
    "exchange_order": ("draw_first", "return_first"),
    "exchange_after_card": ("refuse", "allow"),
    "boards": (None, "cccc", "ssss", "cs'c's"),
}


def some_options(ruleset, rng):
    known = ruleset.parse_options({})
    return {key: WORDS[key][rng.below(len(WORDS[key]))] for key in known}


def dealt(key, number):
    """Return ruleset, complete options, the step of the deal, and a name for the game."""
    ruleset = registry.get_qwirkle(key)
    name = f"{key}/{number}"
    raw = some_options(ruleset, Rng(SEED, f"{name}/choose"))
    drawing = SeededChance(rng_for(SEED, name, OPTIONS))
    options = ruleset.draw_options(ruleset.parse_options(raw), drawing)
    chance = SeededChance(rng_for(SEED, name, DEAL))
    seats = 2 + number % 3
    return (
        ruleset,
        options,
        ruleset.initial_step(seats, options, chance, seniority=range(seats)),
        name,
    )


def some_move(ruleset, state, rng):
    """Return a legal move: what the random bot would do, now and then leaving."""
    seat = ruleset.to_move(state)
    if len(state.left) + 2 < len(state.hands) and rng.below(LEAVE_ODDS) == 0:
        return Leave()
    seen = ruleset.observe(state, seat, Phase.RUNNING)
    return bots.get("random").choose(seen, rng, ruleset)


def played(key, number):
    """Yield (ruleset, state before, seat, move, step, name) for each move of a game."""
    ruleset, _options, step, name = dealt(key, number)
    state = step.state
    for ply in range(PLIES_MAX):
        seat = ruleset.to_move(state)
        if seat is None:
            return
        rng = Rng(SEED, f"{name}/{ply}")
        move = ruleset.automatic_move(state) or some_move(ruleset, state, rng)
        step = ruleset.apply(state, seat, move, SeededChance(rng_for(SEED, name, ply)))
        yield ruleset, state, seat, move, step, name
        state = step.state
    raise AssertionError(f"{name} does not end")


def all_tiles(state):
    hands = [tile for hand in state.hands for tile in hand]
    plain = [tile for tile in state.bag if tile < len(KINDS)]
    return Counter([*state.board.values(), *hands, *plain, *state.gone])


EVERY_GAME = [
    pytest.param(key, number, id=f"{key} {number}")
    for key in registry.keys()  # noqa: SIM118 - a function of the registry
    for number in range(GAMES)
]


@pytest.mark.parametrize(("key", "number"), EVERY_GAME)
def test_tiles_are_conserved_scores_only_grow_and_the_game_ends(key, number):
    """Rules 1.1.1, 2.1.3, 1.6."""
    whole = Counter(full_set())
    last = None
    for ruleset, before, seat, _move, step, _name in played(key, number):
        state = last = step.state
        assert all_tiles(state) == whole
        assert max(map(len, state.hands)) <= 20
        gains = [now - old for now, old in zip(state.scores, before.scores, strict=True)]
        assert gains[seat] == step.points
        assert sum(gains) == step.points >= 0
        assert ruleset.decode_state(ruleset.encode_state(state)) == state
    assert last is not None
    assert ruleset.result(last) is not None


@pytest.mark.parametrize(("key", "number"), EVERY_GAME)
def test_nothing_hidden_shows_in_what_a_seat_sees(key, number):
    """The other hands and the bag change places; no viewer sees a difference."""
    for ply, (ruleset, before, _seat, _move, _step, name) in enumerate(played(key, number)):
        if ply % 7:
            continue
        for viewer in (None, *range(len(before.hands))):
            turned = shuffled(before, viewer, Rng(SEED, f"{name} {ply} hidden"))
            assert ruleset.observe(turned, viewer, Phase.RUNNING) == ruleset.observe(
                before, viewer, Phase.RUNNING
            )


def shuffled(state, viewer, rng):
    """Return the state with the tiles that this viewer does not see in other places."""
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    plain = [tile for tile in state.bag if tile < len(KINDS)]
    pool = rng.shuffled((*plain, *(tile for seat in others for tile in state.hands[seat])))
    hands = list(state.hands)
    for seat in others:
        count = len(hands[seat])
        hands[seat], pool = pool[:count], pool[count:]
    extra = tuple(tile for tile in state.bag if tile >= len(KINDS))
    return replace(state, hands=tuple(hands), bag=rng.shuffled((*pool, *extra)))


@pytest.mark.parametrize(("key", "number"), EVERY_GAME)
def test_the_record_of_a_game_leads_to_its_end(key, number):
    """docs/notation.md section 3: ``drew`` and ``gave_drew`` tell all the luck there was."""
    ruleset, options, step, _name = dealt(key, number)
    start = step.state
    moves, end = [], start
    for _ruleset, _before, seat, move, step, _name in played(key, number):
        end = step.state
        moves.append(recorded(ruleset, seat, move, step))
    told = [move for move in moves if move is not None]
    record = Record(
        ruleset=key,
        options=options,
        seats=tuple(f"seat {seat}" for seat in range(len(start.hands))),
        opener=start.opener,
        hands=tuple(tuple(map(ruleset.bag_tile_text, hand)) for hand in start.hands),
        bag=tuple(map(ruleset.bag_tile_text, start.bag)),
        board=tuple(
            f"{ruleset.bag_tile_text(tile)}@{x},{y}" for (x, y), tile in start.board.items()
        ),
        moves=tuple(told),
    )
    assert replay(record).scores == end.scores


def recorded(ruleset, seat, move, step):
    """Return the move as a record tells it."""
    drew = {
        event.seat: tuple(event.private[event.seat].get("drew", event.private[event.seat]["tiles"]))
        for event in step.events
        if event.kind == "tiles_drawn"
    }
    asked = next((event for event in step.events if event.kind == "tile_asked"), None)
    gave = asked.public["giver"] if asked else None
    own = [
        tile
        for event in step.events
        if event.kind == "tiles_drawn" and event.seat == seat
        for tile in event.private[seat].get("drew", event.private[seat]["tiles"])
    ]
    return RecordMove(
        seat=seat,
        move=ruleset.format_move(move),
        score=step.points,
        drew=tuple(own),
        gave=gave,
        gave_drew=None if gave is None else drew.get(gave, ()),
    )


def test_the_random_games_hold_every_power_and_every_end():
    used, reasons = Counter(), Counter()
    for key in registry.keys():  # noqa: SIM118
        for number in range(GAMES):
            last = None
            for ruleset, _before, _seat, move, step, _name in played(key, number):
                used[" ".join(ruleset.format_move(move).split()[:2])] += 1
                last = ruleset.result(step.state)
            reasons[last.reason.value] += 1
    assert {f"use {power}" for power in (*POWERS, "star")} <= used.keys()
    assert reasons["went_out"]


@pytest.mark.parametrize("key", registry.keys())
def test_a_refused_move_leaves_the_state_as_it_was(key):
    ruleset, _options, step, name = dealt(key, 1)
    state = step.state
    before = ruleset.encode_state(state)
    refused = 0
    for seat in range(len(state.hands)):
        for text in ("pass", "use ask RS", "use draw3", "use take 40,40", "use star 1,1"):
            try:
                move = ruleset.parse_move(text)
                ruleset.apply(state, seat, move, SeededChance(rng_for(SEED, name, 0)))
            except DomainError:
                refused += 1
                assert ruleset.encode_state(state) == before
    assert refused >= len(state.hands)
