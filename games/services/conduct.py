"""What the end of a game says about how its players kept it."""

from collections.abc import Iterable
from datetime import datetime

from games.core.conduct import (
    FORMULA_VERSION,
    OF_ABSENCE,
    WHOLE,
    Outcome,
    Stay,
    after,
    is_same_absence,
    outcome_of,
)
from games.core.types import EndReason
from games.models import Conduct, ConductEvent, Game, Player, Ply, Presence
from games.selectors.log import LEAVING
from games.services.locking import LockedGame

type Found = dict[int, tuple[Outcome, datetime]]
"""By user: what the game says about him, and when that happened."""


def note_conduct(table: LockedGame, now: datetime) -> None:
    """Write for each person at the table how he kept a game that ends now.

    Games against bots say nothing: they have no clock, and could be played to heal a figure.

    Lock: the caller holds the game; takes the figures of its players in the order of their users,
    after their ratings, so that two games of the same people that end at once cannot block each
    other.
    """
    people = [player for player in table.players if not player.user.is_bot]
    found = _outcomes(table, people, now) if len(people) > 1 else {}
    if not found:
        return
    rows = _lock_figures(found)
    seen = _seen(found)
    events = []
    for user_id, (outcome, happened_at) in sorted(found.items()):
        row, before = rows[user_id], rows[user_id].score
        is_absence = outcome in OF_ABSENCE
        is_counted = not (
            is_absence and is_same_absence(happened_at, row.absent_at, seen.get(user_id))
        )
        if is_counted:
            row.score = after(before, outcome)
            row.games += 1
        if is_counted and is_absence:
            row.absent_at = max(happened_at, row.absent_at or happened_at)
        events.append(
            ConductEvent(
                game=table.game,
                user_id=user_id,
                outcome=outcome,
                is_counted=is_counted,
                before=before,
                after=row.score,
                formula_version=FORMULA_VERSION,
                happened_at=happened_at,
                created_at=now,
            )
        )
    ConductEvent.objects.bulk_create(events)
    Conduct.objects.bulk_update(rows.values(), ["score", "games", "absent_at"])


def recount_conduct(games: Iterable[Game]) -> None:
    """Say anew how those who played these games keep theirs, without games that are annulled.

    An absence whose first fault is annulled is forgiven as a whole.

    Lock: the figures of these people, in the order of their users; no game of theirs can end
    meanwhile and be lost, for its end waits for the figure or is read here.
    """
    played = ConductEvent.objects.filter(game__in=games).order_by()
    users = set(played.values_list("user_id", flat=True))
    held = Conduct.objects.select_for_update().filter(user_id__in=users).order_by("user_id")
    rows = {row.user_id: row for row in held}
    for row in rows.values():
        row.score, row.games, row.absent_at = WHOLE, 0, None
    counted = ConductEvent.objects.filter(
        user_id__in=rows, is_counted=True, game__annulled_at=None
    ).order_by("id")
    for user_id, text, happened_at in counted.values_list("user_id", "outcome", "happened_at"):
        row, outcome = rows[user_id], Outcome(text)
        row.score = after(row.score, outcome)
        row.games += 1
        if outcome in OF_ABSENCE:
            row.absent_at = max(happened_at, row.absent_at or happened_at)
    Conduct.objects.bulk_update(rows.values(), ["score", "games", "absent_at"])


def _outcomes(table: LockedGame, people: list[Player], now: datetime) -> Found:
    game = table.game
    if game.status == Game.Status.ABORTED:
        is_no_show = game.end_reason == EndReason.NO_SHOW
        late = [player for player in people if is_no_show and player.seat == game.ended_by]
        return {player.user_id: (Outcome.NO_SHOW, now) for player in late}
    moves: dict[int, int] = {}
    left: dict[int, tuple[str, int, datetime]] = {}
    own = Ply.objects.filter(game=game, is_automatic=False)
    for seat, move, bag_count, played_at in own.values_list(
        "seat", "move", "bag_count", "played_at"
    ):
        if move in LEAVING:
            left[seat] = (move, bag_count, played_at)
        else:
            moves[seat] = moves.get(seat, 0) + 1
    found: Found = {}
    for player in people:
        verb, bag_count, at = left.get(player.seat, ("", 0, now))
        stay = Stay(moves=moves.get(player.seat, 0), left=verb, bag_count=bag_count)
        outcome = outcome_of(stay, len(table.players))
        if outcome is not None:
            found[player.user_id] = (outcome, at)
    return found


def _lock_figures(found: Found) -> dict[int, Conduct]:
    """Return the rows of these users, new ones for newcomers, all locked."""
    users = sorted(found)
    Conduct.objects.bulk_create(
        [Conduct(user_id=user_id) for user_id in users], ignore_conflicts=True
    )
    rows = Conduct.objects.select_for_update().filter(user_id__in=users)
    return {row.user_id: row for row in rows.order_by("user_id")}


def _seen(found: Found) -> dict[int, datetime]:
    """Return when those who were away were last on the site."""
    absent = [user_id for user_id, (outcome, _at) in found.items() if outcome in OF_ABSENCE]
    if not absent:
        return {}
    return dict(Presence.objects.filter(user_id__in=absent).values_list("user_id", "seen_at"))
