"""CPU figures of the bots: how long each thinks about a move, in whole games against itself."""

from collections.abc import Iterator
from time import process_time

from games.bots import registry
from games.bots.bot import Bot
from games.bots.match import Thinking, play_game
from games.rules import registry as rules

GAME = rules.get_qwirkle("qwirkle")
SEED = bytes(range(32))
GAMES = 20


def thinking(bot: Bot) -> Thinking:
    spent = Thinking()
    for number in range(GAMES):
        for one in play_game(GAME, [bot, bot], SEED, f"bench {number}", {}, process_time).thinking:
            spent = spent.plus(one)
    return spent


def report() -> Iterator[str]:
    for bot in registry.all_bots():
        spent = thinking(bot)
        mean_ms = 1000 * spent.total_s / spent.moves
        yield f"  {bot.key:8} {mean_ms:6.2f} ms a move, longest {1000 * spent.longest_s:4.0f} ms"
