"""Powers as the addresses of a game take and show them."""

import pytest
from django.urls import reverse

from games.models import Game
from tests.factories import make_game
from tests.table import play

pytestmark = pytest.mark.django_db


def as_player_to_move(client, game: Game) -> None:
    client.force_login(game.players.get(seat=game.to_move).user)


@pytest.mark.parametrize("key", ["qwirkle", "qwirkle+boards"])
def test_a_preview_of_single_tiles_is_refused_in_a_game_without_powers(client, key):
    game = play(make_game(ruleset_key=key)).game
    as_player_to_move(client, game)
    address = reverse("game_preview", args=[game.public_id])
    for tiles in ("", "RS@9,9"):
        answer = client.post(address, {"tiles": tiles, "power": "singles"})
        assert answer.status_code == 422
        assert answer.json()["code"] == "token_not_held"
        assert answer.json()["error"]


def test_who_waits_reads_on_the_board_what_the_other_has_just_used(client):
    """Who gave a tile must not find another one in the rack without a word (rules 2.2.20)."""
    game = make_game(ruleset_key="qwirkle+action_tokens", tokens_from="start")
    game = play(game, "use ask RS").game
    waiting = game.players.exclude(seat=game.to_move).get()
    mover = game.players.get(seat=game.to_move)
    client.force_login(waiting.user)
    page = client.get(game.get_absolute_url()).content.decode()
    note = page.partition('id="note"')[2].partition("</div>")[0]
    assert f"<b>{mover.user.get_username()}</b> asked, " in note
    assert 'data-tile="RS"' in note or "red square" in note
