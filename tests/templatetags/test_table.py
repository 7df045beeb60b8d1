"""The small shapes that the templates of the table need."""

import json
from typing import Any

import pytest
from django.http import QueryDict
from django.template import Context, Template

from games.templatetags import table


def seat(score: int, *, won: bool = False, place: int | None = None) -> dict[str, Any]:
    """Return as much of a seat as the filters read."""
    return {"name": f"n{score}", "score": score, "is_winner": won, "place": place, "is_you": False}


def test_json_in_an_attribute_comes_back_whole_and_breaks_out_of_nothing() -> None:
    value = {"RS": ["0,0"], '"><script>': ["é"]}
    html = Template('{% load table %}<i data-x="{{ value|to_json }}">').render(
        Context({"value": value})
    )
    assert "<script>" not in html
    assert json.loads(table.to_json(value)) == value


@pytest.mark.parametrize(("points", "text"), [(7, "+7"), (0, "+0"), (-12, "\u221212"), (None, "")])
def test_points_have_a_sign(points: int | None, text: str) -> None:
    assert table.signed(points) == text


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (["2,4", "3,4"], "2,4 →"),
        (["3,4", "2,4"], "2,4 →"),
        (["-3,1", "-3,2", "-3,3"], "\u22123,1 ↓"),
        (["3,3"], "3,3"),
        ([], ""),
    ],
)
def test_a_placement_is_its_first_cell_and_an_arrow(cells: list[str], text: str) -> None:
    assert table.cells_short(cells) == text


def test_the_margin_is_the_lead_over_the_best_of_the_others() -> None:
    assert table.margin([seat(127), seat(142, won=True), seat(128)]) == 14


def test_there_is_no_margin_for_a_shared_win_or_for_a_winner_who_was_behind() -> None:
    assert table.margin([seat(50, won=True), seat(50, won=True)]) == 0
    assert table.margin([seat(10, won=True), seat(30)]) == 0
    assert table.margin([seat(10), seat(30)]) == 0


def test_seats_stand_by_place_and_those_without_one_come_last() -> None:
    seats = [seat(1), seat(2, place=2), seat(3, place=1)]
    assert [one["score"] for one in table.by_place(seats)] == [3, 2, 1]


def test_the_title_names_everybody_but_the_viewer() -> None:
    assert table.others([seat(1) | {"is_you": True}, seat(2), seat(3)]) == "n2, n3"


def test_the_tracker_reads_row_by_row() -> None:
    cells = table.tracker_cells([[row * 6 + column for column in range(6)] for row in range(6)])
    assert (cells[0], cells[7], cells[35]) == (
        {"tile": "RC", "count": 0},
        {"tile": "OS", "count": 8},
        {"tile": "PE", "count": 34},
    )


def test_the_rack_has_six_places_and_leaves_those_of_missing_tiles_empty() -> None:
    tiles = [slot["tile"] for slot in table.rack_slots(["RS", "RC"])]
    assert tiles == ["RS", "RC", "", "", "", ""]
    assert [slot["index"] for slot in table.rack_slots(None)] == list(range(6))


def test_the_edge_numbers_every_column_and_row_of_the_plane() -> None:
    axis = table.board_axis({"min_x": -2, "min_y": 1, "cols": 4, "rows": 2})
    assert axis["columns"] == [-2, -1, 0, 1]
    assert axis["rows"] == [1, 2]


def test_the_plain_form_keeps_what_was_refused() -> None:
    sent = QueryDict("tile-0=RS&x-0=2&y-0=-1&trade=1&trade=3")
    rows = table.placement_rows(sent)
    assert rows[0] == {"number": 0, "tile": "RS", "x": "2", "y": "-1"}
    assert [row["tile"] for row in rows[1:]] == [""] * 5
    slots = table.trade_slots(["RS", "RC", "GD", "BX"], sent)
    assert [slot["is_ticked"] for slot in slots] == [False, True, False, True]


def test_a_fresh_plain_form_is_empty() -> None:
    assert [row["x"] for row in table.placement_rows(None)] == [""] * 6
    assert not any(slot["is_ticked"] for slot in table.trade_slots(["RS"], None))


def test_a_bar_of_the_replay_is_as_high_as_its_move_was_good() -> None:
    log = [{"number": 2, "points": 18}, {"number": 1, "points": 0}]
    assert table.scrub_bars(log) == [{"number": 1, "height": 8}, {"number": 2, "height": 98}]
    assert table.scrub_bars([{"number": 1, "points": 90}])[0]["height"] == 98
    assert table.scrub_bars([]) == []


@pytest.mark.parametrize(
    ("lead", "text"), [(0, "0"), (0.04, "0"), (4, "+4"), (-4.333, "\u22124.3"), (9.666, "+9.7")]
)
def test_a_lead_has_a_sign_and_at_most_one_decimal(lead: float, text: str) -> None:
    assert table.signed_lead(lead) == text
