"""One game as one viewer may see it: the only view of a table, for pages, JSON and exports."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.core.types import Cell, Phase, Seat
from games.models import Game, GameSecret, Player
from games.rules import registry
from games.rules.qwirkle.movegen import legal_places
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import COPIES, KINDS, Tile, tile_text
from games.selectors.log import last_cells, log_row
from games.selectors.outcome import result_of
from games.selectors.plane import plane

type TableView = dict[str, Any]


def observe_game(game: Game, seat: Seat | None) -> Observation:
    """Return what this seat, or somebody without one, may know of the game now."""
    ruleset = registry.get(game.ruleset_key)
    state = ruleset.decode_state(GameSecret.objects.get(game=game).state)
    phase = Phase.RUNNING if game.is_running else Phase.OVER
    observation: Observation = ruleset.observe(state, seat, phase)
    return observation


def table_view(game: Game, viewer_id: int | None) -> TableView:
    """Return everything the page of a game shows to this viewer, as JSON primitives.

    Args:
        viewer_id: primary key of the user who looks; None for a visitor.
    """
    players = list(game.players.select_related("user").order_by("seat"))
    you = next((player.seat for player in players if player.user_id == viewer_id), None)
    seen = observe_game(game, you)
    names = [player.user.get_username() for player in players]
    log = [log_row(ply, names) for ply in game.plies.order_by("-number")]
    to_move = seen.to_move if game.is_running else None
    is_your_turn = you is not None and to_move == you
    unseen = _unseen(seen)
    return {
        "id": game.public_id,
        "version": game.version,
        "status": game.status,
        "ruleset_key": game.ruleset_key,
        "ruleset_name": ruleset_name(game.ruleset_key),
        "you": you,
        "to_move": to_move,
        "is_your_turn": is_your_turn,
        "seats": _seats(players, seen, log, you, to_move),
        "board": plane(seen.board, last_cells(log)),
        "hand": None if seen.hand is None else [tile_text(tile) for tile in seen.hand],
        "bag_count": seen.bag_count,
        "unseen": [unseen[row : row + 6] for row in range(0, 36, 6)],
        "unseen_count": sum(unseen),
        "log": log,
        "last": log[0] if log else None,
        "may": _may(game, players, seen, you),
        "opening_count": seen.opening_count,
        "result": result_of(game, players, you),
        "fair": {"commitment": game.commitment, "seed": _seed(game)},
        "legal": legal_cells(seen) if is_your_turn else {},
    }


def ruleset_name(key: str) -> str:
    """Return what people call a ruleset."""
    return {"qwirkle": _("Base Qwirkle")}.get(key, key)


def legal_cells(seen: Observation, laid: Mapping[Cell, Tile] | None = None) -> dict[str, list[str]]:
    """Return, by tile, the cells ``x,y`` where it may lie next.

    Every longer move can be laid tile by tile so that each step is a legal move itself; only the
    opening, which needs its exact number of tiles, names all cells of its lines at once.

    Args:
        laid: tiles that lie tentatively; the next one has to make one legal move with all of them.
    """
    fixed = {(tile, cell) for cell, tile in (laid or {}).items()}
    size = seen.opening_count or len(fixed) + 1
    cells: dict[str, set[Cell]] = {}
    for place in legal_places(seen):
        if len(place.tiles) == size and fixed <= set(place.tiles):
            for tile, cell in place.tiles:
                if (tile, cell) not in fixed:
                    cells.setdefault(tile_text(tile), set()).add(cell)
    return {tile: [f"{x},{y}" for x, y in sorted(found)] for tile, found in sorted(cells.items())}


def _seats(
    players: list[Player],
    seen: Observation,
    log: list[dict[str, Any]],
    you: Seat | None,
    to_move: Seat | None,
) -> list[dict[str, Any]]:
    """Return the seats in turn order, the viewer's own first."""
    first = you or 0
    order = players[first:] + players[:first]
    last_points: dict[Seat, int] = {}
    for row in log:
        last_points.setdefault(row["seat"], row["points"])
    return [
        {
            "seat": player.seat,
            "name": player.user.get_username(),
            "user_id": player.user_id,
            "is_bot": player.user.is_bot,
            "score": player.score,
            "last_points": last_points.get(player.seat),
            "hand_count": player.hand_count,
            "hand": [tile_text(tile) for tile in seen.hands[player.seat]] if seen.hands else [],
            "is_you": player.seat == you,
            "is_to_move": player.seat == to_move,
            "has_left": player.has_left,
            "is_winner": player.is_winner,
            "place": player.place,
        }
        for player in order
    ]


def _unseen(seen: Observation) -> list[int]:
    """Return for each kind how many copies lie neither on the board nor in the own hand."""
    known = Counter(seen.board.values()) + Counter(seen.hand or ())
    return [COPIES - known[kind] for kind in KINDS]


def _may(game: Game, players: list[Player], seen: Observation, you: Seat | None) -> dict[str, Any]:
    is_in = game.is_running and you is not None and not players[you].has_left
    return {
        "play": seen.may_place,
        "pass": seen.may_pass,
        "trade_max": seen.trade_max,
        "resign": is_in,
        "abort": is_in and you is not None and not players[you].has_moved,
    }


def _seed(game: Game) -> str | None:
    """Return the seed once the game is over, so that anybody can check the shuffle."""
    if game.is_running:
        return None
    return bytes(GameSecret.objects.only("seed").get(game=game).seed).hex()
