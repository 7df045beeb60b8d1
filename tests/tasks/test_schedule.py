"""What runs by itself: every task has a way to run, and every entry of the beat has a task."""

import importlib
import re

import pytest
from celery import current_app
from django.conf import settings

from games import outbox

BEAT = settings.CELERY_BEAT_SCHEDULE
SCHEDULED = {entry["task"]: entry for entry in BEAT.values()}


def own_tasks() -> set[str]:
    importlib.import_module("games.tasks")
    return {name for name in current_app.tasks if name.startswith("games.")}


def test_every_task_is_run_by_the_beat_or_woken_by_the_outbox():
    assert own_tasks() - set(SCHEDULED) == {outbox.BOT_TURN_TASK, "games.send_notices"}
    assert own_tasks() - set(SCHEDULED) <= set(outbox.TASK_NAMES)


def test_every_entry_of_the_beat_has_a_task_and_every_task_one_entry():
    assert set(SCHEDULED) <= own_tasks()
    assert len(SCHEDULED) == len(BEAT)


@pytest.mark.parametrize("name", sorted(BEAT))
def test_an_entry_is_named_after_its_task_and_lapses_before_it_piles_up(name):
    entry = BEAT[name]
    assert entry["task"] == "games." + re.sub("-", "_", name)
    assert 0 < entry["options"]["expires"] <= 3 * entry["schedule"]


@pytest.mark.parametrize("task", sorted(set(outbox.TASK_NAMES) - {outbox.BOT_TURN_TASK}))
def test_what_the_outbox_wakes_a_sweep_finds_without_it(task):
    sweeps = {"games.send_notices": "games.sweep_notices"}
    assert sweeps.get(task, task) in SCHEDULED
