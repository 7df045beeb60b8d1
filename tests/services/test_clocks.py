"""T10: clocks run, stand and end games, on reads, on writes and in the sweep, each once."""

from datetime import timedelta

import pytest

from games.core.clock import GRACE
from games.core.errors import ConflictError
from games.core.pace import DAILY, DAY, HOUR, LIVE, STEADY, WEEKEND
from games.models import Game, Ply, Vacation
from games.selectors.outcome import result_of
from games.services import clocks
from games.services.bots import play_bot_turn
from games.services.clocks import judge_deadline, sweep_deadlines
from games.services.play import play_move, resign
from tests.factories import NOW, make_game, make_user
from tests.services.test_play_race import at_once
from tests.table import greedy_move, make_begun_game, play, state_of, user_to_move

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)


def banks(game):
    return {player.seat: player.bank for player in game.players.all()}


def again(game):
    return Game.objects.get(pk=game.pk)


def test_the_first_clock_runs_from_the_deal():
    game = make_game(pace=DAILY)
    assert game.deadline_at == NOW + 4 * DAY
    assert set(banks(game).values()) == {3 * DAY}


def test_without_a_pace_no_clock_runs():
    game = make_game()
    assert (game.clock_since, game.deadline_at) == (None, None)
    assert not judge_deadline(public_id=game.public_id, now=NOW + 999 * DAY)


def test_a_move_ends_the_turn_and_starts_the_clock_of_the_next_seat():
    game = make_game(pace=DAILY)
    mover = game.to_move
    game = play(game, now=NOW + DAY + 5 * HOUR).game
    assert banks(game) == {mover: 3 * DAY - 5 * HOUR, 1 - mover: 3 * DAY}
    assert game.deadline_at == NOW + DAY + 5 * HOUR + 4 * DAY


def test_an_increment_comes_after_the_own_move():
    game = make_game(pace=STEADY)
    mover = game.to_move
    game = play(game, now=NOW + HOUR).game
    assert banks(game)[mover] == 2 * DAY - HOUR + 12 * HOUR


def test_a_turn_of_several_moves_is_one_turn_for_the_clock():
    """A power is a move of its own, and the allowance runs on (rules 2.8)."""
    game = make_game(pace=DAILY, ruleset_key="qwirkle+action_tokens", tokens_from="start")
    for _ in range(2):
        game = play(game).game
    mover = game.to_move
    game = play(game, "use again", now=NOW + 20 * HOUR).game
    assert (game.to_move, game.deadline_at) == (mover, NOW + 4 * DAY)
    game = play(game, now=NOW + 23 * HOUR).game
    assert (game.to_move, game.deadline_at) == (mover, NOW + 4 * DAY), "the second turn of two"
    game = play(game, now=NOW + 26 * HOUR).game
    assert game.to_move != mover
    assert banks(game)[mover] == 3 * DAY - 2 * HOUR


def test_who_resigns_off_turn_leaves_the_clock_of_the_mover_alone():
    game = make_game(*(make_user() for _ in range(3)), pace=DAILY)
    before, off_turn = game.deadline_at, (game.to_move + 1) % 3
    leaver = game.players.get(seat=off_turn).user_id
    resign(public_id=game.public_id, user_id=leaver, key="bye", now=NOW + HOUR)
    assert again(game).deadline_at == before


@pytest.mark.parametrize(("off", "is_flagged"), [(-1, False), (1, False), (3, True)])
def test_a_game_is_lost_two_seconds_after_the_deadline_and_not_before(off, is_flagged):
    game = make_game(pace=LIVE)
    now = game.deadline_at + off * SECOND
    assert judge_deadline(public_id=game.public_id, now=now) is is_flagged
    assert again(game).is_running is not is_flagged


def test_between_two_the_game_ends_for_who_is_out_of_time():
    game = make_begun_game(pace=DAILY, allows_vacation=False)
    late = game.to_move
    judge_deadline(public_id=game.public_id, now=game.deadline_at + HOUR)
    game = again(game)
    assert (game.status, game.end_reason, game.deadline_at) == ("finished", "flagged", None)
    assert {player.seat: player.is_winner for player in game.players.all()} == {
        late: False,
        1 - late: True,
    }


def test_of_three_the_others_play_on_and_the_next_has_his_full_time():
    """The tiles of who is out leave the game (rules 6 D25)."""
    game = make_game(*(make_user() for _ in range(3)), pace=DAILY, allows_vacation=False)
    late, now = game.to_move, game.deadline_at + HOUR
    judge_deadline(public_id=game.public_id, now=now)
    game = again(game)
    assert game.is_running
    assert game.to_move == (late + 1) % 3
    assert game.deadline_at == now + 4 * DAY
    assert game.players.get(seat=late).has_left
    assert len(state_of(game).gone) == 6


def test_a_late_move_is_refused_and_the_flag_stays():
    game = make_begun_game(pace=DAILY, allows_vacation=False)
    command = {
        "public_id": game.public_id,
        "user_id": user_to_move(game),
        "version": game.version,
        "key": "late",
        "move": greedy_move(game),
        "now": game.deadline_at + 3 * SECOND,
    }
    with pytest.raises(ConflictError) as refusal:
        play_move(**command)
    assert refusal.value.code == "time_up"
    assert again(game).end_reason == "flagged"
    with pytest.raises(ConflictError) as refusal:
        play_move(**command)
    assert refusal.value.code == "game_over"


@pytest.mark.parametrize("off", [-1, 1, 3])
def test_the_lazy_flag_and_that_of_the_sweep_are_the_same(off):
    ends = []
    for judge in (
        lambda game, now: judge_deadline(public_id=game.public_id, now=now),
        lambda game, now: sweep_deadlines(now=now),
    ):
        game = make_game(*(make_user() for _ in range(3)), pace=DAILY, allows_vacation=False)
        late, now = game.to_move, game.deadline_at + off * SECOND
        assert judge(game, now) == (off > GRACE.total_seconds())
        plies, game = list(Ply.objects.filter(game=game).values_list("move")), again(game)
        ends.append((plies, (game.to_move - late) % 3, game.deadline_at))
    assert ends[0] == ends[1]


def test_after_an_hour_without_beat_one_sweep_settles_everybody_and_the_next_nobody():
    games = [make_begun_game(pace=LIVE) for _ in range(12)]
    in_time = make_game(pace=DAILY)
    now = NOW + HOUR
    assert sweep_deadlines(now=now) == len(games)
    assert sweep_deadlines(now=now) == 0
    assert Game.objects.filter(end_reason="flagged").count() == len(games)
    assert again(in_time).is_running


def test_two_sweeps_and_a_reader_at_once_flag_each_seat_once():
    games = [make_game(*(make_user() for _ in range(3)), pace=LIVE) for _ in range(4)]
    now = NOW + HOUR
    outcomes = at_once(
        lambda: sweep_deadlines(now=now),
        lambda: sweep_deadlines(now=now),
        lambda: judge_deadline(public_id=games[0].public_id, now=now),
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    for game in games:
        assert list(Ply.objects.filter(game=game).values_list("move", flat=True)) == ["flag"]


def test_a_game_that_cannot_be_judged_holds_up_no_other():
    broken, game = make_begun_game(pace=LIVE), make_begun_game(pace=LIVE)
    Game.objects.filter(pk=broken.pk).update(ruleset_key="gone")
    assert sweep_deadlines(now=NOW + HOUR) == 1
    assert again(game).end_reason == "flagged"
    assert again(broken).is_running


def test_whoever_makes_no_first_move_in_time_loses_nothing_between_two():
    """The game is called off: it counts for nobody, and names who did not come."""
    game = make_game(pace=DAILY)
    play(game)
    game.refresh_from_db()
    late, now = game.to_move, game.deadline_at + HOUR
    assert sweep_deadlines(now=now) == 1
    assert sweep_deadlines(now=now) == 0
    game = again(game)
    assert (game.status, game.end_reason, game.ended_by) == ("aborted", "no_show", late)
    assert not game.players.filter(is_winner=True).exists()
    assert not Vacation.objects.exists(), "none is spent where nothing can be lost"
    named = result_of(game, list(game.players.all()), None)["reason_text"]
    late_name = game.players.get(seat=late).user.username
    assert named == f"{late_name} made no first move in time; it counts for nobody"


def test_a_flag_a_bot_and_another_flag_follow_each_other_once():
    """Chains: whoever looks, and however often, each turn is resolved once."""
    game = make_game(make_user(), make_user(), bots=("greedy",), pace=DAILY, allows_vacation=False)
    bot = game.players.get(user__bot_key="greedy").seat
    while game.to_move != (bot - 1) % 3:
        game = play(game).game
    played, now = game.version, NOW + 9 * DAY
    for _ in range(2):
        sweep_deadlines(now=now)
        judge_deadline(public_id=game.public_id, now=now)
    game = again(game)
    assert (game.to_move, game.bot_due_at, game.deadline_at) == (bot, now, None)
    moved = [play_bot_turn(game_pk=game.pk, version=game.version, now=now) for _ in range(2)]
    assert moved == [True, False]
    game = again(game)
    assert (game.to_move, game.deadline_at) == ((bot + 1) % 3, now + 4 * DAY)
    for _ in range(2):
        sweep_deadlines(now=now + 5 * DAY)
    game = again(game)
    assert (game.status, game.end_reason, game.version) == ("finished", "flagged", played + 3)


def test_a_bot_is_never_out_of_time():
    game = make_game(bots=("greedy",), pace=DAILY)
    bot = game.players.get(user__bot_key="greedy").seat
    if game.to_move != bot:
        game = play(game).game
    assert game.to_move == bot
    assert game.deadline_at is None


def test_the_weekend_safe_pace_stands_on_weekends_of_the_movers_zone():
    auckland, apia = make_user(time_zone="Pacific/Auckland"), make_user(time_zone="Pacific/Apia")
    game = make_game(auckland, apia, pace=WEEKEND)
    tuesday = NOW
    assert game.deadline_at == tuesday + 2 * DAY
    thursday = tuesday + 2 * DAY
    game = play(game, now=thursday).game
    assert game.deadline_at == thursday + 4 * DAY


def test_grace_is_for_the_network_and_costs_no_bank_below_zero():
    game = make_game(pace=LIVE)
    mover = game.to_move
    game = play(game, now=game.deadline_at + GRACE).game
    assert banks(game)[mover] == LIVE.increment


def test_a_sweep_stops_when_its_time_is_up_and_the_next_goes_on(monkeypatch):
    for _ in range(3):
        make_game(pace=LIVE)
    monkeypatch.setattr(clocks, "SWEEP_S", -1.0)
    assert sweep_deadlines(now=NOW + HOUR) == 0
    monkeypatch.undo()
    assert sweep_deadlines(now=NOW + HOUR) == 3
