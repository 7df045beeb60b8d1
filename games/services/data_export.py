"""The copy of all that the site keeps about a person: asked for, written in steps, swept away.

Each step is one transaction that adds a piece of the file and says how far it came, so a worker may
die at any moment, and another goes on. The pieces lie in the database, where no web server finds
them (docs/decisions/0029).
"""

import json
import logging
import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import DataExport, DataExportPart, User
from games import outbox
from games.models import Game
from games.rules.records.form import record_json
from games.selectors.personal import SECTIONS
from games.selectors.record import records_with_running
from games.services.retry import retried

logger = logging.getLogger(__name__)

KEPT = timedelta(days=7)
LEASE = timedelta(seconds=60)
TRIES_MAX = 5

_State = DataExport.State


@retried
def ask_for_export(*, user: User, now: datetime) -> DataExport:
    """Ask for a copy; one that is being made is returned, older ones make way."""
    try:
        with transaction.atomic(durable=True):
            open_one = DataExport.objects.filter(user=user, state=_State.WAITING).first()
            if open_one is not None:
                return open_one
            DataExport.objects.filter(user=user).delete()
            games = Game.objects.filter(players__user=user).count()
            total = len(SECTIONS) + games
            export = DataExport.objects.create(user=user, total=total, created_at=now)
            outbox.announce_exports()
            return export
    except IntegrityError:  # two windows at once
        return DataExport.objects.get(user=user, state=_State.WAITING)


def write_exports(*, now: datetime, seconds: float) -> bool:
    """Go on with the copies that are asked for, for so many seconds; return whether more is left.

    Safe to run any number of times, also at once: a lease gives each copy to one worker.
    """
    until = monotonic() + seconds
    while monotonic() < until:
        export = _claim(now)
        if export is None:
            return False
        try:
            while monotonic() < until and _step(export, now):
                pass
        except Exception:  # the lease ends, and then it is tried again
            logger.exception("A step of export %s failed", export.pk)
        else:
            _let_go(export)
    return True


def sweep_exports(*, now: datetime) -> None:
    """Delete the copies that have lain there for a week."""
    DataExport.objects.filter(created_at__lte=now - KEPT).delete()


def _claim(now: datetime) -> DataExport | None:
    """Return the oldest copy that nobody works on, leased; one that fails again and again ends."""
    free = Q(lease_until=None) | Q(lease_until__lte=now)
    waiting = DataExport.objects.filter(free, state=_State.WAITING).order_by("pk")
    with transaction.atomic():
        for export in waiting.select_for_update(skip_locked=True)[:TRIES_MAX]:
            export.tries += 1
            export.lease_until = now + LEASE
            if export.tries > TRIES_MAX:
                export.state = _State.FAILED
            export.save(update_fields=["tries", "lease_until", "state"])
            if export.state == _State.WAITING:
                return export
    return None


def _step(export: DataExport, now: datetime) -> bool:
    """Write the next piece; return whether there is another, and this worker's to write."""
    with transaction.atomic():
        held = DataExport.objects.select_for_update().filter(pk=export.pk, state=_State.WAITING)
        row = held.first()
        if row is None or (row.done, row.lease_until) != (export.done, export.lease_until):
            return False  # gone with its owner, or another worker goes on with it
        number = row.done
        text = _section(row, now) if row.done < len(SECTIONS) else _games(row, now)
        DataExportPart.objects.create(
            export=row, number=number, content=zlib.compress(text.encode())
        )
        row.tries = 0
        row.save()
    export.done, export.cursor, export.state = row.done, row.cursor, row.state
    return export.state == _State.WAITING


def _section(row: DataExport, now: datetime) -> str:
    """Return a whole section as text; the first one opens the document."""
    section = SECTIONS[row.done]
    opening = ","
    if row.done == 0:
        about = {"site": settings.SITE_NAME, "at": now, "games_are": "records, docs/notation.md"}
        opening = f'{{"about":{_text(about)},'
    row.done += 1
    closing = ',"games":[' if row.done == len(SECTIONS) else ""
    return f'{opening}\n"{section.name}":[{_lines(section.of(row.user_id))}]{closing}'


def _games(row: DataExport, now: datetime) -> str:
    """Return the next records as text; when there is none left, the end of the document."""
    records, after = records_with_running(row.user_id, row.cursor)
    if not records:
        row.state, row.ready_at, row.done = _State.READY, now, row.done + 1
        row.total, row.lease_until = row.done, None
        return "]}\n"
    opening = "," if row.cursor else ""
    row.done += len(records)
    row.total = max(row.total, row.done)
    row.cursor = after
    return opening + _lines(map(record_json, records))


def _let_go(export: DataExport) -> None:
    """End the lease, so that the next turn goes on at once."""
    mine = DataExport.objects.filter(pk=export.pk, lease_until=export.lease_until)
    mine.update(lease_until=None, tries=0)


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    return ",".join("\n" + _text(row) for row in rows)


def _text(row: dict[str, Any]) -> str:
    return json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)
