"""When to use a power: now, or rather keep it for a better turn."""

from collections.abc import Mapping

from games.bots.scene import STAR, Scene
from games.bots.spending.turn import Turn, Use
from games.bots.spending.uses import best_use
from games.rules.qwirkle.powers.moves import Power

KEEP: Mapping[Power, tuple[float, ...]] = {
    "ask": (0, 0.4, 1.3, 3.3, 4.4, 4.9, 5.1, 5.3, 5.4, 5.5, 5.6, 5.7),
    "draw3": (0, 0.0, 0.0, 2.3, 3.2, 3.7, 4.0, 4.2, 4.4, 4.7, 4.9, 5.0),
    "singles": (0, 4.7, 9.0, 9.5, 9.8, 9.9, 10.1, 10.3, 10.5, 10.6, 10.7, 10.8),
    "again": (0, 4.4, 7.8, 9.1, 9.7, 10.2, 10.5, 10.7, 11.0, 11.3, 11.5, 11.8),
    "trade": (0, 0.0, 0.0, 4.4, 5.6, 6.3, 6.8, 7.1, 7.3, 7.5, 7.7, 8.0),
    "take": (0, 4.5, 8.0, 9.1, 9.7, 9.9, 10.1, 10.3, 10.4, 10.5, 10.6, 11.0),
    STAR: (0, 3.0, 5.0, 6.0, 6.5, 7.0, 7.2, 7.4, 7.6, 7.8, 8.0, 8.2),
}
"""Points that a power is worth which is kept, by the number of own turns that follow this one; at
the end powers are worth nothing (rules 2.1.11).

By induction from the last turn back: what is kept for n more turns is worth the mean of "the gain
of the next turn, or what is kept for n - 1 turns, whichever is more". The gains are those that the
bot itself saw in every turn of 45 games against the greedy bot."""

TILES_A_TURN = 2.15
"""Tiles that a player lays in a turn, on average."""

LEFT_OVER = 3
"""Tiles that are still in hands when somebody goes out, on average."""


def use_worth_most(turn: Turn) -> Use | None:
    """Return the use that gains most over keeping the power; None when all are better kept."""
    best: Use | None = None
    most = 0.0
    for power in turn.scene.seen.usable:
        use = best_use(turn, power)
        if use is None:
            continue
        excess = use.gain - worth_kept(turn.scene, power)
        if excess > most:
            best, most = use, excess
    return best


def worth_kept(scene: Scene, power: Power) -> float:
    """Return what a power is worth that is not used in this turn."""
    worths = KEEP[power]
    return worths[min(_later_turns(scene, power), len(worths) - 1)]


def _later_turns(scene: Scene, power: Power) -> int:
    """Return how many turns after this one there will be for this power, about.

    One power a turn: the others that are held need turns as well, further discs, too.
    """
    seen = scene.seen
    players = len(seen.hand_counts) - len(seen.left)
    tiles = seen.bag_count + sum(seen.hand_counts) - LEFT_OVER
    turns = round(tiles / (TILES_A_TURN * players))
    shown = scene.discs()["held"] if power == STAR else scene.powers()["held"]
    own = shown[seen.viewer]
    others = own - 1 if power == STAR else len(own) - 1
    return max(0, turns - others)
