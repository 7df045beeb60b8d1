"""Sessions in the database, under keys that Django itself could have made."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore


class SessionStore(DatabaseStore):
    """Takes no key from a cookie that the database would choke on, such as one with a NUL."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and key.isascii() and key.isalnum() and len(key) >= 8)
