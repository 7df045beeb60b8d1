"""Refusals: a stable code for programs and one plain sentence for people."""

from collections.abc import Sequence
from typing import Any


class DomainError(Exception):
    """Something the caller asked for cannot be done.

    Attributes:
        code: snake-case name of the broken rule, as listed in docs/notation.md section 4.
        sentence: one plain sentence that tells the person what is wrong or what to do.
        detail: public extra facts for programs (JSON primitives only; never a secret).
    """

    def __init__(self, code: str, sentence: str, **detail: Any) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence
        self.detail = detail


class IllegalMoveError(DomainError):
    """The move breaks a rule of the game.

    ``cells`` names the cells at fault, as (x, y) pairs; it may be empty.
    """

    def __init__(
        self, code: str, sentence: str, *, cells: Sequence[tuple[int, int]] = (), **detail: Any
    ) -> None:
        super().__init__(code, sentence, **detail)
        self.cells = tuple(cells)


class BadRequestError(DomainError):
    """The request cannot be read: wrong form, unknown tile, unknown option."""


class ConflictError(DomainError):
    """The request was right once, but the table has changed since (stale version, game over)."""


class NotAllowedError(DomainError):
    """The caller may not do this."""
