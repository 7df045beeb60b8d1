"""Sessions in the database, under keys that Django itself could have made, with their user."""

from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone
from django.utils.dateparse import parse_datetime


class SessionStore(DatabaseStore):
    """Takes no key from a cookie that the database would choke on, such as one with a NUL.

    Attributes:
        seen_at: when the row was last used, as far as it was read; None for a new one.
    """

    seen_at: datetime | None = None

    @classmethod
    def get_model_class(cls) -> Any:
        """Return the table that knows whose each session is."""
        from accounts.models import Session  # noqa: PLC0415  models load after this module

        return Session

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and key.isascii() and key.isalnum() and len(key) >= 8)

    def _get_session_from_db(self) -> Any:
        row = super()._get_session_from_db()  # type: ignore[misc]
        if row is not None:
            self.seen_at = row.seen_at
        return row

    async def _aget_session_from_db(self) -> Any:
        row = await super()._aget_session_from_db()  # type: ignore[misc]
        if row is not None:
            self.seen_at = row.seen_at
        return row

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Return the row of this session; its user and browser follow from what it holds."""
        return _with_owner(super().create_model_instance(data), data)

    async def acreate_model_instance(self, data: dict[str, Any]) -> Any:
        """Return the same row to async code; Django tries for ever to save an incomplete one."""
        return _with_owner(await super().acreate_model_instance(data), data)


def _with_owner(row: Any, data: dict[str, Any]) -> Any:
    """Return the row with what our table knows beyond Django's."""
    user_id = str(data.get(SESSION_KEY, ""))
    row.user_id = int(user_id) if user_id.isdecimal() else None
    client = data.get(row.CLIENT_KEY, {})
    row.device, row.address = client.get("device", ""), client.get("address", "")
    row.started_at = parse_datetime(client.get("at", ""))
    row.seen_at = timezone.now()  # noqa: TID251  Django's hook
    return row
