"""What becomes a notice, and on which channels it goes out."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from games.core.notices import Channel, Event
from games.core.pace import DAILY
from games.models import Challenge, Delivery, GameLook, Notice, Room
from games.services import notice_choices
from games.services.challenges import join_challenge, leave_challenge, offer_challenge
from games.services.chat import mute_person, say
from games.services.deliveries import deliver, forget_old, sweep_deliveries
from games.services.ladder_challenges import challenge_on_ladder
from games.services.ladder_queue import join_queue
from games.services.looks import note_look
from games.services.notices import mark_read, tell
from games.services.play import resign
from games.services.rematch import ask_rematch
from games.services.routing import route_notices
from games.services.vacations import end_vacation, start_vacation
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import play

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)

pytestmark = pytest.mark.django_db(transaction=True)


def make_reader(**fields):
    """Return somebody with a confirmed address, who wants a mail for each turn."""
    user = make_user(**fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    notice_choices.save_habits(user=user, quiet=None, digest_at=None, wants_always=False, now=NOW)
    return user


def told(user) -> list[str]:
    """Return the events that a user was told of, oldest first."""
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("event", flat=True))


def mover_of(game):
    game.refresh_from_db()
    return game.players.get(seat=game.to_move).user


def mails_to(user) -> int:
    """Return how many mails went to a user."""
    return [message.to for message in mail.outbox].count([user.email])


def send(now=NOW) -> None:
    """Do what the tasks do."""
    route_notices(now=now)
    sweep_deliveries(now=now)


def test_each_turn_is_told_once_to_the_one_whose_turn_it_is():
    game = make_game(make_reader(), make_reader(), now=NOW)
    first = mover_of(game)
    play(game)
    second = mover_of(game)
    assert told(first) == told(second) == [Event.YOUR_TURN]
    assert Notice.objects.get(user=first).read_at == NOW, "whoever moves knows that it was his turn"
    send()
    assert [message.to for message in mail.outbox] == [[second.email]]
    send()
    assert len(mail.outbox) == 1


def test_a_bot_is_told_nothing():
    game = make_game(make_user(), bots=("greedy",))
    assert not Notice.objects.filter(user__bot_key="greedy").exists()
    assert game.is_running


def test_the_end_is_told_to_all():
    one, other = make_reader(), make_reader()
    game = make_game(one, other)
    resign(public_id=game.public_id, user_id=one.pk, key="r", now=NOW)
    assert Event.GAME_OVER in told(one)
    assert Event.GAME_OVER in told(other)


def test_an_invitation_is_told_and_a_closed_one_is_not_mailed():
    host, guest = make_reader(), make_reader()
    fields = {"ruleset_key": "qwirkle", "options": {}, "invited": [guest], "now": NOW}
    challenge = offer_challenge(
        host=host, kind=Challenge.Kind.DIRECT, seat_count=2, key="k", **fields
    )
    assert told(guest) == [Event.INVITATION]
    route_notices(now=NOW)
    leave_challenge(public_id=challenge.public_id, user=host, now=NOW)
    sweep_deliveries(now=NOW)
    assert Delivery.objects.get().error == "read"
    assert not mail.outbox


def test_news_of_the_ladder_are_mailed_in_their_own_words_to_whoever_wants_them():
    host, guest = make_reader(username="Ada"), make_reader()
    notice_choices.save_choices(
        user=guest, chosen={(event, Channel.EMAIL) for event in (Event.LADDER, Event.INVITATION)}
    )
    wishes = {"paces": ["daily"], "rulesets": ["qwirkle"], "games_most": 1}
    pool = "qwirkle-duel"
    join_queue(user=guest, pool_key=pool, now=NOW, **wishes)
    challenge_on_ladder(
        host=host,
        name=guest.username,
        pool_key=pool,
        ruleset_key="qwirkle",
        pace="daily",
        key="k",
        now=NOW,
    )
    shift = {"kind": "recalculated", "pool": pool, "before": 1500, "after": 1510}
    tell([guest], Event.LADDER, key="recalculation:1", now=NOW, **shift)
    send()
    assert sorted(message.subject for message in mail.outbox) == [
        "Ada challenges you on the ladder",
        "Your rating in Qwirkle, two players was recalculated: 1500 before, 1510 now",
    ]


def test_a_rematch_is_an_invitation():
    one, other = make_reader(), make_reader()
    game = make_game(one, other)
    resign(public_id=game.public_id, user_id=one.pk, key="r", now=NOW)
    ask_rematch(public_id=game.public_id, user=one, now=NOW)
    assert told(other)[-1] == Event.INVITATION


def test_many_lines_of_chat_are_one_notice_until_it_is_read():
    one, other = make_user(), make_user()
    game = make_game(one, other)

    def write(number):
        fields = {"public_id": game.public_id, "user": one, "room": Room.TABLE}
        say(**fields, text=f"line {number}", key=f"k{number}", now=NOW + number * MINUTE)

    for number in range(3):
        write(number)
    assert told(other).count(Event.CHAT) == 1
    mark_read(user_id=other.pk, now=NOW)
    write(3)
    assert told(other).count(Event.CHAT) == 2
    mark_read(user_id=other.pk, now=NOW)
    mute_person(name=one.username, user=other, is_muted=True)
    write(4)
    assert told(other).count(Event.CHAT) == 2
    assert Event.CHAT not in told(one)


def test_opponents_hear_when_somebody_goes_and_comes_back():
    one, other, stranger = make_user(), make_user(), make_user()
    make_game(one, other, pace=DAILY)
    make_game(one, other, pace=DAILY)
    start_vacation(user_id=one.pk, now=NOW)
    end_vacation(user_id=one.pk, now=NOW + HOUR)
    assert told(other).count(Event.AWAY) == 2
    assert Event.AWAY not in told(one) + told(stranger)


def test_nothing_is_sent_for_a_game_at_which_somebody_looks_unless_he_wants_it_always():
    game = make_game(make_reader(), make_reader())
    play(game)
    reader = mover_of(game)
    note_look(user_id=reader.pk, public_id=game.public_id, now=NOW)
    play(game), play(game)
    send()
    note_look(user_id=reader.pk, public_id=game.public_id, now=NOW + MINUTE)
    send(NOW + 2 * MINUTE)
    assert mails_to(reader) == 0
    assert Delivery.objects.filter(user=reader, error="read").exists()
    notice_choices.save_habits(user=reader, quiet=None, digest_at=None, wants_always=True, now=NOW)
    play(game, now=NOW + 2 * MINUTE), play(game, now=NOW + 2 * MINUTE)
    assert mover_of(game) == reader
    send(NOW + 2 * MINUTE)
    assert mails_to(reader) == 1


def test_whoever_has_just_closed_his_page_is_told_a_little_later():
    game = make_game(make_reader(), make_reader())
    play(game)
    reader = mover_of(game)
    play(game)
    note_look(user_id=reader.pk, public_id=game.public_id, now=NOW)
    play(game)
    send(NOW)
    assert mails_to(reader) == 0
    send(NOW + 2 * MINUTE)
    assert mails_to(reader) == 1


def test_a_third_player_who_leaves_does_not_lose_the_turn_mail_of_another():
    game = make_game(make_reader(), make_reader(), make_reader())
    reader = mover_of(game)
    route_notices(now=NOW)
    third = game.players.exclude(user=reader).first().user
    resign(public_id=game.public_id, user_id=third.pk, key="r", now=NOW)
    assert mover_of(game) == reader
    send(NOW + MINUTE)
    assert mails_to(reader) == 1


def test_an_invitation_that_was_answered_is_read():
    host, guest, third = make_reader(), make_reader(), make_reader()
    fields = {"ruleset_key": "qwirkle", "options": {}, "invited": [guest, third], "now": NOW}
    challenge = offer_challenge(
        host=host, kind=Challenge.Kind.DIRECT, seat_count=3, key="k", **fields
    )
    route_notices(now=NOW)
    join_challenge(public_id=challenge.public_id, user=guest, token=None, now=NOW)
    leave_challenge(public_id=challenge.public_id, user=third, now=NOW)
    assert not Notice.objects.filter(event=Event.INVITATION, read_at=None).exists()
    sweep_deliveries(now=NOW)
    assert mails_to(guest) == mails_to(third) == 0


def test_a_notice_of_an_event_we_no_longer_know_stops_nobody():
    reader = make_reader()
    Notice.objects.create(user=reader, event="tournament", key="x", created_at=NOW)
    tell([reader], Event.MODERATION, key="m", now=NOW, sentence="Looked at")
    send()
    assert mails_to(reader) == 1


def test_a_look_is_noted_rarely_and_once():
    game, user = make_game(), make_user()
    for seconds in (0, 10, 44, 50):
        moment = NOW + timedelta(seconds=seconds)
        note_look(user_id=user.pk, public_id=game.public_id, now=moment)
    assert GameLook.objects.get().seen_at == NOW + timedelta(seconds=50)
    note_look(user_id=user.pk, public_id="no-such-game", now=NOW)
    forget_old(now=NOW + timedelta(days=3))
    assert not GameLook.objects.exists()


def test_a_turn_that_was_taken_before_the_mail_went_out_is_not_mailed():
    game = make_game(make_reader(), make_reader())
    route_notices(now=NOW)
    play(game)
    sweep_deliveries(now=NOW)
    assert Delivery.objects.get().error == "read"
    assert not mail.outbox


def test_what_comes_in_quiet_hours_waits_until_they_end():
    """NOW is noon in London and 21:00 in Tokyo."""
    from datetime import time

    reader = make_reader(time_zone="Asia/Tokyo")
    notice_choices.save_habits(
        user=reader, quiet=(time(20), time(8)), digest_at=None, wants_always=False, now=NOW
    )
    tell([reader], Event.GAME_OVER, key="over", now=NOW, game=make_game(reader, make_user()))
    send(NOW)
    over = Delivery.objects.get(user=reader, notice__event=Event.GAME_OVER)
    assert over.due_at == NOW + 11 * HOUR
    send(NOW + 10 * HOUR)
    assert not [message for message in mail.outbox if "won" in message.subject.lower()]
    over.refresh_from_db()
    assert over.state == Delivery.State.WAITING
    send(NOW + 11 * HOUR)
    over.refresh_from_db()
    assert over.state == Delivery.State.SENT


def test_a_choice_switches_one_square_of_the_matrix():
    reader = make_reader()
    notice_choices.save_choices(user=reader, chosen={(Event.GAME_OVER, Channel.BELL)})
    game = make_game(reader, make_user())
    resign(public_id=game.public_id, user_id=reader.pk, key="r", now=NOW)
    send()
    assert not Delivery.objects.filter(user=reader).exists()
    notice_choices.save_choices(user=reader, chosen={(Event.GAME_OVER, Channel.EMAIL)})
    game = make_game(reader, make_user())
    resign(public_id=game.public_id, user_id=reader.pk, key="r", now=NOW)
    send()
    assert Delivery.objects.get(user=reader).channel == Channel.EMAIL


def test_stopping_the_mails_of_an_event_leaves_the_others():
    reader = make_reader()
    notice_choices.stop_mails(user=reader, event=Event.GAME_OVER, now=NOW)
    game = make_game(reader, make_user())
    resign(public_id=game.public_id, user_id=reader.pk, key="r", now=NOW)
    send()
    assert not Delivery.objects.filter(notice__event=Event.GAME_OVER).exists()
    with pytest.raises(ValueError, match="nonsense"):
        notice_choices.stop_mails(user=reader, event="nonsense", now=NOW)


def test_without_a_confirmed_address_there_is_no_mail():
    game = make_game(make_user(), make_user())
    resign(public_id=game.public_id, user_id=mover_of(game).pk, key="r", now=NOW)
    send()
    assert not Delivery.objects.exists()


@pytest.fixture
def due():
    """A delivery that is due."""
    reader = make_reader()
    tell([reader], Event.MODERATION, key="m", now=NOW, sentence="Your report was looked at")
    route_notices(now=NOW)
    return Delivery.objects.get()


def test_many_sweeps_at_once_send_a_mail_once(due):
    outcomes = at_once(*[lambda: sweep_deliveries(now=NOW)] * 5)
    assert sum(outcomes) == 1
    assert len(mail.outbox) == 1
    due.refresh_from_db()
    assert (due.state, due.tries) == (Delivery.State.SENT, 1)


def test_many_routers_at_once_make_each_delivery_once():
    reader = make_reader()
    for number in range(5):
        tell([reader], Event.MODERATION, key=f"m{number}", now=NOW, sentence="Text")
    outcomes = at_once(*[lambda: route_notices(now=NOW)] * 4)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert Delivery.objects.count() == 5


def test_a_mail_that_cannot_go_out_is_tried_six_times_ever_later_and_then_given_up(
    due, monkeypatch
):
    def refuse(_mail):
        raise OSError("no mail server")

    monkeypatch.setattr("games.services.mailer.Mail.send", refuse)
    now, pauses = NOW, []
    for _ in range(6):
        assert deliver(pk=due.pk, now=now)
        assert not deliver(pk=due.pk, now=now), "a try at once is no other try"
        due.refresh_from_db()
        pauses.append(due.due_at - now)
        now = due.due_at
    assert pauses[:5] == [MINUTE * 4**power for power in range(5)]
    assert (due.state, due.error, due.tries) == (Delivery.State.FAILED, "mail_failed", 6)
    assert not deliver(pk=due.pk, now=now + HOUR)


def test_a_worker_that_died_while_sending_leaves_the_mail_to_the_next(due):
    lease = NOW + MINUTE
    Delivery.objects.update(state=Delivery.State.SENDING, lease_until=lease, tries=1)
    assert not sweep_deliveries(now=NOW)
    assert sweep_deliveries(now=lease)
    assert Delivery.objects.get().state == Delivery.State.SENT


def test_a_fault_of_ours_is_kept_and_does_not_stop_the_deliveries_behind_it(due, monkeypatch):
    tell([due.user], Event.GAME_OVER, key="o", now=NOW, game=make_game(due.user, make_user()))
    route_notices(now=NOW)
    from games.services import deliveries

    compose = deliveries.compose

    def stumble(**fields):
        if fields["kind"] == "other":
            raise KeyError("a template's fault")
        return compose(**fields)

    monkeypatch.setattr(deliveries, "compose", stumble)
    sweep_deliveries(now=NOW)
    due.refresh_from_db()
    assert (due.state, due.error) == (Delivery.State.WAITING, "fault")
    assert Delivery.objects.get(notice__event=Event.GAME_OVER).state == Delivery.State.SENT


def test_what_is_old_and_done_with_is_deleted_and_nothing_else(due):
    deliver(pk=due.pk, now=NOW)
    mark_read(user_id=due.user_id, now=NOW)
    tell([due.user], Event.MODERATION, key="unread", now=NOW, sentence="Text")
    forget_old(now=NOW + timedelta(days=89))
    assert Notice.objects.count() == 2
    forget_old(now=NOW + timedelta(days=91))
    assert Notice.objects.get().key == "unread"
    assert not Delivery.objects.exists()
