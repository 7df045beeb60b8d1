"""Finished games page by keyset: every game once, whatever ends meanwhile."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Player
from games.selectors import finished
from games.selectors.finished import Wanted, finished_page
from tests.factories import NOW, make_user

pytestmark = pytest.mark.django_db

PAGE = 4


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch):
    monkeypatch.setattr(finished, "PAGE", PAGE)


@pytest.fixture
def pair():
    """Two people."""
    return make_user(), make_user()


def ended(pair, minute: int, *, won: bool = True, key: str = "qwirkle") -> str:
    """Store a game that ended then, and return its public id."""
    at = NOW + timedelta(minutes=minute)
    game = Game.objects.create(
        ruleset_key=key,
        rules_version=1,
        status=Game.Status.FINISHED,
        commitment="0" * 64,
        created_at=NOW,
        moved_at=at,
        finished_at=at,
    )
    for seat, user in enumerate(pair):
        is_winner = (seat == 0) is won
        Player.objects.create(
            game=game,
            seat=seat,
            user=user,
            finished_at=at,
            is_winner=is_winner,
            place=1 if is_winner else 2,
        )
    return game.public_id


def ids(page) -> list[str]:
    return [row["id"] for row in page["rows"]]


def test_older_pages_show_every_game_once_also_while_new_ones_end(pair):
    # Three at a time end in the same moment.
    stored = [ended(pair, minute=number // 3) for number in range(14)]
    me, seen, older = pair[0].pk, [], ""
    for number in range(20, 40):
        page = finished_page(me, Wanted(), older=older)
        seen += ids(page)
        ended(pair, minute=number)
        older = page["older"]
        if not older:
            break
    assert seen == stored[::-1]


def test_newer_leads_back_the_same_way(pair):
    for number in range(11):
        ended(pair, minute=number)
    me, pages, older = pair[0].pk, [], ""
    while not pages or older:
        pages.append(finished_page(me, Wanted(), older=older))
        older = pages[-1]["older"]
    back = finished_page(me, Wanted(), newer=pages[2]["newer"])
    assert ids(back) == ids(pages[1])
    first = finished_page(me, Wanted(), newer=back["newer"])
    assert (ids(first), first["newer"]) == (ids(pages[0]), "")


def test_filters_narrow_the_list_and_a_strange_edge_begins_anew(pair):
    won, lost = ended(pair, 1), ended(pair, 2, won=False)
    other = ended((pair[0], make_user(username="Zoe")), 3, key="qwirkle+boards")
    me = pair[0].pk
    assert ids(finished_page(me, Wanted(outcome="won"))) == [other, won]
    assert ids(finished_page(me, Wanted(outcome="lost"))) == [lost]
    assert ids(finished_page(me, Wanted(opponent="zoe"))) == [other]
    assert ids(finished_page(me, Wanted(variant="qwirkle+boards"))) == [other]
    assert ids(finished_page(me, Wanted(), older="nosuchgame")) == [other, lost, won]


def test_a_long_list_takes_as_many_queries_as_a_short_one(pair):
    ended(pair, 0)
    with CaptureQueriesContext(connection) as one:
        finished_page(pair[0].pk, Wanted())
    for number in range(1, 12):
        ended(pair, number)
    with CaptureQueriesContext(connection) as many:
        finished_page(pair[0].pk, Wanted())
    assert len(many) == len(one)
