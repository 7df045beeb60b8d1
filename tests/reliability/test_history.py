"""T13: a hundred games while web, worker and broker are killed in turn; then the history check."""

import itertools
from functools import partial
from itertools import cycle, islice
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection

from games.models import Game, Ply
from games.rules.qwirkle.tiles import KINDS, full_set
from games.selectors.replay import differs_from_snapshot
from qwirkle_site.embedded import wait_until
from tests.factories import make_game, make_user
from tests.reliability.history import Attempt, Entry, Sight, faults
from tests.reliability.scripted import ScriptedPlayer
from tests.site import Site
from tests.table import state_of

GAMES = 100
KILLED = 9
BETWEEN_KILLS = 20
"""Plies that are played after each of the kills."""

PLAYERS = 12
SCREENS = 4
SPECIAL_EVERY = 10
WAIT_S = 120.0
RULESETS = ["qwirkle", "qwirkle+action_tokens", "qwirkle+power_cards"]


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="A file lets one write at a time; the wait is long."
)
def test_no_move_is_lost_doubled_or_misplaced_while_parts_of_the_site_are_killed(site):
    games = start_games()
    screens = [Screen(site.url, number, games) for number in range(SCREENS)]
    site.start_beat()
    play_under_kills(site, screens)
    attempts = [attempt for screen in screens for attempt in screen.attempts]
    sights = [sight for screen in screens for sight in screen.sights]
    assert not faults(attempts, sights, {game.public_id: log_of(game) for game in games})
    assert {attempt.outcome for attempt in attempts} >= {"ok", "refused"}
    assert sum(attempt.outcome == "ok" for attempt in attempts) > KILLED * BETWEEN_KILLS / 2
    for game in games:
        game.refresh_from_db()
        assert not differs_from_snapshot(game), "the log leads to another table"
        assert is_complete(game), "tiles came or went"
        assert bot_is_due_where_it_is_to_move(game), "a bot's turn is in no row"


def start_games() -> list[Game]:
    """Start the games, each for two or three people, every tenth for one against a bot."""
    users = [make_user() for _ in range(PLAYERS)]
    games = []
    for number in range(GAMES):
        count = 1 if number % SPECIAL_EVERY == 0 else 2 + number % 2
        people = [users[(number + 5 * place) % PLAYERS] for place in range(count)]
        bots = ("greedy",) if count == 1 else ()
        games.append(make_game(*people, bots=bots, ruleset_key=RULESETS[number % 3]))
    return games


class Screen(Thread):
    """One screen, with a window for each user; at some games they sit at several screens."""

    def __init__(self, url: str, number: int, games: list[Game]) -> None:
        super().__init__(name=f"screen {number}")
        self.is_over = Event()
        self.error: BaseException | None = None
        own = [
            game
            for index, game in enumerate(games)
            if index % SCREENS == number or index % SPECIAL_EVERY == 1
        ]
        versions: dict[str, int] = {}
        people: dict[int, ScriptedPlayer] = {}
        self.tables: dict[str, dict[int, ScriptedPlayer]] = {}
        for game in own:
            self.tables[game.public_id] = {
                player.seat: people.setdefault(
                    player.user_id, ScriptedPlayer(url, player.user, number, versions)
                )
                for player in game.players.select_related("user")
                if not player.user.is_bot
            }
        self.people = list(people.values())

    @property
    def attempts(self) -> list[Attempt]:
        """What was tried here."""
        return [attempt for person in self.people for attempt in person.attempts]

    @property
    def sights(self) -> list[Sight]:
        """What was seen here."""
        return [sight for person in self.people for sight in person.sights]

    def run(self) -> None:
        """Play a turn at each table, again and again, until told to stop."""
        try:
            for game in cycle(self.tables):
                if self.is_over.is_set():
                    return
                self.play_turn(game)
        except BaseException as error:  # noqa: BLE001  the test raises it
            self.error = error

    def play_turn(self, game: str) -> None:
        """Ask somebody who is to move, and let that one move."""
        seats = self.tables[game]
        seat = next(iter(seats))
        to_move = seats[seat].visit(game, seat)
        if to_move is not None and to_move != seat and to_move in seats:
            seats[to_move].visit(game, to_move)


def play_under_kills(site: Site, screens: list[Screen]) -> None:
    """Let all play, and kill one part after the other, each after so many more plies."""
    for screen in screens:
        screen.start()
    try:
        for kill in islice(cycle(KILLS), KILLED):
            wanted = Ply.objects.count() + BETWEEN_KILLS
            kill(site)
            assert wait_until(partial(are_played, wanted, screens), WAIT_S), "nobody can move"
    finally:
        for screen in screens:
            screen.is_over.set()
        for screen in screens:
            screen.join(WAIT_S)
    for screen in screens:
        if screen.error is not None:
            raise screen.error
        assert not screen.is_alive()


def are_played(wanted: int, screens: list[Screen]) -> bool:
    """Return whether there are so many plies, or somebody at a screen met a fault."""
    return Ply.objects.count() >= wanted or any(screen.error for screen in screens)


def kill_web(site: Site) -> None:
    """Kill the web process in whatever it is doing; another takes its place."""
    site.kill_web()
    site.start_web()


def kill_broker(site: Site) -> None:
    """Kill the broker with all it holds."""
    site.stop_broker()
    site.start_broker()


def kill_worker(site: Site) -> None:
    """Kill the worker and its pool."""
    site.kill_worker()
    site.start_worker()


KILLS = (kill_web, kill_broker, kill_worker)


def log_of(game: Game) -> list[Entry]:
    """Return a game's log."""
    rows = Ply.objects.filter(game=game).order_by("number").values_list("number", "seat", "key")
    return [Entry(*row) for row in rows]


def is_complete(game: Game) -> bool:
    """Return whether hands, bag, board and those who left hold the 108 tiles (rules 1.1.1)."""
    state: Any = state_of(game)
    bag = [tile for tile in state.bag if tile in KINDS]
    tiles = [*state.board.values(), *itertools.chain(*state.hands), *bag, *state.gone]
    return sorted(tiles) == sorted(full_set())


def bot_is_due_where_it_is_to_move(game: Game) -> bool:
    """Return whether the sweep would find the bot that this game waits for."""
    if not game.is_running:
        return game.bot_due_at is None
    mover = game.players.get(seat=game.to_move).user
    return mover.is_bot == (game.bot_due_at is not None)
