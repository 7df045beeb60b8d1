"""T25: no page asks more of the database in a club of thousands than in a small one.

A page that lists rows stands in `LISTS` with the addresses of its pages, any other in `NO_LISTS`.
"""

import re
from typing import NamedTuple

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models.sql import compiler
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.admin import BoundedPaginator
from games.models import Appeal, Case, ModerationLog, ReplyTemplate
from games.selectors.record import BATCH, finished_records
from games.services import uptime
from tests.access.crowd import SEASON, Crowd
from tests.access.matrix import (
    NO_WAY,
    NO_WAY_FOR_MEMBERS,
    declared,
)
from tests.access.scene import Scene, routes, undone
from tests.client import sign_in_staff
from tests.factories import make_user
from tests.table import play

FEW, MANY = 12, 700
pytestmark = pytest.mark.one_database

ROWS_MAX = 500
"""So many rows a page may read: home, with its games and invitations, reads most."""

GETS, _POSTS = declared()
NO_PAGES = (NO_WAY, NO_WAY_FOR_MEMBERS)
LISTS = {
    "home": ["", "?sort=opponent"],
    "counts": [""],
    "pill": [""],
    "next_game": ["", "?after={game}"],
    "lobby": [""],
    "finished": ["", "?opponent={person}", "?older={over}"],
    "notices": ["", "?before={notice}"],
    "profile": ["", "?challenges"],
    "following": [""],
    "ladders": [""],
    "ladder": ["", "?after={spot}", "?before={spot}", "?player={person}", "?who=follow", "?whole"],
    "ladder_season": ["", "?after={rank}", "?before={rank}"],
    "game": [""],
    "game_table": ["", "?replay"],
    "game_at_move": [""],
    "game_chat": ["", "?before=9"],
    "chat_lines": [""],
    "export_record": [""],
    "export_qgn": [""],
    "settings": [""],
    "sessions": [""],
    "data": [""],
    "appeals": [""],
    "vacation": [""],
    "transparency": [""],
    "operations": [""],
    "admin:index": [""],
    "admin:games_case_changelist": [""],
    "admin:games_case_change": [""],
    "admin:games_appeal_changelist": [""],
    "admin:games_moderationlog_changelist": ["", "?q={me}", "?action=mute", "?before={step}"],
    "admin:games_game_change": [""],
    "admin:accounts_user_change": [""],
}
"""The pages that list rows. In braces stands what the club knows when it is asked."""

MORE = {("ladder", "?before={spot}"): 4, ("ladder", "?player={person}"): 6}
"""So many queries tell one's own row and rank and who is above, once there are several pages."""

NO_LISTS = """
    user_name staff_factor address_undo display healthz manifest service_worker offline rules
    ratings conduct records invite letter letter_stop fairness export_position export_svg
    export_png export_games chat_line game_note game_report player_note player_report notice appeal
    data_file push_key ladder_challenge
"""
"""All others. A copy of one's games or data goes out in pieces; see the test of a batch."""

NOT_PAGED = {Appeal, Case, ModerationLog}
"""Their lists are pages of the site, in `LISTS`."""
SMALL = {Group, ReplyTemplate}
"""What administrators write, row by row."""


class Visit(NamedTuple):
    """What one page asked of the database and answered."""

    status: int
    queries: list[str]
    rows: int
    length: int


class Club:
    """A crowd, and visits to its pages that change nothing."""

    def __init__(self, fetched):
        self._scene, self._fetched = Scene(), fetched
        chief = make_user(is_staff=True, is_superuser=True)
        self._staff = Client()
        sign_in_staff(self._staff, chief)
        self.crowd = Crowd(self._scene, chief)
        self._routes = {route.name: route for route in routes()}
        self._staff.get(reverse("admin:index"))  # what a process reads once is read

    def visit_all(self):
        """Return the visits by page and query string."""
        found = {}
        pages = LISTS | dict.fromkeys(change_lists(), ("", "?q={person}"))
        for name, queries in pages.items():
            is_admin = self._routes[name].pattern.startswith("/admin/")
            viewer = "moderator" if is_admin else "player"
            for query in queries:
                found[name, query] = self._visit(name, query, viewer)
        return found

    def _visit(self, name, query, viewer):
        client = self._staff if viewer == "moderator" else self._scene.client(viewer)
        route = self._routes[name]
        path = self._scene.path(route, viewer)
        path = path.replace("2026-3", SEASON) + query.format(**self.crowd.known())
        uptime._noted[uptime.ROLE] = timezone.now()  # no visit is the one that stamps
        before = self._fetched[0]
        with undone(), CaptureQueriesContext(connection) as log:
            answer = client.get(path)
        queries = [one["sql"] for one in log]
        return Visit(answer.status_code, queries, self._fetched[0] - before, len(answer.content))


def change_lists():
    """Return the lists of the admin that its paginator cuts into pages."""
    return [
        f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        for model in admin.site._registry
        if model not in NOT_PAGED
    ]


@pytest.fixture
def fetched(monkeypatch):
    """One number: how many rows this process has fetched so far."""
    found, original = [0], compiler.cursor_iter

    def counted(*args):
        for rows in original(*args):
            found[0] += len(rows)
            yield rows

    monkeypatch.setattr(compiler, "cursor_iter", counted)
    return found


def test_every_page_is_declared_as_a_list_or_as_none():
    pages = {name for name, audience in GETS.items() if audience not in NO_PAGES}
    no_lists = set(NO_LISTS.split())
    own = {name for name in pages if not name.startswith(("admin:", "account_", "mfa_"))}
    assert own == {name for name in LISTS if not name.startswith("admin:")} | no_lists
    assert not set(LISTS) & no_lists
    lists = {name for name in pages if name.endswith("_changelist")}
    assert lists == {*change_lists()} | {name for name in LISTS if name.endswith("_changelist")}


def test_every_long_list_of_the_admin_counts_and_skips_no_further_than_its_bound():
    for model, one in admin.site._registry.items():
        if model not in NOT_PAGED | SMALL:
            assert one.paginator is BoundedPaginator, model
            assert not one.show_full_result_count, model


def test_no_page_asks_more_of_the_database_when_the_club_has_grown(db, fetched):
    club = Club(fetched)
    for _ in range(6):
        play(club.crowd.game)
    club.crowd.grow(FEW)
    few = club.visit_all()
    records, _number = counted_records(club)
    for _ in range(30):
        play(club.crowd.game)
    club.crowd.grow(MANY)
    many = club.visit_all()
    wrong = []
    for page, visit in many.items():
        is_paged = page[0] in change_lists()
        if few[page].status != visit.status or visit.status >= 400:
            wrong.append((page, "answers", few[page].status, visit.status))
        if len(visit.queries) > len(few[page].queries) + MORE.get(page, 0):
            wrong.append((page, "queries", len(few[page].queries), len(visit.queries)))
        if not is_paged and visit.rows > ROWS_MAX:
            wrong.append((page, "rows", few[page].rows, visit.rows))
        wrong += [(page, sql) for sql in visit.queries if is_slow(sql, is_paged)]
    assert wrong == []
    assert counted_records(club) == (records, BATCH)


def is_slow(sql, is_paged):
    """Return whether a query skips rows, where no bound is set, or counts a whole table."""
    skips = re.search(r"\bOFFSET (?!0\b)\d", sql) is not None
    counts = re.match(r'SELECT COUNT\([^)]*\) AS "__count" FROM "(\w+)"(?!.*WHERE)', sql)
    small = {model._meta.db_table for model in SMALL}
    return (skips and not is_paged) or (counts is not None and counts[1] not in small)


def counted_records(club):
    """Return with how many queries the first of one's finished games are read, and how many."""
    with CaptureQueriesContext(connection) as log:
        records, _after = finished_records(club.crowd.me.pk)
    return len(log), len(records)
