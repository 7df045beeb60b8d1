"""Which signals there are, and how much each adds to a case."""

from datetime import timedelta
from enum import StrEnum
from typing import Final

WINDOW: Final = timedelta(days=30)
"""So far back a signal looks: long enough for a habit, short enough that people may change."""

HISTORY: Final = 100
"""Of nobody more of the newest rated games are read, so that a look costs the same for all."""


class SignalKind(StrEnum):
    """What was noticed."""

    MANY_GAMES = "many_games"
    EARLY_LOSSES = "early_losses"
    SAME_WINNER = "same_winner"
    SHARED_DEVICE = "shared_device"
    BOT_AGREEMENT = "bot_agreement"
    TABLE_HELP = "table_help"


WEIGHTS: Final = {
    SignalKind.MANY_GAMES: 5,
    SignalKind.EARLY_LOSSES: 15,
    SignalKind.SAME_WINNER: 15,
    SignalKind.SHARED_DEVICE: 10,
    SignalKind.BOT_AGREEMENT: 15,
    SignalKind.TABLE_HELP: 15,
}
"""Points of a case's score. A person's report weighs 20: no signal alone comes before one, and many
games between two, which friends have too, weigh least of all."""
