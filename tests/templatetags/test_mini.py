"""Boards in small."""

import pytest

from games.rules.qwirkle.tiles import parse_tile
from games.selectors.plane import plane
from games.templatetags.mini import mini

RED_CIRCLE = parse_tile("RC")


@pytest.mark.parametrize(
    ("cells", "box"),
    [
        ([(0, 0)], (105, 80)),
        ([(x, 0) for x in range(20)], (212, 80)),
        ([(x, 0) for x in range(10)] + [(0, y) for y in range(7)], (112, 82)),
    ],
)
def test_a_mini_keeps_six_tenths_of_a_cell_around_the_tiles(cells, box):
    drawn = mini(plane(dict.fromkeys(cells, RED_CIRCLE)))
    left, top, width, height = map(int, drawn["view_box"].split())
    assert (width, height) == box
    xs = [tile["x"] for tile in drawn["tiles"]]
    ys = [tile["y"] for tile in drawn["tiles"]]
    assert min(xs) - left >= 6
    assert min(ys) - top >= 6
    assert left + width - max(xs) - 10 >= 6
    assert top + height - max(ys) - 10 >= 6


def test_an_empty_board_has_a_mini_too():
    assert mini(plane({}))["tiles"] == []
