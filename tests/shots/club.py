"""Fills the site with the people, games and offers that the pictures show."""

import itertools
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from games.core.rng import commitment
from games.models import Challenge, ChallengeSeat, Game, GameSecret, Player
from games.rules import registry
from games.rules.qwirkle.tiles import parse_tile
from games.services.play import play_move
from tests.factories import make_challenge, make_user
from tests.shots.positions import (
    HARBOUR,
    KETTLE,
    NEBELKRAEHE,
    ONYX,
    PAPILLON,
    QUILL,
    TABLE,
    Position,
    deal,
)

MEMBER = "linnet"
"""From whose side all pictures are seen."""

RULESET = "qwirkle"
POWERS_RULESET = "qwirkle+action_tokens"
POWERS = ("ask", "again", "trade")
SPENT = "trade"
"""What linnet has used up at the table with powers."""

SEED = b"s" * 32
SHOWN_PLIES = 18
"""Moves of the table when it is linnet's turn."""

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
PAUSE = timedelta(minutes=20)
"""Between two moves of a game."""

LAST_SCORE = 8
"""What `finish` scores with its one move: a line of two, and six points for going out."""

OFFERS = (
    ("ivo_r", 2, ()),
    ("Nebelkrähe", 2, ()),
    ("saltmarsh", 4, ("quill", "harbour")),
    ("orrery", 2, ()),
    ("coquelicot", 3, ("tarn",)),
    ("Tessa_K", 2, ()),
)
"""Open offers, the newest last: host, seats, who else is in."""

IDS = {
    "linnet": 54,
    "Tessa_K": 79,
    "botanik": 290,
    "harbour": 346,
    "papillon": 47,
    "tarn": 180,
    "Nebelkrähe": 267,
    "ivo_r": 69,
    "saltmarsh": 130,
    "Kettle": 66,
    "coquelicot": 163,
    "orrery": 74,
    "quill": 207,
    "Moss&Fern": 277,
}
"""The number of an account picks its avatar; these give the designed shapes and hues (within 3)."""

_keys = (f"shot-{number}" for number in itertools.count(1))


def person(name: str) -> User:
    """Return the account of this name, a bot's or a person's, made if there is none."""
    found = User.objects.filter(username=name).first()
    fields = {"pk": IDS[name]} if name in IDS else {}
    return found or make_user(username=name, **fields)


def fill_the_club(now: datetime) -> Game:
    """Make everything that stands on the pictures and return the table that they show."""
    running = (
        (HARBOUR, 4 * DAY),
        (PAPILLON, 3 * DAY),
        (NEBELKRAEHE, 2 * DAY),
        (QUILL, DAY),
        (KETTLE, 13 * HOUR),
        (ONYX, timedelta()),
    )
    for position, ago in running:
        game = start(position, now - ago)
        go_on(game, position, len(position.moves), now - ago)
    table = start(TABLE, now - 2 * HOUR)
    go_on(table, TABLE, SHOWN_PLIES, now - 2 * HOUR)
    fill_the_results(now)
    for number, (host, seats, guests) in enumerate(OFFERS):
        offer(host, seats, guests, now - timedelta(minutes=len(OFFERS) - number))
    return table


def lay_the_powers(now: datetime) -> Game:
    """Make the same table once more, with tokens for everybody, and return it."""
    ruleset = registry.get_qwirkle(POWERS_RULESET)
    options = {"opening": "free", "tokens_from": "start", "tokens": list(POWERS)}
    hands, bag = deal(TABLE)
    state: Any = ruleset.state_at(ruleset.parse_options(options), hands=hands, bag=bag, opener=0)
    left = tuple(power for power in POWERS if power != SPENT)
    state = ruleset.hold(state, (left, *(POWERS,) * (len(hands) - 1)))
    began_at = now - PAUSE * (SHOWN_PLIES + 1)
    game = _store([person(name) for name in TABLE.names], state, began_at, POWERS_RULESET)
    go_on(game, TABLE, SHOWN_PLIES, now)
    return game


def fill_the_results(now: datetime) -> None:
    """Make the finished games: linnet's, and those of harbour, whose page is shown."""
    finish({"harbour": 201, "Moss&Fern": 150}, now - 8 * DAY)
    finish({"orrery": 140, "harbour": 131, "tarn": 122}, now - 7 * DAY)
    finish({"quill": 188, "harbour": 160}, now - 4 * DAY)
    finish({"linnet": 201, "Moss&Fern": 150}, now - 8 * DAY)
    finish({"orrery": 140, "linnet": 131, "tarn": 122}, now - 7 * DAY)
    finish({"quill": 188, "linnet": 160}, now - 4 * DAY)
    finish({"linnet": 184, "harbour": 171}, now - 2 * DAY)


def start(position: Position, ended_at: datetime) -> Game:
    """Deal a game whose moves, a `PAUSE` apart, are to end at this time."""
    ruleset = registry.get(RULESET)
    hands, bag = deal(position)
    state = ruleset.state_at(  # type: ignore[attr-defined]
        _free_opening(), hands=hands, bag=bag, opener=0
    )
    began_at = ended_at - PAUSE * (len(position.moves) + 1)
    return _store([person(name) for name in position.names], state, began_at)


def go_on(game: Game, position: Position, plies: int, ended_at: datetime) -> None:
    """Play the moves of a game up to this number, the last one at `ended_at`."""
    game.refresh_from_db()
    seats = [player.user_id for player in game.players.order_by("seat")]
    for number in range(game.version, plies):
        move = position.moves[number]
        _play(game, seats[number % len(seats)], move.text, ended_at - PAUSE * (plies - 1 - number))
        assert game.plies.get(number=number).points == move.points


def finish(scores: dict[str, int], ended_at: datetime) -> None:
    """Make a game that its first-named player ends with one last tile; names in order of place."""
    hands = (("RC",), *(["YL"],) * (len(scores) - 1))
    points = list(scores.values())
    state: Any = registry.get(RULESET).state_at(  # type: ignore[attr-defined]
        _free_opening(),
        hands=tuple(tuple(map(parse_tile, hand)) for hand in hands),
        bag=(),
        opener=0,
        board={(0, 0): parse_tile("RS")},
    )
    state = state.but(scores=(points[0] - LAST_SCORE, *points[1:]))
    users = [person(name) for name in scores]
    game = _store(users, state, ended_at - 2 * DAY)
    _play(game, users[0].pk, "play RC@1,0", ended_at)


def offer(host: str, seats: int, guests: Sequence[str], now: datetime) -> Challenge:
    """Make an open offer that some have joined."""
    challenge = make_challenge(host=person(host), seat_count=seats, created_at=now)
    for guest in guests:
        ChallengeSeat.objects.create(
            challenge=challenge, user=person(guest), state=ChallengeSeat.State.JOINED
        )
    return challenge


def _free_opening() -> Any:
    return registry.get(RULESET).parse_options({"opening": "free"})


def _store(users: Sequence[User], state: Any, now: datetime, key: str = RULESET) -> Game:
    """Store a running game with this state; its bag owes nothing to its seed."""
    ruleset = registry.get(key)
    game = Game(
        ruleset_key=key,
        rules_version=ruleset.version,
        options=state.options,
        to_move=state.to_move,
        created_at=now,
        moved_at=now,
    )
    game.commitment = commitment(SEED, game.public_id, key, ruleset.version)
    game.save()
    Player.objects.bulk_create(
        Player(
            game=game,
            seat=seat,
            user=user,
            score=state.scores[seat],
            hand_count=len(state.hands[seat]),
        )
        for seat, user in enumerate(users)
    )
    GameSecret.objects.create(game=game, seed=SEED, state=ruleset.encode_state(state))
    return game


def _play(game: Game, user_id: int, move: str, now: datetime) -> None:
    play_move(
        public_id=game.public_id,
        user_id=user_id,
        version=game.version,
        key=next(_keys),
        move=move,
        now=now,
    )
    game.refresh_from_db()
