"""The daily mail: once a day, by the reader's clock, and only when a game waits."""

from datetime import time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games.core.notices import Event
from games.core.pace import DAILY, RELAXED
from games.models import Delivery, NoticeHabits
from games.services import notice_choices
from games.services.deliveries import sweep_deliveries
from games.services.digests import sweep_digests
from games.services.routing import route_notices
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import play

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def reader():
    """Somebody in Tokyo, where it is 21:00 at NOW, who has the usual habits."""
    user = make_user(time_zone="Asia/Tokyo")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def wait(user, pace=RELAXED):
    """Start a game that waits for this user."""
    game = make_game(user, make_user(), pace=pace)
    if game.players.get(seat=game.to_move).user != user:
        play(game)
    return game


def run(now) -> None:
    route_notices(now=now)
    sweep_digests(now=now)
    sweep_deliveries(now=now)


def mails_to(user) -> list[str]:
    return [message.subject for message in mail.outbox if message.to == [user.email]]


def test_many_turns_are_one_mail_a_day_that_counts_them(reader):
    for _ in range(3):
        wait(reader)
    run(NOW)
    assert not mails_to(reader), "a turn alone is no mail; the daily one tells it"
    run(NOW + 20 * HOUR)
    assert not mails_to(reader)
    for hours in (21, 22, 30):  # 18:00 in Tokyo is 09:00 by UTC
        run(NOW + hours * HOUR)
    assert mails_to(reader) == ["3 games wait for you"]
    run(NOW + 21 * HOUR + DAY)
    assert len(mails_to(reader)) == 2


def test_it_names_the_nearest_deadline(reader):
    wait(reader, RELAXED)
    near = wait(reader, DAILY)
    run(NOW)
    run(NOW + 21 * HOUR)
    body = mail.outbox[-1].body
    opponent = near.players.exclude(user=reader).get().user
    assert "nearest deadline" in body
    assert opponent.username in body


def test_nothing_is_sent_when_no_game_waits(reader):
    game = wait(reader)
    run(NOW)
    play(game)
    run(NOW + 21 * HOUR)
    assert not mails_to(reader)
    assert NoticeHabits.objects.get(user=reader).digest_due == NOW + 21 * HOUR + DAY


def test_a_game_played_between_the_mail_and_its_sending_drops_it(reader):
    game = wait(reader)
    route_notices(now=NOW)
    sweep_digests(now=NOW + 21 * HOUR)
    play(game)
    sweep_deliveries(now=NOW + 21 * HOUR)
    assert Delivery.objects.get(user=reader).error == "nothing_waits"


def test_sweeps_at_once_make_one_mail(reader):
    wait(reader)
    route_notices(now=NOW)
    outcomes = at_once(*[lambda: sweep_digests(now=NOW + 21 * HOUR)] * 4)
    assert sorted(outcomes) == [0, 0, 0, 1]


def test_whoever_moves_to_another_zone_has_no_second_mail_on_the_same_day(reader):
    wait(reader)
    run(NOW)
    run(NOW + 21 * HOUR)
    reader.time_zone = "Europe/London"
    reader.save()
    NoticeHabits.objects.filter(user=reader).update(digest_due=NOW + 22 * HOUR)
    run(NOW + 22 * HOUR)
    assert len(mails_to(reader)) == 1


def test_whoever_wants_a_mail_for_each_turn_has_no_daily_one(reader):
    notice_choices.save_habits(user=reader, quiet=None, digest_at=None, wants_always=False, now=NOW)
    wait(reader)
    run(NOW)
    assert len(mails_to(reader)) == 1
    run(NOW + 2 * DAY)
    assert len(mails_to(reader)) == 1


def test_another_hour_is_kept(reader):
    notice_choices.save_habits(
        user=reader, quiet=None, digest_at=time(7), wants_always=False, now=NOW
    )
    assert NoticeHabits.objects.get(user=reader).digest_due == NOW + 10 * HOUR


def test_stopping_the_daily_mail_by_its_link_stops_the_mails_of_turns_too(reader):
    wait(reader)
    run(NOW)
    notice_choices.stop_mails(user=reader, event="digest", now=NOW)
    run(NOW + 21 * HOUR)
    wait(reader)
    run(NOW + 22 * HOUR)
    assert not mails_to(reader)
    assert Event.YOUR_TURN in reader.notices.values_list("event", flat=True)
