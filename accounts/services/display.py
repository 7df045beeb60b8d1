"""Remember how the site looks to somebody."""

from accounts.models import User


def save_display(user: User, *, theme: str, palette: str, marks: bool) -> None:
    """Store a person's theme ("", light, dark), palette (default, safe) and marks."""
    user.theme, user.palette, user.marks = theme, palette, marks
    user.save(update_fields=["theme", "palette", "marks"])
