"""The copy of one's data: how far it is, and its file."""

import zlib
from collections.abc import Iterator

from accounts.models import DataExport, DataExportPart


def newest_export(user_id: int) -> DataExport | None:
    """Return the copy that a user asked for last; None if there is none."""
    return DataExport.objects.filter(user_id=user_id).order_by("-pk").first()


def ready_export(user_id: int, token: str) -> DataExport | None:
    """Return a user's own finished copy of this name; None for everybody else's."""
    ready = DataExport.objects.filter(user_id=user_id, state=DataExport.State.READY)
    return ready.filter(token=token).first()


def export_pieces(export: DataExport) -> Iterator[bytes]:
    """Yield the file's text piece by piece, in UTF-8; no more than one is in memory."""
    parts = DataExportPart.objects.filter(export=export).order_by("number")
    for pk in list(parts.values_list("pk", flat=True)):
        content = DataExportPart.objects.filter(pk=pk).values_list("content", flat=True).first()
        if content is None:  # swept away in this moment
            return
        yield zlib.decompress(bytes(content))
