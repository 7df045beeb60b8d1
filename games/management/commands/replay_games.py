"""Replay every stored log and compare it with the stored snapshot."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.core.errors import DomainError
from games.models import Game
from games.selectors.replay import differs_from_snapshot

PROGRESS_EVERY = 500


class Command(BaseCommand):
    """Prove that seed and log lead to what is stored; read only."""

    help = "Replay all games, or those named, and report each whose snapshot differs."

    def add_arguments(self, parser: Any) -> None:
        """Take the public ids of single games."""
        parser.add_argument("public_ids", nargs="*")

    def handle(self, *_: Any, public_ids: list[str], **__: Any) -> None:
        """Print a line for each game that differs; exit status 1 if there is one."""
        games = Game.objects.order_by("pk")
        if public_ids:
            games = games.filter(public_id__in=public_ids)
        checked = differing = 0
        for game in games.iterator(chunk_size=PROGRESS_EVERY):
            checked += 1
            if fault := _fault(game):
                differing += 1
                self.stdout.write(f"{game.public_id}: {fault}")
            if checked % PROGRESS_EVERY == 0:
                self.stderr.write(f"{checked} games replayed")
        if differing:
            raise CommandError(f"{differing} of {checked} games differ from their log.")
        self.stdout.write(f"{checked} games replayed, all equal to their log.")


def _fault(game: Game) -> str:
    """Return what is wrong with a game, or nothing."""
    try:
        return "the snapshot differs from the log" if differs_from_snapshot(game) else ""
    except DomainError as error:
        return f"the log breaks a rule: {error.sentence}"
