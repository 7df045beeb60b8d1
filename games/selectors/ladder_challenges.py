"""Challenges on a ladder: whom somebody may challenge, and why not the others.

Page and server ask the same function, so a button that can be pressed is one that works.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.elo import SCALE, START
from games.core.pairing import REPEAT_WITHIN
from games.core.pool import DUEL, Pool
from games.models import (
    Block,
    Challenge,
    ChallengeSeat,
    Game,
    LadderQueue,
    Player,
    Rating,
    Sanction,
    Vacation,
)
from games.selectors.challenges import LIFETIME
from games.selectors.ladder_answers import Bar, answer_bars, full_bar, full_players, rated_bar
from games.selectors.paces import pace_name
from games.selectors.privacy import takes_invitations
from games.selectors.ranks import Spot, before, behind, in_order, listed
from games.selectors.ratings import rating_view
from games.selectors.sanctions import in_force
from games.selectors.vacations import open_vacation
from games.selectors.variants import variant_name

REACH = 300
"""So many points above and below oneself a ladder challenge goes."""

OUT_MOST, IN_MOST = 3, 3
"""Challenges that one made, and that one got: open ones, and games out of them that run."""

SHOWN_ABOVE, SHOWN_BELOW, SHOWN = 3, 3, 6


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the bars follow from, for all the people asked about.

    Attributes:
        values: ratings in thousandths, of those who have one; ``host`` is the host's.
        willing: who takes challenges of this host at all.
        playing, met: who plays with the host on this ladder, or has lately.
        offered: between whom and the host a challenge is open, of either.
        challenged: whose last challenge by the host has ended lately.
        incoming: how many challenges each has got that are open or being played.
        full: who has as many games of this ladder as anybody can have.
    """

    values: dict[int, int]
    host: int
    willing: set[int]
    on_ladder: set[int]
    away: set[int]
    playing: set[int]
    met: set[int]
    offered: set[int]
    challenged: set[int]
    incoming: dict[int, int]
    full: set[int]


def own_bar(host: User, pool: Pool, now: datetime) -> Bar | None:
    """Return why somebody may challenge nobody on this ladder; None if he may."""
    if pool.size != DUEL:
        return Bar("duels_only", _("Challenges are for games of two; tables are paired."))
    unfit = rated_bar(host, now)
    if unfit is not None:
        return unfit
    if open_vacation(host.pk) is not None:
        return Bar("you_are_away", _("End your vacation before you challenge somebody."))
    if _pending(pool, now).filter(host=host).count() >= OUT_MOST:
        return Bar(
            "too_many_out",
            _("%(n)d of your challenges are open or being played; wait until one is over.")
            % {"n": OUT_MOST},
        )
    return full_bar() if full_players([host.pk], pool.key) else None


def bars(host: User, people: Sequence[User], pool: Pool, now: datetime) -> dict[int, Bar | None]:
    """Return for each of these people why the host may not challenge him; None where he may.

    Args:
        people: with ``privacy`` selected, or each costs a query.
    """
    return _bars_under(own_bar(host, pool, now), host, people, pool, now)


def _bars_under(
    own: Bar | None, host: User, people: Sequence[User], pool: Pool, now: datetime
) -> dict[int, Bar | None]:
    facts = _facts(host, people, pool, now)
    return {
        person.pk: own if own and person != host else _bar(host, person, facts) for person in people
    }


def _bar(host: User, person: User, facts: _Facts) -> Bar | None:
    """Return the first reason that holds, from what never changes to what passes soonest."""
    pk, name = person.pk, person.get_username()
    distance = abs(facts.values.get(pk, START) - facts.host)
    reasons = (
        (person == host, "yourself", _("This is you.")),
        (person.is_bot, "is_bot", _("Bots play no ladder games.")),
        # One sentence for blocks, closed accounts, switches and bans, so that it tells of none.
        (pk not in facts.willing, "takes_none", _("%(name)s does not take challenges.")),
        (
            pk not in facts.on_ladder,
            "not_on_ladder",
            _("%(name)s does not play on this ladder now."),
        ),
        (pk in facts.away, "is_away", _("%(name)s is on vacation.")),
        (
            distance > REACH * SCALE,
            "too_far",
            _("%(name)s is more than %(points)d points away from you."),
        ),
        (pk in facts.playing, "already_playing", _("You play each other on this ladder already.")),
        (pk in facts.offered, "already_open", _("A challenge between you is open already.")),
        (
            pk in facts.met | facts.challenged,
            "too_soon",
            _("Your last game or challenge was less than 7 days ago."),
        ),
        (
            facts.incoming.get(pk, 0) >= IN_MOST,
            "too_many_in",
            _("%(name)s has as many challenges as anybody can have at once."),
        ),
        (
            pk in facts.full,
            "is_full",
            _("%(name)s has as many games of this ladder as anybody can have."),
        ),
    )
    told = {"name": name, "points": REACH}
    return next((Bar(code, text % told) for holds, code, text in reasons if holds), None)


def _facts(host: User, people: Sequence[User], pool: Pool, now: datetime) -> _Facts:
    ids = [person.pk for person in people]
    ratings = Rating.objects.filter(pool=pool.key, user_id__in=[*ids, host.pk])
    values = dict(ratings.values_list("user_id", "value"))
    listed_ids = listed(pool.key, now).filter(user_id__in=ids).values_list("user_id", flat=True)
    queue = LadderQueue.objects.filter(pool=pool.key, user_id__in=ids)
    away = Vacation.objects.filter(user_id__in=ids, ended_at__isnull=True)
    seats = ChallengeSeat.objects.filter(challenge__ladder=pool.key)
    to_them = seats.filter(challenge__host=host, user_id__in=ids).exclude(user=host)
    by_them = seats.filter(challenge__host_id__in=ids, user=host).exclude(challenge__host=host)
    is_open = Q(challenge__status=Challenge.Status.OPEN)
    incoming = (
        seats.filter(user_id__in=ids, challenge__in=_pending(pool, now))
        .exclude(challenge__host_id=F("user_id"))
        .order_by()
        .values_list("user_id")
        .annotate(count=Count("pk"))
    )
    playing, met = _together(host, ids, pool, now)
    return _Facts(
        values=values,
        host=values.get(host.pk, START),
        willing=_willing(host, people, now),
        on_ladder={*listed_ids, *queue.values_list("user_id", flat=True)},
        away=set(away.values_list("user_id", flat=True)),
        playing=playing,
        met=met,
        offered={
            *to_them.filter(is_open).values_list("user_id", flat=True),
            *by_them.filter(is_open).values_list("challenge__host_id", flat=True),
        },
        challenged=set(
            to_them.filter(challenge__closed_at__gt=now - REPEAT_WITHIN).values_list(
                "user_id", flat=True
            )
        ),
        incoming=dict(incoming),
        full=full_players(ids, pool.key),
    )


def _pending(pool: Pool, now: datetime) -> QuerySet[Challenge]:
    """Return the challenges of a ladder that take a place: open, or being played.

    Counted from the games themselves, so that one that has ended makes room in the same moment.
    """
    return Challenge.objects.filter(ladder=pool.key).filter(
        Q(status=Challenge.Status.OPEN, created_at__gt=now - LIFETIME)
        | Q(game__status=Game.Status.RUNNING)
    )


def _together(
    host: User, ids: Sequence[int], pool: Pool, now: datetime
) -> tuple[set[int], set[int]]:
    """Return with whom of these the host plays on this ladder, and with whom he has lately."""
    recent = Q(finished_at__isnull=True) | Q(finished_at__gt=now - REPEAT_WITHIN)
    own = Player.objects.filter(user=host, game__ladder=pool.key)
    found = Player.objects.filter(
        recent, user_id__in=ids, game_id__in=own.filter(recent).values("game_id")
    ).exclude(user=host)
    playing: set[int] = set()
    met: set[int] = set()
    for user_id, finished_at in found.values_list("user_id", "finished_at"):
        (playing if finished_at is None else met).add(user_id)
    return playing, met


def _willing(host: User, people: Sequence[User], now: datetime) -> set[int]:
    ids = [person.pk for person in people]
    blocks = Block.objects.filter(Q(user=host, person_id__in=ids) | Q(person=host, user_id__in=ids))
    apart = {user_id for pair in blocks.values_list("user_id", "person_id") for user_id in pair}
    banned = Sanction.objects.filter(
        in_force(now), user_id__in=ids, kind=Sanction.Kind.BAN_RATED
    ).values_list("user_id", flat=True)
    shut = apart | set(banned)
    return {
        person.pk
        for person in people
        if person.is_active and person.pk not in shut and takes_invitations(person, host.pk)
    }


def near_view(viewer: User, pool: Pool, now: datetime) -> dict[str, Any]:
    """Return whom somebody is offered to challenge; the same few queries always.

    ``bar``: why he may challenge nobody, or None. ``people``: some who are near, the highest
    first, with ``name``, ``user_id``, ``rating`` and ``bar``: why not him, or None.
    """
    near = _near(viewer, pool, now)
    own = own_bar(viewer, pool, now)
    barred = _bars_under(own, viewer, [person for person, _rating in near], pool, now)
    return {
        "bar": own,
        "people": [
            {"user_id": person.pk, "name": person.get_username(), "rating": text, "bar": bar}
            for person, text in near
            if (bar := barred[person.pk]) is None or bar.code != "takes_none"
        ],
    }


def challenges_view(viewer: User, pool: Pool, now: datetime) -> dict[str, Any]:
    """Return the open challenges of a ladder to somebody and by him.

    ``incoming`` and ``outgoing`` have ``public_id``, ``name``, ``user_id``, ``game`` and
    ``pace_name``; incoming ones ``bar`` too, why the viewer may not accept it now, or nothing.
    """
    open_ones = Challenge.objects.filter(ladder=pool.key, status=Challenge.Status.OPEN)
    mine = open_ones.filter(host=viewer).prefetch_related("seats__user")
    theirs = open_ones.filter(
        seats__user=viewer, seats__state=ChallengeSeat.State.INVITED
    ).select_related("host")
    incoming = [(challenge, _challenge_row(challenge, challenge.host)) for challenge in theirs]
    answer_bars(viewer, incoming, now)
    return {
        "incoming": [row for _challenge, row in incoming],
        "outgoing": [
            _challenge_row(challenge, seat.user)
            for challenge in mine
            for seat in challenge.seats.all()
            if seat.user_id != viewer.pk
        ],
    }


def _challenge_row(challenge: Challenge, other: User) -> dict[str, Any]:
    return {
        "public_id": challenge.public_id,
        "user_id": other.pk,
        "name": other.get_username(),
        "game": variant_name(challenge.ruleset_key, challenge.options),
        "pace_name": pace_name(challenge.pace),
    }


def _near(viewer: User, pool: Pool, now: datetime) -> list[tuple[User, str]]:
    """Return some people within reach, highest first, with the text of each rating."""
    own = Rating.objects.filter(pool=pool.key, user=viewer).first()
    spot = Spot(START if own is None else own.value, viewer.pk)
    reach = (spot.value - REACH * SCALE, spot.value + REACH * SCALE)
    rows = listed(pool.key, now).filter(value__range=reach).select_related("user__privacy")
    above = before(rows, spot).order_by("value", "-user_id")[:SHOWN_ABOVE]
    found = {row.user_id: row for row in (*above, *in_order(behind(rows, spot))[:SHOWN_BELOW])}
    found.pop(viewer.pk, None)
    if len(found) < SHOWN:
        for row in _queued(viewer, pool, reach):
            if len(found) < SHOWN:
                found.setdefault(row.user_id, row)
    people = sorted(found.values(), key=lambda row: (-row.value, row.user_id))
    return [(row.user, rating_view(row.value, row.games, row.opponents)["text"]) for row in people]


def _queued(viewer: User, pool: Pool, reach: tuple[int, int]) -> Iterable[Rating]:
    """Return the ratings of others in the queue who are within reach; a newcomer's is no row."""
    queue = LadderQueue.objects.filter(pool=pool.key).exclude(user=viewer)
    users = [row.user for row in queue.select_related("user__privacy")[: 4 * SHOWN]]
    rows = {row.user_id: row for row in Rating.objects.filter(pool=pool.key, user__in=users)}
    for user in users:
        rating = rows.get(user.pk) or Rating(pool=pool.key)
        rating.user = user
        if reach[0] <= rating.value <= reach[1]:
            yield rating
