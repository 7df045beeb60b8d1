"""Look at the rated games that have ended, batch by batch, and raise what stands out.

Games that count for nothing raise nothing: friends may play as often and as oddly as they like.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import combinations
from time import monotonic
from typing import Final

from django.db import transaction
from django.db.models import Max

from games.core.signals import early, pairs
from games.core.signals.kinds import SignalKind
from games.models import Game, RatingChange, Signal
from games.selectors.meetings import Histories, Seated, expected_before, histories, leavings
from games.services.agreements import forget_agreements, look_at_agreement, measure_games
from games.services.device_marks import Shared, forget_marks, mark_devices, shared_marks
from games.services.read_to import newest_key, next_rows, take_position
from games.services.signals import raise_signal
from games.services.table_gains import forget_gains, look_at_gains, write_gains

ROWS: Final = 60
"""Rows of the ledger in one batch, 15 to 30 games: a fraction of a second."""

SWEEP_S: Final = 5.0
"""Seconds; a task is stopped after ten."""

FIRST_ROWS: Final = 1_000
"""So many rows back the first sweep of a site begins; what is older is not recent."""

COARSE_MEETINGS_MIN: Final = 5
"""What many browsers have in common counts only for two who meet this often in rated games."""

NAME: Final = "signals"

type Said = Mapping[tuple[str, frozenset[int]], datetime]
"""Until when games have been evidence, by kind and accounts."""


def sweep_signals(*, now: datetime) -> int:
    """Look at what has ended since the last sweep; return how many batches were done."""
    until, done = monotonic() + SWEEP_S, 0
    while monotonic() < until and look_at_some(now=now):
        done += 1
    forget_marks(now)
    forget_gains(now)
    forget_agreements(now)
    return done


def look_at_some(*, now: datetime) -> bool:
    """Look at one batch of games; return whether there was one.

    A batch that is cut off is done again as a whole: nothing in it counts twice.
    """
    with transaction.atomic(durable=True):
        position = take_position(NAME, _first)
        if position is None:
            return False
        rows = next_rows(RatingChange.objects.all(), position, ROWS, now, "game_id")
        if not rows:
            return False
        _look_at({row["game_id"] for row in rows if row["game_id"] is not None}, now)
        position.position = rows[-1]["pk"]
        position.save(update_fields=["position"])
        return True


def _first() -> int:
    return max(0, newest_key(RatingChange.objects.all()) - FIRST_ROWS)


def _look_at(game_ids: set[int], now: datetime) -> None:
    found = Game.objects.filter(pk__in=game_ids, annulled_at=None)
    games = list(found.prefetch_related("players__user").order_by("pk"))
    tables = [
        sorted(player.user_id for player in game.players.all() if not player.user.is_bot)
        for game in games
    ]
    users = {user_id for table in tables for user_id in table}
    met = sorted({pair for table in tables for pair in combinations(table, 2)})
    played, said = histories(users, now), _said(users)
    mark_devices(users, now)
    marks = shared_marks(users, now)
    for user_id in sorted(users):
        _look_at_losses(user_id, played[user_id], said, now)
    for first, second in met:
        _look_at_pair(first, second, played, said, now)
        _look_at_devices(first, second, played, marks.get(frozenset((first, second)), ()), now)
    for first, second in write_gains(games):
        kind = SignalKind.TABLE_HELP
        look_at_gains(first, second, said.get((kind, frozenset((first, second)))), now)
    measure_games(games)
    for user_id in sorted(users):
        kind = SignalKind.BOT_AGREEMENT
        look_at_agreement(user_id, said.get((kind, frozenset((user_id,)))), now)


def _said(users: set[int]) -> Said:
    rows = Signal.objects.filter(user__in=users).order_by()
    newest = rows.values("kind", "user_id", "other_id").annotate(at=Max("through_at"))
    said: dict[tuple[str, frozenset[int]], datetime] = {}
    for row in newest:
        about = frozenset((row["user_id"], row["other_id"] or row["user_id"]))
        key = (row["kind"], about)
        said[key] = max(said.get(key, row["at"]), row["at"])
    return said


def _look_at_losses(user_id: int, games: Iterable[Seated], said: Said, now: datetime) -> None:
    kind = SignalKind.EARLY_LOSSES
    fresh = _after(games, said.get((kind, frozenset((user_id,)))))
    keys = early.early_losses(leavings(fresh))
    if early.is_suspicious(keys):
        given = [one for one in fresh if one.game in keys]
        opponents = {other for one in given for other in one.others}
        figures = {
            "losses": len(given),
            "games": len(fresh[: early.OF_GAMES]),
            "opponents": len(opponents),
        }
        _raise(kind, user_id, None, given, figures, now)


def _look_at_pair(first: int, second: int, played: Histories, said: Said, now: datetime) -> None:
    about = frozenset((first, second))
    met = [one for one in played[first] if second in one.others]
    kind = SignalKind.MANY_GAMES
    fresh = _after(met, said.get((kind, about)))
    first_games, second_games = len(played[first]), len(played[second])
    if pairs.is_often(len(fresh), first_games, second_games):
        share = round(len(met) / min(first_games, second_games), 2)
        figures = {"games": len(fresh), "share": share}
        _raise(kind, max(about), min(about), fresh, figures, now)

    kind = SignalKind.SAME_WINNER
    fresh = [one for one in _after(met, said.get((kind, about))) if one.seats == 2]
    won, decided, is_first = pairs.winner_of([one.others[second] for one in fresh])
    if decided < pairs.DECIDED_MIN:
        return
    winner, loser = (first, second) if is_first else (second, first)
    share = expected_before(fresh[-1], winner, loser)
    if pairs.is_one_sided(won, decided, share):
        figures = {"won": won, "decided": decided, "expected": round(share, 2)}
        _raise(kind, winner, loser, fresh, figures, now)


def _look_at_devices(
    first: int, second: int, played: Histories, marks: Iterable[Shared], now: datetime
) -> None:
    """Say of two who play each other for points that they share a device; each device once."""
    met = [one for one in played[first] if second in one.others]
    for shared in marks:
        if len(met) < (1 if shared.is_exact else COARSE_MEETINGS_MIN):
            continue
        key = f"{SignalKind.SHARED_DEVICE}:{shared.mark}"
        figures = {
            "is_exact": int(shared.is_exact),
            "accounts": shared.users,
            "games": len(met),
        }
        raise_signal(
            SignalKind.SHARED_DEVICE,
            user_id=max(first, second),
            other_id=min(first, second),
            figures=figures,
            games=[one.public_id for one in reversed(met)],
            through_at=met[0].at,
            now=now,
            only=key,
        )


def _after(games: Iterable[Seated], at: datetime | None) -> list[Seated]:
    """Return the games that have been evidence for nothing of the kind yet."""
    return [one for one in games if at is None or one.at > at]


def _raise(
    kind: SignalKind,
    user_id: int,
    other_id: int | None,
    games: list[Seated],
    figures: Mapping[str, int | float],
    now: datetime,
) -> None:
    raise_signal(
        kind,
        user_id=user_id,
        other_id=other_id,
        figures=figures,
        games=[one.public_id for one in reversed(games)],
        through_at=games[0].at,
        now=now,
    )
