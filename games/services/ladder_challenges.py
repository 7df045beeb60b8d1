"""Challenge somebody on a ladder. Answered as every offer by name: join, decline, or wait."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.core.errors import BadRequestError, ConflictError, DomainError, NotAllowedError
from games.core.pairing import PACES
from games.models import Challenge, ChallengeSeat
from games.rules import registry
from games.selectors.ladder_answers import Bar
from games.selectors.ladder_challenges import bars
from games.selectors.ladder_queue import rulesets_of
from games.selectors.profile import find_player
from games.selectors.ratings import value_in
from games.selectors.replies import reply_time
from games.services.challenges import announce_offer, seat_users
from games.services.ladder_queue import find_ladder
from games.services.notices import tell_challenged
from games.services.retry import retried

_SENSELESS = {"duels_only", "yourself", "is_bot"}
_FORBIDDEN = {"address_not_confirmed", "banned_from_rated", "takes_none"}


@retried
def challenge_on_ladder(
    *,
    host: User,
    name: str,
    pool_key: str,
    ruleset_key: str,
    pace: str,
    key: str,
    now: datetime,
) -> Challenge:
    """Challenge the person called ``name`` to a ladder game; the same key does it once.

    Raises:
        DomainError: ``no_such_ladder``, ``no_such_player``.
        BadRequestError: ``bad_request``, ``duels_only``, ``yourself``, ``is_bot``.
        NotAllowedError: ``address_not_confirmed``, ``banned_from_rated``, ``takes_none``.
        ConflictError: ``you_are_away``, ``too_many_out``, ``not_on_ladder``, ``is_away``,
            ``too_far``, ``already_playing``, ``already_open``, ``too_soon``, ``too_many_in``,
            ``too_many_games``, ``is_full``.

    Lock: both users, in the order of their keys, so that no two challenges are counted as one.
    """
    pool = find_ladder(pool_key)
    if pace not in PACES or ruleset_key not in rulesets_of(pool):
        raise BadRequestError("bad_request", "Choose a game and a pace of those on offer.")
    person = find_player(name)
    if person is None:
        raise DomainError("no_such_player", "There is no player of this name.")
    with transaction.atomic(durable=True):
        both = User.objects.filter(pk__in=[host.pk, person.pk]).order_by("pk")
        list(both.select_for_update(no_key=True))
        repeated = Challenge.objects.filter(host=host, key=key).first()
        if repeated is not None:
            return repeated
        bar = bars(host, [person], pool, now)[person.pk]
        if bar is not None:
            raise _refusal(bar)
        challenge = Challenge.objects.create(
            host=host,
            kind=Challenge.Kind.DIRECT,
            seat_count=2,
            ruleset_key=ruleset_key,
            options=registry.get(ruleset_key).parse_options({}),
            pace=pace,
            is_rated=True,
            ladder=pool.key,
            host_rating=value_in(pool, host.pk),
            host_reply=reply_time(host.pk),
            key=key,
            created_at=now,
        )
        seat_users(challenge, [host], ChallengeSeat.State.JOINED)
        seat_users(challenge, [person], ChallengeSeat.State.INVITED)
        tell_challenged(challenge, person, now)
        announce_offer(challenge)
        return challenge


def _refusal(bar: Bar) -> DomainError:
    if bar.code in _SENSELESS:
        return BadRequestError(bar.code, bar.sentence)
    if bar.code in _FORBIDDEN:
        return NotAllowedError(bar.code, bar.sentence)
    return ConflictError(bar.code, bar.sentence)
