"""What was laid on somebody as he may see it, and the appeals that moderators have to answer."""

from django.db.models import F, OuterRef, QuerySet, Subquery

from games.models import Appeal, AppealMessage, Sanction

SHOWN = 30


def own_sanctions(user_id: int) -> QuerySet[Sanction]:
    """Return what was laid on somebody, the newest first; never a shadow mute."""
    found = Sanction.objects.filter(user_id=user_id).exclude(kind=Sanction.Kind.SHADOW_MUTE)
    return found.select_related("appeal").order_by("-id")[:SHOWN]


def own_sanction(user_id: int, pk: int) -> Sanction | None:
    """Return one of somebody's sanctions that he may know of."""
    found = Sanction.objects.filter(user_id=user_id, pk=pk).select_related("appeal")
    return found.exclude(kind=Sanction.Kind.SHADOW_MUTE).first()


def open_appeals(moderator_id: int) -> QuerySet[Appeal]:
    """Return the appeals that this moderator may decide, whoever waits longest first.

    Each has ``said``, the newest message of the person.
    """
    said = AppealMessage.objects.filter(appeal=OuterRef("pk"), is_moderator=False)
    found = Appeal.objects.filter(state=Appeal.State.OPEN).exclude(sanction__by=moderator_id)
    found = found.exclude(sanction__user=moderator_id)
    found = found.annotate(said=Subquery(said.order_by("-id").values("text")[:1]))
    return found.select_related("sanction__user", "sanction__by").order_by(
        F("waiting_since").asc(nulls_last=True), "id"
    )[:SHOWN]
