"""T17, second half: the end of an account leaves nothing personal; the games stay."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command
from django.urls import reverse

from accounts.models import Session, User
from accounts.selectors import name_refusal
from accounts.services.deletion import COOLING_OFF, ask_deletion
from accounts.services.names import KEPT
from games.core.errors import BadRequestError
from games.models import Challenge, ChatLine, ModerationLog, Player, Room
from games.selectors.chat import chat_view
from games.services import deletion
from games.services.data_export import ask_for_export, write_exports
from games.services.deletion import delete_due_accounts
from games.services.forgetting import DELETED, STAYS
from games.services.sanctions import impose, let_in_if_over, sweep_ended_bans
from tests.factories import NOW, PASSWORD, make_game, make_user
from tests.personal import (
    ADDRESS,
    FIRST_NAME,
    NAME,
    SAID,
    columns_to_users,
    make_person,
    rows_with,
)

pytestmark = pytest.mark.django_db

DUE = NOW + COOLING_OFF


def end(user: User, now=DUE) -> User:
    """Ask for the end of an account, and let the time pass."""
    ask_deletion(user, NOW)
    assert delete_due_accounts(now=now) == 1
    return User.objects.get(pk=user.pk)


def sign_in(client, name: str) -> None:
    client.post(reverse("account_login"), {"login": name, "password": PASSWORD})


def test_every_column_that_names_a_user_is_emptied_or_known_to_stay():
    assert columns_to_users() - set(DELETED) - set(STAYS) == set()
    assert set(STAYS) <= columns_to_users()
    assert not set(DELETED) & set(STAYS)


def test_nothing_personal_is_left_in_any_table_and_all_games_replay():
    person = make_person()
    ask_for_export(user=person.user, now=NOW)
    write_exports(now=NOW, seconds=20)
    marks = (NAME, FIRST_NAME, ADDRESS, SAID, "quagga")
    assert all(rows_with(mark) for mark in marks)
    user = end(person.user)
    assert {mark: rows_with(mark) for mark in marks} == {mark: set() for mark in marks}
    assert user.username.startswith("deleted-")
    assert (user.email, user.is_active, user.deletion_due) == ("", False, None)
    assert not user.has_usable_password()
    out = StringIO()
    call_command("replay_games", stdout=out, stderr=out)
    assert "2 games replayed, all equal" in out.getvalue()
    assert Player.objects.filter(user=user).count() == 2
    assert ModerationLog.objects.filter(user=user).count() == 3


def test_running_games_are_resigned_and_offers_withdrawn(client):
    person = make_person()
    others = make_game(person.user, make_user(), make_user())
    end(person.user)
    person.running.refresh_from_db()
    others.refresh_from_db()
    assert (person.running.status, person.running.end_reason) == ("finished", "resigned")
    assert person.running.players.get(user=person.friend).is_winner
    assert others.is_running
    assert others.players.get(user=person.user).has_left
    assert not Challenge.objects.filter(host=person.user, status="open").exists()
    client.force_login(person.friend)
    page = client.get(person.over.get_absolute_url()).content.decode()
    assert "deleted-" in page
    assert NAME not in page


def test_what_he_said_is_gone_and_its_place_says_so(client):
    person = make_person()
    user = end(person.user)
    client.force_login(person.friend)
    page = client.get(reverse("game_chat", args=[person.over.public_id])).content.decode()
    assert "Deleted together with the account." in page
    assert SAID not in page
    assert ChatLine.objects.filter(author=user, text="").count() == 1
    lines = chat_view(person.over, person.friend.pk, Room.TABLE, NOW)["lines"]
    assert [line["number"] for line in lines] == list(range(1, len(lines) + 1))


def test_his_names_are_nobody_elses_for_a_year_and_lead_nowhere(client):
    person = make_person()
    user = end(person.user)
    for name in (NAME, FIRST_NAME):
        assert name_refusal(name.lower(), None, DUE) == "name_taken"
        assert name_refusal(name, None, DUE + KEPT) == ""
        assert client.get(reverse("profile", args=[name])).status_code == 404
    profile = client.get(reverse("profile", args=[user.username]))
    assert profile.context["player"]["figures"] is None


def test_nobody_signs_in_and_no_ban_that_ends_lets_anybody_in(client):
    user, moderator = make_user(username=NAME), make_user(is_staff=True, is_superuser=True)
    impose(user=user, kind="ban_site", by=moderator, days=1, note="bot", now=NOW)
    user = end(user)
    assert sweep_ended_bans(now=DUE) == 0
    assert not let_in_if_over(user, DUE)
    sign_in(client, NAME)
    sign_in(client, user.username)
    assert not Session.objects.filter(user=user).exists()
    with pytest.raises(BadRequestError, match="nobody behind"):
        impose(user=user, kind="warning", by=moderator, note="again", now=DUE)


def test_a_session_from_before_shows_no_page_any_more(client):
    user = make_user()
    client.force_login(user)
    end(user)
    assert client.get(reverse("sessions")).url.startswith(reverse("account_login"))


def test_the_end_is_asked_for_with_the_password_told_by_mail_and_taken_back(client):
    user = make_user(username=NAME, email=ADDRESS)
    client.force_login(user)
    path = reverse("account_delete")
    assert "For 14 days nothing happens" in client.get(path).content.decode()
    answer = client.post(path)
    assert answer.url.startswith(reverse("account_reauthenticate"))
    user.refresh_from_db()
    assert user.deletion_due is None
    answer = client.post(answer.url, {"password": PASSWORD, "next": path}, follow=True)
    assert "Keep my account" in answer.content.decode()
    user.refresh_from_db()
    assert user.deletion_due is not None
    assert [letter.to for letter in mail.outbox] == [[ADDRESS]]
    assert path in mail.outbox[0].body
    due = user.deletion_due
    client.post(path)  # pressed again, it is neither told nor put off again
    user.refresh_from_db()
    assert (user.deletion_due, len(mail.outbox)) == (due, 1)
    assert (
        "Your account stays." in client.post(reverse("account_keep"), follow=True).content.decode()
    )
    assert delete_due_accounts(now=due + timedelta(days=1)) == 0
    user.refresh_from_db()
    assert (user.username, user.deletion_due, user.is_active) == (NAME, None, True)


def test_whoever_works_for_the_site_is_told_to_end_that_first(client):
    user = make_user(username=NAME, is_staff=True)
    client.force_login(user)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    answer = client.post(reverse("account_delete"))
    assert answer.status_code == 400
    assert "works for the site" in answer.content.decode()
    user.refresh_from_db()
    assert user.deletion_due is None


def test_before_its_day_an_account_is_as_it_was():
    user = make_user(username=NAME)
    ask_deletion(user, NOW)
    assert delete_due_accounts(now=DUE - timedelta(seconds=1)) == 0
    assert User.objects.get(pk=user.pk).username == NAME


@pytest.mark.parametrize("broken", ["_leave_games", "forget"])
def test_a_deletion_that_was_cut_off_goes_on_with_the_next_sweep(monkeypatch, broken, caplog):
    person = make_person()
    ask_deletion(person.user, NOW)

    def fail(*_about: object, **_facts: object) -> None:
        raise RuntimeError("the worker died")

    with monkeypatch.context() as cut:
        cut.setattr(deletion, broken, fail)
        assert delete_due_accounts(now=DUE) == 0
    assert "could not be deleted" in caplog.text
    half = User.objects.get(pk=person.user.pk)
    assert (half.is_active, half.username.startswith("deleted-")) == (False, True)
    assert delete_due_accounts(now=DUE) == 1
    assert rows_with(NAME) == rows_with(SAID) == set()
    assert User.objects.get(pk=half.pk).username == half.username
    assert delete_due_accounts(now=DUE) == 0
