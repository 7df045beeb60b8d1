"""Reads what a player did to his standing order; `views.game` answers with the table."""

from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from games.core.errors import BadRequestError, DomainError, NotAllowedError
from games.forms.standing import edited, ticked
from games.models import Game
from games.selectors.game import find_game, seat_of
from games.selectors.standing_orders import open_wishes
from games.services.standing_orders import store_order

DIGITS_MAX = 9


def change_order(request: HttpRequest, public_id: str, user: User) -> Game:
    """Do what the pressed button of the panel says.

    Raises:
        DomainError: see `store_order` and `forms.standing.edited`.
    """
    data = request.POST.dict()
    game = find_game(public_id, user.pk)
    if game is None:
        raise DomainError("no_such_game", "There is no such game.")
    seat = seat_of(game, user.pk)
    if seat is None:
        raise NotAllowedError("not_your_game", "You have no seat in this game.")
    choices, stops = open_wishes(game, seat)
    store_order(
        public_id=public_id,
        user_id=user.pk,
        version=_number(data, "version"),
        revision=_number(data, "revision"),
        key=data.get("key", ""),
        choices=edited(choices, data),
        stops=ticked(data, stops),
        now=timezone.now(),
    )
    return game


def _number(data: dict[str, str], name: str) -> int:
    text = data.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS_MAX):
        raise BadRequestError("bad_request", "The order came incomplete; reload the page.")
    return int(text)
