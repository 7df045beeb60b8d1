"""The words of a mail or a push, in the language and the time zone of whoever gets it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.models import Game
from games.selectors.clock import zone_named
from games.selectors.letters import game_facts, waiting_games


@dataclass(frozen=True, slots=True)
class Letter:
    """What is said, before it is put into a mail or a push.

    Attributes:
        user: the addressee.
        kind: which words: turn, time, over, invitation, chat, digest or other.
        facts: what the templates of `templates/mail` read.
        subject: one line.
        sentences: what follows it, none or more.
        path: of the page to open.
        game: what it is about, or None.
    """

    user: User
    kind: str
    facts: dict[str, Any]
    subject: str
    sentences: tuple[str, ...]
    path: str
    game: Game | None


@contextmanager
def speaking_to(user: User) -> Iterator[None]:
    """Write in the user's language and tell the time in his zone."""
    language = user.language or settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone_named(user.time_zone)):
        yield


def compose(
    *,
    user: User,
    kind: str,
    game: Game | None = None,
    path: str = "",
    **more: Any,
) -> Letter:
    """Return the letter of one kind; call it within `speaking_to`.

    Args:
        path: of the page to open; that of the game if left out.
        more: what single kinds say besides: ``actor`` (a name), ``invitation``, ``sentence``.
    """
    facts = {"kind": kind, "user": user, **more}
    if game is not None:
        facts["game"] = game_facts(game, user)
    if kind == "digest":
        facts["games"] = waiting_games(user)
    subject = _line(render_to_string("mail/subject.txt", facts))
    lead = render_to_string("mail/lead.txt", facts)
    sentences = tuple(_line(line) for line in lead.splitlines() if line.strip())
    if not path:
        path = game.get_absolute_url() if game is not None else reverse("home")
    return Letter(user, kind, facts, subject, sentences, path, game)


def _line(text: str) -> str:
    """Return a text on one line, as a mail's subject must be."""
    return " ".join(text.split())
