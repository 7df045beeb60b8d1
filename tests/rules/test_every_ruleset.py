"""What must hold in every game of every ruleset, whatever the options (T14, T15, T16).

``QWIRKLE_RANDOM_GAMES`` sets how many games of each ruleset are played: with 350 it is two thousand
games, in some five minutes.
"""

import contextlib
import json
import os
from collections import Counter

import pytest

from games.core.errors import DomainError
from games.core.rng import Rng
from games.core.types import Phase
from games.rules import registry
from games.rules.qwirkle.moves import Place
from games.rules.qwirkle.powers.moves import POWERS
from games.rules.records.export import export_record
from games.rules.records.form import record_json
from games.rules.records.qgn import read_qgn, write_qgn
from games.rules.records.read import parse_record
from games.rules.records.replay import replay
from tests.rules.law import Judge
from tests.rules.random_games import (
    SEED,
    WHOLE_SET,
    Ply,
    RandomGame,
    action_tiles,
    permuted,
    plain_tiles,
)

GAMES = int(os.environ.get("QWIRKLE_RANDOM_GAMES", "15"))
"""Of each ruleset; the seats go round from 2 to 4."""

LOOK_EVERY = 7
"""Plies between two looks with hidden tiles in other places and with mostly wrong moves."""

WRONG = (
    "pass",
    "trade RC RC RC RC",
    "play RC@40,40",
    "play RC@0,0 OD@1,1",
    "use ask RS",
    "use draw3",
    "use again",
    "use take 40,40",
    "use star 1,1",
    "use singles RC@40,40",
    "use trade RC RC RC RC",
)

every_ruleset = pytest.mark.parametrize("key", registry.keys())


@every_ruleset
@pytest.mark.parametrize("number", range(GAMES))
def test_a_random_game_keeps_every_promise(key, number):
    """Rules 1 to 4, move by move, as a second judge reads them; docs/notation.md section 3."""
    game = RandomGame(key, number)
    start = game.deal()
    judge = Judge(game)
    plies = []
    for ply in game.play():
        plies.append(ply)
        judge.follow(ply)
        tiles_are_conserved(game, start, ply)
        points_add_up(ply)
        if len(plies) % LOOK_EVERY == 0:
            nothing_hidden_shows(game, ply.step.state)
            wrong_moves_change_nothing(game, ply.step.state)
            offers_are_kept(game, ply.step.state)
    end = plies[-1].step.state
    assert game.ruleset.result(end) is not None
    assert game.ruleset.automatic_move(end) is None
    log_leads_to_the_same_end(game, start, plies)
    record_leads_to_the_same_end(game, start, plies)


def tiles_are_conserved(game, start, ply: Ply):
    state = ply.step.state
    assert plain_tiles(state) == WHOLE_SET
    removed = [
        game.ruleset.parse_bag_tile(f"!{event.public['power']}")
        for event in ply.step.events
        if event.kind == "token_gained"
    ]
    assert sorted([*action_tiles(state), *removed]) == action_tiles(ply.before)
    data = json.loads(json.dumps(game.ruleset.encode_state(state)))
    assert game.ruleset.decode_state(data) == state


def points_add_up(ply: Ply):
    scores = zip(ply.step.state.scores, ply.before.scores, strict=True)
    gains = [now - old for now, old in scores]
    assert gains[ply.seat] == ply.step.points >= 0
    assert sum(gains) == ply.step.points


def nothing_hidden_shows(game, state):
    """No viewer sees a difference when all that he cannot see changes places."""
    rng = Rng(SEED, f"{game.name} hidden")
    for viewer in (None, *range(game.seats)):
        other = permuted(state, viewer, rng)
        seen = [game.ruleset.observe(one, viewer, Phase.RUNNING) for one in (state, other)]
        assert seen[0] == seen[1]


def wrong_moves_change_nothing(game, state):
    """A refusal leaves the state as it was, and so does a move: its step holds another one."""
    before = game.ruleset.encode_state(state)
    for seat in range(game.seats):
        for text in WRONG:
            with contextlib.suppress(DomainError):
                game.ruleset.apply(state, seat, game.ruleset.parse_move(text), game.chance(0))
            assert game.ruleset.encode_state(state) == before


def offers_are_kept(game, state):
    """Every placement that is offered is legal and earns what was said; ends apart."""
    if state.reason is not None:
        return
    seen = game.ruleset.observe(state, state.to_move, Phase.RUNNING)
    offered = game.ruleset.legal_places(seen)
    assert bool(offered) == seen.may_place
    for place in offered[:: 1 + len(offered) // 8]:
        step = game.ruleset.apply(state, state.to_move, Place(place.tiles), game.chance(0))
        out = 6 if step.state.reason == "went_out" else 0
        assert step.points == place.score + out


def log_leads_to_the_same_end(game, start, plies):
    """Seed and moves as texts are enough (T15)."""
    state = start
    for number, ply in enumerate(plies):
        move = game.ruleset.parse_move(game.ruleset.format_move(ply.move))
        step = game.ruleset.apply(state, ply.seat, move, game.chance(number))
        assert step.events == ply.step.events
        state = step.state
    assert state == plies[-1].step.state


def record_leads_to_the_same_end(game, start, plies):
    """``drew`` and ``gave_drew`` tell all the luck that there was."""
    record = game.record(start, plies)
    assert parse_record(record_json(record)) == record
    assert read_qgn(write_qgn(record)) == record
    played = replay(record)
    end = plies[-1].step.state
    assert (played.scores, played.reason) == (end.scores, end.reason)
    assert (played.state.hands, played.state.board) == (end.hands, end.board)
    tokens = game.ruleset.held(end)
    assert played.steps[-1].tokens == tokens
    for viewer in (None, *range(game.seats)):
        public = export_record(record, viewer=viewer, phase=Phase.RUNNING)
        assert parse_record(record_json(public)) == public
        for full, shown in zip(record.moves, public.moves, strict=True):
            is_own = viewer == full.seat
            assert shown.drew == (full.drew if is_own else None)
            assert shown.gave == full.gave
            assert shown.gave_drew == (full.gave_drew if viewer == full.gave else None)


def test_the_random_games_hold_every_power_and_many_ends():
    used, reasons = Counter(), Counter()
    for key in registry.keys():  # noqa: SIM118 - a function of the registry
        for number in range(5):
            game = RandomGame(key, number)
            for ply in game.play():
                used[" ".join(game.ruleset.format_move(ply.move).split()[:2])] += 1
                reasons[ply.step.state.reason] += 1
    assert {f"use {power}" for power in (*POWERS, "star")} <= used.keys()
    assert {"went_out", "resigned", "flagged"} <= reasons.keys()
