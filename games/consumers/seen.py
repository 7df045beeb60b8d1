"""What a socket says of the person behind it."""

from django.dispatch import Signal

user_seen = Signal()
"""Somebody has a page open: ``user_id``, ``now``, and ``public_id`` of the game on it or nothing.

Who writes it down is not a socket's business; `games.apps` connects the services
(docs/decisions/0011).
"""
