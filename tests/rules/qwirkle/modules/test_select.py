"""The Select side: the start square and star discs (rules 4.1)."""

from games.rules import registry
from games.rules.qwirkle.modules.boards.layout import layout_of
from tests.rules.expansions import BOARDS, Position, events_of

GAME = registry.get_qwirkle(BOARDS)

SELECT = {"boards": "ssss"}


def select(**changed):
    bag = "PC PD PE PX PL OD OE OX"
    return Position(BOARDS, options=SELECT, **({"on_board": "RS@7,7", "bag": bag} | changed))


def test_each_board_has_three_star_cells_the_same_seen_from_both_ends_of_its_diagonal():
    """Rules 4.1.4, 6 D19."""
    stars = layout_of("ssss").stars
    assert len(stars) == 12
    assert set(stars[:3]) == {(y, x) for x, y in stars[:3]}
    assert {(7 - x, y) for x, y in stars[:3]} == set(layout_of("s'sss").stars[:3])
    assert layout_of("cccc").stars == ()


def test_the_first_move_covers_one_of_the_four_cells_in_the_middle():
    """Rules 4.1.5."""
    table = select(on_board="", hands=["RC RD RX GE GL YS", "PC"])
    assert table.state.opening_count == 3
    assert table.refusal("play RC@0,0 RD@1,0 RX@2,0") == "not_connected"
    assert table.refusal("play RC@6,9 RD@7,9 RX@8,9") == "not_connected"
    assert table.refusal("play RC@6,8 RD@7,8") == "opening_too_small"
    for place in GAME.legal_places(table.seen()):
        assert any(cell in {(7, 7), (7, 8), (8, 7), (8, 8)} for _, cell in place.tiles)
        assert len(place.tiles) == 3
    table.do("play RC@6,8 RD@7,8 RX@8,8")


def test_covering_a_star_cell_takes_its_disc():
    """Rules 4.1.6."""
    table = select(on_board="RS@3,0", hands=["RC RD", "RX GL"])
    step = table.do("play RC@3,1")
    (gained,) = events_of(step, "disc_gained")
    assert (gained.seat, gained.public) == (0, {"count": 1})
    shown = table.seen().public_extras["boards"]
    assert shown["held"] == [1, 0]
    assert [3, 1] not in shown["discs"]


def holding(discs=1, **changed):
    table = select(**({"on_board": "RS@7,7 RC@8,7 RD@9,7", "hands": ["RX GE", "RE PL"]} | changed))
    kept = table.state.extras["boards"]
    extras = {"boards": {**kept, "held": [discs, 0]}}
    table.state = table.state.but(extras=extras)
    return table


def test_a_disc_takes_a_tile_and_leaves_the_game():
    """Rules 4.1.6."""
    table = holding()
    assert table.seen().usable == ("star",)
    step = table.do("use star 9,7")
    assert (table.hands[0], table.state.to_move) == ("RX GE RD", 0)
    assert [event.kind for event in step.events] == ["disc_used", "tile_taken"]
    assert table.seen().public_extras["boards"]["held"] == [0, 0]
    table.do("play RX@9,7")
    assert table.state.to_move == 1


def test_one_disc_a_turn():
    """Rules 4.1.6."""
    table = holding(2)
    table.do("use star 9,7")
    assert table.refusal("use star 8,7") == "token_not_now"
    table.do("play RX@9,7", "play RE@10,7")
    assert table.seen().usable == ("star",)


def test_a_disc_takes_no_tile_of_a_qwirkle():
    """Rules 4.1.6."""
    table = holding(on_board="RS@5,7 RC@6,7 RD@7,7 RX@8,7 RE@9,7 RL@10,7 OL@10,8")
    assert table.refusal("use star 7,7") == "take_in_qwirkle"
    table.do("use star 10,8")


def test_the_tile_may_be_kept():
    """Rules 4.1.7."""
    table = holding()
    table.do("use star 9,7", "trade GE")
    assert (table.state.to_move, table.hands[0]) == (1, "RX RD PC")


def test_played_at_once_it_does_not_go_back_to_its_cell():
    """Rules 4.1.7, 6 D10."""
    table = holding()
    table.do("use star 9,7")
    assert table.refusal("play RD@9,7") == "cell_taken"
    table.do("play RD@6,7")


def test_in_a_later_turn_it_may():
    """Rules 4.1.7."""
    table = holding()
    table.do("use star 9,7", "trade GE", "trade PL", "play RD@9,7")


def test_gaps_do_not_matter():
    """Rules 4.1.8, 4.3.22: any group may be built on and a gap filled."""
    table = holding()
    table.do("use star 8,7", "play RX@10,7")
    assert set(table.state.board) == {(7, 7), (9, 7), (10, 7)}
    table.do("play RE@8,7")


def test_a_disc_is_used_from_the_next_turn_on():
    """Rules 4.1.9: covering the cell ends the turn."""
    table = select(on_board="RS@3,0", hands=["RC RD", "RX GL"])
    table.do("play RC@3,1")
    assert table.refusal("use star 3,0", seat=0) == "not_your_turn"
    table.do("trade GL")
    assert table.seen().usable == ("star",)


def test_a_disc_that_one_does_not_hold_is_refused():
    assert select(hands=["RC", "PC"]).refusal("use star 7,7") == "token_not_held"


def test_the_last_tile_stays():
    """Rules 2.7.56, 4.1.6."""
    table = holding(on_board="RS@7,7")
    assert table.refusal("use star 7,7") == "token_no_effect"
    assert table.seen().usable == ()


def test_the_server_does_not_pass_for_one_who_holds_a_disc():
    """Rules 2.8.59."""
    table = holding(hands=["GE", "PL"], bag="")
    assert (table.automatic(), table.seen().may_pass) == (None, True)


def test_a_star_cell_that_is_free_again_has_no_disc():
    """Rules 4.1.6: it left the game."""
    table = select(on_board="RS@3,0", hands=["RC RX", "RD GL"])
    table.do("play RC@3,1", "trade GL", "use star 3,1", "play RX@3,1")
    assert table.seen().public_extras["boards"]["held"] == [0, 0]


def test_text_of_a_star():
    table = holding()
    move = GAME.parse_move("USE Star +9,07")
    assert GAME.format_move(move) == "use star 9,7"
    assert table.refusal("use star") == "bad_request"
    assert table.refusal("use star 1") == "bad_request"


def test_two_star_cells_in_one_move_bring_two_discs():
    """Rules 4.1.6: row 5 has one at 5 and, on a turned board beside it, one at 10."""
    table = Position(
        BOARDS,
        on_board="RS@7,5",
        hands=["RC RD RX RE RL", "GL"],
        bag="PC PD",
        options={"boards": "ss'ss"},
    )
    step = table.do("play RC@5,5 RD@6,5 RX@8,5 RE@9,5 RL@10,5")
    assert events_of(step, "disc_gained")[0].public == {"count": 2}
    assert table.state.extras["boards"]["held"] == [2, 0]


def test_the_start_square_is_named_before_the_size_of_the_opening():
    """docs/notation.md section 4; rules 4.1.5."""
    table = select(on_board="", hands=["RC RD RX GE GL YS", "PC"])
    assert table.refusal("play RC@6,7") == "not_connected"
    assert table.refusal("play RC@6,7 RD@6,8 RX@6,9") == "not_connected"


def test_with_a_free_opening_one_tile_in_the_middle_will_do():
    """Rules 4.1.5, 1.1.9 `opening`, 1.4.29."""
    table = Position(
        BOARDS,
        on_board="",
        hands=["RC RD RX GE GL YS", "PC"],
        bag="PD PE",
        options=SELECT | {"opening": "free"},
    )
    assert table.do("play YS@8,8").points == 1


def test_a_disc_takes_no_tile_where_none_lies():
    assert holding().refusal("use star 1,1") == "take_empty_cell"
