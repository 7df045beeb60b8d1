"""One game as one viewer may see it: the only view of a table, for pages, JSON and exports."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.core.pace import PACES
from games.core.types import Cell, Phase, Seat
from games.models import Game, GameSecret, Player
from games.rules import registry
from games.rules.qwirkle.scoring import OUT_BONUS
from games.rules.qwirkle.state import Observation
from games.rules.qwirkle.tiles import COPIES, KINDS, Tile, tile_text
from games.selectors.clock import clock_view
from games.selectors.conduct import conduct_of
from games.selectors.gifts import gift_view
from games.selectors.log import USE, LogRow, last_cells, move_log, round_ends
from games.selectors.outcome import result_of
from games.selectors.paces import pace_name, pace_text
from games.selectors.pauses import offer_view, open_pauses, pause_view
from games.selectors.plane import plane, qwirkle_cells
from games.selectors.powers import discs_of, powers_of, powers_view
from games.selectors.presence import online_seats
from games.selectors.prints import prints_of
from games.selectors.privacy import shows_presence
from games.selectors.ratings import seat_ratings, with_rating
from games.selectors.rematch import rematch_view
from games.selectors.standing_orders import order_view, with_own_order
from games.selectors.vacations import away_until, forbids_vacation, with_vacation
from games.selectors.variants import variant_name, variant_notes

type TableView = dict[str, Any]

SEATED = ("user__presence", "user__privacy", "user__conduct")
"""What the table shows of the people in its seats."""


def observe_game(game: Game, seat: Seat | None) -> Observation:
    """Return what this seat, or somebody without one, may know of the game now."""
    return _observe(game, GameSecret.objects.get(game=game), seat)


def _observe(game: Game, secret: GameSecret, seat: Seat | None) -> Observation:
    ruleset = registry.get(game.ruleset_key)
    state = ruleset.decode_state(secret.state)
    phase = Phase.RUNNING if game.is_running else Phase.OVER
    observation: Observation = ruleset.observe(state, seat, phase)
    return observation


def table_view(game: Game, viewer_id: int | None, now: datetime) -> TableView:
    """Return everything the page of a game shows to this viewer, as JSON primitives.

    Args:
        viewer_id: primary key of the user who looks; None for a visitor.
    """
    seated = with_own_order(game, viewer_id).select_related(*SEATED)
    seated = with_rating(with_vacation(seated) if game.is_running else seated, game)
    players = list(seated)
    you = next((player.seat for player in players if player.user_id == viewer_id), None)
    secret = GameSecret.objects.get(game=game)
    seen = _observe(game, secret, you)
    names = [player.user.get_username() for player in players]
    # A move may be played between two of these reads: the board may be newer than the log, but the
    # log must not name tiles that this board does not have.
    log = move_log(game.plies.filter(number__lt=game.version).order_by("number"), names)
    to_move = seen.to_move if game.is_running else None
    is_your_turn = you is not None and to_move == you
    unseen = _unseen(seen)
    last = last_cells(log)
    away = away_until(players)
    has_clock = game.is_running and PACES[game.pace].is_timed
    ratings = seat_ratings(game, players)
    pauses = list(open_pauses([game])) if has_clock else []
    return {
        "id": game.public_id,
        "version": game.version,
        "status": game.status,
        "ruleset_key": game.ruleset_key,
        "ruleset_name": variant_name(game.ruleset_key, game.options),
        "ruleset_notes": variant_notes(game.options),
        "is_private": game.is_private,
        "is_rated": game.is_rated,
        "ladder": game.ladder,
        "pace_name": pace_name(game.pace),
        "pace_text": pace_text(game.pace),
        "forbids_vacation": forbids_vacation(game.pace, allows=game.allows_vacation),
        "clock": clock_view(game, players),
        "pause": pause_view(game, players, away, pauses, now),
        "pause_offer": offer_view(game, players, you, pauses, now),
        "gifts": gift_view(game, players, you) if has_clock else None,
        "you": you,
        "to_move": to_move,
        "is_your_turn": is_your_turn,
        "seats": _seats(
            players, seen, log, you, to_move, online_seats(players, now), away, ratings
        ),
        "board": board_view(game, seen, last) | {"ghosts": taken_tiles(log, seen.board)},
        "powers": powers_view(game, seen, log),
        "hand": None if seen.hand is None else [tile_text(tile) for tile in seen.hand],
        "bag_count": seen.bag_count,
        "unseen": [unseen[row : row + 6] for row in range(0, 36, 6)],
        "unseen_count": sum(unseen),
        "log": log,
        "last": log[0] if log else None,
        "round_ends": round_ends(log, len(players)),
        "may": _may(game, players, seen, you),
        "opening_count": seen.opening_count,
        "result": result_of(game, players, you, log[0] if log else None),
        "rematch": rematch_view(game, players, you),
        "order": order_view(game, players, you, has_powers=bool(seen.public_extras)),
        "fair": {"commitment": game.commitment, "seed": _seed(game, secret)},
        "legal": legal_cells(game, seen) if is_your_turn else {},
    }


def board_view(game: Game, seen: Observation, last: list[Cell]) -> dict[str, Any]:
    """Return the plane of the board; on printed boards with what they show as ``prints``."""
    region = registry.get_qwirkle(game.ruleset_key).region(seen.options) or ()
    drawn = plane(seen.board, last, qwirkle_cells(seen.board, last), region)
    return drawn | {"prints": prints_of(seen)}


def taken_tiles(log: list[LogRow], board: Mapping[Cell, Tile]) -> list[dict[str, Any]]:
    """Return the tiles that were taken off the board with their cells, for the replay.

    One that lies on its cell again is no longer among them.
    """
    taken = [row for row in log if row["kind"] == USE and not row["is_placed"] and row["cells"]]
    found = {(row["cells"][0], row["tiles"][0]) for row in taken}
    lying = {(f"{x},{y}", tile_text(tile)) for (x, y), tile in board.items()}
    return [
        {"x": int(x), "y": int(y), "tile": tile}
        for cell, tile in sorted(found - lying)
        for x, y in [cell.split(",")]
    ]


def legal_cells(
    game: Game, seen: Observation, laid: Mapping[Cell, Tile] | None = None
) -> dict[str, dict[str, int | None]]:
    """Return, by tile, the cells ``x,y`` where it may lie next, each with the points of the move.

    Every longer move can be laid tile by tile so that each step is a legal move itself; only the
    opening, which needs a number of tiles, names all cells of its lines at once. There the points
    depend on the other tiles too, and are None.

    Args:
        laid: tiles that lie tentatively; the next one has to make one legal move with all of them,
            and the points are those of all together.
    """
    fixed = {(tile, cell) for cell, tile in (laid or {}).items()}
    size = max(seen.opening_count, len(fixed) + 1)
    # Going out is part of what a move scores (rules 1.6.40).
    out = OUT_BONUS if not seen.bag_count and size == len(seen.hand or ()) else 0
    cells: dict[str, dict[Cell, int | None]] = {}
    for place in registry.get_qwirkle(game.ruleset_key).legal_places(seen):
        if len(place.tiles) == size and fixed <= set(place.tiles):
            points = place.score + out if size == len(fixed) + 1 else None
            for tile, cell in place.tiles:
                if (tile, cell) not in fixed:
                    cells.setdefault(tile_text(tile), {})[cell] = points
    return {
        tile: {f"{x},{y}": found[x, y] for x, y in sorted(found)}
        for tile, found in sorted(cells.items())
    }


def _seats(
    players: list[Player],
    seen: Observation,
    log: list[dict[str, Any]],
    you: Seat | None,
    to_move: Seat | None,
    online: set[Seat],
    away: dict[int, datetime],
    ratings: Mapping[Seat, dict[str, Any]],
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
            "is_online": player.seat == you or player.seat in online,
            "shows_presence": shows_presence(player.user),
            "conduct": None if player.user.is_bot else conduct_of(player.user),
            "is_to_move": player.seat == to_move,
            "away_until": away.get(player.user_id),
            "powers": powers_of(seen, log, player.seat),
            "discs": discs_of(seen, player.seat),
            "has_left": player.has_left,
            "is_winner": player.is_winner,
            "place": player.place,
            "rating": ratings.get(player.seat),
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
        "abort": is_in and you is not None and not (players[you].has_moved or game.is_binding),
    }


def _seed(game: Game, secret: GameSecret) -> str | None:
    """Return the seed once the game is over, so that anybody can check the shuffle."""
    if game.is_running:
        return None
    return bytes(secret.seed).hex()
