"""What moderators lay on people: held, ended, lifted, written down (reliability C10, F5, F6)."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.errors import DomainError
from games.models import Appeal, Case, Challenge, ModerationLog, Notice, Report, Room, Sanction
from games.selectors.chat import chat_view
from games.selectors.sanctions import is_under
from games.services.appeals import answer_appeal
from games.services.moderation_queue import next_case, snooze_case, take_case
from games.services.reports import report_player
from games.services.sanctions import impose, lift, sweep_ended_bans
from tests.chatting import say_line
from tests.client import sign_in_staff
from tests.factories import NOW, PASSWORD, make_challenge, make_game, make_user

pytestmark = pytest.mark.django_db

CHAT, CONDUCT, FAIR = "Moderators: chat", "Moderators: conduct", "Moderators: fair play"


def make_moderator(*roles: str) -> User:
    user = make_user(is_staff=True)
    user.groups.set(Group.objects.filter(name__in=roles or (CHAT, CONDUCT, FAIR)))
    return user


@pytest.fixture
def mod():
    return make_moderator()


@pytest.fixture
def bo():
    return make_user(username="Bo")


def code_of(call) -> str:
    with pytest.raises(DomainError) as caught:
        call()
    return caught.value.code


def lay(user, by, kind="mute", **fields) -> Sanction:
    fields = {"note": "rude again", "now": NOW, "days": 7, **fields}
    return impose(user=user, kind=kind, by=by, **fields)


def open_case(suspect, category="rude", **fields) -> Case:
    user = fields.pop("user", None) or make_user()
    return report_player(user=user, suspect=suspect, category=category, now=NOW, **fields).case


def test_a_muted_person_says_nothing_until_the_end_of_it(mod, bo):
    game = make_game(make_user(), bo)
    lay(bo, mod)
    assert is_under(bo.pk, "mute", NOW)
    assert code_of(lambda: say_line(game, bo)) == "muted"
    say_line(game, bo, now=NOW + timedelta(days=7))
    told = Notice.objects.get(user=bo, event="moderation")
    assert "muted you until 8 December 2026" in told.facts["sentence"]


def test_what_is_said_under_a_shadow_mute_its_author_alone_reads(mod, bo):
    game = make_game(ada := make_user(), bo)
    lay(bo, mod, "shadow_mute")
    say_line(game, bo, "noise")
    views = [chat_view(game, user.pk, Room.TABLE, NOW)["lines"] for user in (bo, ada)]
    assert [len(lines) for lines in views] == [1, 0]
    assert not Notice.objects.exclude(event="your_turn").exists()


def test_a_ban_from_chat_shuts_the_room_and_one_from_rated_withdraws_rated_offers(mod, bo, client):
    game = make_game(make_user(), bo)
    lay(bo, mod, "ban_chat")
    client.force_login(bo)
    assert client.get(reverse("game_chat", args=[game.public_id])).status_code == 404
    assert client.get(game.get_absolute_url()).status_code == 200
    rated, casual = make_challenge(host=bo, is_rated=True), make_challenge(host=bo)
    lay(bo, mod, "ban_rated")
    states = [Challenge.objects.get(pk=one.pk).status for one in (rated, casual)]
    assert states == [Challenge.Status.CANCELLED, Challenge.Status.OPEN]


def test_a_banned_person_is_signed_out_and_comes_back_when_the_ban_ends(mod, bo):
    client = Client()
    client.force_login(bo)
    ban = lay(bo, mod, "ban_site", days=1)
    assert client.get("/").wsgi_request.user.is_anonymous
    assert sweep_ended_bans(now=NOW) == 0
    assert sweep_ended_bans(now=ban.until) == 1
    bo.refresh_from_db()
    assert bo.is_active
    closed = lay(bo, mod, "closed", days=None)
    lift(sanction_pk=closed.pk, by=mod, note="mistaken", now=ban.until)
    bo.refresh_from_db()
    assert bo.is_active


def test_nothing_happens_without_a_note_a_length_a_right_or_against_oneself_and_staff(mod, bo):
    chat = make_moderator(CHAT)
    assert code_of(lambda: lay(bo, mod, note="  ")) == "note_missing"
    assert code_of(lambda: lay(bo, mod, days=None)) == "bad_request"
    assert code_of(lambda: lay(bo, chat, "ban_site")) == "not_permitted"
    assert code_of(lambda: lay(mod, mod)) == "own_case"
    assert code_of(lambda: lay(chat, mod)) == "not_permitted"
    assert not ModerationLog.objects.exists()


def test_the_log_cannot_be_changed(mod, bo):
    lay(bo, mod)
    row = ModerationLog.objects.get()
    assert (row.action, row.by, row.user, row.facts) == ("mute", mod, bo, {"days": 7})
    for change in (row.save, row.delete, ModerationLog.objects.all().delete):
        with pytest.raises(TypeError, match="append-only"):
            change()


def test_the_queue_gives_the_heaviest_free_case_of_ones_areas_to_one_moderator(mod, bo):
    light, heavy = open_case(make_user()), open_case(bo)
    open_case(bo)
    cheat = open_case(bo, "help")
    chat = make_moderator(CHAT)
    assert next_case(by=chat, now=NOW) == heavy
    assert code_of(lambda: take_case(case_pk=heavy.pk, by=mod, now=NOW)) == "case_locked"
    assert code_of(lambda: take_case(case_pk=cheat.pk, by=chat, now=NOW)) == "not_permitted"
    snooze_case(case_pk=heavy.pk, by=chat, hours="24", now=NOW)
    assert next_case(by=chat, now=NOW) == light
    assert next_case(by=chat, now=NOW + timedelta(days=2)) == heavy
    own = open_case(bo, "name", user=mod)
    assert code_of(lambda: take_case(case_pk=own.pk, by=mod, now=NOW)) == "own_case"


def test_a_measure_closes_the_case_and_reporters_hear_that_there_was_one(mod, bo):
    case = open_case(bo, user=(ada := make_user()))
    lay(bo, mod, case_pk=case.pk)
    case.refresh_from_db()
    assert (case.is_acted, case.closed_by) == (True, mod)
    assert not Report.objects.get().is_open
    assert "led to a measure" in Notice.objects.get(user=ada).facts["sentence"]
    assert code_of(lambda: lay(bo, mod, case_pk=case.pk)) == "case_closed"


def test_each_role_sees_and_does_in_the_admin_what_is_its_own(bo):
    case = open_case(bo, "help")
    page = reverse("admin:games_case_change", args=[case.pk])
    act = reverse("admin:games_case_act", args=[case.pk])
    queue = reverse("admin:games_case_changelist")
    answers = {}
    for role in (CHAT, FAIR, "none"):
        client, user = Client(), make_moderator(role)
        sign_in_staff(client, user)
        post = {"do": "warning", "note": "first time", "close": ""}
        answers[role] = [
            client.get(queue).status_code,
            client.get(page).status_code,
            client.post(act, post).status_code,
        ]
    assert answers == {CHAT: [200, 403, 403], FAIR: [200, 200, 302], "none": [403, 403, 403]}
    assert Sanction.objects.get().kind == "warning"


def test_log_and_lists_are_to_read_and_are_found_by_whole_names(mod, bo):
    lay(bo, mod)
    client = Client()
    sign_in_staff(client, mod)
    for model in ("moderationlog", "sanction", "report", "chatline", "game"):
        address = reverse(f"admin:games_{model}_changelist")
        assert client.get(address, {"q": "bo"}).status_code == 200
        assert client.get(reverse(f"admin:games_{model}_add")).status_code == 403


def test_an_appeal_is_decided_by_another_moderator_and_ends_the_sanction(mod, bo):
    other = make_user(is_staff=True)
    other.groups.set(Group.objects.filter(name="Moderators: appeals"))
    mod.groups.add(Group.objects.get(name="Moderators: appeals"))
    client = Client()
    ban = lay(bo, mod, "ban_site", words="Three accounts.")
    signed = client.post(
        reverse("account_login"), {"login": "Bo", "password": PASSWORD}, follow=True
    )
    assert "Three accounts." in signed.content.decode()
    assert client.get("/vacation/").status_code == 302
    thread = reverse("appeal", args=[ban.pk])
    assert client.post(thread, {"text": "That was my sister."}).status_code == 302
    assert client.post(thread, {"text": "x" * 1000}).status_code == 409
    appeal = Appeal.objects.get()
    fields = {"appeal_pk": appeal.pk, "decision": "grant", "text": "So it was.", "note": "checked"}
    assert code_of(lambda: answer_appeal(by=mod, now=NOW, **fields)) == "own_case"
    staff = Client()
    sign_in_staff(staff, other)
    address = reverse("admin:games_appeal_change", args=[appeal.pk])
    assert "my sister" in staff.get(address).content.decode()
    assert staff.post(address, fields).status_code == 302
    bo.refresh_from_db()
    assert bo.is_active
    assert [row.action for row in ModerationLog.objects.all()] == ["granted", "ban_site"]
