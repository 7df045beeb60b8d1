"""A state survives JSON."""

import json

import pytest

from games.rules.qwirkle.board import Board
from games.rules.qwirkle.codec import SCHEMA, decode_state, encode_state
from games.rules.qwirkle.moves import Leave
from tests.rules.games import QWIRKLE, at_random, chance, deal, play_game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_state_of_a_game_comes_back_the_same(seats):
    for now in play_game("codec", seats, at_random).states:
        back = decode_state(json.loads(json.dumps(encode_state(now))))
        assert back == now
        assert isinstance(back.board, Board)
        assert encode_state(back) == encode_state(now)


def test_seats_that_left_and_the_reason_come_back_too():
    now = deal(3)
    for seat in (1, 0):
        now = QWIRKLE.apply(now, seat, Leave(), chance()).state
    back = decode_state(json.loads(json.dumps(encode_state(now))))
    assert back == now
    assert back.reason is now.reason


def test_the_form_carries_its_number_and_a_strange_one_is_not_guessed_at():
    data = encode_state(deal())
    assert data["schema"] == SCHEMA
    with pytest.raises(ValueError, match="schema"):
        decode_state(data | {"schema": SCHEMA + 1})
