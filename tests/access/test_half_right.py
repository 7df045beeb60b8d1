"""T20: forms of which some fields are right and some are not: a refusal in words, and no row."""

from urllib.parse import urlencode

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.messages import get_messages
from django.contrib.messages.constants import ERROR
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games.models import (
    AppealMessage,
    Case,
    Challenge,
    LadderQueue,
    ModerationLog,
    Report,
)
from games.services.reports import report_player
from games.services.sanctions import impose
from tests.access.scene import undone
from tests.client import sign_in_staff
from tests.factories import make_user
from tests.ladders import make_ladder
from tests.services.test_ratings import make_rated

BAD = ("", "a\x00b", "-1", "9" * 30, "NaN", "<script>", "\u202eabc", "x" * 1100, "\ufffd\ud83d")
NOTE, DUEL = "Seen it myself.", "qwirkle-duel"
UNRELATED = {"Session", "UptimeStamp", "Heartbeat", "Presence"}
"""What any visit may write."""

few = settings(
    max_examples=10,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def fields(**good):
    """Return a strategy of forms: each field right, wrong, twice or left out.

    Args:
        good: the values that are right, or one of them.
    """
    forms = {}
    for name, values in good.items():
        right = [[one] for one in (values if isinstance(values, tuple) else (values,))]
        wrong = [[], *([bad] for bad in BAD), [right[0][0], "nonsense"], ["nonsense", right[0][0]]]
        forms[name] = st.sampled_from(right) | st.sampled_from(right) | st.sampled_from(wrong)
    return st.fixed_dictionaries(forms)


def rows():
    return {
        model.__name__: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model.__name__ not in UNRELATED
    }


def send(client, path, form):
    body = urlencode(form, doseq=True, errors="replace")
    return client.post(path, body, content_type="application/x-www-form-urlencoded")


def try_all(client, path, forms, model):
    """Send the forms; each answers below 500, and makes one row of the model or no row at all."""
    before = rows()
    count = model.objects.count()

    @few
    @given(forms)
    def check(form):
        with undone():
            answer = send(client, path, form)
            after = rows()
            made = model.objects.count() - count
        assert answer.status_code < 500
        if made:
            assert made == 1
            assert answer.status_code in (200, 302)
            return
        assert after == before
        told = [message.level for message in get_messages(answer.wsgi_request)]
        text = answer.content.decode()
        assert 'role="alert"' in text or "field__error" in text or told[-1:] == [ERROR], "silence"

    check()


@pytest.fixture
def people(db):
    found = [rating.user for rating in make_ladder(4, now=timezone.now())]
    for user in found:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return found


@pytest.fixture
def client(people):
    client = Client(raise_request_exception=False)
    client.force_login(people[0])
    return client


def test_the_queue_of_a_ladder(client):
    forms = fields(
        rulesets="qwirkle",
        paces=("daily", "steady"),
        games_most=("1", "5"),
        pool_key="other",
        user="1",
    )
    try_all(client, f"/ladder/{DUEL}/join/", forms, LadderQueue)


def test_a_challenge_on_a_ladder(client, people):
    forms = fields(key="k", ruleset="qwirkle", pace="daily", host="1", is_rated="")
    try_all(client, f"/ladder/{DUEL}/challenge/{people[1].username}/", forms, Challenge)


def test_a_report(client, people):
    forms = fields(category=("name", "rude"), text=("", NOTE), block=("on", ""), weight="900")
    try_all(client, f"/players/{people[1].username}/report/", forms, Report)


def test_an_appeal(client, people):
    about = {"note": NOTE, "by": make_user(is_staff=True, is_superuser=True)}
    ban = impose(user=people[0], kind="ban_rated", days=7, now=timezone.now(), **about)
    forms = fields(text="Please look again.", is_moderator="on", state="granted")
    try_all(client, f"/appeals/{ban.pk}/", forms, AppealMessage)


ACTS = {
    "act": fields(
        do=("none", "warning", "mute", "ban_site", "rename"),
        note=NOTE,
        words=("", "Be kind."),
        days=("", "7"),
        close=("on", ""),
    ),
    "games": fields(game="here", do=("annul", "restore"), note=NOTE),
    "rating": fields(pool=DUEL, note=NOTE),
}


@pytest.mark.parametrize("act", ACTS)
def test_what_a_moderator_does_about_a_case(people, act):
    chief = make_user(is_staff=True, is_superuser=True)
    client = Client(raise_request_exception=False)
    sign_in_staff(client, chief)
    game = make_rated(*people[:2])
    report_player(user=people[1], suspect=people[0], category="name", game=game, now=timezone.now())
    path = f"/admin/games/case/{Case.objects.get().pk}/{act}/"
    forms = ACTS[act].map(lambda form: _named(form, game.public_id))
    try_all(client, path, forms, ModerationLog)


def _named(form, public_id):
    """Return the form with the game's address in place of "here"."""
    return {
        name: [value.replace("here", public_id) for value in values]
        for name, values in form.items()
    }
