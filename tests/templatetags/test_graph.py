"""The lead graph: its numbers, its geometry, its words."""

import itertools
import re

import pytest
from django.template import Context, Template

from games.templatetags.graph import LABEL_GAP, LABEL_MAX, Scale, kinds, leads, spread


def log_of(text):
    """Return a log, newest first, from seat and total of each move: ``0:7 1:12``."""
    rows = [part.split(":") for part in text.split()]
    return [
        {"number": number, "seat": int(seat), "total": int(total)}
        for number, (seat, total) in enumerate(rows, 1)
    ][::-1]


def table_of(log, names=("linnet", "Tessa_K"), *, is_watched=False, is_over=False):
    """Return as much of a table's view as the graph reads."""
    seats = [
        {"seat": seat, "name": name, "is_you": seat == 0 and not is_watched}
        for seat, name in enumerate(names)
    ]
    count = len(names)
    ends = list(range(count, len(log) + 1, count))
    result = {"winners": []} if is_over else None
    return {"log": log, "seats": seats, "round_ends": ends, "result": result}


def draw(table):
    return Template("{% load graph %}{% lead_graph table %}").render(Context({"table": table}))


def test_a_lead_is_the_score_minus_the_average_after_each_round():
    log = log_of("0:6 1:2 0:10 1:12 0:13")
    assert leads(log, [2, 4], 2) == [[0, 2, -1], [0, -2, 1]]
    assert leads(log, [2, 4, 5], 2) == [[0, 2, -1, 0.5], [0, -2, 1, -0.5]]


def test_the_leads_of_a_table_always_sum_to_nothing():
    log = log_of("2:3 0:5 1:9 2:14 0:14 1:30")
    assert all(sum(at) == pytest.approx(0) for at in zip(*leads(log, [3, 6], 3), strict=True))


def test_a_round_that_is_not_over_is_drawn_only_when_the_game_is():
    log = log_of("0:6 1:2 0:30")
    assert 'points="26.0,53.0 160.7,' in draw(table_of(log))
    assert draw(table_of(log)).count("228.0,") == 0
    assert draw(table_of(log, is_over=True)).count("228.0,") == 2


def test_a_scale_keeps_zero_inside_and_draws_few_lines_across():
    assert Scale(-4, 4).ticks == [0]
    assert Scale(-6.7, 9.7).ticks == [-5, 0, 5]
    assert len(Scale(-90, 160).ticks) <= 6
    assert Scale(-4, 4).y(4) == 10
    assert Scale(-4, 4).y(-4) == 96


HEIGHTS = [(14.0, 87.7, 93.0), (50.0, 50.0, 50.0, 50.0), (100.0, 99.0, 98.0, 97.0), (10.0,)]


@pytest.mark.parametrize("heights", HEIGHTS)
def test_names_keep_their_order_and_never_overlap(heights):
    placed = sorted(zip(spread(heights), heights, strict=True))
    assert [height for _, height in placed] == sorted(heights)
    assert max(placed)[0] <= LABEL_MAX
    gaps = [below - above for (above, _), (below, _) in itertools.pairwise(placed)]
    assert all(gap >= LABEL_GAP - 1e-9 for gap in gaps)


def test_names_with_room_stand_beside_their_lines():
    assert spread([14, 87.7, 93]) == [14, 87.7, 100.7]


def test_i_am_solid_and_the_others_are_dashed_and_dotted():
    seats = table_of([], names=("a", "b", "c", "d"))["seats"]
    assert list(kinds(seats).values()) == ["me", "b", "c", "d"]


def test_nobody_is_me_to_somebody_who_watches():
    seats = table_of([], is_watched=True)["seats"]
    assert list(kinds(seats).values()) == ["a", "b"]


def test_the_picture_says_everybodys_lead_in_words():
    html = draw(table_of(log_of("0:6 1:2")))
    label = "Lead over the average, round by round. Now: linnet +2, Tessa_K \u22122"
    assert f'role="img"\n     aria-label="{label}"' in html


def test_lines_begin_at_zero_and_end_at_the_last_ply():
    html = draw(table_of(log_of("0:6 1:2 0:9"), is_over=True))
    for points in re.findall(r'points="(.*?)"', html):
        first, *_, last = points.split()
        assert first == "26.0,53.0"
        assert last.startswith("228.0,")
        assert len(points.split()) == 3


def test_a_long_name_is_cut_and_harmless():
    html = draw(table_of(log_of("0:6"), names=("<b>abcdefghijk", "x")))
    assert "&lt;b&gt;abcd…" in html
    assert "<b>" not in html


def test_a_game_without_moves_is_drawn_as_a_point_on_the_zero_line():
    assert draw(table_of([])).count('points="26.0,53.0"') == 2
