"""Chance from a game's own seed: one HMAC stream a ply, and the commitment that fixes it.

The stream of a ply is HMAC-SHA256(seed, message) for counter 0, 1, 2, ..., where the message is
the domain tag, the context and the counter as eight bytes, big end first, with a zero byte after
the tag and after the context. A block gives eight words of 32 bits, big end first. Anybody who
holds the seed can compute it again.
"""

import hashlib
import hmac
from collections.abc import Iterator

STREAM_TAG = b"qwirkle-club/stream/1"
COMMITMENT_TAG = "qwirkle-club/commitment/1"
OPTIONS = -2
"""The ply in which options are drawn that were left to chance."""

DEAL = -1
"""The ply of the deal."""

WORD_BITS = 32
_WORDS = 1 << WORD_BITS


class Rng:
    """One stream of chance. The same seed and context give the same numbers, always."""

    __slots__ = ("_prefix", "_seed", "_words")

    def __init__(self, seed: bytes, context: str) -> None:
        self._seed = seed
        self._prefix = STREAM_TAG + b"\0" + context.encode() + b"\0"
        self._words = self._stream()

    def _stream(self) -> Iterator[int]:
        counter = 0
        while True:
            block = hmac.digest(self._seed, self._prefix + counter.to_bytes(8, "big"), "sha256")
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")
            counter += 1

    def below(self, limit: int) -> int:
        """Return a whole number 0 <= n < limit, evenly spread.

        Words that would favour small numbers are thrown away. Every call takes at least one word.

        Raises:
            ValueError: limit outside 1..2**32.
        """
        if not 0 < limit <= _WORDS:
            raise ValueError(f"limit must be 1..2**32, not {limit}")
        fair = _WORDS - _WORDS % limit
        word = next(self._words)
        while word >= fair:
            word = next(self._words)
        return word % limit

    def shuffled[T](self, items: tuple[T, ...]) -> tuple[T, ...]:
        """Return the items in a random order (Fisher-Yates, from the last place down)."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            chosen = self.below(last + 1)
            mixed[last], mixed[chosen] = mixed[chosen], mixed[last]
        return tuple(mixed)


def rng_for(seed: bytes, game_id: str, ply: int) -> Rng:
    """Return the stream of one ply of one game. The deal uses `DEAL`, the first move ply 0."""
    return Rng(seed, f"{game_id}/{ply}")


def commitment(seed: bytes, game_id: str, ruleset_key: str, rules_version: int) -> str:
    """Return the SHA-256 (hex) that is shown before the first draw and checked after the last.

    It is taken over the domain tag, game id, ruleset key, rules version and the seed in hex,
    joined by line feeds.
    """
    text = "\n".join((COMMITMENT_TAG, game_id, ruleset_key, str(rules_version), seed.hex()))
    return hashlib.sha256(text.encode()).hexdigest()


class SeededChance:
    """Chance out of a stream: the bag lies mixed, so drawing takes from its front."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def draw[T](self, bag: tuple[T, ...], count: int) -> tuple[tuple[T, ...], tuple[T, ...]]:
        """Return (the first ``count`` tiles or what is there, rest of the bag)."""
        return bag[:count], bag[count:]

    def put_back[T](self, bag: tuple[T, ...], tiles: tuple[T, ...]) -> tuple[T, ...]:
        """Return the bag with the tiles appended and all of it mixed again."""
        return self._rng.shuffled(bag + tiles)

    def shuffled[T](self, items: tuple[T, ...]) -> tuple[T, ...]:
        """Return the items in a random order."""
        return self._rng.shuffled(items)

    def below(self, limit: int) -> int:
        """Return a whole number 0 <= n < limit, evenly spread."""
        return self._rng.below(limit)
