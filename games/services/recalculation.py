"""Recalculate a pool: in steps that may be cut off anywhere, while games go on.

What a run says of the ledger is stored with the run and counts for nobody until its last step, one
short transaction under the pool's lock (docs/decisions/0023).
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import batched
from time import monotonic

from django.db import DatabaseError, transaction
from django.db.models import OuterRef, Q, Subquery

from accounts.models import User
from games import outbox
from games.core.elo import FORMULA_VERSION
from games.core.errors import DomainError
from games.core.pool import POOLS
from games.core.replay import Line, Said, Standing, games_of, replay, standing_after
from games.models import (
    Game,
    Player,
    Rating,
    RatingChange,
    RatingPool,
    Recalculation,
)
from games.models.recalculation import ERROR_LENGTH_MAX
from games.services.histograms import rebuild_histogram
from games.services.notices import tell_recalculated
from games.services.rating_pools import lock_pool
from games.services.rating_shifts import settle, size_of, stage
from games.services.revisions import COLUMNS, as_they_stand, write_revisions

logger = logging.getLogger(__name__)

BATCH = 20_000
"""Rows of the ledger in one step."""

SHORT = 500
"""So few rows may be left for the step that holds the pool."""

LEASE = timedelta(seconds=180)
"""Longer than a task may run, so that whoever still has a run in hand holds its lease."""

TRIES_MAX = 5
TOLD_AT_ONCE = 500
SETTLED_AT_ONCE = 50
"""So many ratings follow while the pool is held; games that end wait for no more."""

MET_AT_ONCE = 5000

_State = Recalculation.State


class TakenOverError(Exception):
    """Another worker has gone on with the run."""


def start_recalculation(
    pool: str,
    *,
    by: User | None,
    now: datetime,
    cause: str = Recalculation.Cause.REQUEST,
    note: str = "",
    from_game: Game | None = None,
    games: Iterable[Game] = (),
) -> Recalculation:
    """Ask for a run; it waits for those of the same pool that were asked for before.

    Args:
        from_game: where it begins; None for the whole ledger.
        games: those that it takes out of the ratings or brings back.

    Raises:
        DomainError: ``no_such_pool``, ``not_rated``: this game has no row in the pool's ledger.
    """
    if pool not in {one.key for one in POOLS}:
        raise DomainError("no_such_pool", "There is no such pool.")
    position = 0
    if from_game is not None:
        first = RatingChange.objects.filter(pool=pool, game=from_game).order_by("id").first()
        if first is None:
            raise DomainError("not_rated", "This game was not rated in this pool.")
        position = first.pk - 1
    with transaction.atomic():
        run = Recalculation.objects.create(
            pool=pool,
            cause=cause,
            note=note,
            by=by,
            from_game=from_game,
            formula_version=FORMULA_VERSION,
            position=position,
            created_at=now,
        )
        run.games.set(games)
        outbox.announce_recalculation()
    return run


def due_run(pool: str | None, *, now: datetime) -> Recalculation | None:
    """Claim the run that is to go on, if no other worker is at it; None when nothing is to do."""
    open_runs = Recalculation.objects.filter(
        Q(state__in=[_State.PENDING, _State.RUNNING]) | Q(told_to__isnull=False)
    )
    for key in (one.key for one in POOLS if pool in (None, one.key)):
        with transaction.atomic():
            first = open_runs.filter(pool=key).order_by("id").values_list("pk", flat=True).first()
            if first is None:
                continue
            # Whoever holds the row is at it; the next run of the pool waits for this one.
            run = open_runs.select_for_update(skip_locked=True).filter(pk=first).first()
            if run is None or (run.lease_until is not None and run.lease_until > now):
                continue
            run.lease_until = now + LEASE
            run.tries = min(run.tries, TRIES_MAX) + 1
            if run.tries > TRIES_MAX and not run.is_over:
                run.state, run.finished_at = _State.FAILED, now
                run.error = run.error or "It was begun again and again and never went on."
            elif run.state == _State.PENDING:
                run.state, run.started_at = _State.RUNNING, now
                rows = RatingChange.objects.filter(pool=key, id__gt=run.position)
                run.rows_total = rows.count()
            run.save()
            if run.state != _State.FAILED:
                return run
    return None


class Run:
    """A run in the hands of one worker; `step` until it returns False.

    Attributes:
        standings: by user, after the last row that is done, of all whom this worker has met.
        counted_anew: people of the games that it takes out or brings back; None until the end is
            near and what it changes has been written down.
    """

    def __init__(self, row: Recalculation) -> None:
        self.row = row
        self.is_resumed = row.rows_done > 0
        self.counted_anew: set[int] | None = None
        self.standings: dict[int, Standing] = {}
        annulled = Game.objects.filter(annulled_at__isnull=False)
        self.annulled = set(annulled.values_list("pk", flat=True))

    def step(self, *, now: datetime) -> bool:
        """Do one batch, or the end, or tell some people; return whether anything is left.

        Raises:
            TakenOverError: another worker has gone on with it.
        """
        if self.row.is_over:
            return self._tell(now)
        lines = self._lines(BATCH)
        if len(lines) > SHORT:
            written = self._replayed(lines)
            with transaction.atomic(durable=True):
                self._hold()
                self._store(lines, written, now)
            return True
        if self.counted_anew is None:
            self._stage_all()
        self._end(now)
        return True

    def _hold(self) -> None:
        """Lock the run's row and see that nobody else has gone on with it."""
        row = Recalculation.objects.select_for_update().get(pk=self.row.pk)
        if row.is_over or row.position != self.row.position:
            raise TakenOverError
        self.row = row

    def _store(self, lines: list[Line], written: list[tuple[int, Said]], now: datetime) -> None:
        write_revisions(self.row.pk, written)
        if self.counted_anew is not None:
            people = {line.user for line in lines if not line.is_anchor}
            stage(self.row, self.standings, self.counted_anew, people)
        row = self.row
        if lines:
            row.position = lines[-1].id
        row.rows_done += len(lines)
        row.rows_total = max(row.rows_total, row.rows_done)
        row.rows_written += len(written)
        row.tries = 0
        row.lease_until = now + LEASE
        row.save()

    def _lines(self, limit: int) -> list[Line]:
        """Return the next rows of the ledger, whole games, as they stand now."""
        rows = RatingChange.objects.filter(pool=self.row.pool, id__gt=self.row.position)
        found = list(rows.order_by("id").values_list(*COLUMNS)[:limit])
        if len(found) == limit:
            last = found[-1][1]
            while found[-1][1] == last:
                found.pop()
        if not found:
            return []
        said = Q(change_id__gte=found[0][0], change_id__lte=found[-1][0])
        return as_they_stand(self.row.pool, found, said)

    def _replayed(self, lines: list[Line]) -> list[tuple[int, Said]]:
        """Calculate these rows; return what those have to say that say something else now."""
        self._meet({line.user for line in lines if not line.is_anchor} - self.standings.keys())
        written = []
        for game in games_of(lines):
            said = replay(game, self.standings, self._counts)
            written += [
                (line.id, new) for line, new in zip(game, said, strict=True) if new != line.said
            ]
        return written

    def _counts(self, game: int) -> bool:
        return game not in self.annulled

    def _meet(self, users: set[int]) -> None:
        """Find out where these people stood after the last row that is done."""
        if not self.row.position or not users:
            return
        own = RatingChange.objects.filter(pool=self.row.pool, user=OuterRef("pk"))
        newest = own.filter(id__lte=self.row.position).order_by("-id").values("pk")[:1]
        for some in batched(users, MET_AT_ONCE):
            people = User.objects.filter(pk__in=some).annotate(last=Subquery(newest))
            last = [pk for pk in people.values_list("last", flat=True) if pk is not None]
            rows = list(RatingChange.objects.filter(pk__in=last).values_list(*COLUMNS))
            said = Q(change_id__in=last)
            for line in as_they_stand(self.row.pool, rows, said, self.row.pk):
                self.standings[line.user] = standing_after(line)

    def _stage_all(self) -> None:
        """Write down what the run changes; steps and games that end from now on add to it."""
        if self.is_resumed:
            self._meet(self._known_by_others() - self.standings.keys())
        games = self.row.games.values("pk")
        people = Player.objects.filter(game__in=games, user__bot_key="")
        counted_anew = set(people.values_list("user_id", flat=True))
        with transaction.atomic(durable=True):
            self._hold()
            stage(self.row, self.standings, counted_anew)
        self.counted_anew = counted_anew

    def _known_by_others(self) -> set[int]:
        """Return whom another worker may have met in this run."""
        if self.row.from_game_id is None:
            everybody = Rating.objects.filter(pool=self.row.pool)
            return set(everybody.values_list("user_id", flat=True))
        touched = RatingChange.objects.filter(revisions__run_id=self.row.pk, user__bot_key="")
        return set(touched.order_by().values_list("user_id", flat=True).distinct())

    def _end(self, now: datetime) -> None:
        """Do what is left with the pool held, and let the run count."""
        with transaction.atomic(durable=True):
            self._hold()
            pool = lock_pool(self.row.pool)
            lines = self._lines(BATCH)
            if len(lines) > 2 * SHORT:
                return
            self._store(lines, self._replayed(lines), now)
            row = self.row
            row.state, row.finished_at, row.lease_until = _State.DONE, now, None
            row.players_touched, row.largest_change = size_of(row)
            if row.shifts.exists():
                row.told_to, pool.settling = 0, row
                pool.save(update_fields=["settling"])
            row.save()

    def _tell(self, now: datetime) -> bool:
        """Bring up the next ratings and tell their owners; return whether more are left."""
        row = self.row
        if row.told_to is None:
            return False
        shifts = list(
            row.shifts.filter(user_id__gt=row.told_to)
            .select_related("user")
            .order_by("user_id")[:TOLD_AT_ONCE]
        )
        waiting = [shift.user_id for shift in shifts if not shift.is_settled]
        for users in batched(waiting, SETTLED_AT_ONCE):
            with transaction.atomic(durable=True):
                settle(lock_pool(row.pool), users)
        with transaction.atomic(durable=True):
            tell_recalculated(row, shifts, now)
            told_to = shifts[-1].user_id if shifts else None
            changed = {"told_to": told_to, "lease_until": now + LEASE, "tries": 0}
            if told_to is None:
                changed["lease_until"] = None
                RatingPool.objects.filter(pk=lock_pool(row.pool).pk).update(settling=None)
            mine = Recalculation.objects.filter(pk=row.pk, told_to=row.told_to)
            if not mine.update(**changed):
                raise TakenOverError
        row.told_to = told_to
        if told_to is None:
            rebuild_histogram(row.pool, now=now)
        return told_to is not None


def advance(
    *,
    now: datetime,
    pool: str | None = None,
    seconds: float | None = None,
    report: Callable[[Recalculation], None] = lambda _run: None,
) -> bool:
    """Go on with what is to be calculated; return whether something is left that is free.

    Any number may do so at once. A worker that dies leaves the run to whoever finds its lease over.

    Args:
        pool: of one pool only.
        seconds: no step is begun after so long.
        report: told after each step.
    """
    began = monotonic()

    def is_late() -> bool:
        return seconds is not None and monotonic() - began >= seconds

    def clock() -> datetime:
        return now + timedelta(seconds=monotonic() - began)

    while (row := due_run(pool, now=clock())) is not None:
        run = Run(row)
        try:
            while run.step(now=clock()):
                report(run.row)
                if is_late():
                    _let_go(run.row)
                    return True
        except TakenOverError:
            continue
        except DatabaseError as error:
            logger.exception("%s could not go on", run.row)
            _let_go(run.row, repr(error)[:ERROR_LENGTH_MAX])
            return True
        report(run.row)
        if is_late():
            return True
    return False


def _let_go(row: Recalculation, error: str = "") -> None:
    Recalculation.objects.filter(pk=row.pk).update(lease_until=None, error=error)
