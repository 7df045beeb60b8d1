"""Every address of the site, and a club in which each of them leads somewhere."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from accounts.models import DataExport
from games.core.notices import Event
from games.core.pool import POOLS
from games.models import Case, Challenge, Notice, RatingChange, ReplyTemplate, Room
from games.services.chat import say
from games.services.letter_links import LetterLink, StopLink, letter_url, stop_url
from games.services.notices import tell
from games.services.reports import report_line
from games.services.sanctions import impose
from tests.client import sign_in_staff
from tests.factories import NOW, make_challenge, make_game, make_user
from tests.ladders import stand, wrote
from tests.table import play

VIEWERS = ("anonymous", "outsider", "player", "opponent", "spectator", "moderator", "banned")
"""Who asks. An outsider asks about a private game, all others about a public one."""


class Route(NamedTuple):
    """One address.

    Attributes:
        name: with its namespace, as in "admin:index"; a nameless one is called by its pattern.
        pattern: the whole path with its parameters.
        parameters: the names of these.
    """

    name: str
    pattern: str
    parameters: tuple[str, ...]
    callback: Any


def routes() -> list[Route]:
    """Return all addresses that the site knows."""
    return list(_walk(get_resolver().url_patterns, (), "/", ()))


def _walk(
    patterns: list[Any], spaces: tuple[str, ...], before: str, known: tuple[str, ...]
) -> Iterator[Route]:
    for one in patterns:
        path = before + str(one.pattern)
        names = known + tuple(one.pattern.regex.groupindex)
        if isinstance(one, URLPattern):
            name = ":".join((*spaces, one.name or path))
            yield Route(name, path, names, one.callback)
        else:
            inner = (*spaces, one.namespace) if one.namespace else spaces
            yield from _walk(one.url_patterns, inner, path, names)


@contextmanager
def undone() -> Iterator[None]:
    """Take back whatever the block writes; services may open transactions of their own in it."""
    block = transaction.atomic()
    block._from_testcase = True
    with block:
        yield
        transaction.set_rollback(True)


@contextmanager
def writes() -> Iterator[set[str]]:
    """Give a set that after the block holds the tables it wrote to."""
    written: set[str] = set()
    with CaptureQueriesContext(connection) as log:
        yield written
    for query in log:
        words = query["sql"].replace('"', "").split()
        if words[0] in ("INSERT", "DELETE"):
            written.add(words[2] if words[1] in ("INTO", "FROM") else words[4])
        elif words[0] == "UPDATE":
            written.add(words[1])


class Scene:
    """A club with a table of two, another that is private, an offer, and people around them."""

    def __init__(self) -> None:
        self.people = {viewer: make_user() for viewer in VIEWERS[1:]}
        player, opponent = self.people["player"], self.people["opponent"]
        self.stranger = make_user(username="Zed")
        self.game, self.private = (
            make_game(player, opponent, is_private=is_private) for is_private in (False, True)
        )
        for game in (self.game, self.private):
            play(game)
            for user in (player, opponent):
                line = {"room": Room.TABLE, "text": "Hello", "key": game.public_id, "now": NOW}
                say(public_id=game.public_id, user=user, **line)
        self.offer = make_challenge(host=player, seat_count=3)
        self.link = make_challenge(kind=Challenge.Kind.LINK, token="a-link", host=opponent)
        tell([player], Event.MODERATION, key="m", now=NOW, sentence="Something was looked at")
        self.copy = DataExport.objects.create(user=player, state="ready", created_at=NOW)
        self.notice = Notice.objects.filter(user=player).latest("pk")
        self.address = EmailAddress.objects.create(user=player, email=player.email, primary=True)
        staff = self.people["moderator"]
        staff.is_staff = True
        staff.save()
        staff.groups.set(Group.objects.filter(name__icontains="chat"))
        self._cookies = {viewer: self._sign_in(viewer) for viewer in VIEWERS}
        chief = make_user(is_staff=True, is_superuser=True)
        about = {"by": chief, "note": "For the test", "now": timezone.now()}
        self.sanction = impose(user=self.people["banned"], kind="ban_site", days=1, **about)
        line = {"game": self.game, "room": Room.TABLE, "number": 2, "category": "rude"}
        self.report = report_line(user=player, now=NOW, **line)
        self.case = Case.objects.get()
        wrote(stand(1500, user=self.stranger), NOW, 1490, 1500)
        self.change, self.reply = RatingChange.objects.get(), ReplyTemplate.objects.first()

    def _sign_in(self, viewer: str) -> dict[str, str]:
        client = Client()
        if viewer == "moderator":
            sign_in_staff(client, self.people[viewer])
        elif viewer != "anonymous":
            client.force_login(self.people[viewer])
        return {name: morsel.value for name, morsel in client.cookies.items()}

    def client(self, viewer: str, **options: Any) -> Client:
        """Return a fresh browser in which this viewer is signed in."""
        client = Client(**options)
        for name, value in self._cookies[viewer].items():
            client.cookies[name] = value
        return client

    def path(self, route: Route, viewer: str) -> str:
        """Return an address that leads somewhere, for this viewer."""
        return path_of(route, self._arguments(route, viewer))

    def _arguments(self, route: Route, viewer: str) -> dict[str, Any]:
        game = self.private if viewer == "outsider" else self.game
        offer = self.link if "invite" in route.name else self.offer
        player = self.people["player"]
        if route.name.startswith("admin:"):
            model = route.name.split("_")[1] if "_" in route.name else ""
            rows = {"user": player, "game": game, "report": self.report, "case": self.case}
            rows |= {"sanction": self.sanction, "chatline": self.report.line}
            rows |= {"ratingchange": self.change, "replytemplate": self.reply}
            shown = {"app_label": "games", "content_type_id": 1, "url": "nothing"}
            shown |= {"sanction_pk": self.sanction.pk, "line_pk": self.report.line.pk}
            key = getattr(rows.get(model), "pk", None) or _first_key(route.name)
            return {name: shown.get(name, key) for name in route.parameters}
        letter = letter_url(LetterLink(player.pk, self.notice.pk, game.get_absolute_url()))
        stop = stop_url(StopLink(player.pk, Event.YOUR_TURN))
        tokens = {"invite": self.link.token, "letter": letter.split("/")[4]}
        tokens["letter_stop"] = stop.split("/")[4]
        tokens["data_file"] = self.copy.token
        known = {
            "public_id": offer.public_id if "lobby" in route.pattern else game.public_id,
            "name": self.stranger.username,
            "room": "table",
            "number": 2 if route.name == "chat_line" else 1,
            "pk": self.notice.pk,
            "token": tokens.get(route.name, "nonsense"),
            "uidb36": "1",
            "key": "2026-3" if "season" in route.name else EmailConfirmationHMAC(self.address).key,
            "pool_key": POOLS[0].key,
        }
        return {name: known[name] for name in route.parameters}


def _first_key(name: str) -> int:
    """Return the key of the oldest row of the model that an address of the admin names, or 0."""
    label = name.removeprefix("admin:").split("_")
    models = {(model._meta.app_label, model._meta.model_name): model for model in apps.get_models()}
    model = models.get((label[0], label[1] if len(label) > 1 else ""))
    if model is None:
        return 0
    return model._default_manager.order_by("pk").values_list("pk", flat=True).first() or 0


def path_of(route: Route, arguments: Mapping[str, Any]) -> str:
    """Return the address with all its parameters replaced."""
    path = route.pattern.replace("^", "").replace("$", "")
    for name, value in arguments.items():
        path = _filled(path, name, str(value))
    return path


def _filled(path: str, name: str, value: str) -> str:
    """Return the path with one parameter replaced, in either way to write one."""
    path = re.sub(rf"\(\?P<{name}>[^)]*\)", value.replace("\\", ""), path)
    return re.sub(rf"<(?:\w+:)?{name}>", value, path)
