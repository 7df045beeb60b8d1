"""Puts what somebody shall know into his mailbox."""

import smtplib
from email.message import EmailMessage
from email.policy import Policy
from email.policy import default as default_policy
from typing import Any, Final
from urllib.parse import urlsplit

import resvg_py
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import verified_address
from games.models import Game
from games.selectors.letters import game_picture
from games.selectors.picture import UNIT
from games.services.channel import ChannelError
from games.services.letter_links import LetterLink, StopLink, absolute, letter_url, stop_url
from games.services.letters import Letter

WIDTH_PX_MAX, HEIGHT_PX_MAX, CELL_PX_MAX = 502, 560, 44
"""How large the board is in a mail; its picture has twice as many dots, for sharp screens."""
DENSITY: Final = 2
LINE_MAX: Final = 900
"""Bytes; a line of a mail has 998 at most (RFC 5322, 2.1.1)."""
BOARD: Final = "board"


class Mail(EmailMultiAlternatives):
    """A mail in plain text and in HTML, with a picture inside the latter."""

    picture: bytes = b""

    def message(self, *, policy: Policy | None = None) -> EmailMessage:
        """Return the whole message, the picture beside the HTML that shows it."""
        # A shorter line would make the link of List-Unsubscribe an encoded word, which is no link.
        wide = (policy or default_policy).clone(max_line_length=LINE_MAX)
        message: EmailMessage = super().message(policy=wide)
        page = message.get_body(("html",))
        if self.picture and isinstance(page, EmailMessage):
            cid = f"<{_cid()}>"
            page.add_related(self.picture, "image", "png", cid=cid, disposition="inline")
        return message


def mail_of(letter: Letter, *, notice_pk: int, event: str, event_name: str, name: str) -> Mail:
    """Return a letter as a mail to the confirmed address of its addressee.

    Args:
        event, event_name: which mails its stop link switches off, and what people call them.
        name: tells this mail from all others for ever: sent again, it is the same mail.

    Raises:
        ChannelError: ``no_address``.
    """
    address = verified_address(letter.user) if letter.user.is_active else ""
    if not address:
        raise ChannelError("no_address", is_permanent=True)
    url_off = stop_url(StopLink(letter.user.pk, event))
    drawing = _draw(letter.game, letter) if letter.game is not None else None
    facts = letter.facts | {
        "subject": letter.subject,
        "sentences": letter.sentences,
        "lead": "\n".join(letter.sentences),
        "picture": drawing and drawing[0],
        "url": letter_url(LetterLink(letter.user.pk, notice_pk, letter.path)),
        "url_off": url_off,
        "url_settings": absolute(reverse("settings")),
        "site_url": settings.SITE_URL,
        "site_name": settings.SITE_NAME,
        "language": get_language(),
        "button": render_to_string("mail/button.txt", letter.facts).strip(),
        "why": _("You get this mail because “%(event)s” by e-mail is switched on.")
        % {"event": event_name},
    }
    mail = Mail(
        subject=letter.subject,
        body=render_to_string("mail/letter.txt", facts).strip() + "\n",
        to=[address],
        headers=_headers(letter, name, url_off),
    )
    mail.attach_alternative(render_to_string("mail/letter.html", facts), "text/html")
    mail.picture = drawing[1] if drawing else b""
    return mail


def post_mail(mail: Mail) -> None:
    """Hand a mail to the mail server.

    Raises:
        ChannelError: ``mail_refused``, the address takes none; ``mail_failed``.
    """
    try:
        mail.send()
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _reason in error.recipients.values()]
        is_permanent = all(code >= 500 for code in codes)
        code = "mail_refused" if is_permanent else "mail_failed"
        raise ChannelError(code, is_permanent=is_permanent) from error
    except (smtplib.SMTPException, OSError) as error:
        raise ChannelError("mail_failed", is_permanent=False) from error


def _headers(letter: Letter, name: str, url_off: str) -> dict[str, str]:
    headers = {
        "Message-ID": f"<{name}@{_domain()}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{url_off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if letter.game is None:
        return headers
    # All mails of one game hang on one that was never sent, so that mailboxes show them together.
    thread = f"<game.{letter.game.public_id}@{_domain()}>"
    return headers | {"References": thread, "In-Reply-To": thread}


def _draw(game: Game, letter: Letter) -> tuple[dict[str, Any], bytes]:
    """Return how the board stands in the mail, and its PNG."""
    user: User = letter.user
    picture = game_picture(game, user)
    width, height = picture["width"] / UNIT, picture["height"] / UNIT
    cell = min(CELL_PX_MAX, WIDTH_PX_MAX / width, HEIGHT_PX_MAX / height)
    svg = render_to_string("games/board.svg", {"picture": picture, "marks": user.marks})
    zoom = cell / UNIT * DENSITY
    png = resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=True)
    place = {"cid": _cid(), "width": round(width * cell), "alt": _alt(letter, picture["count"])}
    return place, png


def _alt(letter: Letter, count: int) -> str:
    last = letter.facts["game"]["last"]
    move = render_to_string("mail/move.txt", {"row": last}).strip() if last else ""
    board = _("The board with %(count)s tiles.") % {"count": count}
    return f"{board} {move}".strip()


def _cid() -> str:
    return f"{BOARD}@{_domain()}"


def _domain() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"
