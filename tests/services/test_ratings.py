"""Rated games: who may offer and join them, and what their end writes."""

from datetime import timedelta
from itertools import pairwise

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction

from games.core.elo import SCALE, START
from games.core.errors import DomainError
from games.core.pace import DAILY, DAY, UNTIMED
from games.models import Challenge, Game, Rating, RatingChange
from games.services.challenges import join_challenge, offer_challenge, start_challenge
from games.services.clocks import judge_deadline
from games.services.finish import abort_game
from games.services.play import resign
from games.services.rated_offers import CASUAL, Stakes
from games.services.rematch import ask_rematch
from games.services.start import start_game
from tests.factories import NOW, make_user
from tests.services.test_play_race import at_once
from tests.table import play, play_to_the_end, user_to_move

pytestmark = pytest.mark.django_db(transaction=True)


def make_member(**fields):
    """Return somebody with a confirmed address."""
    user = make_user(**fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def make_rated(*users, ruleset_key="qwirkle", pace=DAILY) -> Game:
    """Return a running rated game."""
    with transaction.atomic():
        return start_game(
            users=users, ruleset_key=ruleset_key, options={}, now=NOW, pace=pace, is_rated=True
        )


def end_by_resigning(game: Game, loser) -> None:
    resign(public_id=game.public_id, user_id=loser.pk, key=f"r{game.pk}", now=NOW)


def value(user, pool="qwirkle-duel") -> int:
    return Rating.objects.get(user=user, pool=pool).value


def offer(host, stakes=CASUAL, **fields) -> Challenge:
    fields = {"ruleset_key": "qwirkle", "options": {}, "pace": "daily", "seat_count": 2, **fields}
    return offer_challenge(
        host=host,
        kind=Challenge.Kind.OPEN,
        invited=[],
        key=f"k{Challenge.objects.count()}",
        now=NOW,
        stakes=stakes,
        **fields,
    )


RATED = Stakes(is_rated=True)


def test_the_end_of_a_rated_game_writes_the_ledger_and_the_ratings():
    one, other = make_member(), make_member()
    game = play_to_the_end(make_rated(one, other))
    rows = list(RatingChange.objects.filter(game=game).order_by("seat"))
    assert [row.before for row in rows] == [START, START]
    assert sum(row.after - row.before for row in rows) == 0
    for row in rows:
        rating = Rating.objects.get(user=row.user, pool="qwirkle-duel")
        assert (rating.value, rating.games, rating.opponents) == (row.after, 1, 1)
        assert row.k == 64 * SCALE
        assert rating.wins == (row.after > row.before)
    winner = game.players.filter(place=1).first()  # one of two in a draw
    assert value(winner.user) >= START


def test_a_casual_game_and_one_that_was_called_off_change_nothing():
    one, other = make_member(), make_member()
    with transaction.atomic():
        casual = start_game(users=[one, other], ruleset_key="qwirkle", options={}, now=NOW)
    end_by_resigning(casual, one)
    off = make_rated(one, other)
    abort_game(public_id=off.public_id, user_id=one.pk, now=NOW)
    assert not RatingChange.objects.exists()


def test_whoever_resigns_loses_points_though_he_led():
    one, other = make_member(), make_member()
    game = make_rated(one, other)
    first = user_to_move(game)
    play(game)  # leads now
    leader = one if one.pk == first else other
    end_by_resigning(game, leader)
    assert value(leader) == START - 32 * SCALE


def test_whoever_runs_out_of_time_loses_points():
    one, other = make_member(), make_member()
    game = make_rated(one, other)
    play(game), play(game)
    game.refresh_from_db()
    late = game.players.get(seat=game.to_move).user
    late.has_auto_vacation = False
    late.save()
    assert judge_deadline(public_id=game.public_id, now=NOW + 30 * DAY)
    assert value(late) < START


def test_of_three_the_one_who_left_shares_no_place_above_the_others():
    people = [make_member() for _ in range(3)]
    game = make_rated(*people)
    end_by_resigning(game, people[0])
    play_to_the_end(Game.objects.get(pk=game.pk))
    assert value(people[0], "qwirkle-table") == START - 32 * SCALE
    assert sum(value(user, "qwirkle-table") for user in people) == 3 * START


def test_a_row_of_the_ledger_is_never_saved_twice():
    one, other = make_member(), make_member()
    end_by_resigning(make_rated(one, other), one)
    with pytest.raises(TypeError, match="append-only"):
        RatingChange.objects.get(user=one).save()


def test_pools_are_apart_and_opponents_are_counted_once():
    one, other, third = make_member(), make_member(), make_member()
    for rival in (other, other, third):
        end_by_resigning(make_rated(one, rival), rival)
    end_by_resigning(make_rated(one, other, ruleset_key="qwirkle+power_cards"), one)
    rating = Rating.objects.get(user=one, pool="qwirkle-duel")
    assert (rating.games, rating.opponents) == (3, 2)
    assert value(one, "expansions-duel") == START - 32 * SCALE


def test_the_ledger_leads_to_the_ratings():
    people = [make_member() for _ in range(4)]
    for number in range(12):
        one, other = people[number % 4], people[(number + 1 + number % 3) % 4]
        end_by_resigning(make_rated(one, other), one)
    for rating in Rating.objects.all():
        rows = list(RatingChange.objects.filter(user=rating.user, pool=rating.pool))
        assert rating.value == rows[-1].after
        assert [row.games for row in rows] == list(range(rating.games))
        assert all(later.before == earlier.after for earlier, later in pairwise(rows))


def test_games_of_the_same_people_that_end_at_once_are_rated_one_after_the_other():
    one, other = make_member(), make_member()
    games = [make_rated(one, other) for _ in range(6)]
    losers = [one, other] * 3
    outcomes = at_once(
        *(
            lambda game=game, loser=loser: end_by_resigning(game, loser)
            for game, loser in zip(games, losers, strict=True)
        )
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    for user in (one, other):
        rows = list(RatingChange.objects.filter(user=user).order_by("games"))
        assert [row.games for row in rows] == list(range(6))
        assert [row.before for row in rows[1:]] == [row.after for row in rows[:-1]]
        assert value(user) == rows[-1].after


def test_a_rated_offer_starts_a_rated_game_and_so_does_its_rematch():
    one, other = make_member(), make_member()
    challenge = offer(one, RATED)
    challenge = join_challenge(public_id=challenge.public_id, user=other, token=None, now=NOW)
    assert challenge.game.is_rated
    end_by_resigning(challenge.game, one)
    ask_rematch(public_id=challenge.game.public_id, user=one, now=NOW)
    again = ask_rematch(public_id=challenge.game.public_id, user=other, now=NOW)
    assert again.game.is_rated


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"pace": UNTIMED.key}, "rated_needs_clock"),
        ({"is_private": True}, "rated_is_public"),
        ({"options": {"free_pass": True}}, "rated_needs_usual_rules"),
        ({"stakes": Stakes(is_rated=True, range=77)}, "bad_request"),
    ],
)
def test_what_cannot_be_rated_is_refused_by_name(fields, code):
    with pytest.raises(DomainError) as refusal:
        offer(make_member(), **{"stakes": RATED, **fields})
    assert refusal.value.code == code
    assert not Challenge.objects.exists()


def test_rated_games_need_a_confirmed_address():
    with pytest.raises(DomainError, match="Confirm your email address"):
        offer(make_user(), RATED)
    challenge = offer(make_member(), RATED)
    with pytest.raises(DomainError, match="Confirm your email address"):
        join_challenge(public_id=challenge.public_id, user=make_user(), token=None, now=NOW)


@pytest.mark.parametrize(
    ("points", "is_welcome"), [(1600, True), (1601, False), (1400, True), (1399, False)]
)
def test_an_offer_for_a_range_is_for_those_within_it(points, is_welcome):
    host, guest = make_member(), make_member()
    Rating.objects.create(user=guest, pool="qwirkle-duel", value=points * SCALE, games=30)
    challenge = offer(host, Stakes(is_rated=True, range=100))
    join = {"public_id": challenge.public_id, "user": guest, "token": None}
    if is_welcome:
        assert join_challenge(**join, now=NOW).game is not None
        return
    with pytest.raises(DomainError, match=f"from 1400 to 1600; yours is {points}"):
        join_challenge(**join, now=NOW + timedelta(hours=1))


def test_whoever_is_far_from_the_host_joins_only_when_he_is_sure():
    host, guest = make_member(), make_member()
    Rating.objects.create(user=guest, pool="qwirkle-duel", value=1801 * SCALE, games=30)
    join = {"public_id": offer(host, RATED).public_id, "user": guest, "token": None, "now": NOW}
    with pytest.raises(DomainError, match="more than 300 points apart"):
        join_challenge(**join)
    assert join_challenge(**join, is_sure=True).game is not None


def test_a_rated_table_does_not_start_as_a_duel():
    """Two players are rated in another pool, for which nobody's range was asked."""
    host = make_member()
    challenge = offer(host, RATED, seat_count=4)
    start = {"public_id": challenge.public_id, "user": host, "now": NOW}
    join_challenge(public_id=challenge.public_id, user=make_member(), token=None, now=NOW)
    with pytest.raises(DomainError, match="wait for a third"):
        start_challenge(**start)
    join_challenge(public_id=challenge.public_id, user=make_member(), token=None, now=NOW)
    assert start_challenge(**start).game.is_rated


def test_a_rated_rematch_needs_a_confirmed_address_too():
    one, other = make_member(), make_member()
    game = make_rated(one, other)
    end_by_resigning(game, one)
    EmailAddress.objects.filter(user=other).update(verified=False)
    ask_rematch(public_id=game.public_id, user=one, now=NOW)
    with pytest.raises(DomainError, match="Confirm your email address"):
        ask_rematch(public_id=game.public_id, user=other, now=NOW)
