"""What a socket says of the person behind it."""

from django.dispatch import Signal

user_seen = Signal()
"""Somebody has a page open: ``user_id`` and ``now``. Who writes it down is not a socket's business;
`games.apps` connects the service (docs/decisions/0011)."""
