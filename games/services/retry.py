"""Run a command again when the database, not the caller, was in the way."""

import logging
import secrets
import time
from collections.abc import Callable
from functools import wraps

from django.db import OperationalError

from games.core.errors import DomainError

logger = logging.getLogger(__name__)

TRIES = 3
PAUSE_S = 0.05


class BusyError(DomainError):
    """The database could not take the command now; nothing was changed."""

    def __init__(self) -> None:
        super().__init__("busy", "That did not work. Nothing is lost, try again.")


def retried[**P, R](command: Callable[P, R]) -> Callable[P, R]:
    """Wrap a command that opens its own transaction: lock time-outs are tried again.

    The whole command is repeated, outside any transaction, at most `TRIES` times with a random
    pause; its idempotency key keeps a repeated command from counting twice.

    Raises:
        BusyError: the database stayed in the way.
    """

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        for attempt in range(TRIES):
            try:
                return command(*args, **kwargs)
            except OperationalError as error:
                if attempt == TRIES - 1:
                    logger.exception("The database stayed in the way of %s", command.__name__)
                    raise BusyError from error
                time.sleep(PAUSE_S * (attempt + 1) * (0.5 + secrets.randbelow(100) / 100))
        raise BusyError

    return run
