"""The page of the rules, whose pictures the rules themselves count."""

import re

import pytest
from django.urls import reverse

from games.core.errors import IllegalMoveError
from games.rules.qwirkle.placement import check_placement
from games.rules.qwirkle.scoring import score_placement
from games.selectors.board_figures import board_figures
from games.selectors.figures import EXAMPLES, REFUSED, SINGLES, figures, tiles_at
from games.selectors.powers import all_powers
from tests.factories import make_user

pytestmark = pytest.mark.django_db

POINTS = {"shape": 4, "colour": 3, "longer": 4, "corner": 7, "beside": 6, "qwirkle": 12}
"""By hand, after rules 1.4.25 to 27."""


def board(name, examples=EXAMPLES):
    return {cell: tile for tile, cell in tiles_at(examples[name][0])}


@pytest.fixture
def html(client):
    """The page as a visitor sees it."""
    answer = client.get(reverse("rules"))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_legal_and_its_points_are_those_of_the_rules(name):
    placed = tiles_at(EXAMPLES[name][1])
    check_placement(board(name), placed)
    score = score_placement(board(name), placed)
    figure = figures()[name]
    assert figure["points"] == score.points == POINTS[name]
    assert sum(figure["lines"]) == score.points


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_page_calls_forbidden_is_refused(name):
    with pytest.raises(IllegalMoveError):
        check_placement(board(name, REFUSED), tiles_at(REFUSED[name][1]))


def test_each_figure_stands_on_a_table_that_could_be():
    for name, (before, move) in (EXAMPLES | REFUSED).items():
        cells = [cell for _tile, cell in tiles_at(before) + tiles_at(move)]
        assert len(cells) == len(set(cells)), name
        for cell, tile in board(name, EXAMPLES | REFUSED).items():
            rest = board(name, EXAMPLES | REFUSED)
            del rest[cell]
            if rest:
                check_placement(rest, [(tile, cell)])


def test_visitors_read_the_sums(html):
    text = " ".join(re.sub(r"<[^>]*>", " ", html).split())
    for words in (
        "Same shape, 4 points",
        "Same colour, 3 points",
        "4 + 3 = 7 points",
        "2 + 2 + 2 = 6 points",
        "Qwirkle 12 points",
    ):
        assert words in text


def test_every_link_of_the_index_leads_to_a_section(html):
    index = re.search(r'<nav class="rules__index".*?</nav>', html)[0]
    linked = re.findall(r'href="#([\w-]+)"', index)
    assert linked == [
        *("lines", "turn", "scoring", "trading", "end"),
        *("action-tokens", "power-cards", "boards", "keyboard"),
    ]
    for name in linked:
        assert f'<section id="{name}"' in html


def test_the_header_leads_there_and_marks_it(client, html):
    client.force_login(make_user())
    here = client.get(reverse("rules")).content.decode()
    assert len(re.findall(r'href="/rules/"\s+aria-current="page"', here)) == 2


def test_members_and_visitors_take_no_query_for_the_pictures(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(reverse("rules"))


def test_the_move_on_the_connect_board_counts_lines_and_its_bonus_cell():
    """Rules 1.4.25, 4.2.13: three in the row, two in the column, one for the cell."""
    figure = board_figures()["connect"]
    assert (figure["lines"], figure["bonus"], figure["points"]) == ([3, 2], 1, 6)
    assert sum(cell["points"] or 0 for cell in figure["prints"]) == 14
    assert sum(cell["kind"] == "star" for cell in board_figures()["select"]["prints"]) == 3


def test_single_tiles_are_legal_one_by_one_and_counted_one_by_one():
    """Rules 2.4.31: three in the row, four in the row, then two in a column."""
    table = {cell: tile for tile, cell in tiles_at(SINGLES[0])}
    for tile, cell in tiles_at(SINGLES[1]):
        check_placement(table, [(tile, cell)])
        table[cell] = tile
    figure = figures()["singles"]
    assert (figure["lines"], figure["points"]) == ([3, 4, 2], 9)


def test_a_token_may_take_more_than_a_card():
    """Rules 2.7.51: RX holds RD; rules 3.8: RS and BS lie between two others, too."""

    def marked(name):
        return {cell["tile"] for cell in figures()[name]["cells"] if cell["is_new"]}

    assert marked("take_token") == {"RC", "RS", "RD", "BC", "BS", "BX"}
    assert marked("take_card") == {"RC", "RD", "BC", "BX"}


def test_every_power_is_explained_and_the_own_layout_is_owned_up_to(html):
    for power in all_powers():
        assert power["hint"] in html
    assert "a layout of its own" in html
