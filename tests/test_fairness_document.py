"""docs/fairness.md tells the truth: an independent reading of it gives what the server deals."""

import hashlib
import hmac
import re
from pathlib import Path

import pytest

from games.core.rng import commitment
from games.models import GameSecret
from games.rules.qwirkle.tiles import tile_text
from tests.factories import make_game, make_user
from tests.table import state_of

DOCUMENT = Path(__file__).parents[1] / "docs" / "fairness.md"


def words(seed: bytes, context: str):
    """Yield the stream's words, as point 2 says."""
    counter = 0
    while True:
        message = b"qwirkle-club/stream/1\0" + context.encode() + b"\0" + counter.to_bytes(8)
        block = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(block[at : at + 4]) for at in range(0, 32, 4))
        counter += 1


def below(stream, limit: int) -> int:
    """Return a number below the limit, as point 3 says."""
    word = next(stream)
    while word >= 2**32 // limit * limit:
        word = next(stream)
    return word % limit


def shuffled(stream, items: list) -> list:
    """Return the items shuffled, as point 4 says."""
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        place = below(stream, last + 1)
        items[last], items[place] = items[place], items[last]
    return items


def dealt(seed: bytes, game_id: str) -> list[str]:
    """Return the 108 tiles in the order in which they are dealt, as point 5 says."""
    tiles = [colour + shape for colour in "ROYGBP" for shape in "CDSXEL" for _ in range(3)]
    return shuffled(words(seed, f"{game_id}/-1"), tiles)


def test_the_documents_test_vector_holds():
    text = DOCUMENT.read_text()
    seed = bytes(range(32))
    assert commitment(seed, "vector", "qwirkle", 1) in text
    tiles = re.search(r"first twelve tiles of the deal \| `([A-Z ]+)`", text)
    assert tiles is not None
    assert tiles[1].split() == dealt(seed, "vector")[:12]


def test_the_commitment_is_what_the_document_says():
    seed = bytes(range(32))
    lines = ["qwirkle-club/commitment/1", "vector", "qwirkle", "1", seed.hex()]
    wanted = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    assert commitment(seed, "vector", "qwirkle", 1) == wanted


@pytest.mark.django_db
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_stored_game_is_dealt_as_the_document_says(seats):
    users = [make_user() for _ in range(seats)]
    game = make_game(*users)
    seed = bytes(GameSecret.objects.get(game=game).seed)
    order, state = dealt(seed, game.public_id), state_of(game)
    hands = [[tile_text(tile) for tile in hand] for hand in state.hands]
    assert hands == [order[6 * seat : 6 * seat + 6] for seat in range(seats)]
    assert [tile_text(tile) for tile in state.bag] == order[6 * seats :]
    seated = shuffled(words(seed, f"{game.public_id}/seats"), [user.pk for user in users])
    assert seated == list(game.players.order_by("seat").values_list("user_id", flat=True))
    assert game.commitment == commitment(seed, game.public_id, "qwirkle", 1)
