"""Delete what is personal about somebody whose account has ended (docs/decisions/0029).

Every column that names a user stands in `DELETED` or, with its reason, in `STAYS`;
`tests/services/test_deletion.py` walks over all tables and fails for one that is in neither.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Model, QuerySet

from accounts.models import NameChange, User
from accounts.services.names import hold_name
from games.models import (
    Appeal,
    AppealMessage,
    ChatLine,
    ModerationLog,
    Notice,
    RatingReset,
    Recalculation,
    Report,
    Sanction,
    Signal,
)
from games.services.retry import retried

DELETED: Final = (
    "account.EmailAddress.user",
    "accounts.AddressChange.user",
    "accounts.DataExport.user",
    "accounts.NameChange.user",
    "accounts.Session.user",
    "games.Block.person",
    "games.Block.user",
    "games.ChatMute.person",
    "games.ChatMute.user",
    "games.ChatRead.user",
    "games.Conduct.user",
    "games.Delivery.user",
    "games.DeviceMark.user",
    "games.Follow.person",
    "games.Follow.user",
    "games.GameLook.user",
    "games.LadderQueue.user",
    "games.Note.author",
    "games.Note.player",
    "games.Notice.user",
    "games.NoticeChoice.user",
    "games.NoticeHabits.user",
    "games.Presence.user",
    "games.Privacy.user",
    "games.PushSubscription.user",
    "games.StandingOrder.player__user",
    "games.Vacation.user",
    "mfa.Authenticator.user",
)
"""Whose rows go."""

_OTHERS: Final = "an act about somebody else, by whoever is called so now"
_LEDGER: Final = "numbers of games that are their opponents' too"

STAYS: Final[Mapping[str, str]] = {
    "accounts.NameChange.by": _OTHERS,
    "admin.LogEntry.user": _OTHERS,
    "games.Agreement.user": _LEDGER,
    "games.Appeal.decided_by": _OTHERS,
    "games.AppealMessage.author": "the thread without his words",
    "games.Case.closed_by": _OTHERS,
    "games.Case.locked_by": _OTHERS,
    "games.Case.suspect": "that there was a case, without a name",
    "games.Challenge.host": "how his opponents' games came about",
    "games.ChallengeSeat.user": "how his opponents' games came about",
    "games.ChatLine.author": "that something was said, without the words",
    "games.ConductEvent.user": _LEDGER,
    "games.FrozenPlace.user": "a season's table has no gaps",
    "games.Gift.by": "the clock of a game that stays",
    "games.ModerationLog.by": _OTHERS,
    "games.ModerationLog.user": "that something was done, without a name",
    "games.Pause.by": "the clock of a game that stays",
    "games.Pause.ended_by": "the clock of a game that stays",
    "games.Player.user": "the games are their opponents' too",
    "games.RatedOpponent.opponent": _LEDGER,
    "games.Rating.user": _LEDGER,
    "games.RatingChange.user": _LEDGER,
    "games.RatingReset.by": _OTHERS,
    "games.RatingShift.user": _LEDGER,
    "games.Recalculation.by": _OTHERS,
    "games.Report.reporter": "the case about somebody else, without his words",
    "games.Report.suspect": "that there was a report, without a name",
    "games.Sanction.by": _OTHERS,
    "games.Sanction.lifted_by": _OTHERS,
    "games.Sanction.user": "that something was laid on him, without a name",
    "games.Signal.judged_by": _OTHERS,
    "games.Signal.other": "a hint about somebody else as well, without a name",
    "games.Signal.user": "that something was noticed, without a name",
    "games.TableGain.first": _LEDGER,
    "games.TableGain.second": _LEDGER,
}
"""Columns whose rows stay, each with its reason; their texts are gone over."""


@retried
def forget(user_pk: int, *, now: datetime) -> None:
    """Delete everything personal about a user who is closed and has left his games; at once."""
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update(no_key=True).get(pk=user_pk)
        changes = list(NameChange.objects.filter(user=user))
        names = {change.old for change in changes}
        addresses = set(EmailAddress.objects.filter(user=user).values_list("email", flat=True))
        for name in names:
            hold_name(name, now)
        _silence(user, now)
        _unname(user, names, {*addresses, user.email} - {""})
        for column in DELETED:
            label, owner = column.rsplit(".", 1)
            _plain(apps.get_model(label)).filter(**{owner: user}).delete()
        _empty(user)


def _silence(user: User, now: datetime) -> None:
    """Take his own words away, and end what would wait for an answer to him."""
    ChatLine.objects.filter(author=user).update(text="")
    Report.objects.filter(reporter=user).update(text="")
    Report.objects.filter(suspect=user).update(text="")
    AppealMessage.objects.filter(appeal__sanction__user=user).update(text="")
    waiting = Appeal.objects.filter(sanction__user=user, state=Appeal.State.OPEN)
    waiting.update(state=Appeal.State.REFUSED, waiting_since=None, decided_at=now)


def _unname(user: User, names: set[str], addresses: set[str]) -> None:
    """Put the neutral name in the place of the old ones where they stand in texts of others."""
    words = "|".join(sorted(map(re.escape, names | addresses), key=len, reverse=True))
    known = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)
    for word in names | addresses:
        for model, column in _TEXTS:
            # SLF001: Django's public API for models. A JSON column has no such length.
            most = getattr(model._meta.get_field(column), "max_length", None)  # noqa: SLF001
            found = _plain(model).filter(**{f"{column}__icontains": word})
            for pk, old in list(found.values_list("pk", column)):
                new = _cleaned(old, known, user.username, names)
                if new != old:  # the neutral name may be the longer one
                    kept = new[:most] if isinstance(new, str) else new
                    _plain(model).filter(pk=pk).update(**{column: kept})


def _cleaned(value: Any, known: re.Pattern[str], neutral: str, names: set[str]) -> Any:
    """Return a text or a JSON value without the names, and without the lines of their owner."""
    if isinstance(value, str):
        return known.sub(neutral, value)
    if isinstance(value, list):
        return [_cleaned(item, known, neutral, names) for item in value]
    if isinstance(value, dict):
        is_own = value.get("author") in names
        return {
            key: "" if is_own and key == "text" else _cleaned(item, known, neutral, names)
            for key, item in value.items()
        }
    return value


_TEXTS: Final[tuple[tuple[type[Model], str], ...]] = (
    (Notice, "facts"),
    (Report, "evidence"),
    (Sanction, "note"),
    (Sanction, "words"),
    (ModerationLog, "note"),
    (ModerationLog, "facts"),
    (Recalculation, "note"),
    (RatingReset, "note"),
    (Signal, "note"),
    (LogEntry, "object_repr"),
)
"""Where the site or a moderator has written names down."""


def _plain(model: type[Model]) -> QuerySet[Any]:
    """Return all rows of a table; the moderators' log refuses changes in any other way."""
    return QuerySet(model)


def _empty(user: User) -> None:
    """Set everything in the user's own row back to what it is for a newcomer, but what he is."""
    kept = {"id", "password", "username", "date_joined", "is_active", "deleted_at"}
    for field in User._meta.concrete_fields:  # noqa: SLF001  Django's public API for models
        if field.name not in kept:
            setattr(user, field.name, field.get_default())
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
