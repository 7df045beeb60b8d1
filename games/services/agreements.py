"""Store what analysts say of finished games, and say when somebody agrees too often.

While no analyst is registered (`games.bots.analysts`), nothing is measured and nothing raised.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, Sum

from games.bots.analysts import Analyst, all_analysts
from games.core.errors import BadRequestError
from games.core.pool import pool_of
from games.core.signals.agreement import NEAR, Agreed, is_far_above
from games.core.signals.kinds import SignalKind
from games.models import Agreement, Game, Player, RatingChange
from games.selectors.record import record_of
from games.services.signals import raise_signal

KEPT: Final = timedelta(days=180)
OTHERS_MAX: Final = 500
"""So many others of the same rating are compared with."""


def measure_games(games: Iterable[Game]) -> None:
    """Ask every analyst about these rated games that are over, and store the answers.

    Args:
        games: with ``players`` fetched.
    """
    analysts = all_analysts()
    for game in games if analysts else ():
        record = record_of(game, None)
        players = {player.seat: player for player in game.players.all() if not player.user.is_bot}
        for analyst in analysts:
            for seat, agreed in analyst.measure(record).items():
                if seat in players:
                    store_agreement(players[seat], game, analyst, agreed)


def store_agreement(player: Player, game: Game, analyst: Analyst, agreed: Agreed) -> None:
    """Store the figure of one player; one that is there already stays.

    Raises:
        BadRequestError: ``bad_request``: he agrees more often than he decides, or in no decision.
    """
    if not 0 <= agreed.agreed <= agreed.decisions:
        raise BadRequestError("bad_request", "Nobody agrees more often than he decides.")
    row = RatingChange.objects.filter(game=game, seat=player.seat).first()
    if row is None or game.finished_at is None or not agreed.decisions:
        return
    Agreement.objects.get_or_create(
        player=player,
        analyst=analyst.name,
        defaults={
            "user_id": player.user_id,
            "pool": pool_of(game.ruleset_key, game.players.count()).key,
            "rating": row.before,
            "decisions": agreed.decisions,
            "agreed": agreed.agreed,
            "finished_at": game.finished_at,
        },
    )


def look_at_agreement(user_id: int, since: datetime | None, now: datetime) -> None:
    """Raise a signal if somebody agrees with an analyst far more often than others of his rating.

    Only what has been no evidence yet counts.
    """
    for analyst in all_analysts():
        rows = Agreement.objects.filter(user=user_id, analyst=analyst.name)
        if since is not None:
            rows = rows.filter(finished_at__gt=since)
        pools = rows.order_by().values_list("pool", flat=True).distinct()
        for pool in sorted(pools):
            own = list(
                rows.filter(pool=pool, player__game__annulled_at=None)
                .order_by("finished_at")
                .values_list(
                    "decisions", "agreed", "rating", "player__game__public_id", "finished_at"
                )
            )
            if not own:
                continue
            total = Agreed(sum(row[0] for row in own), sum(row[1] for row in own))
            rating = own[-1][2]
            others = _others(user_id, analyst.name, pool, rating)
            if is_far_above(total, others):
                usual = sum(other.share for other in others) / len(others)
                raise_signal(
                    SignalKind.BOT_AGREEMENT,
                    user_id=user_id,
                    other_id=None,
                    figures={
                        "decisions": total.decisions,
                        "share": round(total.share, 2),
                        "usual": round(usual, 2),
                        "others": len(others),
                        "rating": round(rating / 1000),
                    },
                    games=[row[3] for row in own],
                    through_at=own[-1][4],
                    now=now,
                )


def forget_agreements(now: datetime) -> None:
    """Forget what is too old."""
    Agreement.objects.filter(finished_at__lte=now - KEPT).delete()


def _others(user_id: int, analyst: str, pool: str, rating: int) -> list[Agreed]:
    near = Agreement.objects.filter(
        analyst=analyst, pool=pool, rating__range=(rating - NEAR, rating + NEAR)
    ).exclude(user=user_id)
    sums = (
        near.order_by()
        .values("user")
        .annotate(decided=Sum("decisions"), same=Sum("agreed"), newest=Max("finished_at"))
    )
    found = sums.order_by("-newest")[:OTHERS_MAX].values_list("decided", "same")
    return [Agreed(decided, same) for decided, same in found]
