"""Seat bots and play their turns, through the same door as everybody."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import User
from games import outbox
from games.bots import registry as bots
from games.core.errors import BadRequestError, ConflictError
from games.core.rng import rng_for
from games.core.types import Phase
from games.models import Game, GameSecret
from games.rules import registry
from games.services.play import play_move
from games.services.retry import BusyError

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=15)
"""How long one worker alone thinks about a turn; longer than any bot needs."""

DOUBLINGS_MAX = 8
"""Each failed try doubles the lease, up to about an hour; a turn is never given up."""

SWEEP_SIZE = 200

FALLBACK = "random"
"""The bot that moves when another one failed."""


def ensure_bots() -> None:
    """Create the account of every registered bot that has none; run after each migration."""
    for bot in bots.all_bots():
        if not User.objects.filter(bot_key=bot.key).exists():
            user = User(username=bot.name, bot_key=bot.key)
            user.set_unusable_password()
            user.save()


def bot_users(keys: Sequence[str]) -> list[User]:
    """Return the bots' accounts, in the given order.

    Raises:
        BadRequestError: ``unknown_bot``, also when one is named twice.
    """
    users = {user.bot_key: user for user in User.objects.filter(bot_key__in=keys)}
    if len(set(keys)) != len(keys) or "" in keys or any(key not in users for key in keys):
        raise BadRequestError("unknown_bot", "Choose each bot at most once, from the list.")
    return [users[key] for key in keys]


def play_bot_turn(*, game_pk: int, version: int, now: datetime) -> bool:
    """Play the turn of the bot that is to move at this version; return whether it did.

    Called twice, from two machines, or too late, it plays once or not at all: a lease in the row
    lets one worker think, and `play_move` checks the version. The thinking holds no lock.
    """
    if not _claim(game_pk, version, now):
        return False
    game = Game.objects.get(pk=game_pk)
    if game.version != version or game.to_move is None:
        return False
    player = game.players.select_related("user").get(seat=game.to_move)
    for bot_key in (player.user.bot_key, FALLBACK):
        try:
            play_move(
                public_id=game.public_id,
                user_id=player.user_id,
                version=version,
                key=f"bot-{version}-{bot_key}",
                move=_choose(game, player.seat, bot_key),
                now=now,
            )
        except (ConflictError, BusyError):
            return False
        except Exception as error:  # noqa: BLE001  its mistake must not hold up people
            # No traceback and no sentence: they could name tiles of its hand.
            fault = getattr(error, "code", type(error).__name__)
            logger.error("Bot %s failed in game %s: %s", bot_key, game.public_id, fault)  # noqa: TRY400
        else:
            return True
    return False


def sweep_bot_turns(*, now: datetime) -> int:
    """Send every due bot turn that nobody thinks about to the queue again; return how many."""
    due = (
        Game.objects.filter(bot_due_at__lte=now)
        .filter(Q(bot_lease_until=None) | Q(bot_lease_until__lt=now))
        .order_by("bot_due_at")
        .values_list("pk", "version")[:SWEEP_SIZE]
    )
    turns = list(due)
    for pk, version in turns:
        outbox.enqueue_bot_turn(pk, version)
    return len(turns)


def _claim(game_pk: int, version: int, now: datetime) -> bool:
    """Take the lease on this turn; one of many callers gets it."""
    free = Q(bot_lease_until=None) | Q(bot_lease_until__lt=now)
    due = Game.objects.filter(free, pk=game_pk, version=version, bot_due_at__isnull=False)
    tries = due.values_list("bot_tries", flat=True).first()
    if tries is None:
        return False
    until = now + LEASE * 2 ** min(tries, DOUBLINGS_MAX)
    claimed = due.filter(bot_tries=tries).update(bot_lease_until=until, bot_tries=tries + 1)
    return bool(claimed)


def _choose(game: Game, seat: int, bot_key: str) -> str:
    """Return the bot's move in the notation; it sees what its seat may see, nothing more."""
    ruleset = registry.get_qwirkle(game.ruleset_key)
    secret = GameSecret.objects.get(game=game)
    observation = ruleset.observe(ruleset.decode_state(secret.state), seat, Phase.RUNNING)
    # The bots' own luck must not be the bag's: another context gives another stream.
    rng = rng_for(bytes(secret.seed), f"{game.public_id} bot {seat}", game.version)
    return ruleset.format_move(bots.get(bot_key).choose(observation, rng, ruleset))
