"""Standing orders in tests: what a seat that waits could store, and storing it by the service."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.core.types import Seat
from games.models import Game, StandingOrder
from games.rules import registry
from games.rules.qwirkle.moves import Place
from games.selectors.table import observe_game
from games.services.standing_orders import Wish, store_order
from tests.factories import NOW
from tests.table import DEALS_MAX

_keys = (f"order-{number}" for number in itertools.count(1))


def possible(game: Game, seat: Seat) -> list[Wish]:
    """Return what the seat could lay if it were its turn, most points first."""
    ruleset = registry.get_qwirkle(game.ruleset_key)
    seen = replace(observe_game(game, seat), to_move=seat)
    places = sorted(ruleset.legal_places(seen), key=lambda place: (-place.score, place.tiles))
    return [(ruleset.format_move(Place(place.tiles)), place.score) for place in places]


def make_game_with_choice(make: Callable[[], Game]) -> tuple[Game, Seat]:
    """Return a game in which the next seat could lay something if it were its turn, and that seat.

    Args:
        make: returns a running game of people, another one each time.
    """
    for _ in range(DEALS_MAX):
        game = make()
        game.refresh_from_db()
        seat = (game.to_move + 1) % game.players.count()
        if possible(game, seat):
            return game, seat
        game.delete()
    raise AssertionError("No deal gives the next seat a choice.")


def store(game: Game, seat: Seat, choices: list[Wish], **fields: Any) -> None:
    """Store an order for a seat on the table as it is."""
    game.refresh_from_db()
    row = order_of(game, seat)
    store_order(
        **{
            "public_id": game.public_id,
            "user_id": game.players.get(seat=seat).user_id,
            "version": game.version,
            "revision": row.revision if row else 0,
            "key": next(_keys),
            "choices": choices,
            "stops": [],
            "now": NOW,
            **fields,
        }
    )


def order_of(game: Game, seat: Seat) -> StandingOrder | None:
    """Return the row of a seat's order."""
    return StandingOrder.objects.filter(player__game=game, player__seat=seat).first()
