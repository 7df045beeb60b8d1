"""Look at the hands of a running game: the one way, written down before anything is read."""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts.models import User
from games.core.errors import ConflictError, DomainError, NotAllowedError
from games.models import Game, ModerationLog, Player
from games.rules.qwirkle.tiles import tile_text
from games.selectors.table import observe_game
from games.services.moderation_log import checked_note, note_step, refuse_unpermitted
from games.services.retry import retried


class Hand(NamedTuple):
    """What one seat holds, the tiles in the notation."""

    name: str
    tiles: tuple[str, ...]


def reveal_hands(*, game_pk: int, by: User, note: str, now: datetime) -> list[Hand]:
    """Return the hands of a running game by seat, after the look stands in the log.

    Neither the bag nor the seed is told. The players are not told either.

    Raises:
        BadRequestError: ``note_missing``, ``bad_character``, ``text_too_long``.
        NotAllowedError: ``not_permitted``; ``own_game``; ``own_opponent``, somebody who sits at
            this table plays the moderator at another one now.
        DomainError: ``no_such_game``.
        ConflictError: ``game_over``.
    """
    game = _note_look(game_pk=game_pk, by=by, note=note, now=now)
    return [
        Hand(
            player.user.get_username(),
            tuple(tile_text(tile) for tile in observe_game(game, player.seat).hand or ()),
        )
        for player in game.players.select_related("user").order_by("seat")
    ]


@retried
def _note_look(*, game_pk: int, by: User, note: str, now: datetime) -> Game:
    why = checked_note(note)
    refuse_unpermitted(by, "reveal")
    with transaction.atomic(durable=True):
        game = Game.objects.select_for_update().filter(pk=game_pk).first()
        if game is None:
            raise DomainError("no_such_game", "There is no such game.")
        people = set(game.players.values_list("user_id", flat=True))
        if by.pk in people:
            raise NotAllowedError(
                "own_game", "You play in this game, so another moderator has to look."
            )
        mine = Player.objects.filter(user=by, game__status=Game.Status.RUNNING)
        if Player.objects.filter(
            game__in=mine.values("game"), user__in=people, user__bot_key=""
        ).exists():
            raise NotAllowedError(
                "own_opponent",
                "Somebody at this table plays against you now, so another moderator has to look.",
            )
        if not game.is_running:
            raise ConflictError("game_over", "This game is over; its moves show what was held.")
        note_step(
            ModerationLog.Action.REVEALED,
            by=by,
            user=None,
            note=why,
            now=now,
            facts={"games": [game.public_id]},
        )
        return game
