"""Every game that can be played here, by ruleset key."""

from typing import Any

from games.core.errors import BadRequestError
from games.rules.qwirkle.modules.action_tokens import ActionTokens
from games.rules.qwirkle.modules.boards import Boards
from games.rules.qwirkle.modules.power_cards import PowerCards
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.ruleset import Ruleset

UNKNOWN_RULESET = "There is no game called “{key}”"
_KEY_SHOWN = 60

_RULESETS: dict[str, Ruleset[Any, Any, Any]] = {
    ruleset.key: ruleset
    for ruleset in (
        Qwirkle(),
        Qwirkle([ActionTokens()]),
        Qwirkle([PowerCards()]),
        Qwirkle([Boards()]),
        Qwirkle([ActionTokens(), Boards()]),
        Qwirkle([Boards(), PowerCards()]),
    )
}


def get(key: str) -> Ruleset[Any, Any, Any]:
    """Return the ruleset of a key such as ``qwirkle`` (docs/notation.md section 2).

    Raises:
        BadRequestError: ``unknown_ruleset``.
    """
    ruleset = _RULESETS.get(key)
    if ruleset is None:
        sentence = UNKNOWN_RULESET.format(key=key[:_KEY_SHOWN])
        raise BadRequestError("unknown_ruleset", sentence)
    return ruleset


def get_qwirkle(key: str) -> Qwirkle:
    """Return the ruleset of a key that names Qwirkle with or without modules.

    Raises:
        BadRequestError: ``unknown_ruleset``, also for another game.
    """
    ruleset = get(key)
    if not isinstance(ruleset, Qwirkle):
        raise BadRequestError("unknown_ruleset", UNKNOWN_RULESET.format(key=key[:_KEY_SHOWN]))
    return ruleset


def keys() -> tuple[str, ...]:
    """Return every ruleset key, the plain game first."""
    return tuple(_RULESETS)
