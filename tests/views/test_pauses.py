"""Pauses and gifts on the pages: who may press what, who is told what, and moderators' own."""

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.core.pace import DAILY, DAY, HOUR, LIVE, WEEKEND
from games.models import Game, Gift, Pause
from games.services.pauses import pause_by_moderator
from tests.client import sign_in_staff
from tests.factories import NOW, make_game, make_user

pytestmark = pytest.mark.django_db

SCRIPT = {"accept": "application/json"}


@pytest.fixture(autouse=True)
def _now():
    with time_machine.travel(NOW, tick=False):
        yield


def signed_in(user):
    client = Client()
    (sign_in_staff if user.is_staff else Client.force_login)(client, user)
    return client


@pytest.fixture
def game():
    return make_game(pace=DAILY)


@pytest.fixture
def clients(game):
    """Browsers of the player to move and of the other."""
    return [
        signed_in(game.players.get(seat=seat).user) for seat in (game.to_move, 1 - game.to_move)
    ]


def table(client, game):
    page = client.get(reverse("game_table", args=[game.public_id])).content.decode()
    return " ".join(page.split())


def pause(client, game, do, number="", **headers):
    path = reverse("game_pause", args=[game.public_id])
    return client.post(path, {"do": do, "pause": number}, headers=headers or SCRIPT)


def test_a_pause_is_proposed_agreed_and_resumed_by_forms_without_script(game, clients):
    first, second = clients
    assert "Propose a pause" in table(first, game)
    answer = pause(second, game, "propose", accept="text/html")
    assert answer.url == game.get_absolute_url()
    offered = Pause.objects.get()
    assert "proposes to let the clock stand" in table(first, game)
    assert "the others have not agreed yet" in table(second, game)
    assert "proposes" not in table(Client(), game)
    pause(first, game, "agree", offered.pk, accept="text/html")
    page = table(Client(), game)
    assert "Paused by agreement, until Thu 31 Dec at the latest" in page
    assert 'data-paused=" Paused: agreed "' in page
    pause(second, game, "end", offered.pk, accept="text/html")
    assert "Paused" not in table(first, game)


def test_script_is_answered_in_json_and_nonsense_is_refused(game, clients):
    first, _ = clients
    assert pause(first, game, "propose").json() == {"ok": True}
    assert pause(first, game, "agree", "999").json()["code"] == "pause_gone"
    for nonsense in ({"do": "agree", "number": "x"}, {"do": "dance"}):
        assert pause(first, game, **nonsense).status_code == 400
    assert pause(signed_in(make_user()), game, "propose").status_code == 403
    assert pause(Client(), game, "propose").status_code == 302


def test_time_is_given_once_however_often_an_old_page_asks_and_everybody_reads_it(game, clients):
    first, second = clients
    name = game.players.get(seat=game.to_move).user.username
    page = table(second, game)
    assert f"Give {name} 1 day" in page
    assert f"Give {name}" not in table(first, game)
    key = page.split('id="clock-gift"')[1].split('name="key" value="')[1].split('"')[0]
    path = reverse("game_gift", args=[game.public_id])
    for _ in range(2):
        answer = second.post(path, {"seat": game.to_move, "key": key}, headers=SCRIPT)
        assert answer.json() == {"ok": True}
    assert Gift.objects.count() == 1
    assert f"gave {name} 1 day" in table(Client(), game)
    assert key not in table(second, game)


def test_a_live_game_gives_minutes():
    game = make_game(pace=LIVE)
    other = game.players.exclude(seat=game.to_move).get().user
    assert "1 minute" in table(signed_in(other), game)


def test_the_poll_brings_every_change_of_the_clock(game, clients):
    first, second = clients
    path = reverse("game_table", args=[game.public_id])
    tag = first.get(path).headers["ETag"]

    def is_new():
        nonlocal tag
        answer = first.get(path, headers={"if-none-match": tag})
        tag = answer.headers["ETag"]
        return answer.status_code == 200

    assert not is_new()
    pause(second, game, "propose")
    assert is_new()
    pause(first, game, "agree", Pause.objects.get().pk)
    assert is_new()
    second.post(reverse("game_gift", args=[game.public_id]), {"seat": game.to_move, "key": "k"})
    assert is_new()
    pause(first, game, "end", Pause.objects.get().pk)
    assert is_new()
    assert not is_new()


def test_a_moderator_pauses_with_a_reason_that_only_the_log_knows(game, clients):
    moderator = make_user(is_staff=True)
    codenames = ("view_game", "add_pause")
    moderator.user_permissions.set(Permission.objects.filter(codename__in=codenames))
    client = signed_in(moderator)
    path = reverse("admin:games_game_changelist")
    chosen = {"action": "pause_clock", "_selected_action": [game.pk]}
    assert "Reason, for the log" in client.post(path, chosen).content.decode()
    assert not Pause.objects.exists()
    client.post(path, {**chosen, "reason": "they quarrel"})
    assert Game.objects.get(pk=game.pk).deadline_at is None
    for reader in (*clients, Client()):
        page = table(reader, game)
        assert "Paused by a moderator" in page
        assert "quarrel" not in page
    assert "Resume" not in table(clients[0], game)
    client.post(path, {"action": "resume_clock", "_selected_action": [game.pk]})
    assert Game.objects.get(pk=game.pk).deadline_at is not None
    said = LogEntry.objects.order_by("pk").values_list("change_message", flat=True)
    assert list(said) == ["Clock paused: they quarrel", "Clock no longer paused"]


def test_who_may_only_look_at_games_stops_no_clock(game):
    staff = make_user(is_staff=True)
    staff.user_permissions.set(Permission.objects.filter(codename="view_game"))
    fields = {"action": "pause_clock", "_selected_action": [game.pk], "reason": "because"}
    signed_in(staff).post(reverse("admin:games_game_changelist"), fields)
    assert not Pause.objects.exists()


def test_a_weekend_is_told_to_who_looks_while_it_lasts():
    game = make_game(pace=WEEKEND, now=NOW)
    with time_machine.travel(NOW + 4 * DAY + HOUR, tick=False):
        assert "Paused: weekend" not in table(Client(), game)
    game = make_game(pace=WEEKEND, now=NOW + 3 * DAY)
    with time_machine.travel(NOW + 4 * DAY + HOUR, tick=False):
        page = table(Client(), game)
    assert 'data-paused=" Paused: weekend "' in page
    assert "time counts again from Mon 7 Dec, 00:00" in page


def test_home_says_why_a_clock_stands(game, clients):
    moderator = make_user()
    pause_by_moderator(public_id=game.public_id, user_id=moderator.pk, reason="r", now=NOW)
    for client, told in zip(clients, ("Paused: moderator", "Paused by a moderator"), strict=True):
        assert told in client.get("/").content.decode()
