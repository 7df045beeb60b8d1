"""Deal a new game."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from games import outbox
from games.core.pace import UNTIMED, Pace
from games.core.rng import DEAL, OPTIONS, Rng, SeededChance, commitment, rng_for
from games.core.types import Phase
from games.models import Game, GameSecret, Player
from games.models.public_id import new_public_id
from games.rules import registry
from games.services.locking import LockedGame
from games.services.notices import tell_turn
from games.services.turn_clock import begin_turn

SEED_BYTES = 32


def start_game(
    *,
    users: Sequence[User],
    ruleset_key: str,
    options: Mapping[str, Any],
    now: datetime,
    pace: Pace = UNTIMED,
    is_seated: bool = False,
    allows_vacation: bool = True,
    is_private: bool = False,
    is_rated: bool = False,
    ladder: str = "",
) -> Game:
    """Seat the users, deal, and publish the commitment to the seed.

    Args:
        users: two to four different users, people or bots.
        pace: how much time the players have.
        allows_vacation: whether the clock stands while the player to move is away.
        is_rated: whether its end changes ratings.
        ladder: key of the pool for whose ladder it is played; empty for every other game.
        is_private: whether only the players can see it.
        is_seated: whether the users stand in the order of their seats; else the seats are drawn.

    Raises:
        BadRequestError: ``unknown_ruleset``, ``unknown_option``.

    Lock: call inside a transaction. Source: rules 1.1.8 (seats are fixed before the deal).
    """
    ruleset = registry.get(ruleset_key)
    parsed = ruleset.parse_options(options)
    public_id, seed = new_public_id(), secrets.token_bytes(SEED_BYTES)
    complete = ruleset.draw_options(parsed, SeededChance(rng_for(seed, public_id, OPTIONS)))
    seats = Rng(seed, f"{public_id}/seats")
    seated = tuple(users) if is_seated else seats.shuffled(tuple(users))
    chance = SeededChance(rng_for(seed, public_id, DEAL))
    seniority = sorted(range(len(seated)), key=lambda seat: seated[seat].pk)
    state = ruleset.initial_step(len(seated), complete, chance, seniority=seniority).state
    seen = ruleset.observe(state, None, Phase.RUNNING)
    game = Game.objects.create(
        public_id=public_id,
        ruleset_key=ruleset_key,
        rules_version=ruleset.version,
        options=dict(complete),
        to_move=ruleset.to_move(state),
        commitment=commitment(seed, public_id, ruleset_key, ruleset.version),
        created_at=now,
        moved_at=now,
        pace=pace.key,
        allows_vacation=allows_vacation,
        is_private=is_private,
        is_rated=is_rated,
        ladder=ladder,
    )
    players = [
        Player(game=game, seat=seat, user=user, hand_count=seen.hand_counts[seat], bank=pace.bank)
        for seat, user in enumerate(seated)
    ]
    Player.objects.bulk_create(players)
    secret = GameSecret.objects.create(game=game, seed=seed, state=ruleset.encode_state(state))
    table = LockedGame(game, secret, players, ruleset, state)
    begin_turn(table, now)
    table.save(now)
    tell_turn(table, now)
    outbox.announce_game(game, [user.pk for user in users])
    return game
