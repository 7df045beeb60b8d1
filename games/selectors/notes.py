"""One's own notes; there is no way to read another's."""

from games.models import Note


def note_on_player(author_id: int, player_id: int) -> str:
    """Return what this user wrote down about a player, or nothing."""
    notes = Note.objects.filter(author_id=author_id, player_id=player_id)
    return notes.values_list("text", flat=True).first() or ""
