"""The record of a stored game (docs/notation.md section 3), as far as one viewer may have it."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any

from django.db.models import prefetch_related_objects

from games.core.types import Phase, Seat
from games.models import Game, GameSecret, Ply, PlySecret
from games.rules import registry
from games.rules.qwirkle.notation import cell_text, placed_text
from games.rules.qwirkle.state import Observation, State
from games.rules.qwirkle.tiles import tile_text
from games.rules.records.export import export_record
from games.rules.records.form import HIDDEN, Record, RecordMove, Tiles
from games.rules.records.position import Position
from games.selectors.game import seat_of
from games.selectors.replay import dealt_state
from games.selectors.table import observe_game

BATCH = 50
"""So many games are read at once when somebody takes all of them along."""

TIME = "%Y-%m-%dT%H:%M:%SZ"


def record_of(game: Game, seat: Seat | None) -> Record:
    """Return the record of a game: all of it when it is over, else what this seat may know.

    Args:
        seat: who asks; None for somebody without a seat.
    """
    if game.is_running:
        return export_record(_running(game, seat), viewer=seat, phase=Phase.RUNNING)
    _fetch([game])
    return export_record(_over(game), viewer=seat, phase=Phase.OVER)


def position_of(game: Game, seat: Seat | None) -> Position:
    """Return the position on the table now, with the hands that this seat may know.

    In a game that is over nobody is to move; the line then names the seat that opened.
    """
    seen = observe_game(game, seat)
    own = {} if seen.viewer is None else {seen.viewer: seen.hand}
    hands = dict(enumerate(seen.hands)) if seen.hands else own
    return Position(
        ruleset=game.ruleset_key,
        board=tuple((tile, cell) for cell, tile in seen.board.items()),
        hands=tuple(hands.get(other) for other in range(len(seen.scores))),
        scores=seen.scores,
        to_move=seen.opener if seen.to_move is None else seen.to_move,
        bag_count=seen.bag_count,
    )


def finished_records(user_id: int, after: int = 0) -> tuple[list[Record], int]:
    """Return the next records of a user's finished games, oldest first, and where to go on.

    Args:
        after: what the call before returned; 0 at first.
    """
    games = list(
        Game.objects.filter(
            players__user_id=user_id, status=Game.Status.FINISHED, pk__gt=after
        ).order_by("pk")[:BATCH]
    )
    _fetch(games)
    return [_over(game) for game in games], games[-1].pk if games else after


def records_with_running(user_id: int, after: int = 0) -> tuple[list[Record], int]:
    """Return the next records of all games of a user, running and called off ones too.

    Of a running game he gets what his seat may know. Arguments and result as `finished_records`.
    """
    found = Game.objects.filter(players__user_id=user_id, pk__gt=after).order_by("pk")
    games = list(found[:BATCH])
    _fetch([game for game in games if not game.is_running])
    records = [
        record_of(game, seat_of(game, user_id)) if game.is_running else _over(game)
        for game in games
    ]
    return records, games[-1].pk if games else after


def _fetch(games: list[Game]) -> None:
    """Read all that the records of games that are over need, in the same few queries for any."""
    prefetch_related_objects(games, "secret", "players__user", "plies__secret")


def _over(game: Game) -> Record:
    """Return everything about a game that is over; see `_fetch`."""
    players = sorted(game.players.all(), key=lambda player: player.seat)
    seed = bytes(game.secret.seed)
    start: State = dealt_state(game, seed, [player.user_id for player in players])
    ruleset = registry.get_qwirkle(game.ruleset_key)
    plies = sorted(game.plies.all(), key=lambda ply: ply.number)
    return Record(
        ruleset=game.ruleset_key,
        options=game.options,
        seats=tuple(player.user.get_username() for player in players),
        opener=start.opener,
        hands=tuple(tuple(map(tile_text, hand)) for hand in start.hands),
        bag=tuple(map(ruleset.bag_tile_text, start.bag)),
        board=_start_board(start),
        moves=tuple(_move(ply, ply.secret) for ply in plies),
        result={
            "scores": [player.score for player in players],
            "winners": [player.seat for player in players if player.is_winner],
            "reason": game.end_reason,
        },
        fair={"commitment": game.commitment, "seed": seed.hex()},
        extras={"x_game": game.public_id, "x_rules_version": game.rules_version} | _ladder(game),
    )


def _running(game: Game, seat: Seat | None) -> Record:
    """Return a running game's record from what is public and from this seat's own secrets."""
    players = list(game.players.select_related("user").order_by("seat"))
    seen = observe_game(game, None)
    plies = list(game.plies.filter(number__lt=game.version).order_by("number"))
    secrets = _own_secrets(plies, seat)
    hands: list[Tiles | None] = [None] * len(players)
    if seat is not None:
        seed = bytes(GameSecret.objects.only("seed").get(game=game).seed)
        start: State = dealt_state(game, seed, [player.user_id for player in players])
        hands[seat] = tuple(map(tile_text, start.hands[seat]))
    return Record(
        ruleset=game.ruleset_key,
        options=game.options,
        seats=tuple(player.user.get_username() for player in players),
        opener=seen.opener,
        hands=tuple(hands),
        board=_open_start(game, seen, plies),
        moves=tuple(_move(ply, secrets.get(ply.pk)) for ply in plies),
        fair={"commitment": game.commitment},
    )


def _ladder(game: Game) -> dict[str, str]:
    """Return on which ladder a game is played, as an extra of its record; nothing for others."""
    return {"x_ladder": game.ladder} if game.ladder else {}


def _open_start(game: Game, seen: Observation, plies: Sequence[Ply]) -> Tiles:
    """Return the tiles that lay on the start cells, as the table and the public log tell them."""
    cells = registry.get_qwirkle(game.ruleset_key).modules.start_cells(seen.options)
    tiles: dict[str, str] = {}
    for event in (event for ply in plies for event in ply.events):
        if event["kind"] == "tile_taken":
            tiles.setdefault(event["cell"], event["tile"])
    for cell in cells:
        if cell_text(cell) not in tiles:
            tiles[cell_text(cell)] = tile_text(seen.board[cell])
    return tuple(f"{tiles[text]}@{text}" for text in map(cell_text, cells))


def _own_secrets(plies: Sequence[Ply], seat: Seat | None) -> Mapping[int, PlySecret]:
    """Return by ply what this seat drew or traded; `export_record` takes away the rest."""
    if seat is None:
        return {}
    own = [ply.pk for ply in plies if seat in (ply.seat, _giver(ply))]
    return PlySecret.objects.in_bulk(own)


def _move(ply: Ply, secret: PlySecret | None) -> RecordMove:
    gave_drew = tuple(secret.gave_drew) if secret else ()
    return RecordMove(
        seat=ply.seat,
        move=secret.move if secret else _faced_down(ply.move),
        score=ply.points,
        total=ply.total,
        drew=(tuple(secret.drew) if secret else ()) or None,
        gave=_giver(ply),
        gave_drew=gave_drew or None,
        at=ply.played_at.astimezone(UTC).strftime(TIME),
    )


def _faced_down(text: str) -> str:
    """Return a move of the public log as a record writes it: ``trade 2`` as ``trade ? ?``."""
    words = text.split()
    if "trade" not in words:
        return text
    return " ".join([*words[:-1], *(HIDDEN for _ in range(int(words[-1])))])


def _giver(ply: Ply) -> Seat | None:
    """Return the seat that gave a tile when it was asked for one."""
    return next((event["giver"] for event in _asks(ply)), None)


def _asks(ply: Ply) -> Iterator[Mapping[str, Any]]:
    return (event for event in ply.events if event["kind"] == "tile_asked")


def _start_board(start: State) -> Tiles:
    """Return the tiles that lay there before the deal, in the order in which they were drawn."""
    return tuple(placed_text((tile, cell)) for cell, tile in start.board.items())
