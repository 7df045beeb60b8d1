"""How somebody's reports have come out."""

from games.core.reporting import ACCURACY_OF
from games.models import Report


def record_of(reporter_id: int) -> tuple[int, int]:
    """Return how many of somebody's last closed reports had a consequence, and of how many."""
    closed = Report.objects.filter(reporter_id=reporter_id, is_open=False)
    found = list(
        closed.order_by("-created_at").values_list("case__is_acted", flat=True)[:ACCURACY_OF]
    )
    return sum(bool(is_acted) for is_acted in found), len(found)
