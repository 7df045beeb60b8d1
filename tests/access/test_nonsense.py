"""T20: nonsense at every address is an answer below 500, and a refusal leaves nothing behind."""

import logging

import pytest

from tests.access.matrix import WRITES_ON_GET
from tests.access.scene import Scene, routes, undone, writes

NASTY = (
    "a\x00b",
    "💥",
    "-1",
    "9" * 400,
    "1e309",
    "NaN",
    "../../etc/passwd",
    "' OR 1=1 --",
    "<script>",
    "trade " + "RS " * 100,
    "[" * 2000,
    "\u202eabc",
    "//elsewhere.example",
)
NAMES = """
    after answer area before category day days do email entry is_public key kind least line login
    move name next note number order page password pk pool q reason revision room ruleset_key seat
    seat_count seats text theme tile token username value version zone _selected_action action
    object-id p e o
"""
BY_THE_WAY = {"accounts_session", "games_heartbeat"}.union(*WRITES_ON_GET.values())
"""What any visit may write: a refusal shows a page, and looking at it is a visit to that page."""

PLACES = {"player": "", "moderator": "admin:"}
"""Who is let in where: what the names of these addresses begin with."""


@pytest.fixture
def scene(db):
    """The club; what it logs about all the refusals would only take time."""
    logging.disable(logging.ERROR)
    yield Scene()
    logging.disable(logging.NOTSET)


def requests(client, path, number):
    """Send nonsense in the address's query, in a form, and as a body of no known kind."""
    fields = {name: NASTY[(number + at) % len(NASTY)] for at, name in enumerate(NAMES.split())}
    json = {"accept": "application/json"}
    yield lambda: client.get(path, fields)
    yield lambda: client.post(path, fields, headers=json)
    yield lambda: client.post(path, b'{"move": [NaN, \xff', content_type="application/json")


@pytest.mark.parametrize("viewer", PLACES)
def test_nonsense_is_answered_and_what_is_refused_leaves_nothing(scene, viewer):
    upset, half = [], []
    for number, route in enumerate(routes()):
        if route.name.startswith("admin:") != bool(PLACES[viewer]):
            continue
        client = scene.client(viewer, raise_request_exception=False)
        for ask in requests(client, scene.path(route, viewer), number):
            with undone(), writes() as written:
                status = ask().status_code
            if status >= 500 and route.name != "healthz":
                upset.append((route.name, status))
            if 400 <= status < 500 and written - BY_THE_WAY:
                half.append((route.name, status, written - BY_THE_WAY))
    assert upset == []
    assert half == []


def test_no_address_is_upset_by_nonsense_in_its_parts(scene):
    client = scene.client("player", raise_request_exception=False)
    upset = []
    for number, route in enumerate(route for route in routes() if route.parameters):
        parts = scene.path(route, "player").split("/")
        for at, part in enumerate(route.pattern.split("/")):
            if "<" not in part:
                continue
            text = NASTY[(number + at) % len(NASTY)].replace("\x00", "%00")
            with undone():
                answer = client.get("/".join([*parts[:at], text, *parts[at + 1 :]]))
            if answer.status_code >= 500:
                upset.append((route.name, answer.status_code))
    assert upset == []
