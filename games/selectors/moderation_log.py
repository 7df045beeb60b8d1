"""The moderators' log, page by page; each page is the start of an index."""

from typing import Any, Final

from django.db.models import Q
from django.db.models.functions import Lower

from accounts.models import User
from games.models import ModerationLog

PAGE: Final = 50


def log_page(*, name: str = "", action: str = "", before: str = "") -> dict[str, Any]:
    """Return ``steps``, the newest first, and ``older``: what to ask ``before`` for the next page.

    Args:
        name: of whom it concerns or of the moderator, whole; "" for everybody.
        action: a step of `ModerationLog.Action`; "" for all.
        before: the number of the row behind which the page begins; "" for the newest.
    """
    rows = ModerationLog.objects.select_related("user", "by")
    if name.strip():
        word = name.strip().lower() if name.isprintable() else ""
        people = User.objects.annotate(folded=Lower("username")).filter(folded=word)
        keys = list(people.values_list("pk", flat=True))
        rows = rows.filter(Q(user__in=keys) | Q(by__in=keys))
    if action in ModerationLog.Action.values:
        rows = rows.filter(action=action)
    if before.isascii() and before.isdecimal() and len(before) <= 18:
        rows = rows.filter(pk__lt=int(before))
    found = list(rows.order_by("-id")[: PAGE + 1])
    is_more = len(found) > PAGE
    return {"steps": found[:PAGE], "older": found[PAGE - 1].pk if is_more else 0}
