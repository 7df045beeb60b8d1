"""All bots by key."""

from games.bots.bot import Bot
from games.bots.careful import CarefulBot
from games.bots.greedy import GreedyBot
from games.bots.random_bot import RandomBot
from games.core.errors import BadRequestError

ANCHOR = 1500

_BOTS: dict[str, Bot] = {bot.key: bot for bot in (RandomBot(), GreedyBot(), CarefulBot())}


def get(key: str) -> Bot:
    """Return the bot with this key.

    Raises:
        BadRequestError: ``unknown_bot``, naming the key.
    """
    try:
        return _BOTS[key]
    except KeyError:
        raise BadRequestError("unknown_bot", f"There is no bot “{key}”.", bot=key) from None


def anchor_of(key: str) -> int:
    """Return a bot's rating in points; a bot of former days stands in the middle."""
    return _BOTS[key].anchor if key in _BOTS else ANCHOR


def keys() -> tuple[str, ...]:
    """Return the keys of all bots, weakest first."""
    return tuple(_BOTS)


def all_bots() -> tuple[Bot, ...]:
    """Return all bots, weakest first."""
    return tuple(_BOTS.values())
