"""Rulesets by key."""

import pytest

from games.core.errors import BadRequestError
from games.rules.registry import get, keys


def test_the_base_game_is_there():
    assert "qwirkle" in keys()
    assert get("qwirkle").key == "qwirkle"


def test_every_key_gives_the_ruleset_of_that_key():
    assert [get(key).key for key in keys()] == list(keys())


@pytest.mark.parametrize("key", ["", "chess", "qwirkle+boards+action_tokens", "x" * 500])
def test_an_unknown_key_is_refused(key):
    with pytest.raises(BadRequestError) as refusal:
        get(key)
    assert refusal.value.code == "unknown_ruleset"
    assert len(refusal.value.sentence) < 120
