"""E15: what each role of moderators may do and see; a new action fails until it has a row here."""

import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from games.admin.look_only import LookOnly
from games.core.errors import DomainError
from games.models import (
    Case,
    ChatLine,
    Game,
    GameSecret,
    ModerationLog,
    RatingChange,
    ReplyTemplate,
    Sanction,
)
from games.services import (
    appeals,
    case_games,
    case_lines,
    case_measures,
    case_ratings,
    moderation_queue,
    reports,
    reveal,
    sanctions,
)
from games.services.moderation_log import refuse_unpermitted
from games.services.recalculation_requests import request_recalculation
from games.services.roles import ROLES
from tests.access.scene import path_of, routes, undone
from tests.chatting import say_line
from tests.client import sign_in_staff
from tests.factories import NOW, make_game, make_user
from tests.services.test_ratings import end_by_resigning, make_member, make_rated
from tests.table import make_begun_game
from tests.test_secrecy import spellings

pytestmark = pytest.mark.one_database

CHAT, CONDUCT, RATING, CHEAT, APPEALS, LADDER = SHORT = (
    "chat", "conduct", "ratings", "fair play", "appeals", "ladder",
)  # fmt: skip
NOBODY = "no role"

WHO_MAY = {
    "warning": {CHAT, CONDUCT, CHEAT},
    "mute": {CHAT},
    "shadow_mute": {CHAT},
    "ban_chat": {CHAT},
    "ban_rated": {CONDUCT, CHEAT, LADDER},
    "ban_site": {CHEAT},
    "closed": {CHEAT},
    "renamed": {CONDUCT},
    "lifted": {CHAT, CONDUCT, CHEAT, APPEALS, LADDER},
    "line_hidden": {CHAT},
    "line_shown": {CHAT},
    "annulled": {RATING, LADDER},
    "restored": {RATING, LADDER},
    "rating_reset": {RATING},
    "recalculated": {RATING},
    "revealed": {CHEAT},
    "no_action": {CHAT, CONDUCT, RATING, CHEAT, LADDER},
    "snoozed": {CHAT, CONDUCT, RATING, CHEAT, LADDER},
    "answered": {APPEALS},
    "granted": {APPEALS},
    "refused": {APPEALS},
    "paused": {CONDUCT},
    "handle_chat": {CHAT},
    "handle_conduct": {CONDUCT, LADDER},
    "handle_cheat": {RATING, CHEAT},
}
"""Which roles may take each step of the log, pause a clock and take up a case of each area."""

AREA_OF = {CONDUCT: "conduct", LADDER: "conduct", RATING: "cheat", CHEAT: "cheat"}
"""Whose cases a role takes a step in; those of the chat unless told."""


class Bench:
    """Somebody with a case in each area and everything that steps are about."""

    def __init__(self) -> None:
        self.bo, self.chief = make_member(), make_user(is_staff=True, is_superuser=True)
        self.rated, self.annulled = (make_rated(make_member(), self.bo) for _ in range(2))
        for game in (self.rated, self.annulled):
            end_by_resigning(game, self.bo)
        Game.objects.filter(pk=self.annulled.pk).update(annulled_at=NOW)
        self.running = make_begun_game()
        chat = make_game(self.bo, make_user())
        self.said, self.hidden = say_line(chat, self.bo, "one"), say_line(chat, self.bo, "two")
        ChatLine.objects.filter(pk=self.hidden.pk).update(is_hidden=True)
        self.cases = {}
        for category in ("rude", "name", "help"):
            about = {"user": make_user(), "suspect": self.bo, "category": category, "now": NOW}
            case = reports.report_player(**about).case
            self.cases[case.area] = case
        about = {"by": self.chief, "note": "before", "now": NOW}
        self.sanction = sanctions.impose(user=self.bo, kind="warning", **about)
        said = {"sanction_pk": self.sanction.pk, "user": self.bo, "text": "Why?", "now": NOW}
        self.appeal = appeals.write_appeal(**said)

    def steps(self, by: User, case: Case) -> dict[str, Callable[[], Any]]:
        """Return how this moderator would take each step."""
        about = {"by": by, "note": "why", "now": NOW}
        games = {"case": case, **about}
        rename = {"case_pk": case.pk, "user": self.bo, "is_closing": False}
        steps: dict[str, Callable[[], Any]] = {
            "renamed": lambda: case_measures.rename(**rename, **about),
            "lifted": lambda: sanctions.lift(sanction_pk=self.sanction.pk, **about),
            "line_hidden": lambda: case_lines.set_line_hidden(
                line_pk=self.said.pk, is_hidden=True, **games
            ),
            "line_shown": lambda: case_lines.set_line_hidden(
                line_pk=self.hidden.pk, is_hidden=False, **games
            ),
            "annulled": lambda: case_games.annul_games(public_ids=[self.rated.public_id], **games),
            "restored": lambda: case_games.restore_games(
                public_ids=[self.annulled.public_id], **games
            ),
            "rating_reset": lambda: case_ratings.reset_rating(pool_key="qwirkle-duel", **games),
            "recalculated": lambda: request_recalculation(pool="qwirkle-duel", game="", **about),
            "revealed": lambda: reveal.reveal_hands(game_pk=self.running.pk, **about),
            "no_action": lambda: moderation_queue.dismiss_case(case_pk=case.pk, **about),
            "snoozed": lambda: moderation_queue.snooze_case(
                case_pk=case.pk, by=by, hours="1", now=NOW
            ),
            "paused": lambda: refuse_unpermitted(by, "add_pause"),
        }
        for kind in Sanction.Kind.values:
            days = None if kind in sanctions.ENDLESS else 7
            fields = {"user": self.bo, "kind": kind, "days": days}
            steps[kind] = lambda fields=fields: sanctions.impose(**fields, **about)
        for decision, action in appeals.DECISIONS.items():
            fields = {"appeal_pk": self.appeal.pk, "decision": decision, "text": "So."}
            steps[action] = lambda fields=fields: appeals.answer_appeal(**fields, **about)
        for area, one in self.cases.items():
            steps[f"handle_{area}"] = lambda one=one: moderation_queue.take_case(
                case_pk=one.pk, by=by, now=NOW
            )
        return steps


def make_moderator(role: str) -> User:
    user = make_user(is_staff=True)
    user.groups.set(Group.objects.filter(name=f"Moderators: {role}"))
    return user


def is_refused(step: Callable[[], Any]) -> bool:
    """Take a step and take it back; return whether a right was missing. Nothing else may be."""
    with undone():
        try:
            step()
        except DomainError as error:
            if error.code != "not_permitted":
                raise
            return True
    return False


def test_every_step_and_every_right_of_a_moderator_has_a_row():
    assert set(ModerationLog.Action.values) < set(WHO_MAY)
    assert {name.removeprefix("Moderators: ") for name in ROLES} == set(SHORT)
    declared = {
        codename
        for model in apps.get_app_config("games").get_models()
        for codename, _name in model._meta.permissions
    }
    given = {codename for codenames in ROLES.values() for codename in codenames}
    looks = {codename for codename in given if codename.startswith("view_")}
    assert given - looks - {"add_pause"} == declared


@pytest.mark.django_db
def test_each_role_may_do_what_its_row_says_and_nothing_else():
    bench, wrong = Bench(), []
    for role in (*SHORT, NOBODY):
        moderator = make_moderator(role)
        steps = bench.steps(moderator, bench.cases[AREA_OF.get(role, "chat")])
        assert set(steps) == set(WHO_MAY)
        for step, take in steps.items():
            if is_refused(take) != (role not in WHO_MAY[step]):
                wrong.append((role, step))
    assert wrong == []


@pytest.fixture
def bench(db):
    """Rows of every kind; what the refusals log would only take time."""
    logging.disable(logging.ERROR)
    yield Bench()
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("role", [*SHORT, NOBODY, "administrator"])
def test_no_page_of_the_admin_fails_tells_a_secret_or_changes_what_is_written(bench, role):
    moderator = bench.chief if role == "administrator" else make_moderator(role)
    secrets = [
        spelling
        for secret in GameSecret.objects.filter(game=bench.running)
        for spelling in spellings(bytes(secret.seed))
    ]
    client = Client()
    sign_in_staff(client, moderator)
    opened = set()
    for route in routes():
        if not route.name.startswith("admin:") or "logout" in route.name:
            continue
        answer = client.get(_filled(route, bench))
        assert not [one for one in secrets if one in answer.content], route.name
        if answer.status_code == 200:
            opened.add(route.name.removeprefix("admin:games_"))
    looked_at = {
        model._meta.model_name
        for model, shown in admin.site._registry.items()
        if isinstance(shown, LookOnly)
    }
    assert {"game", "moderationlog", "sanction", "chatline", "case", "appeal"} <= looked_at
    assert not opened & {f"{model}_{verb}" for model in looked_at for verb in ("add", "delete")}
    for model in looked_at & set(rows_of(bench)) - {"case", "appeal"}:
        assert (f"{model}_change" in opened) == moderator.has_perm(f"games.view_{model}"), model


def rows_of(bench: Bench) -> dict[str, Any]:
    """Return a row of each model, by its name."""
    return {
        "game": bench.running,
        "case": bench.cases["chat"],
        "appeal": bench.appeal,
        "sanction": bench.sanction,
        "chatline": bench.said,
        "report": bench.cases["chat"].reports.get(),
        "moderationlog": ModerationLog.objects.first(),
        "ratingchange": RatingChange.objects.first(),
        "replytemplate": ReplyTemplate.objects.first(),
        "user": bench.bo,
    }


def _filled(route: Any, bench: Bench) -> str:
    """Return the address with the row of its model in it."""
    parts = route.name.removeprefix("admin:").split("_")
    row = rows_of(bench).get(parts[1] if len(parts) > 1 else "")
    known = {"app_label": "games", "url": "nothing"}
    key = getattr(row, "pk", 1)
    return path_of(route, {name: known.get(name, key) for name in route.parameters})
