"""People by script who know only what the site sends: position, record, answers."""

import itertools
import random
import time
from http.client import HTTPException
from typing import Any

from accounts.models import User
from games.rules import referee
from games.rules.qwirkle.notation import placed_texts
from games.rules.qwirkle.tiles import tile_text
from games.rules.records.position import Position, parse_position
from tests.client import Answer, SiteClient
from tests.reliability.history import Attempt, Outcome, Sight

RETRY_SHARE = 0.7
"""So many of the unanswered moves are sent again; the rest are given up, as people do."""

REPEAT_SHARE = 0.15
"""So many of the answered moves are sent again nevertheless."""

STALE_SHARE = 0.1
"""So many of the moves are sent for a table as it was before."""


class ScriptedPlayer:
    """One user with one window, who writes down what he tried and saw.

    Attributes:
        versions: of each game, as the last answer told it; shared by those who sit at one screen.
    """

    def __init__(self, url: str, user: User, window: int, versions: dict[str, int]) -> None:
        """Sign in. `window` tells the windows of one user apart."""
        self.client = SiteClient(url, user)
        self.user = user
        self.versions = versions
        self.attempts: list[Attempt] = []
        self.sights: list[Sight] = []
        self.window = f"{user.pk}-{window}"
        self._random = random.Random(self.window)
        self._keys = (f"{self.window}-{number}" for number in itertools.count())
        self._unanswered: dict[str, tuple[Attempt, dict[str, Any]]] = {}

    def visit(self, game: str, seat: int) -> int | None:
        """Move if it is this seat's turn; return the seat to move as read, None if nobody told."""
        if game in self._unanswered:
            self._send(*self._unanswered.pop(game))
        line = self._get(f"/games/{game}/position.txt")
        version = self._version(game)
        if line is None or version is None:
            return None
        position = parse_position(line.text.strip())
        if position.to_move == seat:
            self._move(game, version, position)
        return position.to_move

    def _version(self, game: str) -> int | None:
        if game not in self.versions:
            record = self._get(f"/games/{game}/record.json")
            if record is None:
                return None
            self._see(game, len(record.json["moves"]))
        return self.versions[game]

    def _see(self, game: str, version: int) -> None:
        self.sights.append(Sight(game, self.window, version))
        self.versions[game] = version

    def _move(self, game: str, version: int, position: Position) -> None:
        is_stale = version > 0 and self._random.random() < STALE_SHARE
        attempt = Attempt(game, self.user.pk, next(self._keys), time.monotonic())
        fields = {
            "version": version - is_stale,
            "key": attempt.key,
            "move": self._choice(position),
        }
        self.attempts.append(attempt)
        self._send(attempt, fields)

    def _choice(self, position: Position) -> str:
        hand = [tile_text(tile) for tile in position.hands[position.to_move] or ()]
        request = {
            "op": "moves",
            "ruleset": position.ruleset,
            "board": placed_texts(position.board),
            "hand": hand,
            "limit": 5,
        }
        moves = referee.answer(request)["moves"]
        if moves:
            return "play " + " ".join(self._random.choice(moves)["play"])
        return f"trade {hand[0]}" if position.bag_count else "pass"

    def _send(self, attempt: Attempt, fields: dict[str, Any]) -> None:
        try:
            answer = self.client.post(f"/games/{attempt.game}/moves/", **fields)
        except (OSError, HTTPException):
            answer = None
        if answer is None or answer.status >= 500:
            self.versions.pop(attempt.game, None)
            if self._random.random() < RETRY_SHARE:
                self._unanswered[attempt.game] = (attempt, fields)
            return
        outcome: Outcome = "ok" if answer.status == 200 else "refused"
        if attempt.outcome == "unknown":
            attempt.completed, attempt.outcome = time.monotonic(), outcome
        elif attempt.outcome != outcome:
            raise AssertionError(f"{attempt.key} was {attempt.outcome} and is {answer}")
        if outcome == "ok" and self._random.random() < REPEAT_SHARE:
            self._unanswered[attempt.game] = (attempt, fields)
        if "version" in answer.json:
            self._see(attempt.game, answer.json["version"])

    def _get(self, path: str) -> Answer | None:
        """Return the answer, or None when the site is away."""
        try:
            answer = self.client.get(path)
        except (OSError, HTTPException):
            return None
        if answer.status >= 500:
            return None
        assert answer.status == 200, (path, answer)
        return answer
