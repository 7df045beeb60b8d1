"""T20 for sockets: any message is answered in words or closes the socket, and writes nothing."""

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.consumers.base import BAD_MESSAGE, BAD_MESSAGES_MAX, ONLY_LISTENS
from games.consumers.game import GameConsumer
from games.consumers.lobby import LobbyConsumer
from games.consumers.user import UserConsumer

KNOWN = ({"type": "ping"}, {"type": "looking"})

_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
_types = st.sampled_from(["ping", "looking", "move", "game.step", "session.check", "", None, 0])
_forged = st.dictionaries(st.sampled_from(["version", "move", "key", "user_id", "text"]), _values)
_messages = (
    _values.map(json.dumps)
    | st.builds(lambda kind, more: json.dumps({"type": kind, **more}), _types, _forged)
    | st.text()
    | st.integers(1, 5_000).map(lambda depth: "[" * depth)
    | st.sampled_from(['{"type": NaN}', "9" * 9_000, '{"type": "ping"', '"\\ud800"', "\x00", "-"])
    | st.binary()
)


def heard_by(consumer_class: type, messages: list[str | bytes]) -> list[object]:
    """Send messages to a consumer; return what it said, wrote and with which codes it closed."""
    heard: list[object] = []

    class Heard(consumer_class):
        async def send(self, text_data=None, **_more):
            heard.append(json.loads(text_data))

        async def close(self, code=None):
            heard.append(code)

        async def _say(self, *, public_id):
            heard.append("noted")

    async def run():
        consumer = Heard()
        consumer.user_id, consumer.public_id = 1, "a"
        for message in messages:
            is_text = isinstance(message, str)
            field = "text_data" if is_text else "bytes_data"
            await consumer.receive(**{field: message})

    asyncio.run(run())
    return heard


def is_known(message: str | bytes) -> bool:
    try:
        return json.loads(message) in KNOWN if isinstance(message, str) else False
    except (ValueError, RecursionError):
        return False


@pytest.mark.parametrize("consumer_class", [GameConsumer, LobbyConsumer, UserConsumer])
@given(message=_messages)
@settings(max_examples=80, deadline=None)
def test_a_message_that_is_none_of_ours_is_refused_in_words(consumer_class, message):
    if is_known(message):
        return
    assert heard_by(consumer_class, [message]) == [
        {"type": "error", "code": "bad_request", "error": ONLY_LISTENS}
    ]


@given(messages=st.lists(_messages, min_size=BAD_MESSAGES_MAX, max_size=BAD_MESSAGES_MAX))
@settings(max_examples=40, deadline=None)
def test_the_third_of_them_closes_the_socket(messages):
    if any(is_known(message) for message in messages):
        return
    assert heard_by(LobbyConsumer, messages)[-1] == BAD_MESSAGE


@pytest.mark.parametrize(
    ("message", "said"), [('{"type": "ping"}', {"type": "pong"}), ('{"type": "looking"}', "noted")]
)
def test_the_two_messages_of_the_page_are_understood(message, said):
    assert heard_by(GameConsumer, [message]) == [said]
