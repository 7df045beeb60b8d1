"""Note who looks at which table."""

from datetime import datetime, timedelta

from games.models import Game, GameLook, Notice

FRESH = timedelta(seconds=45)
"""A look this young is left alone."""

KEPT = timedelta(days=1)


def note_look(*, user_id: int, public_id: str, now: datetime) -> None:
    """Remember that this user has the table of this game open now; he sees what it would tell."""
    game = Game.objects.filter(public_id=public_id).only("pk").first()
    if game is None:
        return
    # The last reminder goes out whatever is on a screen: a page left open all night has no reader.
    unread = Notice.objects.filter(user_id=user_id, game=game, read_at__isnull=True)
    seen = [pk for pk, facts in unread.values_list("pk", "facts") if not facts.get("is_last")]
    if seen:
        Notice.objects.filter(pk__in=seen).update(read_at=now)
    looks = GameLook.objects.filter(user_id=user_id, game=game)
    if looks.filter(seen_at__gt=now - FRESH).exists() or looks.update(seen_at=now):
        return
    # Two windows may be first at once; the second insert is no mistake.
    look = GameLook(user_id=user_id, game=game, seen_at=now)
    GameLook.objects.bulk_create([look], ignore_conflicts=True)


def forget_looks(*, now: datetime) -> int:
    """Delete looks that nobody asks for any more; return how many."""
    return GameLook.objects.filter(seen_at__lt=now - KEPT).delete()[0]
