"""How long the bots think: CPU per move in whole games, each bot against itself."""

from time import process_time

from games.bots import registry
from games.bots.bot import Bot
from games.bots.match import Thinking, play_game

SEED = b"bench" * 6
GAMES = 20


def measure(bot: Bot, games: int = GAMES) -> Thinking:
    """Return the thinking time of a bot over some seeded games between two."""
    spent = Thinking()
    for number in range(games):
        for one in play_game([bot, bot], SEED, f"bench {number}", {}, process_time).thinking:
            spent = spent.plus(one)
    return spent


def main() -> None:
    """Print one line a bot."""
    print(f"Bots, {GAMES} games between two, milliseconds of CPU per move")
    for bot in registry.all_bots():
        spent = measure(bot)
        mean_ms = 1000 * spent.total_s / spent.moves
        print(f"  {bot.key:<10} mean {mean_ms:8.2f}   longest {1000 * spent.longest_s:8.1f}")


if __name__ == "__main__":
    main()
