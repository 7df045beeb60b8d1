"""Lists of games: mine, and how many wait for me."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Lower

from accounts.models import User
from games.core.clock import GRACE
from games.core.types import Phase
from games.models import Game, Player, Ply
from games.rules import registry
from games.selectors.clock import clock_view
from games.selectors.log import last_cells, log_row
from games.selectors.notices import unread_notices
from games.selectors.numbers import number_of
from games.selectors.outcome import result_of
from games.selectors.pauses import TIMED, open_pauses, pause_view
from games.selectors.plane import plane
from games.selectors.prepared import Prepared
from games.selectors.standing import standing
from games.selectors.vacations import (
    away_until,
    may_pause,
    vacation_banner,
    vacation_columns,
    with_vacation,
)
from games.selectors.variants import variant_name

FINISHED_SHOWN = 10
RUNNING_SHOWN = 60
OVERDUE_MAX = 20
"""Overdue games that one look at home judges; the sweep takes care of the rest."""

SHORT_ID = 4
"""So many letters of a public id tell the games of two people apart at a glance."""

BY_DEADLINE = (F("deadline_at").asc(nulls_last=True), "moved_at", "pk")
SORTS = {
    "deadline": BY_DEADLINE,
    "opponent": ("opponent", "pk"),
    "moved": ("-moved_at", "-pk"),
}
"""The orders in which running games can be shown, the usual one first."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How somebody wants to see his running games.

    Attributes:
        sort: a key of `SORTS`.
        variant: a ruleset key; "" for all.
        is_mine: only those in which it is his turn.
    """

    sort: str = "deadline"
    variant: str = ""
    is_mine: bool = False


def waiting_count(user_id: int, *, besides: str = "") -> int:
    """Return in how many running games, other than the one named, it is this user's turn."""
    return _waiting(user_id).exclude(game__public_id=besides).count()


def header_facts(user_id: int, *, besides: str = "") -> dict[str, Any]:
    """Return what a page says of a user beside its own matter; one query.

    ``waiting_count`` of games and ``unread_count`` of notices, without one game; ``vacation``, as
    in `vacation_banner`.
    """
    waiting, unread, *vacation = _HEADER.rows([user_id], texts=[besides])[0]
    return {
        "waiting_count": waiting,
        "unread_count": unread,
        "vacation": vacation_banner(*vacation),
    }


def _header(
    numbers: Sequence[int], _moments: Sequence[datetime], texts: Sequence[str]
) -> QuerySet[User, Any]:
    (user_id,), (besides,) = numbers, texts
    waiting = number_of(_waiting(user_id).exclude(game__public_id=besides))
    unread = number_of(unread_notices(user_id, besides=besides))
    return User.objects.filter(pk=user_id).values_list(waiting, unread, *vacation_columns("pk"))


_HEADER = Prepared(_header, numbers=1, texts=1)


def next_waiting(user_id: int, *, besides: str = "") -> Game | None:
    """Return the game to play after the one named; without one, that of the nearest deadline.

    The games that wait stand in a ring by deadline, those without one last, so that whoever goes
    on and on sees each of them.
    """
    games = Game.objects.filter(pk__in=_waiting(user_id).values("game_id"))
    ring = list(games.order_by(*BY_DEADLINE).values_list("public_id", flat=True))
    if besides in ring:
        at = ring.index(besides)
        ring = ring[at + 1 :] + ring[:at]
    return games.get(public_id=ring[0]) if ring else None


def my_games(user_id: int, wishes: Wishes = Wishes()) -> dict[str, Any]:
    """Return cards of my games, ``waiting`` for me in the wished order, ``theirs``, ``finished``.

    ``has_more``: whether there are running games beyond those shown. The same few queries for any
    number of games.
    """
    found = _running(user_id, wishes)[: RUNNING_SHOWN + 1]
    running = list(found)[:RUNNING_SHOWN]
    ended = _ended(user_id)[:FINISHED_SHOWN]
    last = [(game, _last_ply(game)) for game in running]
    last += [(player.game, _last_ply(player)) for player in ended]
    cards = _cards(last, user_id)
    return {
        "waiting": [card for card in cards if card["is_your_turn"]],
        "theirs": [card for card in cards if card["result"] is None and not card["is_your_turn"]],
        "finished": [card for card in cards if card["result"] is not None],
        "has_more": len(found) > RUNNING_SHOWN,
    }


def _running(user_id: int, wishes: Wishes) -> QuerySet[Game]:
    """Return my running games, those that wait for me first."""
    others = Player.objects.filter(game=OuterRef("pk")).exclude(user_id=user_id)
    first = others.order_by("seat").values(name=Lower("user__username"))[:1]
    is_my_turn = Case(When(to_move=F("players__seat"), then=0), default=1)
    wanted = Q(players__user_id=user_id, players__finished_at__isnull=True)
    if wishes.variant:
        wanted &= Q(ruleset_key=wishes.variant)
    if wishes.is_mine:
        wanted &= Q(to_move=F("players__seat"))
    mine = Game.objects.filter(wanted)
    if wishes.sort == "opponent":
        mine = mine.annotate(opponent=Subquery(first))
    return _with_last(mine).order_by(is_my_turn, *SORTS[wishes.sort])


def _ended(user_id: int) -> QuerySet[Player]:
    """Return my seats in games that are over, the newest first."""
    over = Player.objects.filter(user_id=user_id, finished_at__isnull=False)
    return _with_last(over, "game__").order_by("-finished_at", "-pk")


def overdue_of(cards: Iterable[dict[str, Any]], now: datetime) -> list[str]:
    """Return the public ids of those of these games in which somebody is out of time."""
    ends = [(card["deadline_at"], card["id"]) for card in cards if card["deadline_at"] is not None]
    return [public_id for end, public_id in sorted(ends) if end < now - GRACE][:OVERDUE_MAX]


def my_overdue_games(user_id: int, now: datetime) -> list[str]:
    """Return the public ids of my games in which somebody is out of time."""
    overdue = Game.objects.filter(players__user_id=user_id, deadline_at__lt=now - GRACE)
    return list(overdue.order_by("deadline_at").values_list("public_id", flat=True)[:OVERDUE_MAX])


def ladder_cards(user_id: int, pool: str) -> list[dict[str, Any]]:
    """Return cards of somebody's running games of a ladder, those that wait for him first."""
    mine = _running(user_id, Wishes()).filter(ladder=pool)
    return _cards([(game, _last_ply(game)) for game in mine[:RUNNING_SHOWN]], user_id)


def _waiting(user_id: int) -> QuerySet[Player]:
    return Player.objects.filter(user_id=user_id, finished_at__isnull=True, game__to_move=F("seat"))


def _cards(last: list[tuple[Game, Ply | None]], user_id: int) -> list[dict[str, Any]]:
    """Return one card a game; one query, two when a clock stands, however many games.

    Args:
        last: games with their secrets, and the newest ply of each.
    """
    games = [game for game, _ply in last]
    seated = Player.objects.filter(game__in=games).select_related("user").order_by("seat")
    players = _by_game(with_vacation(seated))
    still = [game for game in games if game.is_running and game.clock_since is None]
    pauses = defaultdict(list)
    for row in open_pauses(game for game in still if game.pace in TIMED):
        pauses[row.game_id].append(row)
    cards = []
    for game, ply in last:
        table = players[game.pk]
        away = away_until(table) if game in still and may_pause(game) else {}
        pause = pause_view(game, table, away, pauses[game.pk])
        cards.append(_card(game, table, ply, user_id) | {"pause": pause})
    return cards


def _with_last(rows: QuerySet[Any], game: str = "") -> QuerySet[Any]:
    """Return these rows, their games with secrets, and the newest ply of each as ``last_ply``.

    Args:
        game: the way from the row to its game, like ``game__``.
    """
    # Calling a game off grew its version without a ply.
    is_aborted = Q(**{f"{game}status": Game.Status.ABORTED})
    number = F(f"{game}version") - Case(When(is_aborted, then=2), default=1)
    newest = FilteredRelation(f"{game}plies", condition=Q(**{f"{game}plies__number": number}))
    found: QuerySet[Any] = rows.annotate(last_ply=newest)
    return found.select_related(f"{game}secret", "last_ply")


def _last_ply(row: Any) -> Ply | None:
    """Return what `_with_last` found for a row; it leaves none where there is no ply yet."""
    return getattr(row, "last_ply", None)


def _card(game: Game, players: list[Player], last: Ply | None, user_id: int) -> dict[str, Any]:
    ruleset = registry.get(game.ruleset_key)
    seen = ruleset.observe(ruleset.decode_state(game.secret.state), None, Phase.RUNNING)
    me = next(player for player in players if player.user_id == user_id)
    names = [player.user.get_username() for player in players]
    row = log_row(last, names) if last is not None else None
    return {
        "id": game.public_id,
        "short_id": game.public_id[:SHORT_ID],
        "began_at": game.created_at,
        "opponents": [name for name, player in zip(names, players, strict=True) if player != me],
        "ruleset_name": variant_name(game.ruleset_key, game.options),
        "ladder": game.ladder,
        "your_score": me.score,
        "best_other": max(player.score for player in players if player != me),
        "scores": [
            {
                "user_id": player.user_id,
                "name": name,
                "score": player.score,
                "is_bot": player.user.is_bot,
                "is_you": player == me,
            }
            for name, player in _me_first(zip(names, players, strict=True), me.seat)
        ],
        "last": row,
        "is_your_turn": game.to_move == me.seat,
        "to_move": "" if game.to_move is None else names[game.to_move],
        "bag_count": seen.bag_count,
        "result": result_of(game, players, me.seat),
        "standing": standing(game, me, players),
        "mini": plane(seen.board, last_cells([row] if row else [])),
        "moved_at": game.moved_at,
        "clock": clock_view(game, players),
        "deadline_at": game.deadline_at,
        "finished_at": game.finished_at,
    }


def _me_first(seats: Iterable[tuple[str, Player]], mine: int) -> list[tuple[str, Player]]:
    """Return the seats in turn order, from my own on."""
    ordered = list(seats)
    return ordered[mine:] + ordered[:mine]


def _by_game(players: Iterable[Player]) -> dict[int, list[Player]]:
    found: dict[int, list[Player]] = defaultdict(list)
    for player in players:
        found[player.game_id].append(player)
    return found
