"""The bots as people meet them: name, picture, strength."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.bots import registry


def bot_cards() -> list[dict[str, Any]]:
    """Return ``key``, ``name``, ``user_id`` and ``strength`` of each bot, weakest first."""
    accounts = dict(User.objects.exclude(bot_key="").values_list("bot_key", "pk"))
    return [
        {
            "key": bot.key,
            "name": bot.name,
            "user_id": accounts[bot.key],
            "strength": _(bot.strength),
        }
        for bot in registry.all_bots()
        if bot.key in accounts
    ]


def strength_of(key: str) -> str:
    """Return the sentence on a bot's strength; nothing for people and for bots of former days."""
    return next((_(bot.strength) for bot in registry.all_bots() if bot.key == key), "")
