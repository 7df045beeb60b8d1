"""What people may write: plain text without characters that are unseen or turn a line round."""

import unicodedata

from games.core.errors import BadRequestError

_TURNING = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Line and paragraph separators, and signs that change the direction of the text after them."""

_REFUSED = frozenset({"Cc", "Cs"})
"""Control characters and halves of characters."""

_UNSEEN = frozenset({"Cf", "Zs", "Zl", "Zp", "Mn", "Me"})


def plain_text(text: str, *, most: int, is_multiline: bool = False) -> str:
    """Return the text in composed form (NFC) without space around it.

    Args:
        most: how many characters it may have.
        is_multiline: whether it may have line breaks and tabs.

    Raises:
        BadRequestError: ``bad_character``, ``text_too_long``; ``empty_text`` when nothing is left
            that can be seen.
    """
    kept = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    if len(kept) > most:
        raise BadRequestError(
            "text_too_long", f"That is too long: at most {most} characters.", most=most
        )
    allowed = "\n\t" if is_multiline else ""
    if any(_is_refused(sign) for sign in kept if sign not in allowed):
        raise BadRequestError(
            "bad_character", "That holds a character that cannot be shown. Take it out."
        )
    if not any(unicodedata.category(sign) not in _UNSEEN and not sign.isspace() for sign in kept):
        raise BadRequestError("empty_text", "Write something first.")
    return kept


def _is_refused(sign: str) -> bool:
    return sign in _TURNING or unicodedata.category(sign) in _REFUSED
