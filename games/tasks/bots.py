"""Bot turns: the fast path, and the sweep that needs no message to have arrived."""

from celery import shared_task
from django.utils import timezone

from games import outbox
from games.services import bots


@shared_task(name=outbox.BOT_TURN_TASK, ignore_result=True)
def play_bot_turn(game_pk: int, version: int) -> None:
    """Play the turn if it is still due; safe to run any number of times."""
    bots.play_bot_turn(game_pk=game_pk, version=version, now=timezone.now())


@shared_task(name="games.sweep_bots", ignore_result=True)
def sweep_bots() -> None:
    """Queue every due turn that nobody works on."""
    bots.sweep_bot_turns(now=timezone.now())
