"""Vacations on the pages: who takes one says so, sees it, and so does everybody else."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.core.pace import DAILY, DAY, LIVE
from games.models import Challenge, Game
from games.selectors.vacations import open_vacation
from games.services.vacations import start_vacation
from tests.factories import NOW, make_challenge, make_game, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def at(moment):
    return time_machine.travel(moment, tick=False)


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def mover(game):
    return game.players.get(seat=game.to_move).user


def page_of(user, path):
    return signed_in(user).get(path).content.decode()


def test_the_page_offers_a_vacation_and_then_the_way_back():
    game = make_game(pace=DAILY)
    me = mover(game)
    client = signed_in(me)
    with at(NOW):
        page = client.get(reverse("vacation")).content.decode()
        assert "You have 30 days left" in page
        assert "I am back" not in page
        page = client.post(reverse("vacation_start"), follow=True).content.decode()
    assert open_vacation(me.pk)
    assert "until Thu 31 Dec" in page
    assert "Take a vacation" not in page
    with at(NOW + DAY):
        page = client.post(reverse("vacation_end"), follow=True).content.decode()
    assert open_vacation(me.pk) is None
    assert "Welcome back" in page


def test_a_vacation_without_budget_is_refused_in_words():
    me = make_user()
    client = signed_in(me)
    with at(NOW):
        client.post(reverse("vacation_start"))
    with at(NOW + 30 * DAY):
        client.post(reverse("vacation_end"))
        page = client.post(reverse("vacation_start"), follow=True).content.decode()
    assert "Your vacation days of this year are used up." in page
    assert "You have 0 days left" in page


def test_the_page_names_the_games_that_run_on():
    me, other = make_user(), make_user(username="Harbour")
    make_game(me, other, pace=LIVE)
    game = make_game(me, make_user(username="Meadow"), pace=DAILY)
    with at(NOW):
        page = page_of(me, reverse("vacation"))
    assert "No vacation stops the clock of these games" in page
    assert "Harbour" in page
    assert game.public_id not in page


def test_the_table_shows_everybody_that_the_clock_is_paused_and_why():
    game = make_game(pace=DAILY)
    me = mover(game)
    other = game.players.exclude(user=me).get().user
    start_vacation(user_id=me.pk, now=NOW)
    for viewer in (me, other):
        with at(NOW + DAY):
            page = page_of(viewer, game.get_absolute_url())
        assert "on vacation until 31 Dec" in page
        assert f"Paused: {me.username} is on vacation" in page
        assert "data-deadline" not in page


def test_the_seat_of_who_is_away_says_so_off_turn_too_and_the_clock_runs():
    game = make_game(pace=DAILY)
    away = game.players.exclude(user=mover(game)).get().user
    start_vacation(user_id=away.pk, now=NOW)
    with at(NOW + DAY):
        page = page_of(mover(game), game.get_absolute_url())
    assert "on vacation until 31 Dec" in page
    assert "Paused:" not in page
    assert "data-deadline" in page


def test_home_says_so_and_leads_back():
    game = make_game(pace=DAILY)
    me = mover(game)
    other = game.players.exclude(user=me).get().user
    start_vacation(user_id=me.pk, now=NOW)
    with at(NOW + DAY):
        mine, theirs = page_of(me, "/"), page_of(other, "/")
    assert "You are on vacation, until Thu 31 Dec" in mine
    assert "I am back" in mine
    assert "Paused: you are on vacation" in mine
    assert "paused" in theirs
    assert "I am back" not in theirs


@pytest.mark.parametrize("is_allowed", [True, False])
def test_a_new_game_takes_vacations_or_forbids_them_and_says_so_before_joining(is_allowed):
    host, guest = make_user(), make_user()
    fields = {"key": "k", "kind": "open", "seat_count": 2, "variant": "base", "pace": "daily"}
    if is_allowed:
        fields["allows_vacation"] = "on"
    signed_in(host).post(reverse("challenge_create"), fields)
    assert ("no vacations" in page_of(guest, reverse("lobby"))) is not is_allowed
    signed_in(guest).post(reverse("challenge_join", args=[Challenge.objects.get().public_id]))
    game = Game.objects.get()
    assert game.allows_vacation is is_allowed
    page = page_of(guest, game.get_absolute_url())
    assert ("Vacations do not stop the clock" in page) is not is_allowed


def test_invitations_say_so_too():
    guest = make_user()
    fields = {"pace": "daily", "allows_vacation": False}
    make_challenge(kind=Challenge.Kind.LINK, token="a-link", **fields)
    assert "vacations do not stop the clock" in page_of(guest, "/invite/a-link/")


def test_a_live_game_need_not_be_told_to_run_on():
    make_challenge(pace="live", allows_vacation=False)
    assert "no vacations" not in page_of(make_user(), reverse("lobby"))


def test_the_vacation_before_a_loss_is_switched_off_and_on():
    me = make_user()
    client = signed_in(me)
    for fields, is_on in (({}, False), ({"auto": "on"}, True)):
        client.post(reverse("auto_vacation"), fields)
        me.refresh_from_db()
        assert me.has_auto_vacation is is_on


@pytest.mark.parametrize("name", ["vacation_start", "vacation_end", "auto_vacation"])
def test_a_mere_visit_changes_nothing(name):
    assert signed_in(make_user()).get(reverse(name)).status_code == 405


@pytest.mark.parametrize("is_mover", [True, False])
def test_a_poll_finds_the_table_changed_when_somebody_goes_away(is_mover):
    game = make_game(pace=DAILY)
    me = mover(game)
    away = me if is_mover else game.players.exclude(user=me).get().user
    client = signed_in(me)
    path = reverse("game_table", args=[game.public_id])
    with at(NOW):
        tag = client.get(path).headers["ETag"]
        assert client.get(path, headers={"if-none-match": tag}).status_code == 304
        start_vacation(user_id=away.pk, now=NOW)
        assert client.get(path, headers={"if-none-match": tag}).status_code == 200
