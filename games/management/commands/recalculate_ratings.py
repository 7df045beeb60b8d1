"""``manage.py recalculate_ratings``: make a pool's ratings anew and watch."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.core.elo import SCALE
from games.core.errors import DomainError
from games.core.pool import POOLS
from games.models import Game, Recalculation
from games.services.recalculation import advance, start_recalculation


class Command(BaseCommand):
    """Start a run, go on with it, and say how far it is."""

    help = "Recalculate the ratings of a pool from its ledger. Safe to stop and start again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the pool and the game to begin at."""
        parser.add_argument("pool", choices=[pool.key for pool in POOLS])
        parser.add_argument("--from", dest="game", help="the game to begin at; default: the first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run to the end; a run that another worker has in hand is left to it."""
        try:
            game = None if options["game"] is None else Game.objects.get(public_id=options["game"])
            run = start_recalculation(options["pool"], by=None, now=timezone.now(), from_game=game)
        except Game.DoesNotExist:
            raise CommandError("There is no such game.") from None
        except DomainError as error:
            raise CommandError(error.sentence) from error
        advance(now=timezone.now(), pool=run.pool, report=self._report)
        run.refresh_from_db()
        if run.state == Recalculation.State.DONE:
            self.stdout.write(
                f"{run}: {run.rows_done} rows read, {run.rows_written} revised, "
                f"{run.players_touched} players touched, "
                f"largest change {run.largest_change / SCALE:.3f}"
            )
        elif run.state == Recalculation.State.FAILED:
            raise CommandError(f"{run} failed: {run.error}")
        else:
            self.stdout.write(f"{run} is {run.state}; another worker goes on with it.")

    def _report(self, run: Recalculation) -> None:
        self.stdout.write(f"{run}: {run.rows_done} of {run.rows_total} rows, {run.state}")
        self.stdout.flush()
