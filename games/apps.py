"""The games app."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers signals that keep bots seated, sockets honest and presence noted."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect signals and register system checks; both need the models to be loaded."""
        from games import checks, signals  # noqa: F401, PLC0415
        from games.consumers.seen import user_seen  # noqa: PLC0415
        from games.services.looks import note_look  # noqa: PLC0415
        from games.services.presence import note_presence  # noqa: PLC0415

        user_seen.connect(_note(note_presence), weak=False, dispatch_uid="note_presence")
        user_seen.connect(_look(note_look), weak=False, dispatch_uid="note_look")


def _note(service: Callable[..., None]) -> Callable[..., None]:
    """Return the service as a receiver: it wants the facts and not the sender."""

    def receive(*, user_id: int, now: datetime, **_: Any) -> None:
        service(user_id=user_id, now=now)

    return receive


def _look(service: Callable[..., None]) -> Callable[..., None]:
    """Return the service as a receiver that hears of pages with a game alone."""

    def receive(*, user_id: int, now: datetime, public_id: str, **_: Any) -> None:
        if public_id:
            service(user_id=user_id, public_id=public_id, now=now)

    return receive
