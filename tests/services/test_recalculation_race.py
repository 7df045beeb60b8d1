"""T4, T5: games end while ratings are recalculated, and locks are taken in opposite orders."""

import random
from collections import Counter
from datetime import timedelta
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import connection, transaction

from games.core.elo import START
from games.core.errors import ConflictError
from games.core.pace import DAILY, DAY, UNTIMED
from games.models import Game, Player, Rating, RatingChange, RatingPool, Recalculation
from games.services import recalculation
from games.services.annulment import annul
from games.services.apply import apply_move
from games.services.clocks import judge_deadline, sweep_deadlines
from games.services.locking import lock_game
from games.services.play import resign
from games.services.recalculation import advance, start_recalculation
from games.services.retry import BusyError, retried
from tests.factories import NOW, make_user
from tests.services.test_play_race import at_once
from tests.services.test_ratings import end_by_resigning, make_member, make_rated, value
from tests.services.test_recalculation import LATER, POOL, play_some, ratings, recalculate
from tests.table import play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)

row_locks = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="A file has one lock, not one for each row."
)

OVERDUE = NOW + 30 * DAY
PLAYED_OUT, RESIGNED, OUT_OF_TIME = 1, 19, 30
"""Games; those out of time are found by a look, by the sweep, and by a command that is too late."""


def insist(command):
    """Do as a client does that is told to try again."""
    while True:
        try:
            return command()
        except BusyError:
            continue


def insist_all(commands):
    """Give each command; one that finds its game over, or its time up, is refused in words."""
    for command in commands:
        try:
            insist(command)
        except ConflictError as error:
            if error.code not in {"game_over", "time_up", "stale_version", "already_left"}:
                raise


def resigning(game, user, now=NOW):
    fields = {"public_id": game.public_id, "user_id": user.pk, "key": f"r{game.pk}", "now": now}
    return lambda: resign(**fields)


def triggers_of(games):
    """Return the commands that end these games, two at least for each."""
    commands = [lambda game=game: play_to_the_end(game) for game in games[:PLAYED_OUT]]
    resigned = games[PLAYED_OUT : PLAYED_OUT + RESIGNED]
    for game in resigned:
        commands += [resigning(game, game.players.get(seat=0).user)] * 2
    for game in games[PLAYED_OUT + RESIGNED :]:
        late = game.players.get(seat=game.to_move).user
        commands.append(resigning(game, late, OVERDUE))
        commands.append(lambda game=game: judge_deadline(public_id=game.public_id, now=OVERDUE))
    commands += [lambda: sweep_deadlines(now=OVERDUE)] * 2
    return commands


def check_ledger(people):
    for user in people:
        rows = list(RatingChange.objects.current().filter(user=user).order_by("id"))
        steps = sum(row.after - row.before for row in rows)
        assert value(user) == START + steps == rows[-1].after
        assert [row.before for row in rows[1:]] == [row.after for row in rows[:-1]]


def test_fifty_games_that_end_while_ratings_are_recalculated_are_each_rated_once(monkeypatch):
    monkeypatch.setattr(recalculation, "BATCH", 24)
    monkeypatch.setattr(recalculation, "SHORT", 8)
    monkeypatch.setattr(recalculation, "SETTLED_AT_ONCE", 3)
    people, staff = [make_member(has_auto_vacation=False) for _ in range(5)], make_user()
    played = play_some(people, [(n % 5, (n + 1) % 5) for n in range(6)])
    pairs = [(n % 5, (n + 1 + n % 4) % 5) for n in range(PLAYED_OUT + RESIGNED + OUT_OF_TIME)]
    games = [
        make_rated(people[one], people[other], pace=UNTIMED if n < PLAYED_OUT + RESIGNED else DAILY)
        for n, (one, other) in enumerate(pairs)
    ]
    late = games[PLAYED_OUT + RESIGNED :]
    Player.objects.filter(game__in=late).update(has_moved=True)  # nobody of these is a no-show
    commands = triggers_of(games)
    random.Random(4).shuffle(commands)

    def recalculate_often():
        for game in played[:2]:
            annul([game], by=staff, note="x", now=LATER)
            start_recalculation(POOL, by=None, now=LATER)
            advance(now=LATER)

    writers = [lambda part=commands[n::6]: insist_all(part) for n in range(6)]
    outcomes = at_once(*writers, recalculate_often, lambda: advance(now=LATER))
    assert not [outcome for outcome in outcomes if outcome is not None and outcome is not False]
    assert not advance(now=LATER + timedelta(hours=1))
    assert not Game.objects.exclude(status="finished").exists()
    rows = Counter(RatingChange.objects.filter(game__in=games).values_list("game", flat=True))
    assert rows == {game.pk: 2 for game in games}
    runs = Recalculation.objects.values_list("state", flat=True)
    assert set(runs) == {"done"}
    assert not RatingPool.objects.filter(settling__isnull=False).exists()
    check_ledger(people)
    before = ratings()
    assert recalculate().rows_written == 0
    assert ratings() == before


def test_a_game_that_ends_before_its_players_ratings_have_followed_counts_from_the_new_ones():
    people, staff = [make_member() for _ in range(4)], make_user()
    games = play_some(people, [(0, 1), (0, 1), (2, 0)])
    annul(games[:1], by=staff, note="x", now=LATER)
    row = recalculation.due_run(POOL, now=LATER)
    run = recalculation.Run(row)
    while not run.row.is_over:
        run.step(now=LATER)
    newest = RatingChange.objects.current().get(game=games[2], user=people[0])
    assert value(people[0]) != newest.after
    (last,) = play_some(people, [(0, 3)])
    written = RatingChange.objects.get(game=last, user=people[0])
    assert (written.before, written.games) == (newest.after, 2)
    assert advance(now=LATER + timedelta(hours=1)) is False
    rating = Rating.objects.get(user=people[0])
    assert (rating.value, rating.games, rating.opponents, rating.wins) == (written.after, 3, 3, 2)
    check_ledger(people)
    assert recalculate().rows_written == 0


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="A file has one lock, so no deadlock."
)
def test_of_two_writers_that_lock_in_opposite_orders_one_is_tried_again_and_nothing_is_lost():
    people = [make_member() for _ in range(2)]
    games = [make_rated(*people) for _ in range(2)]
    both_hold_one, tries = Barrier(2), []

    @retried
    def end_first(first, second):
        tries.append(first.pk)
        with transaction.atomic(durable=True):
            table = lock_game(first.public_id)
            if tries.count(first.pk) == 1:
                try:
                    both_hold_one.wait(timeout=10)
                except BrokenBarrierError:
                    raise AssertionError("The other writer did not come.") from None
            lock_game(second.public_id)
            seat = table.seat_of(people[0].pk)
            apply_move(table, seat, table.ruleset.parse_move("resign"), NOW)

    outcomes = at_once(lambda: end_first(*games), lambda: end_first(*reversed(games)))
    assert outcomes == [None, None]
    assert len(tries) == 3
    rows = Counter(RatingChange.objects.values_list("game", flat=True))
    assert rows == {game.pk: 2 for game in games}
    check_ledger(people)


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="A file has one lock, so no deadlock."
)
def test_a_game_that_ends_waits_for_no_step_of_a_recalculation():
    people, staff = [make_member() for _ in range(3)], make_user()
    played = play_some(people, [(0, 1), (1, 2)])
    game = make_rated(people[0], people[1])
    annul(played[:1], by=staff, note="x", now=LATER)
    with transaction.atomic():  # as in the midst of a step
        Recalculation.objects.select_for_update().get()
        assert at_once(lambda: end_by_resigning(game, people[0])) == [None]
        assert at_once(lambda: advance(now=LATER)) == [False]  # somebody is at it
    assert not advance(now=LATER)
    check_ledger(people)
