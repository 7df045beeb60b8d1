"""T24: what every answer tells the browser, refusals and the admin included."""

import importlib
import logging

import pytest
from django.test import Client

from games import limits
from tests.access.observatory import score
from tests.access.scene import Scene, routes, undone
from tests.suite import DEPLOY_ENV

pytestmark = pytest.mark.one_database

LEAST = 110
TOLD = ("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE_")


@pytest.fixture
def deployed(db, settings, monkeypatch):
    """The site's headers and cookies as they are in production."""
    for name, value in DEPLOY_ENV.items():
        monkeypatch.setenv(name, value)
    prod = importlib.import_module("qwirkle_site.settings.prod")
    for name in dir(prod):
        if name.startswith(TOLD):
            setattr(settings, name, getattr(prod, name))
    logging.disable(logging.ERROR)
    yield settings
    logging.disable(logging.NOTSET)


def flaws(answer, settings):
    """Return what an answer lacks, in words."""
    found = []
    if (points := score(answer, session=settings.SESSION_COOKIE_NAME)) < LEAST:
        found.append(f"{points} points")
    if answer.headers.get("Cross-Origin-Opener-Policy") != "same-origin":
        found.append("no opener policy")
    if "camera=()" not in answer.headers.get("Permissions-Policy", ""):
        found.append("no permissions policy")
    return found


@pytest.mark.parametrize("viewer", ["anonymous", "moderator"])
def test_every_answer_has_a_hundred_and_ten_points_at_the_observatory(deployed, viewer):
    scene = Scene()
    wrong = {}
    for route in routes():
        with undone():
            answer = scene.client(viewer).get(scene.path(route, viewer), secure=True)
            if found := flaws(answer, deployed):
                wrong[route.name] = found
    assert wrong == {}


def test_refusals_have_them_too(deployed):
    client = Client(enforce_csrf_checks=True)
    deployed.RATE_LIMITS = {**deployed.RATE_LIMITS, "requests": "3/m"}
    limits.forget()
    answers = {
        404: client.get("/nothing/", secure=True),
        403: client.post("/accounts/login/", secure=True),
        413: client.post("/lobby/", {"x": "x" * 70_000}, secure=True),
        400: client.get("/", secure=True, headers={"host": "elsewhere.example"}),
    }
    client.get("/rules/", secure=True)
    answers[429] = client.get("/rules/", secure=True)
    limits.forget()
    assert [answer.status_code for answer in answers.values()] == list(answers)
    wrong = {
        status: found for status, answer in answers.items() if (found := flaws(answer, deployed))
    }
    assert wrong == {}
    assert client.get("/rules/")["Location"] == "https://testserver/rules/"


def test_the_score_falls_where_it_should(deployed, client):
    answer = client.get("/rules/", secure=True)
    full = score(answer, session="")
    for header in ("Content-Security-Policy", "Strict-Transport-Security"):
        worse = client.get("/rules/", secure=True)
        del worse[header]
        assert score(worse, session="") <= full - 20, header
