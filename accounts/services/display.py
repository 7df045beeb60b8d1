"""Remember how the site looks to somebody, and how the table behaves."""

from accounts.models import Palette, User


def save_display(user: User, *, theme: str, palette: str, marks: bool) -> None:
    """Store a person's theme ("", light, dark), palette (default, safe) and marks.

    Whoever has changed the palette himself is not asked about it any more.
    """
    if palette != user.palette:
        user.is_palette_offered = False
    user.theme, user.palette, user.marks = theme, palette, marks
    user.save(update_fields=["theme", "palette", "marks", "is_palette_offered"])


def save_habits(user: User, *, ask: bool, keys: bool, sound: bool) -> None:
    """Store whether the table asks before playing, listens to letters and makes sounds."""
    user.asks_before_play, user.has_letter_keys, user.has_sounds = ask, keys, sound
    user.save(update_fields=["asks_before_play", "has_letter_keys", "has_sounds"])


def save_time_zone(user: User, *, name: str) -> None:
    """Store where somebody lives; "" stands for the zone of the site."""
    user.time_zone = name
    user.save(update_fields=["time_zone"])


def save_language(user: User, *, code: str) -> None:
    """Store the language of somebody's pages; "" stands for what his browser asks for."""
    user.language = code
    user.save(update_fields=["language"])


def save_auto_vacation(user: User, *, is_on: bool) -> None:
    """Store whether a vacation begins by itself before a loss on time."""
    user.has_auto_vacation = is_on
    user.save(update_fields=["has_auto_vacation"])


def answer_palette_offer(user: User, *, is_safe: bool) -> None:
    """Switch to the palette that is easy to tell, with its marks, or keep all; never ask again."""
    if is_safe:
        user.palette, user.marks = Palette.SAFE, True
    user.is_palette_offered = False
    user.save(update_fields=["palette", "marks", "is_palette_offered"])
