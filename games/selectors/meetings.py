"""The newest rated games of accounts, and who met whom in them: what signals are computed from."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.core.elo import expected
from games.core.signals.early import OF_GAMES, Leaving
from games.core.signals.kinds import HISTORY, WINDOW
from games.models import Game, Player, Ply, RatingChange

WON, LOST, DRAWN = 1.0, 0.0, 0.5
LEAVING = {"resign": False, "flag": True}
"""Moves with which a seat leaves, and whether they are the clock's."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One account in one rated game that counts.

    Attributes:
        game: primary key.
        public_id: the game's address.
        others: the other human accounts at the table, and the results against them.
    """

    game: int
    public_id: str
    seat: int
    seats: int
    has_left: bool
    at: datetime
    others: Mapping[int, float]


type Histories = Mapping[int, Sequence[Seated]]
"""By account, the newest game first."""


def histories(user_ids: Collection[int], now: datetime) -> Histories:
    """Return the rated games of these accounts within the window, at most `HISTORY` of each."""
    own = {user_id: _newest(user_id, now) for user_id in user_ids}
    games = {row["game_id"] for rows in own.values() for row in rows}
    tables: dict[int, list[Player]] = {game: [] for game in games}
    for player in Player.objects.filter(game__in=games).select_related("user").order_by("seat"):
        tables[player.game_id].append(player)
    return {
        user_id: [_seated(user_id, row, tables[row["game_id"]]) for row in rows]
        for user_id, rows in own.items()
    }


def leavings(games: Sequence[Seated]) -> list[Leaving]:
    """Return which of an account's newest games it left, and after how many moves of its own."""
    left = {one.game: one for one in games[:OF_GAMES] if one.has_left}
    plies = Ply.objects.filter(game__in=left).order_by("game", "number")
    moves = dict.fromkeys(left, 0)
    found = []
    for game, seat, move in plies.values_list("game_id", "seat", "move"):
        if seat != left[game].seat:
            continue
        verb = move.split(" ", 1)[0]
        if verb in LEAVING:
            found.append(Leaving(game, moves[game], LEAVING[verb], left[game].at))
        moves[game] += 1
    return found


def expected_before(game: Seated, user_id: int, other_id: int) -> float:
    """Return the share that the first account was expected to take from the other, 0 to 1."""
    rows = RatingChange.objects.filter(game=game.game, user__in=(user_id, other_id))
    before = dict(rows.values_list("user_id", "before"))
    if len(before) < 2:
        return 0.5
    return expected(before[user_id], before[other_id])


def _newest(user_id: int, now: datetime) -> list[dict[str, Any]]:
    rows = Player.objects.filter(
        user=user_id,
        finished_at__gt=now - WINDOW,
        game__is_rated=True,
        game__status=Game.Status.FINISHED,
        game__annulled_at=None,
    )
    fields = ("game_id", "seat", "has_left", "finished_at", "game__public_id")
    newest = rows.order_by("-finished_at", "-id").values(*fields)[:HISTORY]
    return [dict(row) for row in newest]


def _seated(user_id: int, row: Mapping[str, Any], table: Sequence[Player]) -> Seated:
    own = next(player for player in table if player.user_id == user_id)
    return Seated(
        game=own.game_id,
        public_id=row["game__public_id"],
        seat=own.seat,
        seats=len(table),
        has_left=own.has_left,
        at=row["finished_at"],
        others={
            other.user_id: _result(own, other)
            for other in table
            if other.user_id != user_id and not other.user.is_bot
        },
    )


def _result(own: Player, other: Player) -> float:
    """Return 1 for whoever finished before the other; who left is behind who stayed."""
    mine, theirs = ((one.has_left, one.place or 0) for one in (own, other))
    return WON if mine < theirs else LOST if mine > theirs else DRAWN
