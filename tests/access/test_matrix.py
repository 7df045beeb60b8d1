"""T22: every address for every kind of visitor, made from the table of addresses itself."""

import logging

import pytest

from tests.access.matrix import FIELDS, NEEDS_NO_TOKEN, WRITES_ON_GET, Answer, declared
from tests.access.scene import VIEWERS, Scene, routes, undone, writes
from tests.browser.places import NOT_PAGES, PLACES

GETS, POSTS = declared()
pytestmark = pytest.mark.one_database

SIGN_IN_PAGES = ("/accounts/login/", "/admin/login/")
SESSIONS = {"accounts_session"}
BY_STATUS = {403: Answer.REFUSED, 404: Answer.ABSENT, 405: Answer.WRONG_METHOD}


@pytest.fixture
def scene(db):
    """The club; what it logs about all the refusals would only take time."""
    logging.disable(logging.ERROR)
    yield Scene()
    logging.disable(logging.NOTSET)


def found(response):
    if response.status_code in (301, 302) and response.url.startswith(SIGN_IN_PAGES):
        return Answer.SIGN_IN
    return BY_STATUS.get(response.status_code, Answer.MAY)


def asked(viewer):
    """Return the addresses that may answer this viewer in his own way."""
    if viewer not in ("outsider", "opponent", "spectator"):
        return routes()
    about = {"public_id", "pk", "token", "name"}
    return [route for route in routes() if about & set(route.parameters)]


def test_every_address_is_declared_and_every_declared_one_exists():
    names = {route.name for route in routes()}
    assert names == set(GETS)
    assert names == set(POSTS)
    assert set(WRITES_ON_GET) | NEEDS_NO_TOKEN | set(FIELDS) <= names
    outside = {name for name in names if not name.startswith("admin:")}
    assert outside == {place.url_name for place in PLACES.values() if place.url_name} | NOT_PAGES


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_gets_what_the_table_says_and_no_visit_changes_anything(scene, viewer):
    wrong, changed = [], []
    place = "anonymous" if viewer == "banned" else viewer
    for route in asked(viewer):
        path = scene.path(route, viewer)
        with undone():
            with writes() as written:
                answer = found(scene.client(viewer).get(path))
            if surplus := written - SESSIONS - WRITES_ON_GET.get(route.name, set()):
                changed.append((route.name, surplus))
            if answer != (expected := getattr(GETS[route.name], place)):
                wrong.append(("GET", route.name, str(answer), str(expected)))
        with undone():
            answer = found(_send(scene, viewer, route, path))
            if answer != (expected := getattr(POSTS[route.name], place)):
                wrong.append(("POST", route.name, str(answer), str(expected)))
    assert wrong == []
    assert changed == []


def _send(scene, viewer, route, path):
    fields = FIELDS.get(route.name)
    if fields is None:
        return scene.client(viewer).post(path)
    json = {"accept": "application/json"}
    return scene.client(viewer).post(path, {"key": "k", **fields}, headers=json)


def test_where_no_game_or_person_is_named_all_members_are_alike():
    for table in (GETS, POSTS):
        rows = [table[route.name] for route in routes() if not route.parameters]
        assert {row for row in rows if len(set(row[1:5])) > 1} == set()


@pytest.mark.parametrize("viewer", ["player", "moderator"])
def test_no_form_is_taken_without_its_token(scene, viewer):
    taken = []
    for route in routes():
        with undone(), writes() as written:
            answer = scene.client(viewer, enforce_csrf_checks=True).post(scene.path(route, viewer))
        if answer.status_code != 403 or written - SESSIONS:
            taken.append(route.name)
    assert set(taken) == NEEDS_NO_TOKEN
