"""Two reminders a turn, each once, and none that is not true any more."""

from datetime import time, timedelta

import pytest
from allauth.account.models import EmailAddress

from games.core.notices import Event
from games.core.pace import DAILY, LIVE, RELAXED, STEADY, WEEKEND
from games.models import Delivery, Game, GameSecret, Notice
from games.services.deliveries import sweep_deliveries
from games.services.gifts import give_time
from games.services.looks import note_look
from games.services.notice_choices import save_habits
from games.services.play import resign
from games.services.reminders import sweep_reminders
from games.services.routing import route_notices
from games.services.vacations import end_vacation, settle_clocks, start_vacation
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import make_begun_game, play

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

pytestmark = pytest.mark.django_db(transaction=True)


def reminded(game: Game) -> list[int]:
    """Return the seats that were reminded, in order."""
    notices = Notice.objects.filter(game=game, event=Event.TIME_SHORT).order_by("pk")
    seats = dict(game.players.values_list("user_id", "seat"))
    return [seats[user_id] for user_id in notices.values_list("user_id", flat=True)]


def at(game: Game, left: timedelta):
    """Return the moment when so much time is left."""
    return Game.objects.get(pk=game.pk).deadline_at - left


def test_a_turn_has_two_reminders_however_often_the_sweep_runs():
    game = make_game(pace=RELAXED)
    seat = game.to_move
    for left, count in [(25, 0), (24, 1), (23, 1), (3, 1), (2, 2), (1, 2)]:
        for _ in range(2):
            sweep_reminders(now=at(game, left * HOUR))
        assert reminded(game) == [seat] * count, left


def test_after_a_pause_of_the_sweep_one_reminder_stands_for_both():
    game = make_game(pace=RELAXED)
    sweep_reminders(now=at(game, HOUR))
    sweep_reminders(now=at(game, HOUR / 2))
    assert len(reminded(game)) == 1


def test_the_next_turn_is_reminded_anew():
    game = make_game(pace=DAILY)
    sweep_reminders(now=at(game, DAY))
    play(game, now=at(game, 11 * HOUR))
    sweep_reminders(now=at(game, DAY))
    game.refresh_from_db()
    assert reminded(game) == [1 - game.to_move, game.to_move]


def test_nobody_is_reminded_of_a_fast_game_or_of_one_without_a_clock():
    for game in (make_game(pace=LIVE), make_game()):
        assert game.reminder_at is None
        assert not sweep_reminders(now=NOW + 30 * DAY)


def test_a_game_that_is_over_reminds_nobody():
    game = make_game(pace=DAILY)
    moment = at(game, HOUR)
    resign(public_id=game.public_id, user_id=game.players.get(seat=0).user_id, key="r", now=NOW)
    assert not sweep_reminders(now=moment)


def test_time_that_is_given_moves_the_reminder():
    game = make_game(pace=DAILY)
    game.refresh_from_db()
    before = game.reminder_at
    giver = game.players.exclude(seat=game.to_move).get().user
    give_time(public_id=game.public_id, user_id=giver.pk, seat=game.to_move, key="g", now=NOW)
    game.refresh_from_db()
    assert game.reminder_at == before + DAILY.gift


def test_a_vacation_holds_the_reminder_and_a_second_one_is_not_the_same_again():
    game = make_game(pace=RELAXED)
    mover = game.players.get(seat=game.to_move).user
    first = at(game, 20 * HOUR)
    sweep_reminders(now=first)
    start_vacation(user_id=mover.pk, now=first + HOUR)
    settle_clocks(now=first + HOUR)
    game.refresh_from_db()
    assert game.reminder_at is None
    end_vacation(user_id=mover.pk, now=first + 5 * DAY)
    settle_clocks(now=first + 5 * DAY)
    sweep_reminders(now=first + 5 * DAY)
    assert len(reminded(game)) == 1
    sweep_reminders(now=at(game, HOUR))
    assert len(reminded(game)) == 2


def test_a_player_who_leaves_does_not_make_a_reminder_come_again():
    """The version moves on and the turn stays."""
    game = make_begun_game(make_user(), make_user(), make_user(), pace=RELAXED)
    game.refresh_from_db()
    mover, first = game.players.get(seat=game.to_move), at(game, 20 * HOUR)
    sweep_reminders(now=first)
    third = game.players.exclude(pk=mover.pk).first().user
    resign(public_id=game.public_id, user_id=third.pk, key="r", now=first)
    start_vacation(user_id=mover.user_id, now=first + HOUR)
    end_vacation(user_id=mover.user_id, now=first + 2 * HOUR)
    sweep_reminders(now=first + 3 * HOUR)
    assert reminded(game) == [mover.seat]


def test_a_turn_with_little_time_from_its_beginning_is_not_told_twice_at_once():
    game = make_begun_game(make_user(), make_user(), pace=STEADY)
    game.players.update(bank=10 * HOUR)
    play(game)
    game.refresh_from_db()
    sweep_reminders(now=NOW + timedelta(minutes=1))
    assert not reminded(game)
    sweep_reminders(now=at(game, 5 * HOUR))
    assert len(reminded(game)) == 1


def test_a_game_that_cannot_be_read_holds_up_nobodys_reminder():
    broken, good = make_game(pace=DAILY), make_game(pace=DAILY)
    GameSecret.objects.filter(game=broken).update(state={"nonsense": 1})
    sweep_reminders(now=at(good, HOUR))
    assert len(reminded(good)) == 1
    broken.refresh_from_db()
    assert broken.reminder_at == at(good, HOUR) + HOUR


@pytest.fixture
def sleeper():
    """Somebody with a confirmed address who is left alone from 22 to 8, and whose turn it is."""
    user = make_user()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    save_habits(
        user=user, quiet=(time(22), time(8)), digest_at=time(9), wants_always=False, now=NOW
    )
    return user


def reminder_of(user) -> Delivery:
    return Delivery.objects.filter(user=user, notice__event=Event.TIME_SHORT).latest("pk")


def test_a_reminder_that_would_come_too_late_is_sent_in_quiet_hours(sleeper):
    """NOW is noon: the turn ends at four in the morning."""
    game = make_begun_game(sleeper, make_user(), first=sleeper, pace=DAILY, now=NOW - 8 * HOUR)
    moment = at(game, 2 * HOUR)
    sweep_reminders(now=moment)
    route_notices(now=moment)
    assert reminder_of(sleeper).due_at == moment


def test_a_reminder_that_waited_is_dropped_when_the_clock_stands_meanwhile(sleeper):
    game = make_begun_game(sleeper, make_user(), first=sleeper, pace=RELAXED, now=NOW)
    moment = at(game, 11 * HOUR)  # one in the morning; the turn ends at noon
    sweep_reminders(now=moment)
    route_notices(now=moment)
    start_vacation(user_id=sleeper.pk, now=moment + HOUR)
    sweep_deliveries(now=moment + 8 * HOUR)
    assert reminder_of(sleeper).error == "time_enough"


def test_the_last_reminder_is_sent_though_a_page_was_left_open(sleeper):
    game = make_begun_game(sleeper, make_user(), first=sleeper, pace=RELAXED, now=NOW)
    for left in (DAY, 2 * HOUR):
        moment = at(game, left)
        note_look(user_id=sleeper.pk, public_id=game.public_id, now=moment - timedelta(seconds=50))
        sweep_reminders(now=moment)
        note_look(user_id=sleeper.pk, public_id=game.public_id, now=moment)
        route_notices(now=moment)
        sweep_deliveries(now=moment + timedelta(minutes=5))
    kept = Delivery.objects.filter(notice__event=Event.TIME_SHORT).order_by("pk")
    assert [(row.state, row.error) for row in kept] == [("dropped", "read"), ("sent", "")]


def test_sweeps_at_once_remind_once():
    games = [make_game(pace=WEEKEND) for _ in range(3)]
    moment = max(at(game, 2 * HOUR) for game in games)
    outcomes = at_once(*[lambda: sweep_reminders(now=moment)] * 4)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert [len(reminded(game)) for game in games] == [1, 1, 1]
