"""A bot that leaves its powers lying: what playing with them is measured against."""

from dataclasses import replace

from games.bots.bot import Bot
from games.core.rng import Rng
from games.rules.qwirkle.moves import AnyMove
from games.rules.qwirkle.ruleset import Qwirkle
from games.rules.qwirkle.state import Observation


class WithoutPowers:
    """Plays as another bot does, and uses neither powers nor star discs."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.key = bot.key
        self.name = f"{bot.name} without powers"
        self.strength = bot.strength
        self.anchor = bot.anchor

    def choose(self, observation: Observation, rng: Rng, game: Qwirkle) -> AnyMove:
        """Return what the other bot does when no power is usable."""
        return self._bot.choose(replace(observation, usable=()), rng, game)
