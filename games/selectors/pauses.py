"""Why a clock stands: the one set of reasons that everything which starts or stops it asks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.core.pace import PACES
from games.models import Game, Pause, Player, Vacation
from games.selectors.clock import clock_of
from games.selectors.vacations import PAUSING, may_pause, open_vacation

VACATION, WEEKEND = "vacation", "weekend"
TIMED = tuple(key for key, pace in PACES.items() if pace.is_timed)
"""Keys of the paces that have a clock at all."""

STANDING_MAX = 10_000
"""So many clocks that stand are looked through at once, the oldest games first."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a clock stands.

    Weekends are none: their time does not count, and the clock runs through them (core/weekend).
    An outage is none either: its time is given back (services/uptime).

    Attributes:
        kind: `VACATION`, or a kind of `Pause`.
        since: when it began.
        until: when it ends at the latest; None when nobody knows.
    """

    kind: str
    since: datetime
    until: datetime | None


def pause_reasons(game: Game, player: Player) -> list[Reason]:
    """Return every reason why the clock of this player stands, were he to move; none: it runs."""
    reasons = [
        Reason(row.kind, row.began_at, row.until)
        for row in open_pauses([game])
        if row.began_at is not None
    ]
    vacation = open_vacation(player.user_id) if may_pause(game) else None
    if vacation is not None:
        reasons.append(Reason(VACATION, vacation.started_at, vacation.ends_at))
    return reasons


def open_pauses(games: Iterable[Game]) -> QuerySet[Pause]:
    """Return what is offered or lasts in these games."""
    return Pause.objects.filter(game__in=list(games), ended_at__isnull=True)


def clock_mark(game: Game) -> str:
    """Return what changes with every offer, pause and gift in a game, as a short text."""
    if PACES[game.pace].is_timed:
        marks = [f"{row.pk}:{len(row.agreed)}" for row in open_pauses([game])]
        return f"-{'+'.join(marks)}-{game.gifts.count()}"
    return ""


def misjudged_games(*, user_id: int | None = None, most: int | None = None) -> list[str]:
    """Return the public ids of games whose clock runs although it should stand, or the other way.

    Commands leave none behind for long: it is how a sweep finds what was interrupted. Each half
    starts from an index of its own, for most games of a house are over.

    Args:
        user_id: whose turns alone; None for everybody's.
        most: so many of each half, the oldest games first.
    """
    away = Vacation.objects.filter(user_id=OuterRef("user_id"), ended_at__isnull=True)
    paused = Pause.objects.filter(
        game_id=OuterRef("game_id"), began_at__isnull=False, ended_at__isnull=True
    )
    may_be_away = Q(game__pace__in=PAUSING, game__allows_vacation=True)
    stands = (may_be_away & Q(Exists(away))) | Q(Exists(paused))
    movers = Player.objects.filter(
        user__bot_key="",
        game__status=Game.Status.RUNNING,
        game__to_move=F("seat"),
        game__pace__in=TIMED,
    )
    if user_id is not None:
        movers = movers.filter(user_id=user_id)
    runs = movers.filter(stands, game__deadline_at__isnull=False)
    # The few that stand are named one by one: a guess of the planner would read all players.
    standing = Game.objects.filter(
        status=Game.Status.RUNNING, clock_since__isnull=True, pace__in=TIMED
    )
    still = movers.filter(
        ~stands,
        game__clock_since__isnull=True,
        game__in=list(standing.order_by("pk").values_list("pk", flat=True)[:STANDING_MAX]),
    )
    return [
        public_id
        for wrong in (runs, still)
        for public_id in wrong.order_by("game_id").values_list("game__public_id", flat=True)[:most]
    ]


def pause_view(
    game: Game,
    players: Sequence[Player],
    away: Mapping[int, datetime],
    pauses: Iterable[Pause],
    now: datetime | None = None,
) -> dict[str, Any] | None:
    """Return what the page shows of a clock that stands, or of a weekend; None if time counts.

    ``kind``: of the reason that is told, the strongest first. ``until``: at the latest, or None.
    ``seat`` and ``name``: who is away. ``id``: of a pause that the players may end.

    Args:
        away: as `away_until` gives it.
        pauses: the open ones of the game.
        now: without it nothing is said of weekends.
    """
    if game.to_move is None or not PACES[game.pace].is_timed:
        return None
    begun = {row.kind: row for row in pauses if row.began_at is not None}
    agreed = begun.get(Pause.Kind.AGREED)
    player = players[game.to_move]
    is_away = may_pause(game) and player.user_id in away and not player.user.is_bot
    kinds = [kind for kind in (Pause.Kind.MODERATOR, Pause.Kind.AGREED) if kind in begun]
    if not kinds and (not is_away or game.clock_since is not None):
        return None if now is None else _weekend_view(game, player, now)
    kind: str = kinds[0] if kinds else VACATION
    row = begun.get(kind)
    return {
        "kind": kind,
        "seat": player.seat,
        "name": player.user.get_username(),
        "until": away[player.user_id] if row is None else row.until,
        "id": None if agreed is None else agreed.pk,
    }


def _weekend_view(game: Game, player: Player, now: datetime) -> dict[str, Any] | None:
    """Return as `pause_view` a clock that runs through a weekend, which does not count."""
    clock = clock_of(game, player)
    until = None if clock is None else clock.rests_until(now)
    if until is None:
        return None
    name = player.user.get_username()
    return {"kind": WEEKEND, "seat": player.seat, "name": name, "until": until, "id": None}


def offer_view(
    game: Game, players: Sequence[Player], you: int | None, pauses: Iterable[Pause], now: datetime
) -> dict[str, Any] | None:
    """Return a proposed pause that has not lapsed, to a player: ``id``, ``name``, ``agreed``.

    ``agreed``: whether the viewer has agreed already. None for somebody who only watches.
    """
    if you is None:
        return None
    for row in pauses:
        if is_offered(row, game, now):
            seats = [player for player in players if player.user_id == row.by_id]
            name = seats[0].user.get_username() if seats else ""
            return {"id": row.pk, "name": name, "agreed": you in row.agreed}
    return None


def is_offered(row: Pause, game: Game, now: datetime) -> bool:
    """Return whether a proposed pause waits for answers; it lapses with the next move."""
    is_open = row.began_at is None and row.ended_at is None and row.kind == Pause.Kind.AGREED
    return is_open and row.version == game.version and (row.until is None or now < row.until)
