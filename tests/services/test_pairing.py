"""The queues of the ladders, and the games that come out of them."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError, DomainError, NotAllowedError
from games.core.pairing import THREE_AFTER
from games.models import Block, Game, LadderQueue, Notice, Presence, Sanction, Vacation
from games.services.clocks import judge_deadline
from games.services.finish import abort_game
from games.services.ladder_queue import UNSEEN_FOR, join_queue, leave_queue, sweep_queue
from games.services.pairing import pair_ladders
from games.services.play import resign
from tests.factories import NOW, make_user
from tests.table import play, user_to_move

pytestmark = pytest.mark.django_db

DUEL, TABLE = "qwirkle-duel", "qwirkle-table"
LATER = NOW + timedelta(hours=2)


def member(**fields):
    user = make_user(**fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def waiting(user=None, pool=DUEL, **wishes):
    """Put somebody into a queue."""
    user = user or member()
    wishes = {"paces": ["daily"], "rulesets": ["qwirkle"], "games_most": 2, **wishes}
    join_queue(user=user, pool_key=pool, now=NOW, **wishes)
    return user


def test_two_who_wait_are_paired_for_a_rated_public_game_and_both_are_told():
    ada, bo = waiting(), waiting()
    assert pair_ladders(now=NOW) == 1
    assert pair_ladders(now=NOW) == 0
    game = Game.objects.get()
    assert (game.ladder, game.pace, game.is_rated, game.is_private) == (DUEL, "daily", True, False)
    assert game.allows_vacation
    assert set(game.players.values_list("user_id", flat=True)) == {ada.pk, bo.pk}
    told = Notice.objects.filter(event="ladder").values_list("user_id", "facts__sentence")
    assert dict(told) == {
        ada.pk: f"Your ladder game against {bo} has begun",
        bo.pk: f"Your ladder game against {ada} has begun",
    }


def test_a_game_that_ends_makes_room_in_the_same_moment():
    ada, bo, cy = waiting(games_most=1), waiting(games_most=1), waiting(games_most=1)
    assert pair_ladders(now=NOW) == 1
    assert pair_ladders(now=LATER) == 0
    game = Game.objects.get()
    resign(public_id=game.public_id, user_id=ada.pk, key="r", now=LATER)
    assert pair_ladders(now=LATER) == 1
    newest = Game.objects.latest("pk")
    assert cy.pk in newest.players.values_list("user_id", flat=True)
    assert bo.pk in game.players.values_list("user_id", flat=True)


@pytest.mark.parametrize("obstacle", ["block", "vacation", "pace", "ruleset", "closed"])
def test_no_game_for(obstacle):
    ada, bo = member(), member()
    pool, games = (
        ("expansions-duel", ["qwirkle+action_tokens"])
        if obstacle == "ruleset"
        else (
            DUEL,
            ["qwirkle"],
        )
    )
    waiting(ada, pool, rulesets=games)
    other = {"paces": ["steady"]} if obstacle == "pace" else {}
    waiting(bo, pool, rulesets=["qwirkle+boards"] if obstacle == "ruleset" else games, **other)
    if obstacle == "block":
        Block.objects.create(user=bo, person=ada, created_at=NOW)
    elif obstacle == "vacation":
        Vacation.objects.create(user=bo, started_at=NOW, ends_at=LATER)
    elif obstacle == "closed":
        bo.is_active = False
        bo.save()
    assert pair_ladders(now=LATER) == 0


def test_a_live_game_is_for_those_who_are_here():
    ada, bo = waiting(paces=["live"]), waiting(paces=["live", "daily"])
    assert pair_ladders(now=NOW) == 0
    for user in (ada, bo):
        Presence.objects.create(user=user, seen_at=NOW)
    assert pair_ladders(now=NOW) == 1
    assert Game.objects.get().pace == "live"


def test_a_table_is_laid_for_three_after_some_waiting():
    for _ in range(3):
        waiting(pool=TABLE)
    assert pair_ladders(now=NOW) == 0
    assert pair_ladders(now=NOW + THREE_AFTER) == 1
    assert Game.objects.get().players.count() == 3


def test_who_is_banned_meanwhile_leaves_the_queue_and_is_told():
    ada, bo = waiting(), waiting()
    Sanction.objects.create(user=bo, kind=Sanction.Kind.BAN_RATED, note="n", began_at=NOW)
    assert pair_ladders(now=NOW) == 0
    assert list(LadderQueue.objects.values_list("user_id", flat=True)) == [ada.pk]
    assert Notice.objects.get(event="ladder").user == bo


def test_who_has_not_been_here_for_two_weeks_leaves_the_queue_and_is_told():
    ada, bo = waiting(), waiting()
    gone = NOW + UNSEEN_FOR + timedelta(seconds=1)
    Presence.objects.create(user=bo, seen_at=gone)
    assert sweep_queue(now=gone) == 1
    assert sweep_queue(now=gone) == 0
    assert Notice.objects.get(event="ladder").user == ada


def test_changed_wishes_keep_the_turn_and_leaving_twice_is_no_mistake():
    ada = waiting()
    join_queue(
        user=ada, pool_key=DUEL, paces=["steady"], rulesets=["qwirkle"], games_most=5, now=LATER
    )
    row = LadderQueue.objects.get()
    assert (row.paces, row.games_most, row.joined_at, row.waits_since) == (["steady"], 5, NOW, NOW)
    leave_queue(user=ada, pool_key=DUEL)
    leave_queue(user=ada, pool_key=DUEL)
    assert not LadderQueue.objects.exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"pool": "chess-duel"}, "no_such_ladder"),
        ({"paces": []}, "bad_request"),
        ({"paces": ["none"]}, "bad_request"),
        ({"rulesets": ["qwirkle+boards"]}, "bad_request"),
        ({"games_most": 6}, "bad_request"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(change, code):
    with pytest.raises((BadRequestError, DomainError)) as refusal:
        waiting(**change)
    assert refusal.value.code == code
    assert not LadderQueue.objects.exists()


def test_the_queue_needs_a_confirmed_address_and_no_ban():
    with pytest.raises(NotAllowedError) as refusal:
        waiting(make_user())
    assert refusal.value.code == "address_not_confirmed"
    banned = member()
    Sanction.objects.create(user=banned, kind=Sanction.Kind.BAN_RATED, note="n", began_at=NOW)
    with pytest.raises(NotAllowedError) as refusal:
        waiting(banned)
    assert refusal.value.code == "banned_from_rated"


def test_a_ladder_game_in_which_somebody_has_moved_is_lost_and_never_called_off():
    waiting(), waiting()
    pair_ladders(now=NOW)
    game = Game.objects.get()
    play(game, now=NOW)
    game.refresh_from_db()
    late = user_to_move(game)
    with pytest.raises(ConflictError) as refusal:
        abort_game(public_id=game.public_id, user_id=late, now=NOW)
    assert refusal.value.code == "ladder_game_counts"
    # Neither by waiting: whoever never moves is out of time, and loses.
    User.objects.update(has_auto_vacation=False)
    assert judge_deadline(public_id=game.public_id, now=NOW + timedelta(days=30))
    game.refresh_from_db()
    assert (game.status, game.end_reason) == ("finished", "flagged")
