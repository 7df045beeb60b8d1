"""The ledger and the recalculations in the admin."""

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Recalculation
from games.services.recalculation import advance
from games.services.roles import ensure_roles
from tests.client import sign_in_staff
from tests.factories import make_user
from tests.services.test_ratings import make_member
from tests.services.test_recalculation import LATER, POOL, play_some

pytestmark = pytest.mark.django_db(transaction=True)

Cause = Recalculation.Cause
START = "admin:games_recalculation_start"
RUNS = "admin:games_recalculation_changelist"
LEDGER = "admin:games_ratingchange_changelist"


def staff(*roles):
    """Return a client of a moderator of these roles."""
    ensure_roles()
    user, client = make_user(is_staff=True), Client()
    user.groups.set(Group.objects.filter(name__in=roles))
    sign_in_staff(client, user)
    return client


@pytest.fixture
def played():
    people = [make_member() for _ in range(3)]
    return people, play_some(people, [(0, 1), (1, 2)])


def test_a_moderator_of_ratings_has_a_pool_recalculated_and_reads_what_came_of_it(played):
    _, games = played
    client = staff("Moderators: ratings")
    assert reverse(START) in client.get(reverse(RUNS)).content.decode()
    assert "Why; kept" in client.get(reverse(START)).content.decode()
    fields = {"pool": POOL, "game": games[1].public_id, "note": "Two accounts of one person."}
    assert client.post(reverse(START), fields).url == reverse(RUNS)
    run = Recalculation.objects.get()
    assert (run.from_game, run.note, run.cause) == (games[1], fields["note"], "request")
    assert "0 %" in client.get(reverse(RUNS)).content.decode()
    assert not advance(now=LATER)
    page = client.get(reverse(RUNS)).content.decode()
    assert "100 %" in page
    assert run.by.username in page
    one = client.get(reverse("admin:games_recalculation_change", args=[run.pk]))
    assert fields["note"] in one.content.decode()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"note": " "}, "Write a note first"),
        ({"pool": "chess"}, "There is no such pool"),
        ({"game": "nowhere"}, "There is no such game"),
        ({"game": "\x00"}, "There is no such game"),
    ],
)
def test_what_cannot_be_recalculated_is_refused_in_words(changed, said):
    client = staff("Moderators: ratings")
    answer = client.post(reverse(START), {"pool": POOL, "game": "", "note": "why", **changed})
    assert said in answer.content.decode()
    assert not Recalculation.objects.exists()


def test_the_same_is_not_asked_for_twice_before_it_has_begun():
    client = staff("Moderators: ratings")
    fields = {"pool": POOL, "game": "", "note": "why"}
    # Made without a word to the queue: a worker of another test would do it at once.
    Recalculation.objects.create(
        pool=POOL, cause=Cause.REQUEST, formula_version=1, created_at=LATER
    )
    assert "will begin soon" in client.post(reverse(START), fields).content.decode()
    assert Recalculation.objects.count() == 1


def test_other_moderators_neither_see_nor_start_any(played):
    client = staff("Moderators: chat")
    for name in (START, RUNS, LEDGER):
        assert client.get(reverse(name)).status_code == 403
    assert client.post(reverse(START), {"pool": POOL, "note": "why"}).status_code == 403
    assert not Recalculation.objects.exists()


def test_the_ledger_is_read_by_person_and_by_game_and_cannot_be_changed(played):
    people, games = played
    client = staff("Moderators: ratings")
    address = reverse(LEDGER)
    with CaptureQueriesContext(connection) as context:
        page = client.get(address, {"q": games[0].public_id}).content.decode()
    assert people[0].username in page
    assert people[2].username not in page
    assert "1532.000" in page
    assert not [query for query in context if "COUNT(*)" in query["sql"].upper()]
    assert games[1].public_id in client.get(address, {"q": people[2].username}).content.decode()
    assert client.get(address, {"pool": POOL}).status_code == 200
    row = games[0].rating_changes.get(user=people[0])
    change = reverse("admin:games_ratingchange_change", args=[row.pk])
    assert "1500.000 → 1532.000" in client.get(change).content.decode()
    assert client.post(change, {"after": "1"}).status_code == 403
