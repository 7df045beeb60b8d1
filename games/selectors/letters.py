"""What a mail or a push says of a game: what anybody who watches could see, never a hand."""

from datetime import datetime
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from games.selectors.clock import clock_view
from games.selectors.games import my_games
from games.selectors.log import last_cells, move_log
from games.selectors.outcome import result_of
from games.selectors.picture import drawn
from games.selectors.standing import standing
from games.selectors.table import board_view, observe_game

LOG_SHOWN = 12
"""So many last moves are read: enough to find the last placement in nearly every game."""


def game_facts(game: Game, user: User) -> dict[str, Any]:
    """Return the public facts of a game for one of its players.

    Returns:
        ``id``, ``names`` of the others as one text, ``last`` (row of the log or None),
        ``is_your_turn``, ``deadline`` of the turn if it is this user's and has one, ``scores`` by
        seat with ``name``, ``score``, ``is_you``, ``is_to_move`` and ``is_winner``, and ``result``
        and ``standing`` as on the page.
    """
    players = list(game.players.select_related("user").order_by("seat"))
    names = [player.user.get_username() for player in players]
    me = next(player for player in players if player.user_id == user.pk)
    log = _last_moves(game, names)
    clock = clock_view(game, players)
    is_mine = clock is not None and clock["seat"] == me.seat
    opponents = [name for name, player in zip(names, players, strict=True) if player != me]
    return {
        "id": game.public_id,
        "names": get_text_list(opponents, _("and")),
        "last": log[0] if log else None,
        "is_your_turn": game.to_move == me.seat,
        "deadline": clock["deadline"] if clock is not None and is_mine else None,
        "scores": [
            {
                "name": name,
                "score": player.score,
                "is_you": player == me,
                "is_to_move": game.to_move == player.seat,
                "is_winner": player.is_winner,
            }
            for name, player in zip(names, players, strict=True)
        ],
        "result": result_of(game, players, me.seat, log[0] if log else None),
        "standing": standing(game, me, players),
    }


def game_plane(game: Game) -> dict[str, Any]:
    """Return the plane of the board as it lies for everybody, the last placement marked."""
    names = list(game.players.order_by("seat").values_list("user__username", flat=True))
    return board_view(game, observe_game(game, None), last_cells(_last_moves(game, names)))


def game_picture(game: Game, user: User) -> dict[str, Any]:
    """Return the picture of the board in the colours of this user; see `picture.drawn`."""
    return drawn(game_plane(game), palette=user.palette)


def waiting_games(user: User) -> list[dict[str, Any]]:
    """Return the games that wait for this user, nearest deadline first.

    Each with ``id``, ``names`` of the others, ``last`` move and ``deadline`` or None.
    """
    return [
        {
            "id": card["id"],
            "names": get_text_list(card["opponents"], _("and")),
            "last": card["last"],
            "deadline": card["clock"]["deadline"] if card["clock"] else None,
        }
        for card in my_games(user.pk)["waiting"]
    ]


def seconds_left(deadline: datetime | None, now: datetime) -> int | None:
    """Return whole seconds until a deadline, at least 0; None without one."""
    return None if deadline is None else max(0, int((deadline - now).total_seconds()))


def _last_moves(game: Game, names: list[str]) -> list[dict[str, Any]]:
    plies = game.plies.filter(number__lt=game.version).order_by("-number")[:LOG_SHOWN]
    return move_log(reversed(plies), names)
