"""The replies that moderators may choose from, with the texts that come with the site."""

from collections.abc import Container, Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.models import User
from games.models import ReplyTemplate

Use = ReplyTemplate.Use


class Texts(NamedTuple):
    """A reply that comes with the site; fields as those of `ReplyTemplate`."""

    use: str
    do: str
    days: int | None
    title: Promise | str
    words: Promise | str
    note: Promise | str


DEFAULTS: Final[Mapping[str, Texts]] = {
    "rude_first": Texts(
        Use.CASE, "warning", None, _("Rude, first time"),
        _("What you wrote was hurtful. Please keep the chat friendly; next time you are muted."),
        _("Rude words in the chat, first time."),
    ),
    "rude_again": Texts(
        Use.CASE, "mute", 7, _("Rude again"),
        _("You were warned before. You cannot write in any chat for a week."),
        _("Rude words in the chat after a warning."),
    ),
    "spam": Texts(
        Use.CASE, "mute", 3, _("Spam"),
        _("The chat is for talking about games, not for advertising."),
        _("Spam or advertising in the chat."),
    ),
    "stalling": Texts(
        Use.CASE, "warning", None, _("Stalling"),
        _("You let the clock run down or left games that were lost. Please resign instead."),
        _("Stalls or leaves lost games."),
    ),
    "name": Texts(
        Use.CASE, "rename", None, _("Offensive name"),
        _("Your name offends others. Please choose another one."),
        _("Offensive name."),
    ),
    "help": Texts(
        Use.CASE, "ban_rated", 90, _("Help from a program"),
        _("Your moves agree with a program's far more often than anybody's. Rated games are for "
          "people alone."),
        _("Help from a program in rated games."),
    ),
    "accounts": Texts(
        Use.CASE, "ban_rated", 30, _("Several accounts"),
        _("Everybody plays with one account here."),
        _("Plays with several accounts."),
    ),
    "nothing": Texts(
        Use.CASE, "none", None, _("Nothing to do"), "",
        _("Looked at it; nothing against the rules."),
    ),
    "appeal_ask": Texts(
        Use.APPEAL, "answer", None, _("Ask for more"),
        _("Thank you for writing. Which game or which line do you mean?"),
        _("Asked for more."),
    ),
    "appeal_grant": Texts(
        Use.APPEAL, "grant", None, _("We were wrong"),
        _("We looked at it again and you are right. The measure is lifted; please excuse us."),
        _("The measure was a mistake."),
    ),
    "appeal_mercy": Texts(
        Use.APPEAL, "grant", None, _("Lifted early"),
        _("The measure was right, but it has done its work. We lift it; please keep to the rules."),
        _("Lifted early after a good answer."),
    ),
    "appeal_refuse": Texts(
        Use.APPEAL, "refuse", None, _("It stays"),
        _("We looked at it again. The measure stays as it is."),
        _("Looked at it again; it was right."),
    ),
}  # fmt: skip
"""By key, in the order in which they are offered."""


def replies(use: str, may: Container[str]) -> list[dict[str, Any]]:
    """Return the ``pk`` and ``title`` of what is offered in this place.

    Args:
        may: the measures or decisions that the moderator may choose.
    """
    rows = ReplyTemplate.objects.filter(use=use, is_offered=True)
    return [
        {"pk": row.pk, "title": row.title or str(_of(row).title)}
        for row in rows
        if (row.do or _of(row).do or "none") in may
    ]


def filled(pk: str, use: str, player: User) -> dict[str, Any]:
    """Return what a reply fills into the form: ``do``, ``days``, ``words``, ``note``.

    The words are in the language of the player, the note in that of whoever looks. An unknown
    reply fills nothing in.
    """
    is_number = pk.isascii() and pk.isdecimal() and len(pk) <= 18
    row = ReplyTemplate.objects.filter(pk=int(pk), use=use).first() if is_number else None
    if row is None:
        return {}
    known = _of(row)
    with override(player.language or None):
        words = row.words or str(known.words)
    return {
        "do": row.do or known.do,
        "days": row.days or known.days,
        "words": words,
        "note": row.note or str(known.note),
    }


def _of(row: ReplyTemplate) -> Texts:
    return DEFAULTS.get(row.key) or Texts(row.use, "", None, "", "", "")
