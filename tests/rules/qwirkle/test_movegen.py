"""The generator makes every legal placement once, with its points (rules 1.3, 1.4)."""

from functools import cache

import pytest

from games.core.rng import Rng
from games.core.types import Phase
from games.rules.qwirkle.board import Board
from games.rules.qwirkle.movegen import may_place, placements
from games.rules.qwirkle.state import State
from tests.rules.brute import brute_force
from tests.rules.games import QWIRKLE, SEED, at_random, board, deal, greedy, play_game, tiles

POSITIONS = 500
PARTS = 10
GAMES = 24


@cache
def mid_games(seats: int, way: str) -> list[State]:
    """Positions with 12 to 72 tiles on the board, from seeded games."""
    choose = greedy if way == "greedy" else at_random
    games = (play_game(f"positions/{way}/{number}", seats, choose) for number in range(GAMES // 6))
    return [now for game in games for now in game.states if 12 <= len(now.board) <= 72]


def positions(part: int) -> list[State]:
    """One part of the 500 positions; two, three and four seats, greedy and random play."""
    seats, way = [(2, "greedy"), (2, "random"), (3, "greedy"), (3, "random"), (4, "greedy")][
        part % 5
    ]
    mixed = Rng(SEED, "sample").shuffled(tuple(mid_games(seats, way)))
    size = POSITIONS // PARTS
    return list(mixed[part // 5 * size : (part // 5 + 1) * size])


def agreement(on_board, hand) -> int:
    """Compare generator and brute force on the set of moves and on each score."""
    made = placements(on_board, hand)
    scores = {frozenset(option.tiles): option.score for option in made}
    assert len(scores) == len(made), "a move was made twice"
    assert scores == brute_force(dict(on_board), list(hand))
    return len(made)


@pytest.mark.parametrize("part", range(PARTS))
def test_it_agrees_with_brute_force_on_mid_game_positions(part):
    chosen = positions(part)
    assert len(chosen) == POSITIONS // PARTS
    for now in chosen:
        agreement(now.board, now.hands[now.to_move])


@pytest.mark.parametrize(
    ("on_board", "hand"),
    [
        ("", "RC RD RS BC"),
        ("", "RC"),
        ("RC@0,0", "RD RS RX BC BD"),
        ("RC@0,0 RD@1,0 RS@2,0 RX@3,0", "RE RL RC BE BL OX"),
        ("RC@0,0 RD@1,0 RE@3,0 RL@4,0 BC@0,1 BL@4,1", "RS RX BS YS BD BX"),
        ("RC@0,0 RD@1,0 RS@2,0 BC@0,1 YC@0,2 YD@1,2 YS@2,2", "BD BS RX YX BX GX"),
    ],
)
def test_it_agrees_with_brute_force_on_small_boards(on_board, hand):
    assert agreement(board(on_board), tiles(hand)) > 0


def test_it_agrees_with_brute_force_where_thousands_of_moves_exist():
    assert agreement(board("RC@0,0 RD@1,0"), tiles("RC RS RX RE RL BD")) > 3_000


def test_a_gap_between_two_runs_is_closed_only_if_the_runs_suit_each_other():
    # A red square is a peer of every tile beside it, but two red circles would share the line.
    split = board("RC@0,0 RD@1,0 RC@3,0 RX@4,0 BD@1,1 BX@4,1")
    assert not any(
        cell == (2, 0) for option in placements(split, tiles("RS")) for _, cell in option.tiles
    )


def test_tiles_of_one_move_may_lie_at_both_ends_and_in_gaps_of_a_line():
    row = board("RC@0,0 RD@1,0 RX@3,0")
    laid = {option.tiles: option.score for option in placements(row, tiles("RS RE RL"))}
    both_ends_and_gap = tuple(
        (tile, cell)
        for tile, cell in zip(tiles("RE RS RL"), ((-1, 0), (2, 0), (4, 0)), strict=True)
    )
    assert laid[both_ends_and_gap] == 12


def test_equal_tiles_of_a_hand_are_not_told_apart():
    once = placements(board("RC@0,0"), tiles("RS BC"))
    assert placements(board("RC@0,0"), tiles("RS RS BC BC")) == once


def test_on_an_empty_board_lines_begin_at_the_origin_across_or_down():
    made = placements({}, tiles("RC RD"))
    assert all(option.tiles[0][1] == (0, 0) for option in made)
    assert sorted(option.score for option in made) == [1, 1, 2, 2, 2, 2]


def test_a_plain_dict_serves_as_well_as_a_board():
    cells = {(0, 0): tiles("RC")[0]}
    assert sorted(placements(cells, tiles("RD"))) == sorted(placements(Board(cells), tiles("RD")))


def test_a_board_grown_move_by_move_knows_the_same_as_one_made_at_once():
    for seats in (2, 4):
        for now in play_game("grown", seats, at_random).states:
            assert now.board.anchors == Board(dict(now.board)).anchors


def test_may_place_says_whether_the_generator_finds_anything():
    for game in ("any/1", "any/2"):
        for now in play_game(game, 4).states:
            for hand in now.hands:
                assert may_place(now.board, hand) == bool(placements(now.board, hand))


def test_the_opening_offers_moves_of_the_due_size_only():
    now = deal()
    offered = QWIRKLE.legal_places(QWIRKLE.observe(now, now.to_move, Phase.RUNNING))
    assert offered
    assert {len(option.tiles) for option in offered} == {now.opening_count}


def test_nobody_is_offered_moves_out_of_turn():
    now = deal()
    waiting = 1 - now.to_move
    assert QWIRKLE.legal_places(QWIRKLE.observe(now, waiting, Phase.RUNNING)) == []
    assert QWIRKLE.legal_places(QWIRKLE.observe(now, None, Phase.RUNNING)) == []
