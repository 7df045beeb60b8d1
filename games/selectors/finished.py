"""The games of one person that are over, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Game, Player
from games.selectors.standing import standing
from games.selectors.variants import variant_name

PAGE = 25
NEWEST_FIRST = ("-finished_at", "-pk")
OUTCOMES = ("won", "lost")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games that are over somebody looks for.

    Attributes:
        outcome: one of `OUTCOMES`, or "" for all; a win that was shared is neither.
        opponent: the name of somebody who played too, in any case of letters; "" for anybody.
        variant: a ruleset key; "" for all.
    """

    outcome: str = ""
    opponent: str = ""
    variant: str = ""


def finished_page(
    user_id: int, wanted: Wanted, *, older: str = "", newer: str = ""
) -> dict[str, Any]:
    """Return one page of a user's games that are over, newest first; the same few queries always.

    ``rows``: as `result_rows` gives them. ``older`` and ``newer``: what to ask for to get the
    neighbouring page, "" where there is none.

    Args:
        older: the public id of one of these games; the page begins behind it.
        newer: the same; the page ends before it. A game that is none of his leads to the newest.
    """
    mine = _wanted(user_id, wanted)
    edge = _edge(user_id, older or newer)
    if edge is None:
        return _page(list(mine.order_by(*NEWEST_FIRST)[: PAGE + 1]), has_newer=False)
    if older:
        behind = mine.filter(_before(edge)).order_by(*NEWEST_FIRST)
        return _page(list(behind[: PAGE + 1]), has_newer=True)
    ahead = list(mine.filter(_after(edge)).order_by("finished_at", "pk")[: PAGE + 1])
    if len(ahead) < PAGE:  # the newest page is a full one
        return _page(list(mine.order_by(*NEWEST_FIRST)[: PAGE + 1]), has_newer=False)
    return _page([*ahead[:PAGE][::-1], edge], has_newer=len(ahead) > PAGE)


def result_rows(mine: Sequence[Player]) -> list[dict[str, Any]]:
    """Return one row for each of these seats in games that are over, seen from it; one query.

    Args:
        mine: with their games.
    """
    tables: dict[int, list[Player]] = {player.game_id: [] for player in mine}
    for player in (
        Player.objects.filter(game__in=list(tables)).select_related("user").order_by("seat")
    ):
        tables[player.game_id].append(player)
    return [_row(me, tables[me.game_id]) for me in mine]


def _page(found: list[Player], *, has_newer: bool) -> dict[str, Any]:
    """Return a page of what was found: one row more than is shown tells that others follow."""
    rows = result_rows(found[:PAGE])
    return {
        "rows": rows,
        "older": rows[-1]["id"] if len(found) > PAGE else "",
        "newer": rows[0]["id"] if has_newer and rows else "",
    }


def _wanted(user_id: int, wanted: Wanted) -> QuerySet[Player]:
    mine = Player.objects.filter(user_id=user_id, finished_at__isnull=False)
    others = Player.objects.filter(game=OuterRef("game")).exclude(user_id=user_id)
    if wanted.outcome == "won":
        mine = mine.filter(~Exists(others.filter(is_winner=True)), is_winner=True)
    elif wanted.outcome == "lost":
        mine = mine.filter(is_winner=False, game__status=Game.Status.FINISHED)
    if wanted.opponent:
        mine = mine.filter(Exists(others.filter(user__username__iexact=wanted.opponent)))
    if wanted.variant:
        mine = mine.filter(game__ruleset_key=wanted.variant)
    return mine.select_related("game")


def _edge(user_id: int, public_id: str) -> Player | None:
    """Return the seat of this user in the game at the edge of a page."""
    if not public_id:
        return None
    over = Player.objects.filter(user_id=user_id, finished_at__isnull=False)
    return over.select_related("game").filter(game__public_id=public_id).first()


def _before(edge: Player) -> Q:
    # The first condition is what an index can begin at.
    return Q(finished_at__lte=edge.finished_at) & (
        Q(finished_at__lt=edge.finished_at) | Q(pk__lt=edge.pk)
    )


def _after(edge: Player) -> Q:
    return Q(finished_at__gte=edge.finished_at) & (
        Q(finished_at__gt=edge.finished_at) | Q(pk__gt=edge.pk)
    )


def _row(me: Player, players: list[Player]) -> dict[str, Any]:
    others = [player for player in players if player.pk != me.pk]
    return {
        "id": me.game.public_id,
        "standing": standing(me.game, me, players),
        "others": [player.user.get_username() for player in others],
        "scores": [player.score for player in (me, *others)],
        "ruleset_name": variant_name(me.game.ruleset_key, me.game.options),
        "ladder": me.game.ladder,
        "finished_at": me.game.finished_at,
    }
