"""One factory per model, each valid with no arguments."""

import itertools
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.core.pace import UNTIMED, Pace
from games.models import Challenge, ChallengeSeat, Game
from games.services.bots import bot_users
from games.services.start import start_game

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)

PASSWORD = "a long enough password"

_count = itertools.count(1)


def make_user(**fields: Any) -> User:
    """Return a new person who can sign in with `PASSWORD`."""
    number = next(_count)
    fields = {"username": f"player{number}", "email": f"player{number}@example.org", **fields}
    return User.objects.create_user(password=PASSWORD, **fields)


def make_game(
    *users: User,
    bots: tuple[str, ...] = (),
    ruleset_key: str = "qwirkle",
    pace: Pace = UNTIMED,
    now: datetime = NOW,
    allows_vacation: bool = True,
    is_private: bool = False,
    **options: Any,
) -> Game:
    """Return a running game; two new people play when nobody is named."""
    people = users or ((make_user(), make_user()) if not bots else (make_user(),))
    with transaction.atomic():
        return start_game(
            users=[*people, *bot_users(bots)],
            ruleset_key=ruleset_key,
            options=options,
            now=now,
            pace=pace,
            allows_vacation=allows_vacation,
            is_private=is_private,
        )


def make_challenge(**fields: Any) -> Challenge:
    """Return an open offer for two seats with its host in it."""
    fields = {"host": fields.pop("host", None) or make_user(), **fields}
    challenge = Challenge.objects.create(
        **{
            "kind": Challenge.Kind.OPEN,
            "seat_count": 2,
            "ruleset_key": "qwirkle",
            "key": f"key-{next(_count)}",
            "created_at": NOW,
            **fields,
        }
    )
    ChallengeSeat.objects.create(
        challenge=challenge, user=challenge.host, state=ChallengeSeat.State.JOINED
    )
    return challenge
