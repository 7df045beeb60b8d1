"""How long pauses may last, on explicit times."""

from datetime import timedelta

OFFER_LASTS = timedelta(days=1)
"""A proposed pause lapses after this, or with the next move."""

AGREED_MAX = timedelta(days=30)
"""A pause that all agreed to ends by itself after this."""
