"""The ledger as runs have revised it: read for the next run, and written."""

from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.db.models import Q

from games.core.replay import Line, Said
from games.models import RatingRevision, Recalculation

COLUMNS = ("id", "game_id", "user_id", "place", "has_left", "before", "after", "k", "games")


def write_revisions(run: int, written: list[tuple[int, Said]]) -> None:
    """Store what a run says of rows of the ledger; by COPY where the database has it."""
    if connection.vendor == "postgresql":
        with (
            connection.cursor() as cursor,
            cursor.copy(
                "COPY games_ratingrevision (change_id, run_id, before, after, k, games) FROM STDIN"
            ) as copy,
        ):
            for change, said in written:
                copy.write_row((change, run, *said))
        return
    RatingRevision.objects.bulk_create(
        [RatingRevision(change_id=change, run_id=run, **said._asdict()) for change, said in written]
    )


def as_they_stand(
    pool: str, rows: list[tuple[Any, ...]], said_of: Q, run: int | None = None
) -> list[Line]:
    """Return rows of `COLUMNS` with what the newest run says of them.

    Args:
        said_of: which revisions these rows may have.
        run: a run that is not done and counts here too.
    """
    said = dict(_revised(pool, said_of, run))
    return [
        Line(
            pk,
            game,
            user,
            place,
            has_left,
            game is not None and k == 0,  # no game that has just ended counts nothing
            said.get(pk) or Said(before, after, k, games),
        )
        for pk, game, user, place, has_left, before, after, k, games in rows
    ]


def _revised(pool: str, said_of: Q, run: int | None) -> Iterator[tuple[int, Said]]:
    """Give what runs say, the newest last."""
    known = Recalculation.objects.filter(Q(state=Recalculation.State.DONE) | Q(pk=run), pool=pool)
    runs = list(known.values_list("pk", flat=True))
    if not runs:
        return
    found = RatingRevision.objects.filter(said_of, run_id__in=runs).order_by("change_id", "run_id")
    for change, *said in found.values_list("change_id", "before", "after", "k", "games"):
        yield change, Said(*said)
