"""Tiles, cells and moves as text (docs/notation.md section 1)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import BadRequestError
from games.rules.qwirkle.moves import Leave, Pass, Place, Trade
from games.rules.qwirkle.notation import (
    MAX_MOVE_LENGTH,
    cell_text,
    format_move,
    parse_all_placed,
    parse_cell,
    parse_move,
    parse_placed,
    placed_text,
    placed_texts,
    reading_order,
)
from games.rules.qwirkle.tiles import KINDS, parse_tile, tile_text

tiles = st.sampled_from(KINDS)
cells = st.tuples(*[st.integers(-999_999_999, 999_999_999)] * 2)
placed = st.tuples(tiles, cells)
moves = st.one_of(
    st.lists(placed, min_size=1, max_size=6).map(lambda some: Place(reading_order(some))),
    st.lists(tiles, min_size=1, max_size=9).map(lambda some: Trade(tuple(some))),
    st.sampled_from([Pass(), Leave(), Leave(is_flag=True)]),
)


@settings(deadline=None)
@given(moves)
def test_a_move_written_and_read_is_the_same_move(move):
    assert parse_move(format_move(move)) == move


@settings(deadline=None)
@given(moves)
def test_letters_and_blanks_make_no_difference(move):
    text = format_move(move)
    assert parse_move(f"  {text.lower()} ".replace(" ", "  ")) == move
    assert format_move(parse_move(text.swapcase())) == text


@settings(deadline=None)
@given(st.lists(placed, min_size=1, max_size=6))
def test_the_order_of_placed_tiles_carries_no_meaning(some):
    assert parse_move(format_move(Place(tuple(some)))) == Place(reading_order(some))


@settings(deadline=None)
@given(placed)
def test_a_tile_on_a_cell_is_read_as_it_is_written(one):
    assert parse_placed(placed_text(one)) == one
    assert parse_cell(cell_text(one[1])) == one[1]


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_move_or_refused_with_a_code(text):
    try:
        move = parse_move(text)
    except BadRequestError as error:
        refusal = error
    else:
        assert parse_move(format_move(move)) == move
        return
    assert refusal.code in {"bad_request", "unknown_tile"}
    assert refusal.sentence.endswith(".")


def test_a_placement_is_written_row_by_row():
    one, other, third = (parse_tile(text) for text in ("RS", "RC", "RD"))
    assert placed_texts([(one, (1, 0)), (other, (-10, 0)), (third, (5, -1))]) == [
        "RD@5,-1",
        "RC@-10,0",
        "RS@1,0",
    ]


def test_a_trade_keeps_the_order_of_its_tiles():
    assert format_move(parse_move("trade yx rs RS")) == "trade YX RS RS"


def test_signs_and_zeros_of_a_cell_are_tidied():
    assert cell_text(parse_cell("+03,-0")) == "3,0"


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "go", "play", "trade", "pass RS", "resign now", "flag 1", "use ask OC",
        "play RS", "play RS@", "play RS@1", "play RS@1,", "play RS@1,2,3", "play RS@1.0,2",
        "play RS@\u0661,2", "play RS@0x1,2", "play RS@1234567890,0", "play RS@--1,0", "RS@0,0",
        "play ZZ@0,0 RS", "draw", "lay R1 R2 R3",
        "play" + " RS@0,0" * (MAX_MOVE_LENGTH // 7 + 1),
    ],
)  # fmt: skip
def test_what_has_not_the_form_of_a_move_is_a_bad_request(text):
    with pytest.raises(BadRequestError) as caught:
        parse_move(text)
    assert caught.value.code == "bad_request"


@pytest.mark.parametrize(
    "text",
    ["play @0,0", "play R@0,0", "play SR@0,0", "play RSX@0,0", "trade R S", "trade R13", "trade ?",
     "trade J", "trade !draw3", "play R\u017f@0,0", "trade \uff32\uff33"],
)  # fmt: skip
def test_what_is_no_tile_of_qwirkle_is_an_unknown_tile(text):
    with pytest.raises(BadRequestError) as caught:
        parse_move(text)
    assert caught.value.code == "unknown_tile"


def test_the_form_of_all_tiles_is_looked_at_before_any_tile():
    with pytest.raises(BadRequestError) as caught:
        parse_all_placed(["ZZ@0,0", "RS@x,0"])
    assert caught.value.code == "bad_request"


def test_all_36_kinds_have_texts_of_their_own():
    assert len({tile_text(kind) for kind in KINDS}) == 36
    assert [parse_tile(tile_text(kind).lower()) for kind in KINDS] == list(KINDS)
