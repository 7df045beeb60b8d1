"""The bell, its page, the settings of it, and the page of those who keep the site running."""

from datetime import time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.core.notices import DEFAULTS, Channel, Event
from games.models import Delivery, Notice, NoticeHabits
from games.selectors.notices import PAGE_SIZE, choices_of
from games.services.looks import note_look
from games.services.notices import tell
from tests.client import sign_in_staff
from tests.factories import NOW, make_game, make_user
from tests.table import play, user_to_move

pytestmark = pytest.mark.django_db


def told_often(user, count, **fields):
    for number in range(count):
        tell(
            [user], Event.MODERATION, key=f"m{number}", now=NOW, sentence=f"Text {number}", **fields
        )


def bell_of(client, path="/rules/") -> str:
    page = client.get(path).content.decode()
    return page.split('id="bell"')[1].split("</a>")[0]


def test_the_bell_counts_what_is_new_on_every_page(client):
    user = make_user()
    client.force_login(user)
    assert "Notices, 0 new" in bell_of(client)
    told_often(user, 3)
    assert "Notices, 3 new" in bell_of(client)
    client.post(reverse("notices_read"))
    assert "Notices, 0 new" in bell_of(client)


def test_the_fragment_of_a_table_renews_pill_and_bell(client):
    game = make_game()
    player = game.players.get(seat=game.to_move).user
    client.force_login(player)
    told_often(player, 2)
    answer = client.get(reverse("pill", args=[game.public_id])).content.decode()
    assert 'id="pill-turn"' in answer
    assert "Notices, 2 new" in answer


def test_looking_at_a_game_reads_what_was_told_of_it(client):
    game = make_game()
    player = game.players.get(seat=game.to_move).user
    client.force_login(player)
    assert "Notices, 1 new" in bell_of(client)
    assert "Notices, 0 new" in bell_of(client, game.get_absolute_url())
    assert "Notices, 0 new" in bell_of(client)


def test_whoever_has_a_table_open_knows_what_happens_there(client):
    game = make_game()
    note_look(user_id=user_to_move(game), public_id=game.public_id, now=NOW)
    assert Notice.objects.get(game=game).read_at == NOW


def test_somebody_who_watches_reads_nothing_for_the_players(client):
    game = make_game()
    client.force_login(make_user())
    client.get(game.get_absolute_url())
    note_look(user_id=make_user().pk, public_id=game.public_id, now=NOW)
    assert Notice.objects.get(game=game).read_at is None


def test_pages_hold_every_notice_once_newest_first(client):
    user = make_user()
    client.force_login(user)
    told_often(user, 2 * PAGE_SIZE + 5)
    seen, path = [], reverse("notices")
    while path:
        page = client.get(path).context["page"]
        seen += [row["id"] for row in page["rows"]]
        path = page["older"] and f"{reverse('notices')}?before={page['older']}"
    assert seen == sorted(Notice.objects.values_list("pk", flat=True), reverse=True)


@pytest.mark.parametrize("before", ["x", "-1", "9" * 40, "", "²"])
def test_a_strange_beginning_of_a_page_is_the_newest(client, before):
    user = make_user()
    client.force_login(user)
    told_often(user, 1)
    answer = client.get(reverse("notices"), {"before": before})
    assert answer.status_code == 200
    assert "Text 0" in answer.content.decode()


def test_a_page_of_notices_costs_the_same_for_one_and_for_many(client, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    user = make_user()
    client.force_login(user)
    tell([user], Event.GAME_OVER, key="over", now=NOW, game=make_game(user, make_user()))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("notices"))
    for _ in range(10):
        game = make_game(user, make_user())
        play(game)
    with django_assert_num_queries(len(few)):
        client.get(reverse("notices"))


def test_a_notice_opens_what_it_is_about_and_is_read(client):
    game = make_game()
    player = game.players.get(seat=game.to_move).user
    client.force_login(player)
    notice = Notice.objects.get(user=player)
    answer = client.get(reverse("notice", args=[notice.pk]))
    assert answer.headers["Location"] == game.get_absolute_url()
    notice.refresh_from_db()
    assert notice.read_at is not None


def test_somebody_elses_notice_is_not_there(client):
    make_game()
    client.force_login(make_user())
    notice = Notice.objects.get()
    assert client.get(reverse("notice", args=[notice.pk])).status_code == 404
    assert Notice.objects.get().read_at is None


def test_an_event_without_the_bell_is_neither_counted_nor_listed(client):
    user = make_user()
    client.force_login(user)
    told_often(user, 1)
    client.post(reverse("notices_choose"), {"your_turn-bell": "on"})
    assert "Notices, 0 new" in bell_of(client)
    assert "Text 0" not in client.get(reverse("notices")).content.decode()


def test_the_settings_show_the_matrix_and_store_what_is_ticked(client):
    user = make_user()
    client.force_login(user)
    page = client.get(reverse("settings")).content.decode()
    for event, channels in DEFAULTS.items():
        for channel in Channel:
            box = page.split(f'name="{event}-{channel}"')[1].split(">")[0]
            assert ("checked" in box) == (channel in channels)
    fields = {"chat-email": "on", "chat-bell": "on", "always": "on"}
    fields |= {"quiet_from": "22", "quiet_until": "7", "digest_at": ""}
    client.post(reverse("notices_choose"), fields)
    chosen = choices_of([user.pk])[user.pk]
    assert chosen[Event.CHAT] == {Channel.BELL, Channel.EMAIL}
    assert not any(channels for event, channels in chosen.items() if event != Event.CHAT)
    habits = NoticeHabits.objects.get(user=user)
    assert (habits.quiet_from, habits.quiet_until) == (time(22), time(7))
    assert (habits.digest_at, habits.digest_due, habits.wants_always) == (None, None, True)


@pytest.mark.parametrize(
    "fields", [{"quiet_from": "22"}, {"digest_at": "24"}, {"quiet_from": "x", "quiet_until": "1"}]
)
def test_hours_that_are_none_change_nothing_and_say_so(client, fields):
    user = make_user()
    client.force_login(user)
    answer = client.post(reverse("notices_choose"), fields, follow=True)
    assert "Choose both ends of the quiet hours" in answer.content.decode()
    assert not NoticeHabits.objects.exists()


@pytest.mark.parametrize(
    ("name", "method"),
    [("notices", "get"), ("notices_read", "post"), ("notices_choose", "post")],
)
def test_visitors_are_sent_to_sign_in(client, name, method):
    answer = getattr(client, method)(reverse(name))
    assert answer.headers["Location"].startswith("/accounts/login/")


def test_the_operations_page_names_the_oldest_delivery_and_what_failed(client):
    staff = make_user(is_staff=True, is_superuser=True)
    sign_in_staff(client, staff)
    assert "Nothing is undelivered" in client.get("/admin/operations/").content.decode()
    long_ago = timezone.now() - timedelta(hours=3)
    fields = {"user": staff, "channel": "email", "created_at": long_ago, "due_at": long_ago}
    Delivery.objects.create(key="late", error="mail_failed", tries=2, **fields)
    Delivery.objects.create(key="gone", error="mail_refused", state="failed", **fields)
    page = client.get("/admin/operations/").content.decode()
    assert "late for 3\xa0hours, 2 tries, last error: mail_failed" in page
    assert "mail_refused" in page
    assert staff.email not in page
    assert "/admin/operations/" in client.get("/admin/").content.decode()


def test_the_operations_page_is_for_the_staff(client):
    client.force_login(make_user())
    assert client.get("/admin/operations/").status_code == 302


def test_a_move_waits_for_no_mail_and_tells_the_next(client):
    """The request writes one row; mails are made by the worker."""
    game = make_game()
    mover = user_to_move(game)
    play(game)
    game.refresh_from_db()
    assert not Delivery.objects.exists()
    assert Notice.objects.filter(user_id=user_to_move(game), routed_at=None).exists()
    assert user_to_move(game) != mover
