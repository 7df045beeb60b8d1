"""Who is here, as the dots beside the players tell it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.consumers.seen import user_seen
from games.models import Presence
from games.selectors.presence import others_online
from games.selectors.table import table_view
from games.services.presence import note_presence
from tests.factories import NOW, make_game, make_user

pytestmark = pytest.mark.django_db


def dots(game, viewer=None, now=NOW):
    """Return by name whether the viewer's page shows this player as being here."""
    seats = table_view(game, viewer, now)["seats"]
    return {seat["name"]: seat["is_online"] for seat in seats}


def test_a_player_seen_within_two_minutes_is_here():
    ada, bo = make_user(username="Ada"), make_user(username="Bo")
    game = make_game(ada, bo)
    note_presence(user_id=ada.pk, now=NOW - timedelta(seconds=119))
    note_presence(user_id=bo.pk, now=NOW - timedelta(seconds=121))
    assert dots(game) == {"Ada": True, "Bo": False}


def test_bots_are_always_here_and_who_looks_is_here_too():
    ada = make_user(username="Ada")
    game = make_game(ada, bots=("greedy",))
    assert dots(game) == {"Ada": False, "Greedy": True}
    assert dots(game, ada.pk) == {"Ada": True, "Greedy": True}


def test_a_note_is_renewed_but_not_with_every_window():
    user = make_user()
    for seconds, noted in [(0, 0), (30, 0), (60, 60), (90, 60)]:
        note_presence(user_id=user.pk, now=NOW + timedelta(seconds=seconds))
        assert Presence.objects.get().seen_at == NOW + timedelta(seconds=noted)


def test_what_a_socket_says_is_written_down():
    user = make_user()
    user_seen.send(object, user_id=user.pk, now=NOW, public_id="")
    assert Presence.objects.get(user=user).seen_at == NOW


def test_the_tables_tag_changes_with_a_dot_of_somebody_else(client):
    ada, bo = make_user(), make_user()
    game = make_game(ada, bo)
    client.force_login(ada)
    address = reverse("game_table", args=[game.public_id])
    tag = client.get(address)["ETag"]
    note_presence(user_id=ada.pk, now=timezone.now())
    assert client.get(address, HTTP_IF_NONE_MATCH=tag).status_code == 304
    note_presence(user_id=bo.pk, now=timezone.now())
    changed = client.get(address, HTTP_IF_NONE_MATCH=tag)
    assert (changed.status_code, changed["ETag"] != tag) == (200, True)


def test_the_tag_tells_of_every_seat_but_ones_own():
    users = [make_user() for _ in range(3)]
    game = make_game(*users)
    for user in users:
        note_presence(user_id=user.pk, now=NOW)
    assert others_online(game, None, NOW) == "012"
    own = game.players.get(user=users[0]).seat
    assert others_online(game, users[0].pk, NOW) == "012".replace(str(own), "")
