"""Play again with the same people, at the same game and pace: one rematch, whoever asks first."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.core.errors import ConflictError, DomainError, NotAllowedError
from games.core.pace import PACES
from games.models import Challenge, ChallengeSeat, Game, Player
from games.selectors.game import games_seen_by
from games.selectors.rematch import may_rematch, standing_rematch
from games.services.bans import refuse_banned_from_rated
from games.services.challenges import announce_offer, seat_users, start_offer
from games.services.flood import refuse_more_games
from games.services.notices import note_answered, tell_invited
from games.services.rated_offers import refuse_unconfirmed
from games.services.retry import retried
from games.services.start import start_game


@retried
def ask_rematch(*, public_id: str, user: User, now: datetime) -> Challenge:
    """Ask for a rematch, or say yes to the one that another player has asked for.

    However many press at once, there is one rematch. It starts when everybody has said yes;
    against bots at once. The seats move on by one, so that another player begins the round.

    Raises:
        DomainError: ``no_such_game``.
        NotAllowedError: ``not_your_game``, ``no_rematch``, ``address_not_confirmed``,
            ``banned_from_rated``.
        ConflictError: ``game_running``, ``too_fast``.
    """
    with transaction.atomic(durable=True):
        seen = games_seen_by(user.pk).select_for_update(of=("self",))
        game = seen.filter(public_id=public_id).first()
        if game is None:
            raise DomainError("no_such_game", "There is no such game.")
        players = list(game.players.select_related("user").order_by("seat"))
        seat = next((player.seat for player in players if player.user_id == user.pk), None)
        if seat is None:
            raise NotAllowedError("not_your_game", "You have no seat in this game.")
        if game.is_running:
            raise ConflictError("game_running", "Finish this game first.")
        if not may_rematch(players, seat):
            raise NotAllowedError("no_rematch", "Not everybody of this table can play again.")
        standing = standing_rematch(game)
        if game.is_rated:
            refuse_unconfirmed(user)
            refuse_banned_from_rated(user)
        if standing is not None:
            return _say_yes(standing, user, now)
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        refuse_more_games(user, now)
        people = [player.user for player in players if not player.user.is_bot]
        if len(people) > 1:
            return _offer(game, user, people, now)
        return _start_against_bots(game, user, players, now)


def _say_yes(challenge: Challenge, user: User, now: datetime) -> Challenge:
    if challenge.status == Challenge.Status.OPEN:
        challenge = Challenge.objects.select_for_update(of=("self",)).get(pk=challenge.pk)
        ChallengeSeat.objects.update_or_create(
            challenge=challenge, user=user, defaults={"state": ChallengeSeat.State.JOINED}
        )
        note_answered(challenge, now, user)
        joined = challenge.seats.filter(state=ChallengeSeat.State.JOINED).count()
        if joined == challenge.seat_count:
            start_offer(challenge, now)
    announce_offer(challenge)
    return challenge


def _offer(game: Game, host: User, people: list[User], now: datetime) -> Challenge:
    challenge = Challenge.objects.create(
        host=host,
        kind=Challenge.Kind.DIRECT,
        seat_count=len(people),
        ruleset_key=game.ruleset_key,
        options=game.options,
        pace=game.pace,
        allows_vacation=game.allows_vacation,
        is_private=game.is_private,
        is_rated=game.is_rated,
        rematch_of=game,
        key=_key(game),
        created_at=now,
    )
    seat_users(challenge, [host], ChallengeSeat.State.JOINED)
    others = [person for person in people if person != host]
    seat_users(challenge, others, ChallengeSeat.State.INVITED)
    tell_invited(challenge, others, now)
    announce_offer(challenge)
    return challenge


def _start_against_bots(game: Game, host: User, players: list[Player], now: datetime) -> Challenge:
    users = [player.user for player in players]
    new = start_game(
        users=users[1:] + users[:1],
        ruleset_key=game.ruleset_key,
        options=game.options,
        now=now,
        pace=PACES[game.pace],
        allows_vacation=game.allows_vacation,
        is_private=game.is_private,
        is_seated=True,
    )
    return Challenge.objects.create(
        host=host,
        kind=Challenge.Kind.BOTS,
        status=Challenge.Status.STARTED,
        seat_count=len(players),
        ruleset_key=game.ruleset_key,
        options=game.options,
        pace=game.pace,
        allows_vacation=game.allows_vacation,
        is_private=game.is_private,
        rematch_of=game,
        game=new,
        key=_key(game),
        created_at=now,
        closed_at=now,
    )


def _key(game: Game) -> str:
    """Return a key that no other offer has; the caller holds the game."""
    return f"rematch-{game.public_id}-{game.rematches.count()}"
