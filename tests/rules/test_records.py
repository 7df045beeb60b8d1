"""Game records: read, written, played through, and shown only to whom they belong."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import BadRequestError, DomainError
from games.core.types import Phase
from games.rules.qwirkle.tiles import KINDS, Tile, parse_tile, tile_text
from games.rules.records.chance import RecordedChance
from games.rules.records.export import export_record
from games.rules.records.form import Record, RecordMove, record_json
from games.rules.records.jsonform import load_json
from games.rules.records.position import Position, parse_position, position_line
from games.rules.records.qgn import read_qgn, write_qgn
from games.rules.records.read import parse_record
from games.rules.records.replay import replay
from tests.rules.played import random_game

seeds = st.binary(min_size=32, max_size=32)
names = st.one_of(st.sampled_from(["anna", "ben", "", " x ", "#0", "a b", '"', "é;"]), st.text())
tile_texts = st.sampled_from([*map(tile_text, KINDS), "!draw3", "J=B7"])
tile_lists = st.lists(tile_texts, max_size=7).map(tuple)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
extras = st.dictionaries(
    st.sampled_from(["x_note", "x_", "x_é", "x_clock"]), json_values, max_size=2
)
move_texts = st.sampled_from(
    ["pass", "play RS@0,0 RC@-1,0", "trade RS", "trade ? ?", "resign", "use take 3,-1", "draw"]
)


@st.composite
def records(draw):
    seats = draw(st.integers(1, 4))
    seat = st.integers(0, seats - 1)
    maybe = lambda strategy: st.none() | strategy  # noqa: E731 - reads better than a def here
    whole = st.integers(-99, 999)
    by_seat = st.lists(tile_lists, min_size=seats, max_size=seats).map(tuple)
    hidden = st.lists(maybe(tile_lists), min_size=seats, max_size=seats).map(tuple)
    move = st.builds(
        RecordMove, seat=seat, move=move_texts, score=maybe(whole), total=maybe(whole),
        drew=maybe(tile_lists), gave=maybe(seat), gave_drew=maybe(tile_lists),
        at=maybe(st.just("2026-12-01T09:30:00Z")), extras=extras,
    )  # fmt: skip
    result = st.fixed_dictionaries({
        "scores": st.lists(whole, min_size=seats, max_size=seats),
        "winners": st.lists(seat, max_size=2), "reason": st.just("blocked"),
    })  # fmt: skip
    return draw(st.builds(
        Record, ruleset=st.just("qwirkle"), opener=seat,
        seats=st.lists(names, min_size=seats, max_size=seats).map(tuple),
        moves=st.lists(move, max_size=4).map(tuple),
        options=st.dictionaries(st.sampled_from(["opening", "tokens"]), json_values, max_size=2),
        hands=maybe(hidden), bag=maybe(tile_lists), tokens=maybe(by_seat),
        board=st.lists(st.sampled_from(["RS@0,0", "RC@-1,0"]), max_size=2).map(tuple),
        result=maybe(result), fair=maybe(st.just({"commitment": "ab12"})), extras=extras,
    ))  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(records())
def test_a_record_is_the_same_after_json_and_after_qgn(record):
    assert parse_record(load_json(json.dumps(record_json(record)))) == record
    assert read_qgn(write_qgn(record)) == record


def test_qgn_is_written_as_the_notation_page_shows_it():
    record = Record(
        ruleset="qwirkle",
        seats=("anna", "ben"),
        opener=0,
        moves=(
            RecordMove(0, "play RS@0,0 RC@1,0 RD@2,0", 3, 3),
            RecordMove(1, "trade YL GD", 0, 0),
        ),
        result={"scores": [3, 0], "reason": "blocked"},
    )
    assert write_qgn(record) == (
        "#format qgn 1\n#ruleset qwirkle\n#seat 0 anna\n#seat 1 ben\n#opener 0\n"
        ">anna play RS@0,0 RC@1,0 RD@2,0 +3 3\n>ben trade YL GD +0 0\n#result 3 0 blocked\n"
    )
    assert read_qgn(write_qgn(record)) == record


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("nonsense", "Line 4: A line begins with"),
        ("#nonsense 1", "“#nonsense” is unknown"),
        ("#seat 3 dan", "numbered from 0"),
        (">zoe pass", "not the name of one seat"),
        (">anna", "empty"),
        (">anna pass ; drew", "needs the key “opener”"),
        (">anna pass ; gave x", "no whole number"),
        (">#7 pass", "opener"),
        ("#opener zero", "no whole number"),
        ("#ruleset rummy", "stands twice"),
        ("#x_a {", "not JSON"),
        ("#hand 9 RS", "seat by its number"),
    ],
)
def test_a_qgn_line_that_cannot_be_read_is_named(line, part):
    text = f"#format qgn 1\n#ruleset qwirkle\n#seat 0 anna\n{line}\n"
    if "empty" in part:
        text += "#opener 0\n"
    with pytest.raises(BadRequestError) as caught:
        read_qgn(text)
    assert caught.value.code == "bad_request"
    assert part in caught.value.sentence


@settings(deadline=None)
@given(st.text(alphabet='#>ab \n;+0123?"{}x_', max_size=200))
def test_any_text_is_qgn_or_refused(text):
    with pytest.raises(DomainError):
        read_qgn(text)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ruleset": "Qwirkle?"}, "bad_request"),
        ({"seats": []}, "bad_request"),
        ({"seats": ["a", "x" * 151]}, "bad_request"),
        ({"seats": ["a", 1]}, "bad_request"),
        ({"hands": [["RS"]]}, "bad_request"),
        ({"tokens": [["ask"]]}, "bad_request"),
        ({"tokens": [["ask"], ["no power"]]}, "bad_request"),
        ({"board": ["RS"]}, "bad_request"),
        ({"moves": [{"seat": 0, "move": "pass"}] * 10_001}, "bad_request"),
        ({"moves": [{"seat": 0, "move": "pass", "at": "noon;"}]}, "bad_request"),
        ({"moves": [{"seat": 0, "move": " "}]}, "bad_request"),
        ({"moves": [{"seat": 0, "move": "pass", "score": 1.0}]}, "bad_request"),
        ({"moves": [{"seat": 0, "move": "pass", "gave": 2}]}, "bad_request"),
        ({"result": {"scores": [1]}}, "bad_request"),
        ({"result": {"winners": [2]}}, "bad_request"),
        ({"result": {"places": [1, 2]}}, "bad_request"),
        ({"fair": {"seed": "no hex"}}, "bad_request"),
        ({"fair": {"key": "ab"}}, "bad_request"),
        ({"x_a b": 1}, "bad_request"),
        ({"bag": ["R S"]}, "unknown_tile"),
        ({"hands": [["RS"], [""]]}, "unknown_tile"),
        ({"options": {"an option": 1}}, "unknown_option"),
    ],
)
def test_a_record_of_a_wrong_form_is_refused(change, code):
    good = {
        "format": "qwirkle-record/1", "ruleset": "qwirkle", "seats": ["a", "b"],
        "opener": 0, "moves": [],
    }  # fmt: skip
    parse_record(good)
    with pytest.raises(BadRequestError) as caught:
        parse_record({**good, **change})
    assert caught.value.code == code


@settings(max_examples=12, deadline=None)
@given(seeds, st.integers(2, 4), st.sampled_from([None, 3, 9]))
def test_a_game_played_through_from_its_record_goes_as_it_went(seed, seats, leaver):
    record, states = random_game(seats, seed, leaver=leaver)
    again = replay(read_qgn(write_qgn(record)))
    assert [(step.seat, step.score, step.total) for step in again.steps] == [
        (move.seat, move.score, move.total) for move in record.moves
    ]
    assert [step.hand_sizes for step in again.steps] == [
        tuple(map(len, state.hands)) for state in states[1:]
    ]
    # A bag that was mixed in the game is in another order here, but holds the same.
    final = states[-1]
    assert replace(again.state, bag=final.bag) == final
    assert sorted(again.state.bag) == sorted(final.bag)
    assert record.result is not None
    assert again.scores == tuple(record.result["scores"])
    assert again.reason == record.result["reason"]


@settings(max_examples=8, deadline=None)
@given(seeds, st.integers(2, 4))
def test_passes_that_a_record_leaves_out_are_made_by_themselves(seed, seats):
    record, _ = random_game(seats, seed)
    short = replace(record, moves=tuple(move for move in record.moves if move.move != "pass"))
    assert replay(short).state.scores == replay(record).state.scores
    assert replay(short).reason == replay(record).reason


@settings(max_examples=8, deadline=None)
@given(seeds, st.integers(2, 4))
def test_without_what_was_drawn_the_front_of_the_bag_is_drawn(seed, seats):
    record, _ = random_game(seats, seed, most=1)
    blind = replace(record, moves=tuple(replace(move, drew=None) for move in record.moves))
    step = replay(blind).steps[0]
    assert step.drew == (record.bag or ())[: len(step.drew)]


class TestExport:
    record, _ = random_game(3, b"\1" * 32, most=14)

    def test_a_stranger_sees_no_tile_of_a_running_game_but_those_on_the_board(self):
        shown = export_record(self.record, viewer=None, phase=Phase.RUNNING)
        assert (shown.hands, shown.bag, shown.result) == (None, None, None)
        assert all(move.drew is None for move in shown.moves)
        trades = [move.move for move in shown.moves if move.move.startswith("trade")]
        assert trades
        assert all(set(trade.split()[1:]) == {"?"} for trade in trades)
        assert shown.fair == {"commitment": self.record.fair["commitment"]}

    @pytest.mark.parametrize("viewer", range(3))
    def test_a_seat_sees_its_own_hand_draws_and_trades_only(self, viewer):
        shown = export_record(self.record, viewer=viewer, phase=Phase.RUNNING)
        assert shown.bag is None
        for seat, hand in enumerate(shown.hands):
            assert hand == (self.record.hands[seat] if seat == viewer else None)
        for move, full in zip(shown.moves, self.record.moves, strict=True):
            if move.seat == viewer:
                assert move == full
            else:
                assert move.drew is None
                assert "trade" not in move.move or "?" in move.move

    def test_hidden_tiles_change_nothing_in_what_others_see(self):
        swapped = replace(
            self.record,
            hands=(self.record.hands[0], *self.record.hands[:0:-1]),
            bag=self.record.bag[::-1],
        )
        shown = [
            export_record(record, viewer=0, phase=Phase.RUNNING)
            for record in (self.record, swapped)
        ]
        assert shown[0] == shown[1]

    def test_a_running_record_can_be_read_but_not_played_through(self):
        shown = export_record(self.record, viewer=1, phase=Phase.RUNNING)
        assert read_qgn(write_qgn(shown)) == shown
        with pytest.raises(BadRequestError) as caught:
            replay(shown)
        assert caught.value.code == "bad_request"

    def test_when_the_game_is_over_everything_is_public(self):
        assert export_record(self.record, viewer=None, phase=Phase.OVER) == self.record


class TestRecordedChance:
    def test_draws_what_is_told_and_notes_what_the_bag_does_not_hold(self):
        chance = RecordedChance([3, 1])
        assert chance.draw((1, 2, 3), 2) == ((3, 1), (2,))
        assert chance.drawn == [3, 1]
        assert not chance.is_wrong
        assert RecordedChance([9]).draw((1, 2), 1) == ((1,), (2,))

    @pytest.mark.parametrize(("told", "count"), [([9], 1), ([1], 2), ([1, 2, 3], 2), ([1], 0)])
    def test_too_few_too_many_or_absent_tiles_are_wrong(self, told, count):
        chance = RecordedChance(told)
        chance.draw((1, 2, 3), count)
        assert chance.is_wrong

    def test_tiles_given_back_go_to_the_end(self):
        chance = RecordedChance()
        assert chance.put_back((1, 2), (3, 4)) == (1, 2, 3, 4)
        assert chance.draw((1, 2), 5) == ((1, 2), ())
        assert chance.shuffled((3, 1, 2)) == (3, 1, 2)
        assert chance.below(7) == 0


class TestPosition:
    LINE = "qwirkle|RS@0,0 RC@1,0|RD BX;?|3,0|1|90"

    def test_the_line_of_the_notation_page_is_read_and_written(self):
        position = parse_position(self.LINE)
        assert position.hands == ((parse_tile("RD"), parse_tile("BX")), None)
        assert (position.scores, position.to_move, position.bag_count) == ((3, 0), 1, 90)
        assert position_line(position) == self.LINE

    def test_an_empty_board_and_an_empty_hand_are_kept(self):
        position = Position("qwirkle", (), ((), (Tile(0),)), (0, 12), 0, 0)
        assert parse_position(position_line(position)) == position

    @pytest.mark.parametrize(
        ("line", "code"),
        [
            ("", "bad_request"),
            ("qwirkle|RS@0,0|RD|3|0", "bad_request"),
            ("chess|RS@0,0|RD|3|0|9", "bad_request"),
            ("qwirkle|RS|RD|3|0|9", "bad_request"),
            ("qwirkle|RS@0,0|RD|3,4|0|9", "bad_request"),
            ("qwirkle|RS@0,0|RD|3|1|9", "bad_request"),
            ("qwirkle|RS@0,0|RD|3|0|-9", "bad_request"),
            ("qwirkle|RS@0,0|RD|x|0|9", "bad_request"),
            ("qwirkle|ZZ@0,0|RD|3|0|9", "unknown_tile"),
            ("qwirkle|RS@0,0|RS RS RS|3|0|9", "too_many_copies"),
            ("qwirkle|RS@0,0 RC@0,0|RD|3|0|9", "cell_taken"),
            ("q" * 30_000, "bad_request"),
        ],
    )
    def test_a_line_that_cannot_be_is_refused(self, line, code):
        with pytest.raises(DomainError) as caught:
            parse_position(line)
        assert caught.value.code == code
