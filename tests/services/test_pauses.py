"""Pauses: a clock runs only while no reason holds it, and only the right that began one ends it."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.errors import ConflictError, NotAllowedError
from games.core.pace import DAILY, DAY, HOUR, LIVE, WEEKEND
from games.core.pause import AGREED_MAX, OFFER_LASTS
from games.core.vacation import LEAST_LEFT
from games.core.weekend import counted
from games.models import Game, Heartbeat, Pause
from games.selectors.clock import clock_of, zone_named
from games.selectors.pauses import misjudged_games, pause_reasons
from games.services import uptime
from games.services.clocks import sweep_deadlines
from games.services.pauses import (
    agree_to_pause,
    end_pause,
    pause_by_moderator,
    propose_pause,
    resume_by_moderator,
    sweep_pauses,
)
from games.services.play import resign
from games.services.vacations import end_vacation, settle_clocks, start_vacation
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import make_begun_game, play

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def again(game):
    return Game.objects.get(pk=game.pk)


def users(game):
    """Return who is to move, and the others."""
    players = list(game.players.select_related("user"))
    order = players[game.to_move :] + players[: game.to_move]
    return [player.user for player in order]


def left(game, now):
    game = again(game)
    return clock_of(game, game.players.get(seat=game.to_move)).left(now)


def stands(game):
    return again(game).deadline_at is None


def propose(game, user, now=NOW):
    return propose_pause(public_id=game.public_id, user_id=user.pk, now=now)


def agree(game, user, offer, now=NOW):
    return agree_to_pause(public_id=game.public_id, user_id=user.pk, pause_id=offer.pk, now=now)


def end(game, user, pause, now=NOW):
    return end_pause(public_id=game.public_id, user_id=user.pk, pause_id=pause.pk, now=now)


def paused(game, now=NOW):
    """Let all players agree to a pause, and return it."""
    everybody = users(game)
    pause = propose(game, everybody[0], now)
    for user in everybody[1:]:
        pause = agree(game, user, pause, now)
    return pause


def moderate(game, moderator, now=NOW):
    return pause_by_moderator(
        public_id=game.public_id, user_id=moderator.pk, reason="a quarrel", now=now
    )


def resume(game, moderator, now=NOW):
    return resume_by_moderator(public_id=game.public_id, user_id=moderator.pk, now=now)


def code_of(command, *args, **fields):
    with pytest.raises((ConflictError, NotAllowedError)) as refusal:
        command(*args, **fields)
    return refusal.value.code


def test_a_clock_stands_when_the_last_person_has_agreed():
    game = make_game(*(make_user() for _ in range(3)), pace=DAILY)
    first, second, third = users(game)
    offer = propose(game, second, NOW + HOUR)
    agree(game, first, offer, NOW + 2 * HOUR)
    assert not stands(game)
    agree(game, third, offer, NOW + 3 * HOUR)
    assert stands(game)
    assert left(game, NOW + 9 * DAY) == 4 * DAY - 3 * HOUR


def test_any_player_resumes_with_one_wish_and_the_rest_of_the_time_is_as_it_was():
    game = make_game(pace=DAILY)
    pause = paused(game, NOW + HOUR)
    other, back = users(game)[1], NOW + 9 * DAY
    assert end(game, other, pause, back)
    assert again(game).deadline_at == back + 4 * DAY - HOUR
    assert not end(game, other, pause, back + HOUR), "once"


def test_nobody_is_surprised_by_a_clock_that_runs_again():
    game = make_game(pace=DAILY)
    pause = paused(game, game.deadline_at - HOUR)
    end(game, users(game)[1], pause, NOW + 9 * DAY)
    assert again(game).deadline_at == NOW + 9 * DAY + LEAST_LEFT


def test_a_live_clock_goes_on_where_it_stood():
    game = make_game(pace=LIVE)
    pause = paused(game, game.deadline_at - 9 * SECOND)
    end(game, users(game)[1], pause, NOW + HOUR)
    assert again(game).deadline_at == NOW + HOUR + 9 * SECOND


def test_bots_agree_at_once():
    game = make_game(bots=("greedy", "careful"), pace=DAILY)
    me = game.players.get(user__bot_key="").user
    assert propose(game, me).began_at == NOW


def test_who_proposes_what_is_proposed_agrees():
    game = make_game(pace=DAILY)
    first, second = users(game)
    offer = propose(game, first)
    assert propose(game, first) == offer
    assert propose(game, second).began_at == NOW
    assert Pause.objects.count() == 1


def test_an_offer_lapses_with_the_next_move_and_after_a_day():
    game = make_game(pace=DAILY)
    first, second = users(game)
    offer = propose(game, second)
    assert code_of(agree, game, first, offer, NOW + OFFER_LASTS) == "pause_gone"
    offer = propose(game, second, NOW + OFFER_LASTS)
    game = play(game, now=NOW + OFFER_LASTS).game
    assert code_of(agree, game, first, offer, NOW + OFFER_LASTS) == "pause_gone"
    assert propose(game, first, NOW + OFFER_LASTS) != offer


def test_after_a_no_nobody_asks_again_before_the_next_move():
    game = make_game(pace=DAILY)
    first, second = users(game)
    end(game, first, propose(game, second))
    assert code_of(propose, game, second) == "asked_already"
    game = play(game).game
    assert propose(game, second)


def test_a_pause_lasts_through_moves_and_ends_by_itself_after_thirty_days():
    game = make_game(pace=DAILY)
    paused(game)
    game = play(game, now=NOW + DAY).game
    assert stands(game)
    over = NOW + AGREED_MAX
    assert sweep_pauses(now=over - SECOND) == 0
    assert sweep_pauses(now=over) == 1
    assert again(game).deadline_at == over + 4 * DAY


def test_the_sweep_flags_nobody_whose_clock_stands():
    game = make_begun_game(pace=DAILY)
    paused(game)
    assert sweep_deadlines(now=NOW + 20 * DAY) == 0
    assert again(game).is_running


def test_a_game_without_clock_has_nothing_to_pause_and_strangers_pause_nothing():
    untimed, game = make_game(), make_game(pace=DAILY)
    assert code_of(propose, untimed, users(untimed)[0]) == "no_clock"
    assert code_of(propose, game, make_user()) == "not_your_game"


def test_whoever_has_left_is_not_asked():
    game = make_game(*(make_user() for _ in range(3)), pace=DAILY)
    first, second, third = users(game)
    resign(public_id=game.public_id, user_id=third.pk, key="bye", now=NOW)
    assert code_of(propose, game, third) == "already_left"
    assert agree(game, second, propose(game, first)).began_at == NOW


def test_no_player_ends_the_pause_of_a_moderator_and_no_moderator_that_of_the_players():
    game, moderator = make_game(pace=DAILY), make_user()
    by_moderator, agreed = moderate(game, moderator), paused(game)
    assert not end(game, users(game)[0], by_moderator)
    assert resume(game, moderator)
    assert not resume(game, moderator)
    assert stands(game)
    assert end(game, users(game)[0], agreed)
    assert not stands(game)


def test_moderators_do_not_judge_their_own_games():
    game = make_game(pace=DAILY)
    assert code_of(moderate, game, users(game)[0]) == "own_game"


def test_the_end_of_a_vacation_ends_no_other_pause_and_the_other_way_round():
    game = make_game(pace=DAILY)
    me = users(game)[0]
    pause = paused(game, NOW + HOUR)
    start_vacation(user_id=me.pk, now=NOW + 2 * HOUR)
    kinds = {reason.kind for reason in pause_reasons(again(game), game.players.get(user=me))}
    assert kinds == {"agreed", "vacation"}
    end_vacation(user_id=me.pk, now=NOW + DAY)
    assert stands(game)
    start_vacation(user_id=me.pk, now=NOW + 2 * DAY)
    end(game, me, pause, NOW + 3 * DAY)
    assert stands(game)
    end_vacation(user_id=me.pk, now=NOW + 4 * DAY)
    assert again(game).deadline_at == NOW + 4 * DAY + 4 * DAY - HOUR


def test_an_outage_gives_nothing_to_a_clock_that_stood():
    game = make_game(pace=DAILY)
    pause = paused(game, NOW + HOUR)
    Heartbeat.objects.create(role=uptime.ROLE, beat_at=NOW + 2 * HOUR)
    uptime._noted.clear()
    assert uptime.note_alive(now=NOW + 9 * HOUR) == 0
    end(game, users(game)[0], pause, NOW + DAY)
    assert again(game).deadline_at == NOW + DAY + 4 * DAY - HOUR


def test_a_pause_ends_with_its_game():
    game = make_game(pace=DAILY)
    paused(game)
    resign(public_id=game.public_id, user_id=users(game)[0].pk, key="bye", now=NOW + HOUR)
    assert Pause.objects.get().ended_at == NOW + HOUR


@pytest.mark.django_db(transaction=True)
def test_moves_pauses_and_sweeps_at_once_leave_a_clock_that_fits_its_reasons():
    games = [make_begun_game(pace=DAILY) for _ in range(3)]
    pauses = [paused(game, NOW + HOUR) for game in games]
    moderator, now = make_user(), NOW + AGREED_MAX + HOUR
    outcomes = at_once(
        lambda: sweep_pauses(now=now),
        lambda: sweep_pauses(now=now),
        lambda: play(games[0], now=now),
        lambda: end(games[1], users(games[1])[0], pauses[1], now),
        lambda: moderate(games[2], moderator, now),
        lambda: start_vacation(user_id=users(games[0])[1].pk, now=now),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert misjudged_games() == []
    assert not Pause.objects.filter(kind="agreed", ended_at__isnull=True).exists()
    assert stands(games[2])
    assert not stands(games[1])


FRIDAY = datetime(2026, 12, 4, 18, tzinfo=UTC)
HOLDING = ("vacation", "moderator", "agreed")
SPANS = st.timedeltas(timedelta(minutes=6), timedelta(hours=3))
EVENTS = st.lists(st.tuples(st.sampled_from([*HOLDING, "outage", "wait"]), SPANS), max_size=10)


@given(EVENTS)
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_time_is_conserved_however_all_five_reasons_come_and_go(events):
    """What is left is what was given less the time in which nothing held the clock."""
    game = make_game(make_user(), make_user(), pace=WEEKEND, now=FRIDAY)
    me, moderator, now, spent = users(game)[0], make_user(), FRIDAY, timedelta()
    zone, holding, pause = zone_named(me.time_zone), set(), None
    for kind, span in events:
        later = now + span
        Heartbeat.objects.update_or_create(role=uptime.ROLE, defaults={"beat_at": now})
        if kind == "outage":
            uptime._noted.clear()
            uptime.note_alive(now=later)
        elif not holding:
            spent += counted(now, later, zone)
        now = later
        if kind == "vacation":
            switch = end_vacation if kind in holding else start_vacation
            switch(user_id=me.pk, now=now)
        elif kind == "moderator":
            (resume if kind in holding else moderate)(game, moderator, now)
        elif kind == "agreed" and kind in holding:
            end(game, me, pause, now)
        elif kind == "agreed":
            pause = paused(game, now)
        holding ^= {kind} & set(HOLDING)
        assert stands(game) is bool(holding)
        assert left(game, now) == 2 * DAY - spent
    assert misjudged_games() == []
    assert settle_clocks(now=now) == 0
