"""How a refusal becomes an HTTP answer."""

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
    "no_such_line": 404,
    "no_such_player": 404,
    "too_fast": 429,
}


RETRY_AFTER_S = "2"


def with_retry[R: HttpResponse](response: R) -> R:
    """Return the response; one that says "busy" also says when to try again."""
    if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        response["Retry-After"] = RETRY_AFTER_S
    return response


def status_of(error: DomainError) -> int:
    """Return the HTTP status for a refusal: 409 for what came too late, 422 for a broken rule."""
    by_kind = next((status for kind, status in _STATUS if isinstance(error, kind)), 400)
    return _STATUS_BY_CODE.get(error.code, by_kind)
