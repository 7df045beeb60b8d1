"""Whole games of 2, 3 and 4 seats with anything a player may try; invariants after each step."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.core.errors import DomainError
from games.core.types import Phase
from games.rules.qwirkle.moves import Leave, Pass, Place, Trade
from tests.rules.games import (
    FULL_SET,
    QWIRKLE,
    all_tiles,
    at_random,
    chance,
    deal,
    greedy,
    play_game,
    tile_count,
)


class WholeGame(RuleBasedStateMachine):
    """One game; ``log`` holds every accepted move, so that it can be played again."""

    seats = 2

    @initialize(
        number=st.integers(0, 10**6),
        chosen=st.fixed_dictionaries(
            {
                "opening": st.sampled_from(["largest", "free"]),
                "short_trade": st.sampled_from(["refuse", "partial"]),
                "free_pass": st.booleans(),
                "stalemate_rounds": st.integers(0, 5),
                "opener_tie": st.sampled_from(["random", "oldest", "seat"]),
            }
        ),
    )
    def deal(self, number, chosen):
        self.game_id, self.chosen = f"contract/{number}", chosen
        self.now = deal(self.seats, self.game_id, **chosen)
        self.log = []
        self.points = [0] * self.seats

    def is_running(self):
        return self.now.reason is None

    def accept(self, seat, move):
        """Make a move that must be legal, and reckon its points."""
        step = QWIRKLE.apply(self.now, seat, move, chance(len(self.log), self.game_id))
        self.log.append((seat, move))
        self.points[seat] += step.points
        self.now = step.state

    def seen(self):
        return QWIRKLE.observe(self.now, self.now.to_move, Phase.RUNNING)

    @precondition(is_running)
    @rule(data=st.data(), pick=st.sampled_from(["best", "any"]))
    def place(self, data, pick):
        """A placement that the generator offers is never refused and scores what it said."""
        offered = QWIRKLE.legal_places(self.seen())
        assert bool(offered) == self.seen().may_place
        if not offered:
            return
        if pick == "best":
            option = max(offered, key=lambda one: one.score)
        else:
            option = offered[data.draw(st.integers(0, len(offered) - 1))]
        seat, before = self.now.to_move, self.points[self.now.to_move]
        self.accept(seat, Place(option.tiles))
        out = 6 if self.now.reason == "went_out" else 0
        assert self.points[seat] - before == option.score + out

    @precondition(is_running)
    @rule(data=st.data())
    def trade(self, data):
        most = self.seen().trade_max
        if most:
            hand = self.now.hands[self.now.to_move]
            count = data.draw(st.integers(1, most))
            self.accept(self.now.to_move, Trade(tuple(data.draw(st.permutations(hand))[:count])))

    @precondition(is_running)
    @rule(turns=st.integers(1, 15))
    def play_on(self, turns):
        """Several turns at once, so that games come to their ends."""
        while turns and self.now.reason is None:
            seat = self.now.to_move
            move = QWIRKLE.automatic_move(self.now) or greedy(self.seen(), None)
            self.accept(seat, move)
            turns -= 1

    @precondition(is_running)
    @rule()
    def pass_when_allowed(self):
        seat = self.now.to_move
        if self.seen().may_pass:
            self.accept(seat, Pass())
        else:
            self.refuse(seat, Pass())

    @precondition(is_running)
    @rule(seat=st.integers(0, 3), is_flag=st.booleans(), luck=st.integers(0, 15))
    def leave(self, seat, is_flag, luck):
        """Seldom, or no game would see its end."""
        if luck == 0 and seat < self.seats and seat not in self.now.left:
            self.accept(seat, Leave(is_flag=is_flag))

    @rule(data=st.data())
    def place_nonsense(self, data):
        """Random tiles on random cells: refused without a change, or offered by the generator."""
        seat = data.draw(st.integers(0, self.seats - 1))
        hand = self.now.hands[seat] or (0,)
        cells = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
        one = st.tuples(st.sampled_from(hand), cells)
        move = Place(tuple(data.draw(st.lists(one, min_size=0, max_size=3))))
        seen = QWIRKLE.observe(self.now, seat, Phase.RUNNING)
        wanted = tuple(sorted(move.tiles, key=lambda pair: pair[1]))
        if self.now.board and wanted in {option.tiles for option in QWIRKLE.legal_places(seen)}:
            self.accept(seat, move)
        elif self.now.board or seat != self.now.to_move:
            self.refuse(seat, move)

    @rule(seat=st.integers(0, 3))
    def move_out_of_turn(self, seat):
        seat %= self.seats
        if seat != self.now.to_move or self.now.reason is not None:
            self.refuse(seat, Pass())
            self.refuse(seat, Trade(self.now.hands[seat]))

    def refuse(self, seat, move):
        before = QWIRKLE.encode_state(self.now)
        with pytest.raises(DomainError):
            QWIRKLE.apply(self.now, seat, move, chance())
        assert QWIRKLE.encode_state(self.now) == before

    @invariant()
    def no_tile_is_lost_or_doubled(self):
        assert tile_count(self.now) == 108
        assert all_tiles(self.now) == FULL_SET

    @invariant()
    def scores_are_the_sum_of_the_points(self):
        assert list(self.now.scores) == self.points

    @invariant()
    def the_state_survives_json(self):
        data = json.loads(json.dumps(QWIRKLE.encode_state(self.now)))
        assert QWIRKLE.decode_state(data) == self.now

    @invariant()
    def a_running_game_is_on_a_seat_that_is_there(self):
        assert (QWIRKLE.to_move(self.now) is None) == (QWIRKLE.result(self.now) is not None)
        if self.now.reason is None:
            assert self.now.to_move not in self.now.left

    @invariant()
    def a_view_does_not_depend_on_hidden_tiles(self):
        viewer = self.now.to_move
        hidden = [
            tile for seat, hand in enumerate(self.now.hands) if seat != viewer for tile in hand
        ]
        hidden = [*self.now.bag, *hidden]
        hands = tuple(
            hand if seat == viewer else tuple(hidden.pop(0) for _ in hand)
            for seat, hand in enumerate(self.now.hands)
        )
        other = replace(self.now, hands=hands, bag=tuple(hidden))
        for phase_viewer in (viewer, None):
            views = [QWIRKLE.observe(s, phase_viewer, Phase.RUNNING) for s in (self.now, other)]
            assert views[0] == views[1]

    def teardown(self):
        """The log, played again from the deal, gives the same state (T15)."""
        if not hasattr(self, "log"):
            return
        now = deal(self.seats, self.game_id, **self.chosen)
        for ply, (seat, move) in enumerate(self.log):
            now = QWIRKLE.apply(now, seat, move, chance(ply, self.game_id)).state
        assert now == self.now


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_keep_every_invariant_whatever_is_tried(seats):
    machine = type(f"WholeGameOf{seats}", (WholeGame,), {"seats": seats})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=12,
            stateful_step_count=45,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_play_comes_to_an_end(seats):
    for number in range(3):
        game = play_game(f"end/{number}", seats, at_random)
        assert QWIRKLE.result(game.states[-1]) is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_that_only_trades_comes_to_an_end(seats):
    """Rules 1.6.45."""

    def only_trade(seen, rng):
        return Trade(seen.hand[:1]) if seen.trade_max else at_random(seen, rng)

    game = play_game("trades", seats, only_trade)
    assert game.states[-1].reason == "stalemate"
    assert len(game.moves) == 1 + 4 * seats


def test_every_step_of_a_game_is_told_in_events_that_add_up():
    """The public events alone give scores and bag count; the private ones give the hands."""
    game = play_game("told", 3, at_random)
    for (seat, _), events, points, before, after in zip(
        game.moves, game.events, game.points, game.states, game.states[1:], strict=False
    ):
        drawn = [event for event in events if event.kind == "tiles_drawn"]
        traded = [event for event in events if event.kind == "tiles_traded"]
        counts = sum(event.public["count"] for event in drawn)
        back = sum(event.public["count"] for event in traded)
        assert len(after.bag) == len(before.bag) - counts + back
        assert after.scores[seat] - before.scores[seat] == points
        assert all(set(event.private) <= {seat} for event in events)
