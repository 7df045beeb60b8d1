"""Matches between bots: every deal is played once from each seat, so that luck cancels out."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.bots import registry
from games.bots.bot import Bot
from games.bots.without_powers import WithoutPowers
from games.core.rng import DEAL, OPTIONS, Rng, SeededChance, rng_for
from games.core.types import Phase, Seat
from games.rules import registry as rulesets
from games.rules.qwirkle.ruleset import Qwirkle

MOVES_MAX = 1_000
"""A game that goes on longer is broken; the longest seen between bots has a tenth of that."""

type Timer = Callable[[], float]
"""Seconds of CPU, handed in because the rooms below know no clock."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays: one bot in one seat, another bot in all others.

    Attributes:
        first, second: keys of the bots.
        seats: players in a game.
        seed: names the deals; the same seed gives the same match.
        ruleset_key: what they play.
        options: options of the ruleset.
        is_plain: which of the two never uses a power.
    """

    first: str
    second: str
    seats: int = 2
    seed: int = 1
    ruleset_key: str = "qwirkle"
    options: Mapping[str, Any] = field(default_factory=dict)
    is_plain: tuple[bool, bool] = (False, False)

    def bots(self) -> tuple[Bot, Bot]:
        """Return both bots."""
        first, second = (
            WithoutPowers(bot) if is_plain else bot
            for bot, is_plain in zip(
                map(registry.get, (self.first, self.second)), self.is_plain, strict=True
            )
        )
        return first, second


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long one bot thought: moves chosen, seconds of CPU in all, and for the longest one."""

    moves: int = 0
    total_s: float = 0.0
    longest_s: float = 0.0

    def plus(self, other: "Thinking") -> "Thinking":
        """Return both together."""
        return Thinking(
            self.moves + other.moves,
            self.total_s + other.total_s,
            max(self.longest_s, other.longest_s),
        )


@dataclass(frozen=True, slots=True)
class Deal:
    """What became of one deal.

    Attributes:
        share: points of the first bot per game: 1 a win, a draw shared, so 0.5 between two.
        margin: points of the first bot minus those of the best of the others, per game.
        games: how many games that were: one a seat.
        thinking: of the first bot and of the second.
    """

    share: float
    margin: float
    games: int
    thinking: tuple[Thinking, Thinking]


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: points and winners by seat, and how long each seat thought."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    thinking: tuple[Thinking, ...]


def play_game(
    game: Qwirkle,
    bots: Sequence[Bot],
    seed: bytes,
    game_id: str,
    options: Mapping[str, Any],
    timer: Timer,
) -> Game:
    """Play a whole game through the ruleset, one bot a seat.

    Raises:
        IllegalMoveError: a bot made a move that the ruleset refuses.
        RuntimeError: the game does not end.
    """
    seats = range(len(bots))
    state = game.initial_step(
        len(bots),
        game.draw_options(game.parse_options(options), _chance(seed, game_id, OPTIONS)),
        _chance(seed, game_id, DEAL),
        seniority=tuple(seats),
    ).state
    thinking = [Thinking() for _ in seats]
    for ply in range(MOVES_MAX):
        seat = game.to_move(state)
        if seat is None:
            break
        move = game.automatic_move(state)
        if move is None:
            observation = game.observe(state, seat, Phase.RUNNING)
            rng = Rng(seed, f"{game_id} bot {seat}/{ply}")
            started = timer()
            move = bots[seat].choose(observation, rng, game)
            spent = timer() - started
            thinking[seat] = thinking[seat].plus(Thinking(1, spent, spent))
        state = game.apply(state, seat, move, _chance(seed, game_id, ply)).state
    result = game.result(state)
    if result is None:
        raise RuntimeError(f"{game_id} is not over after {MOVES_MAX} moves")
    return Game(result.scores, result.winners, tuple(thinking))


def play_deal(pairing: Pairing, number: int, timer: Timer) -> Deal:
    """Play one deal as often as there are seats, the first bot in another seat each time."""
    first, second = pairing.bots()
    ruleset = rulesets.get_qwirkle(pairing.ruleset_key)
    seed = hashlib.sha256(f"bot match {pairing.seed}".encode()).digest()
    share, margin = 0.0, 0
    of_first = of_second = Thinking()
    for seat in range(pairing.seats):
        bots = [first if other == seat else second for other in range(pairing.seats)]
        game = play_game(ruleset, bots, seed, f"deal {number}", pairing.options, timer)
        if seat in game.winners:
            share += 1 / len(game.winners)
        margin += game.scores[seat] - max(
            score for other, score in enumerate(game.scores) if other != seat
        )
        for other, thinking in enumerate(game.thinking):
            if other == seat:
                of_first = of_first.plus(thinking)
            else:
                of_second = of_second.plus(thinking)
    return Deal(share / pairing.seats, margin / pairing.seats, pairing.seats, (of_first, of_second))


def _chance(seed: bytes, game_id: str, ply: int) -> SeededChance:
    return SeededChance(rng_for(seed, game_id, ply))
