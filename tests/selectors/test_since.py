"""What somebody missed are the moves after his own last one, each with a mark of its own."""

import pytest

from games.selectors.since import missed_rows, with_since
from games.selectors.table import table_view
from tests.factories import NOW, make_user
from tests.table import make_begun_game, play

pytestmark = pytest.mark.django_db


def row(number, seat, cells=(), **fields):
    """Return what is read of a row of the log."""
    return {"number": number, "seat": seat, "cells": list(cells), "is_placed": True, **fields}


def test_the_moves_since_my_last_one_are_counted_oldest_first_and_told_apart_by_seat():
    log = [row(5, 0), row(4, 2), row(3, 1), row(2, 0), row(1, 2)]
    found = missed_rows(log, 1, 3)
    assert [(one["number"], one["mark"], one["line"]) for one in found] == [(4, 1, 1), (5, 2, 2)]


def test_before_my_first_move_i_have_missed_all_and_who_watches_has_missed_nothing():
    log = [row(2, 0), row(1, 2)]
    assert [one["number"] for one in missed_rows(log, 1, 3)] == [1, 2]
    assert missed_rows(log, 0, 3) == []
    assert missed_rows(log, None, 3) == []


def test_a_tile_that_was_taken_again_has_no_mark():
    taken = row(3, 2, ["0,1"], is_placed=False)
    cells = [{"x": 0, "y": 0}, {"x": 0, "y": 1}]
    table = {
        "log": [taken, row(2, 2, ["0,0", "0,1"]), row(1, 0)],
        "you": 0,
        "seats": [0, 1, 2],
        "result": None,
        "board": {"cells": cells},
    }
    shown = with_since(table, is_shown=True)
    assert [cell["since"] and cell["since"]["mark"] for cell in shown["board"]["cells"]] == [
        1,
        None,
    ]


def test_marks_are_on_the_tiles_of_the_missed_round_when_they_are_asked_for():
    ada = make_user()
    game = make_begun_game(ada, make_user(), make_user(), first=ada)
    table = table_view(game, ada.pk, NOW)
    shown = with_since(table, is_shown=True)
    placed = {cell for one in shown["since"]["rows"] for cell in one["cells"]}
    marked = [cell for cell in shown["board"]["cells"] if cell["since"]]
    assert {f"{cell['x']},{cell['y']}" for cell in marked} == placed
    hidden = with_since(table, is_shown=False)
    assert not any(cell["since"] for cell in hidden["board"]["cells"])
    game = play(game).game
    assert with_since(table_view(game, ada.pk, NOW), is_shown=True)["since"] is None
