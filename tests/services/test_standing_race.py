"""An order stored at the moment of the opponent's move fires, or its owner is told."""

import pytest

from games.core.errors import ConflictError
from games.services.play import play_move
from games.services.standing_orders import store_order
from tests.factories import NOW, make_user
from tests.services.test_play_race import at_once
from tests.standing import order_of, possible
from tests.table import make_open_game, one_trade

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_order_fires_or_its_owner_is_told():
    game = make_open_game(make_user(), make_user())
    for turn in range(6):
        game.refresh_from_db()
        seat = 1 - game.to_move
        users = {player.seat: player.user_id for player in game.players.all()}
        at, trade = game.version, one_trade(game)
        row = order_of(game, seat)
        wishes = possible(game, seat)[:3]

        def moves(users=users, at=at, trade=trade, mover=game.to_move, turn=turn):
            return play_move(
                public_id=game.public_id,
                user_id=users[mover],
                version=at,
                key=f"move-{turn}",
                move=trade,
                now=NOW,
            )

        def stores(users=users, at=at, seat=seat, wishes=wishes, row=row, turn=turn):
            return store_order(
                public_id=game.public_id,
                user_id=users[seat],
                version=at,
                revision=row.revision if row else 0,
                key=f"order-{turn}",
                choices=wishes,
                stops=[],
                now=NOW,
            )

        played, stored = at_once(moves, stores)
        assert not isinstance(played, Exception)
        game.refresh_from_db()
        if isinstance(stored, ConflictError):
            assert stored.code in ("your_turn", "stale_version")
            assert game.version == at + 1
        else:
            assert stored is None
            assert order_of(game, seat).outcome == "played"
            assert game.version == at + 2
