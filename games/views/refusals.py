"""How a refusal becomes an HTTP answer."""

import math
from http import HTTPStatus

from django.http import HttpResponse

from games.core.errors import (
    BadRequestError,
    ConflictError,
    DomainError,
    IllegalMoveError,
    NotAllowedError,
)
from games.services.retry import BusyError

_STATUS: tuple[tuple[type[DomainError], int], ...] = (
    (BadRequestError, 400),
    (NotAllowedError, 403),
    (ConflictError, 409),
    (IllegalMoveError, 422),
    (BusyError, 503),
)

_STATUS_BY_CODE = {
    "key_reused": 422,
    "no_such_game": 404,
    "no_such_challenge": 404,
    "no_such_ladder": 404,
    "no_such_line": 404,
    "no_such_player": 404,
    "too_fast": 429,
}


BUSY_S = 2
"""When to try again after the database was in the way."""


def with_retry[R: HttpResponse](response: R, error: DomainError | None) -> R:
    """Return the response; one that says "busy" or "too fast" also says when to try again."""
    if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        response["Retry-After"] = retry_after(BUSY_S)
    if error is not None and "wait_s" in error.detail:
        response["Retry-After"] = retry_after(error.detail["wait_s"])
    return response


def retry_after(wait_s: float) -> str:
    """Return the value of the header Retry-After: whole seconds, never too few."""
    return str(max(1, math.ceil(wait_s)))


def status_of(error: DomainError) -> int:
    """Return the HTTP status for a refusal: 409 for what came too late, 422 for a broken rule."""
    by_kind = next((status for kind, status in _STATUS if isinstance(error, kind)), 400)
    return _STATUS_BY_CODE.get(error.code, by_kind)
