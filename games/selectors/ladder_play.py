"""What a ladder's page shows somebody who plays on it, and the buttons to challenge others."""

from datetime import datetime
from typing import Any

from accounts.models import User
from games.core.pool import DUEL, POOLS, Pool
from games.selectors.games import ladder_cards
from games.selectors.ladder_answers import OPEN_MOST, rated_bar
from games.selectors.ladder_challenges import bars, challenges_view, own_bar
from games.selectors.ladder_queue import queue_view
from games.selectors.ratings import pool_label


def waiting_view(viewer: User, pool: Pool, now: datetime) -> dict[str, Any]:
    """Return what somebody is shown of his place in a ladder's queue.

    ``bar``: why he may not play on it, or None. ``queue``: as `queue_view`, with ``since`` when he
    waits.
    """
    queue = queue_view(pool, viewer.pk)
    row = queue["row"]
    waits_since = None if row is None else row.waits_since
    return {
        "bar": rated_bar(viewer, now),
        "queue": queue | {"since": waits_since and min(waits_since, now)},
    }


def play_view(viewer: User, pool: Pool, now: datetime) -> dict[str, Any]:
    """Return what somebody is shown of his play on a ladder: `waiting_view` and what follows.

    ``games``: cards of his running games of this ladder; ``games_most``, so many are possible.
    ``challenges``: as `challenges_view`.
    """
    return waiting_view(viewer, pool, now) | {
        "games": ladder_cards(viewer.pk, pool.key),
        "games_most": OPEN_MOST,
        "challenges": challenges_view(viewer, pool, now),
    }


def profile_challenges(viewer: User, person: User, now: datetime) -> list[dict[str, Any]]:
    """Return for each ladder with challenges ``key``, ``label`` and ``bar``: why not, or None.

    Args:
        person: with ``privacy`` selected.
    """
    return [
        {
            "key": pool.key,
            "label": pool_label(pool),
            "bar": bars(viewer, [person], pool, now)[person.pk],
        }
        for pool in POOLS
        if pool.size == DUEL
    ]


def challenge_bar(viewer: User, person: User, pool: Pool, now: datetime) -> str:
    """Return why somebody may not challenge a person on a ladder, as a sentence, or nothing."""
    bar = own_bar(viewer, pool, now) or bars(viewer, [person], pool, now)[person.pk]
    return "" if bar is None else bar.sentence
