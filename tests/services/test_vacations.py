"""Vacations: clocks stand for who is away and for nobody else, within a budget, each once."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.core.errors import ConflictError
from games.core.pace import DAILY, DAY, HOUR, LIVE, STEADY, UNTIMED
from games.core.vacation import BUDGET, LEAST_LEFT, budget_left
from games.models import Game, Vacation
from games.selectors.clock import clock_of
from games.selectors.vacations import left_of_year, open_vacation
from games.services.clocks import judge_deadline, sweep_deadlines
from games.services.play import resign
from games.services.vacations import end_vacation, settle_clocks, start_vacation, sweep_vacations
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import make_begun_game, play

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)


def again(game):
    return Game.objects.get(pk=game.pk)


def mover(game):
    return game.players.select_related("user").get(seat=game.to_move).user


def left(game, now):
    game = again(game)
    return clock_of(game, game.players.get(seat=game.to_move)).left(now)


def stands(game):
    game = again(game)
    return game.clock_since is None and game.deadline_at is None


def test_the_budget_is_thirty_days_and_each_vacation_costs_a_day_at_least():
    assert budget_left([], NOW) == 30 * DAY
    assert budget_left([(NOW - 5 * HOUR, NOW - 4 * HOUR)], NOW) == 29 * DAY
    assert budget_left([(NOW - 12 * DAY, NOW - 2 * DAY)], NOW) == 20 * DAY
    assert budget_left([(NOW - 40 * DAY, NOW - 10 * DAY)], NOW) == timedelta()


def test_a_vacation_counts_whole_until_a_year_after_its_end():
    vacation = (NOW - 375 * DAY, NOW - 365 * DAY)
    assert budget_left([vacation], NOW - SECOND) == 20 * DAY
    assert budget_left([vacation], NOW) == 30 * DAY


def test_the_time_that_is_left_at_the_start_is_left_at_the_return():
    game = make_game(pace=DAILY)
    user = mover(game)
    start_vacation(user_id=user.pk, now=NOW + 5 * HOUR)
    assert stands(game)
    assert left(game, NOW + 9 * DAY) == 4 * DAY - 5 * HOUR
    back = NOW + 10 * DAY
    end_vacation(user_id=user.pk, now=back)
    assert again(game).deadline_at == back + 4 * DAY - 5 * HOUR


def test_only_the_clock_of_who_is_away_stands():
    game = make_game(pace=DAILY)
    other = game.players.exclude(user=mover(game)).get().user
    start_vacation(user_id=other.pk, now=NOW + HOUR)
    assert again(game).deadline_at == NOW + 4 * DAY
    game = play(game, now=NOW + 2 * HOUR).game
    assert mover(game) == other
    assert stands(game)


def test_who_is_away_may_play_on_and_the_bank_pays_nothing():
    game = make_game(pace=DAILY)
    user = mover(game)
    start_vacation(user_id=user.pk, now=NOW)
    game = play(game, now=NOW + 9 * DAY).game
    assert game.players.get(user=user).bank == 3 * DAY
    assert game.deadline_at == NOW + 13 * DAY


def test_who_comes_back_has_twelve_hours_at_least():
    game = make_game(pace=DAILY)
    user = mover(game)
    start_vacation(user_id=user.pk, now=game.deadline_at - HOUR)
    back = NOW + 9 * DAY
    end_vacation(user_id=user.pk, now=back)
    assert again(game).deadline_at == back + LEAST_LEFT


def test_starting_and_ending_twice_is_as_once():
    game = make_game(pace=DAILY)
    user = mover(game)
    first = start_vacation(user_id=user.pk, now=NOW)
    assert start_vacation(user_id=user.pk, now=NOW + DAY) == first
    assert left(game, NOW + DAY) == 4 * DAY
    assert end_vacation(user_id=user.pk, now=NOW + 2 * DAY)
    deadline = again(game).deadline_at
    assert not end_vacation(user_id=user.pk, now=NOW + 3 * DAY)
    assert again(game).deadline_at == deadline
    assert Vacation.objects.count() == 1


def test_without_a_day_of_budget_no_vacation_begins():
    user = make_user()
    start_vacation(user_id=user.pk, now=NOW)
    end_vacation(user_id=user.pk, now=NOW + 29 * DAY + HOUR)
    with pytest.raises(ConflictError) as refusal:
        start_vacation(user_id=user.pk, now=NOW + 30 * DAY)
    assert refusal.value.code == "no_vacation_left"
    assert Vacation.objects.count() == 1


def test_a_vacation_ends_by_itself_when_the_budget_is_used_up():
    game = make_game(pace=DAILY)
    user = mover(game)
    start_vacation(user_id=user.pk, now=NOW)
    over = NOW + BUDGET
    assert sweep_vacations(now=over - SECOND) == 0
    assert sweep_vacations(now=over + HOUR) == 1
    assert open_vacation(user.pk) is None
    assert Vacation.objects.get().ended_at == over
    assert again(game).deadline_at == over + HOUR + 4 * DAY
    assert left_of_year(user.pk, over + HOUR) == timedelta()


@pytest.mark.parametrize("pace", [LIVE, UNTIMED])
def test_live_games_and_games_without_a_clock_take_no_notice(pace):
    game = make_game(pace=pace)
    before = (game.clock_since, game.deadline_at)
    start_vacation(user_id=mover(game).pk, now=NOW + SECOND)
    sweep_vacations(now=NOW + SECOND)
    assert (again(game).clock_since, again(game).deadline_at) == before


def test_a_game_that_forbids_vacations_runs_on_and_is_lost():
    game = make_begun_game(pace=DAILY, allows_vacation=False)
    user = mover(game)
    start_vacation(user_id=user.pk, now=NOW)
    assert again(game).deadline_at == NOW + 4 * DAY
    assert judge_deadline(public_id=game.public_id, now=NOW + 5 * DAY)
    assert again(game).end_reason == "flagged"


def test_before_a_loss_on_time_a_vacation_begins_by_itself():
    game, elsewhere = (make_begun_game(pace=pace) for pace in (DAILY, STEADY))
    user = mover(game)
    now = game.deadline_at + 3 * SECOND
    assert not judge_deadline(public_id=game.public_id, now=now)
    assert again(game).is_running
    assert stands(game)
    assert Vacation.objects.get().is_automatic
    assert open_vacation(user.pk).ends_at == now + BUDGET
    end_vacation(user_id=user.pk, now=now + DAY)
    assert again(game).deadline_at == now + DAY + LEAST_LEFT
    assert again(elsewhere).deadline_at is not None


def test_an_automatic_vacation_reaches_all_other_games_with_the_next_sweep():
    me = make_user()
    urgent, other = (make_begun_game(me, make_user(), first=me, pace=DAILY) for _ in range(2))
    begin = NOW + 4 * DAY + 3 * SECOND
    Game.objects.filter(pk=other.pk).update(deadline_at=begin + DAY, clock_since=begin - 3 * DAY)
    judge_deadline(public_id=urgent.public_id, now=begin)
    assert sweep_vacations(now=begin + 5 * SECOND) == 1
    assert left(other, begin + 9 * DAY) == DAY


def test_no_vacation_begins_by_itself_for_who_has_switched_that_off():
    game = make_begun_game(pace=DAILY)
    User.objects.filter(pk=mover(game).pk).update(has_auto_vacation=False)
    assert judge_deadline(public_id=game.public_id, now=game.deadline_at + HOUR)
    assert not Vacation.objects.exists()


def test_no_vacation_begins_by_itself_when_the_budget_is_used_up():
    game = make_begun_game(pace=DAILY, now=NOW)
    Vacation.objects.create(
        user=mover(game),
        started_at=NOW - BUDGET,
        ends_at=NOW,
        ended_at=NOW,
    )
    assert judge_deadline(public_id=game.public_id, now=game.deadline_at + HOUR)
    assert Vacation.objects.count() == 1


def test_a_vacation_begun_too_late_saves_nobody_who_wants_no_automatic_one():
    game = make_begun_game(pace=DAILY)
    user = mover(game)
    User.objects.filter(pk=user.pk).update(has_auto_vacation=False)
    late = game.deadline_at + HOUR
    Vacation.objects.create(user=user, started_at=late, ends_at=late + BUDGET)
    assert judge_deadline(public_id=game.public_id, now=late)


def test_a_sweep_stops_what_an_interrupted_start_left_running_from_the_start_on():
    game = make_game(pace=DAILY)
    begin = NOW + 6 * HOUR
    Vacation.objects.create(user=mover(game), started_at=begin, ends_at=begin + BUDGET)
    assert sweep_vacations(now=NOW + 2 * DAY) == 1
    assert left(game, NOW + 3 * DAY) == 4 * DAY - 6 * HOUR
    assert sweep_vacations(now=NOW + 3 * DAY) == 0


def test_a_sweep_starts_what_an_interrupted_return_left_standing():
    game = make_game(pace=DAILY)
    start_vacation(user_id=mover(game).pk, now=NOW)
    Vacation.objects.update(ended_at=NOW + DAY)
    assert sweep_vacations(now=NOW + 2 * DAY) == 1
    assert again(game).deadline_at == NOW + 6 * DAY


def test_all_games_stand_and_all_go_on():
    me = make_user()
    games = [make_game(me, make_user(), pace=DAILY) for _ in range(12)]
    for game in games:
        if mover(game) != me:
            play(game)
    start_vacation(user_id=me.pk, now=NOW + HOUR)
    assert all(stands(game) for game in games)
    end_vacation(user_id=me.pk, now=NOW + 3 * DAY)
    assert {again(game).deadline_at for game in games} == {NOW + 7 * DAY - HOUR}


def test_a_game_that_cannot_be_settled_holds_up_no_other():
    me = make_user()
    games = [make_game(me, make_user(), pace=DAILY) for _ in range(2)]
    for game in games:
        if mover(game) != me:
            play(game)
    Game.objects.filter(pk=games[0].pk).update(ruleset_key="gone")
    start_vacation(user_id=me.pk, now=NOW)
    assert stands(games[1])


def test_a_return_a_sweep_and_a_second_return_at_once_start_each_clock_once():
    me = make_user()
    games = [make_game(me, make_user(), pace=DAILY) for _ in range(4)]
    for game in games:
        if mover(game) != me:
            play(game)
    start_vacation(user_id=me.pk, now=NOW + HOUR)
    back = NOW + 2 * DAY
    outcomes = at_once(
        lambda: end_vacation(user_id=me.pk, now=back),
        lambda: end_vacation(user_id=me.pk, now=back),
        lambda: sweep_vacations(now=back),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    settle_clocks(now=back)
    assert {again(game).deadline_at for game in games} == {back + 4 * DAY - HOUR}


def test_many_deadlines_and_a_start_at_once_begin_one_vacation_and_block_nobody():
    """A game is held when the user's row is asked for, and never the other way round."""
    me = make_user()
    games = [make_begun_game(me, make_user(), first=me, pace=DAILY) for _ in range(3)]
    now = NOW + 5 * DAY
    outcomes = at_once(
        *(lambda game=game: judge_deadline(public_id=game.public_id, now=now) for game in games),
        lambda: start_vacation(user_id=me.pk, now=now),
        lambda: sweep_deadlines(now=now),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert Vacation.objects.filter(user=me).count() == 1
    assert all(again(game).is_running for game in games)
    assert all(stands(game) for game in games)


def test_a_game_that_ends_in_a_vacation_stays_ended():
    game = make_game(pace=DAILY)
    user = mover(game)
    start_vacation(user_id=user.pk, now=NOW)
    resign(public_id=game.public_id, user_id=user.pk, key="bye", now=NOW + DAY)
    end_vacation(user_id=user.pk, now=NOW + 2 * DAY)
    assert again(game).deadline_at is None
