"""Offer a game, join, leave, decline, withdraw, start."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games import outbox
from games.core.errors import BadRequestError, ConflictError, DomainError, NotAllowedError
from games.core.pace import PACES, UNTIMED
from games.models import Challenge, ChallengeSeat, Game
from games.rules import registry
from games.selectors.blocks import are_apart
from games.selectors.challenges import LIFETIME
from games.selectors.privacy import may_invite
from games.selectors.replies import reply_time
from games.services.bots import bot_users
from games.services.flood import refuse_more_games
from games.services.ladder_answers import hold_both, refuse_answer
from games.services.notices import note_answered, tell_invited
from games.services.rated_offers import CASUAL, Stakes, refuse_other_pool, refuse_unfit, stakes_of
from games.services.retry import retried
from games.services.start import start_game

BOTS_MAX = 3
OPEN_CHALLENGES_MAX = 20
HOST_AWAY = timedelta(days=3)
"""After so long without a sign of its host an open offer is withdrawn."""

WITHDRAWN = "This offer has been withdrawn."

SWEEP_SIZE = 200


@retried
def offer_challenge(
    *,
    host: User,
    kind: str,
    seat_count: int,
    ruleset_key: str,
    options: Mapping[str, Any],
    invited: Sequence[User],
    key: str,
    now: datetime,
    pace: str = UNTIMED.key,
    allows_vacation: bool = True,
    is_private: bool = False,
    stakes: Stakes = CASUAL,
) -> Challenge:
    """Open an offer with the host in it; the same key opens it once.

    Args:
        is_private: whether only its players will see the game.
        stakes: whether it is rated, and for whom.

    Raises:
        BadRequestError: ``bad_request``, ``not_invitable``, ``unknown_ruleset``,
            ``unknown_option``, and what `stakes_of` raises.
        ConflictError: ``too_many_challenges``, ``too_fast``.
    """
    ruleset = registry.get(ruleset_key)
    complete = ruleset.parse_options(options)
    if pace not in PACES:
        raise BadRequestError("bad_request", "Choose one of the paces on offer.")
    if seat_count not in ruleset.seat_counts:
        raise BadRequestError("bad_request", "This game is for 2 to 4 players.")
    if kind == Challenge.Kind.DIRECT:
        _refuse_guests(host, seat_count, invited)
    at_stake = stakes_of(
        stakes,
        host,
        ruleset_key=ruleset_key,
        options=complete,
        seat_count=seat_count,
        pace=pace,
        is_private=is_private,
    )
    with transaction.atomic(durable=True):
        User.objects.select_for_update(no_key=True).get(pk=host.pk)  # one host, one offer at a time
        repeated = Challenge.objects.filter(host=host, key=key).first()
        if repeated is not None:
            return repeated
        if _open_offers_of(host) >= OPEN_CHALLENGES_MAX:
            raise ConflictError(
                "too_many_challenges", "Twenty of your offers are open; withdraw one first."
            )
        refuse_more_games(host, now)
        challenge = Challenge.objects.create(
            host=host,
            kind=kind,
            seat_count=seat_count,
            ruleset_key=ruleset_key,
            options=complete,
            pace=pace,
            allows_vacation=allows_vacation,
            is_private=is_private,
            **at_stake,
            host_reply=reply_time(host.pk),
            key=key,
            created_at=now,
        )
        seat_users(challenge, [host], ChallengeSeat.State.JOINED)
        if kind == Challenge.Kind.DIRECT:
            seat_users(challenge, invited, ChallengeSeat.State.INVITED)
            tell_invited(challenge, invited, now)
        announce_offer(challenge)
        return challenge


@retried
def play_bots(
    *,
    host: User,
    bots: Sequence[str],
    ruleset_key: str,
    options: Mapping[str, Any],
    key: str,
    now: datetime,
) -> Game:
    """Start a game against one to three bots; the same key starts it once.

    Raises:
        BadRequestError: ``bad_request``, ``unknown_bot``, ``unknown_ruleset``, ``unknown_option``.
        ConflictError: ``too_fast``; ``key_reused``, the key belongs to an offer.
    """
    if not 1 <= len(bots) <= BOTS_MAX:
        raise BadRequestError("bad_request", "Choose one, two or three bots.")
    with transaction.atomic(durable=True):
        User.objects.select_for_update(no_key=True).get(pk=host.pk)
        repeated = Challenge.objects.filter(host=host, key=key).first()
        if repeated is not None:
            if repeated.game is None:
                raise ConflictError("key_reused", "This form was sent before; reload the page.")
            return repeated.game
        refuse_more_games(host, now)
        game = start_game(
            users=[host, *bot_users(bots)], ruleset_key=ruleset_key, options=options, now=now
        )
        Challenge.objects.create(
            host=host,
            kind=Challenge.Kind.BOTS,
            status=Challenge.Status.STARTED,
            seat_count=len(bots) + 1,
            ruleset_key=ruleset_key,
            options=game.options,
            game=game,
            key=key,
            created_at=now,
            closed_at=now,
        )
        return game


@retried
def join_challenge(
    *, public_id: str, user: User, token: str | None, now: datetime, is_sure: bool = False
) -> Challenge:
    """Take a seat; the last seat starts the game. Joining twice changes nothing.

    Args:
        token: the secret part of an invitation link; needed for offers by link.
        is_sure: whether he wants to play though the host's rating is far from his.

    Raises:
        DomainError: ``no_such_challenge``.
        NotAllowedError: ``not_invited``.
        ConflictError: ``challenge_closed``, ``challenge_full``; what `refuse_answer` raises.
    """
    with transaction.atomic(durable=True):
        hold_both(public_id, user)
        challenge = _lock(public_id)
        seat = challenge.seats.filter(user=user).first()
        if seat is not None and seat.state == ChallengeSeat.State.JOINED:
            return challenge
        _refuse_closed(challenge)
        _refuse_uninvited(challenge, seat, token)
        _refuse_apart(challenge, user)
        refuse_unfit(challenge, user, is_sure=is_sure or bool(challenge.ladder))
        refuse_answer(challenge, user, now)
        if len(_joined(challenge)) >= challenge.seat_count:
            raise ConflictError("challenge_full", "The last seat has just been taken.")
        ChallengeSeat.objects.update_or_create(
            challenge=challenge, user=user, defaults={"state": ChallengeSeat.State.JOINED}
        )
        note_answered(challenge, now, user)
        if len(_joined(challenge)) == challenge.seat_count:
            start_offer(challenge, now)
        announce_offer(challenge)
        return challenge


@retried
def leave_challenge(*, public_id: str, user: User, now: datetime) -> Challenge:
    """Give a seat back or decline an invitation; the host withdraws the whole offer.

    A direct offer that everybody invited has declined is withdrawn too.

    Raises:
        DomainError: ``no_such_challenge``.
        ConflictError: ``challenge_closed``.
    """
    with transaction.atomic(durable=True):
        challenge = _lock(public_id)
        if challenge.status == Challenge.Status.CANCELLED:
            return challenge
        _refuse_closed(challenge)
        if challenge.host_id == user.pk:
            cancel_offer(challenge, now)
        else:
            give_seat_back(challenge, user, now)
        announce_offer(challenge)
        return challenge


@retried
def start_challenge(*, public_id: str, user: User, now: datetime) -> Challenge:
    """Start with the players who have joined, at least two; only the host may.

    Raises:
        DomainError: ``no_such_challenge``.
        NotAllowedError: ``not_your_challenge``.
        ConflictError: ``challenge_closed``, ``too_few_players``.
    """
    with transaction.atomic(durable=True):
        challenge = _lock(public_id)
        if challenge.host_id != user.pk:
            raise NotAllowedError("not_your_challenge", "Only the host can start this game.")
        if challenge.status == Challenge.Status.STARTED:
            return challenge
        _refuse_closed(challenge)
        if len(_joined(challenge)) < 2:
            raise ConflictError("too_few_players", "Wait until somebody has joined.")
        refuse_other_pool(challenge, len(_joined(challenge)))
        start_offer(challenge, now)
        announce_offer(challenge)
        return challenge


def give_seat_back(challenge: Challenge, user: User, now: datetime) -> None:
    """Take a guest out of an open offer; one by name that has no guest left is withdrawn.

    Lock: the caller holds the offer.
    """
    challenge.seats.filter(user=user).update(state=ChallengeSeat.State.DECLINED)
    note_answered(challenge, now, user)
    if challenge.kind == Challenge.Kind.DIRECT and not _hopefuls(challenge):
        cancel_offer(challenge, now)


def sweep_challenges(*, now: datetime) -> int:
    """Withdraw the offers whose time is over; return how many.

    That is a week for each, and for one that is open to everybody three days without its host:
    who joined it would wait for somebody who is gone.
    """
    old = (
        Challenge.objects.filter(status=Challenge.Status.OPEN)
        .filter(Q(created_at__lt=now - LIFETIME) | _is_forsaken(now))
        .order_by("created_at")
    )
    expired = [
        _expire(public_id, now)
        for public_id in old.values_list("public_id", flat=True)[:SWEEP_SIZE]
    ]
    return sum(expired)


@retried
def _expire(public_id: str, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        challenge = _lock(public_id)
        if challenge.status != Challenge.Status.OPEN:
            return False
        cancel_offer(challenge, now)
        announce_offer(challenge)
        return True


def _lock(public_id: str) -> Challenge:
    challenge = (
        Challenge.objects.select_for_update(of=("self",)).filter(public_id=public_id).first()
    )
    if challenge is None:
        raise DomainError("no_such_challenge", "There is no such offer.")
    return challenge


def _refuse_closed(challenge: Challenge) -> None:
    if challenge.status == Challenge.Status.STARTED:
        raise ConflictError("challenge_closed", "This game has already started.")
    if challenge.status == Challenge.Status.CANCELLED:
        raise ConflictError("challenge_closed", WITHDRAWN)


def _refuse_uninvited(challenge: Challenge, seat: ChallengeSeat | None, token: str | None) -> None:
    is_welcome = {
        Challenge.Kind.OPEN: True,
        Challenge.Kind.DIRECT: seat is not None,
        Challenge.Kind.LINK: seat is not None or token == challenge.token,
    }.get(Challenge.Kind(challenge.kind), False)
    if not is_welcome:
        raise NotAllowedError("not_invited", "This offer is only for invited players.")


def _refuse_apart(challenge: Challenge, user: User) -> None:
    """Refuse whom a block keeps from somebody in this offer: to him it is gone."""
    if are_apart(user.pk, (guest.pk for guest in _joined(challenge))):
        raise ConflictError("challenge_closed", WITHDRAWN)


def _is_forsaken(now: datetime) -> Q:
    long_ago = now - HOST_AWAY
    unseen = Q(host__presence__isnull=True) | Q(host__presence__seen_at__lt=long_ago)
    signed_out = Q(host__last_login__isnull=True) | Q(host__last_login__lt=long_ago)
    return Q(kind=Challenge.Kind.OPEN, created_at__lt=long_ago) & unseen & signed_out


def _refuse_guests(host: User, seat_count: int, invited: Sequence[User]) -> None:
    if len(invited) != seat_count - 1:
        raise BadRequestError(
            "bad_request", f"Name exactly {seat_count - 1} other players for {seat_count} seats."
        )
    if host in invited or any(user.is_bot for user in invited):
        raise BadRequestError("bad_request", "Invite other people; bots have their own button.")
    # One sentence for closed accounts, blocks and switches, so that it tells of none.
    if not may_invite(host, invited):
        raise BadRequestError(
            "not_invitable", "One of these players cannot be invited. Name somebody else."
        )


def _open_offers_of(host: User) -> int:
    return Challenge.objects.filter(host=host, status=Challenge.Status.OPEN).count()


def seat_users(challenge: Challenge, users: Iterable[User], state: ChallengeSeat.State) -> None:
    """Give these users a part in an offer. Lock: call inside a transaction."""
    ChallengeSeat.objects.bulk_create(
        ChallengeSeat(challenge=challenge, user=user, state=state) for user in users
    )


def _joined(challenge: Challenge) -> list[User]:
    seats = challenge.seats.filter(state=ChallengeSeat.State.JOINED).select_related("user")
    return [seat.user for seat in seats]


def _hopefuls(challenge: Challenge) -> bool:
    """Return whether anybody but the host has joined or may still say yes."""
    return (
        challenge.seats.exclude(user_id=challenge.host_id)
        .exclude(state=ChallengeSeat.State.DECLINED)
        .exists()
    )


def cancel_offer(challenge: Challenge, now: datetime) -> None:
    """Withdraw an open offer. Lock: the caller holds it."""
    challenge.status = Challenge.Status.CANCELLED
    challenge.closed_at = now
    challenge.save(update_fields=["status", "closed_at"])
    note_answered(challenge, now)


def start_offer(challenge: Challenge, now: datetime) -> None:
    """Start the game of an offer with those who have joined.

    In a rematch the seats move on by one; else they are drawn. Lock: the caller holds the offer.
    """
    users = _joined(challenge)
    if challenge.rematch_of is not None:
        before = [player.user_id for player in challenge.rematch_of.players.order_by("seat")]
        users.sort(key=lambda user: (before.index(user.pk) - 1) % len(before))
    challenge.game = start_game(
        users=users,
        is_seated=challenge.rematch_of is not None,
        ruleset_key=challenge.ruleset_key,
        options=challenge.options,
        now=now,
        pace=PACES[challenge.pace],
        allows_vacation=challenge.allows_vacation,
        is_private=challenge.is_private,
        is_rated=challenge.is_rated,
        ladder=challenge.ladder,
    )
    challenge.status = Challenge.Status.STARTED
    challenge.closed_at = now
    challenge.save(update_fields=["game", "status", "closed_at"])
    note_answered(challenge, now)


def announce_offer(challenge: Challenge) -> None:
    """After commit, tell those in an offer, and the lobby if it is listed there."""
    outbox.announce_users(challenge.seats.values_list("user_id", flat=True))
    if challenge.kind == Challenge.Kind.OPEN:
        outbox.announce_lobby()
