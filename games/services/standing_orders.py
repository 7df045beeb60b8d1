"""Write down what is to be played when one's turn comes."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from games.core.errors import BadRequestError, ConflictError
from games.core.types import Phase, Seat
from games.models import StandingOrder
from games.rules import registry
from games.rules.qwirkle.moves import Place
from games.rules.qwirkle.notation import MAX_MOVE_LENGTH
from games.rules.qwirkle.placement import check_in_hand
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.standing import CHOICES_MAX, LEAST_MAX, Stop, look
from games.rules.qwirkle.state import Observation
from games.services.locking import LockedGame, lock_game
from games.services.play import KEY, STALE
from games.services.retry import retried

type Wish = tuple[str, int]
"""A move in the notation, and the points it has to score at least."""


@retried
def store_order(
    *,
    public_id: str,
    user_id: int,
    version: int,
    revision: int,
    key: str,
    choices: Sequence[Wish],
    stops: Collection[str],
    now: datetime,
) -> None:
    """Keep the user's order for his next turn in place of the one he had; without choices, none.

    New choices have to be possible on the board as it is; what others do to it until his turn
    decides the rest (`services.standing_turn`).

    Args:
        version: of the game as the player saw it; the stop rules compare with this table.
        revision: of his order as he saw it, 0 when there was none.
        key: made by the client for this one intent; a repeated command changes nothing.

    Raises:
        BadRequestError: ``bad_request``; ``order_only_lays``, ``choice_listed``,
            ``too_many_choices``.
        NotAllowedError: ``not_your_game``.
        ConflictError: ``game_over``, ``already_left``, ``stale_version``, ``your_turn``,
            ``order_changed``.
        IllegalMoveError: a code of the ruleset, for a choice that is not possible now.
        BusyError: the database stayed locked; nothing was changed.
    """
    if not KEY.fullmatch(key):
        raise BadRequestError("bad_request", "The order came without a usable key; reload.")
    with transaction.atomic(durable=True):
        table = lock_game(public_id, user_id)
        seat = table.seat_of(user_id)
        player = table.players[seat]
        order = StandingOrder.objects.filter(player=player).first()
        if order is not None and order.key == key:
            return
        if choices:  # To throw an order away can come at no wrong moment.
            _refuse(table, seat, version)
        order = order or StandingOrder(player=player, revision=0)
        if order.revision != revision:
            raise ConflictError("order_changed", "Your order was changed elsewhere. Look again.")
        ruleset = registry.get_qwirkle(table.game.ruleset_key)
        seen = ruleset.observe(table.state, seat, Phase.RUNNING)
        before = look(ruleset, seen)
        order.choices = _checked(ruleset, seen, order, choices)
        order.stops = [stop.value for stop in Stop if stop.value in stops]
        order.before = {"fives": sorted(before.fives), "may_qwirkle": before.may_qwirkle}
        order.outcome = StandingOrder.Outcome.OPEN if choices else StandingOrder.Outcome.CLEARED
        order.closed_at = None if choices else now
        order.reason, order.by_seat, order.points = "", None, None
        order.version, order.revision, order.key = version, revision + 1, key
        order.stored_at = now
        order.save()


def _refuse(table: LockedGame, seat: Seat, version: int) -> None:
    if not table.game.is_running:
        raise ConflictError("game_over", "The game is already over.")
    if table.players[seat].has_left:
        raise ConflictError("already_left", "You have already left this game.")
    if table.game.to_move == seat:
        raise ConflictError("your_turn", "It is your turn: play the move itself.")
    if version != table.game.version:
        raise ConflictError("stale_version", STALE)


def _checked(
    ruleset: Qwirkle, seen: Observation, order: StandingOrder, choices: Sequence[Wish]
) -> list[dict[str, str | int]]:
    """Return the choices as they are kept; what was on the list already is not judged again."""
    if len(choices) > CHOICES_MAX:
        raise BadRequestError(
            "too_many_choices", f"A standing order has {CHOICES_MAX} moves at most."
        )
    listed = {entry["move"] for entry in order.choices} if order.is_open else set()
    kept: list[dict[str, str | int]] = []
    for text, least in choices:
        if not 0 <= least <= LEAST_MAX:
            raise BadRequestError(
                "bad_request", f"Give the points as a number from 0 to {LEAST_MAX}."
            )
        move = text if text in listed else _new_move(ruleset, seen, text)
        if any(entry["move"] == move for entry in kept):
            raise BadRequestError("choice_listed", "This move is on your list already.")
        kept.append({"move": move, "least": least})
    return kept


def _new_move(ruleset: Qwirkle, seen: Observation, text: str) -> str:
    """Return a new choice in the notation, if it would be possible now."""
    place = ruleset.parse_move(text[: MAX_MOVE_LENGTH + 1])
    if not isinstance(place, Place):
        raise BadRequestError(
            "order_only_lays", "A standing order lays tiles; it cannot trade, pass or use a power."
        )
    check_in_hand(seen.hand or (), [tile for tile, _ in place.tiles], placed=place.tiles)
    ruleset.score(ruleset.table(seen), place.tiles, opening_count=seen.opening_count)
    return ruleset.format_move(place)
