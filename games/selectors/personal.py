"""Everything that the site keeps about one person, as far as his copy of it goes.

A section is an allowlist of fields. Whatever names a user and is in no section stands in
`NOT_COPIED` with its reason; `tests/services/test_data_export.py` walks over all tables and fails
for one that is neither. The games themselves are records (`games.selectors.record`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from accounts.models import AddressChange, DataExport, NameChange, Session, User
from games.models import (
    AppealMessage,
    Block,
    Challenge,
    ChallengeSeat,
    ChatLine,
    ChatMute,
    ChatRead,
    Conduct,
    ConductEvent,
    Delivery,
    Follow,
    FrozenPlace,
    GameLook,
    Gift,
    LadderQueue,
    Note,
    Notice,
    NoticeChoice,
    NoticeHabits,
    Pause,
    Player,
    Presence,
    Privacy,
    PushSubscription,
    Rating,
    RatingChange,
    RatingShift,
    Report,
    Sanction,
    StandingOrder,
    Vacation,
)

ROWS_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Section:
    """One table's part of the copy.

    Attributes:
        name: its key in the file.
        rows: of everybody.
        owner: the way from a row to whose it is, as Django writes it.
        fields: what is copied, in words: columns, and ways to those of other tables.
    """

    name: str
    rows: QuerySet[Any]
    owner: str
    fields: str

    def of(self, user_id: int) -> Iterator[dict[str, Any]]:
        """Yield this person's rows, oldest first."""
        paths = self.fields.split()
        rows = self.rows.filter(**{self.owner: user_id}).order_by("pk").values_list(*paths)
        names = [_name(path) for path in paths]
        for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
            yield dict(zip(names, row, strict=True))


def _name(path: str) -> str:
    """Return a field's name in the file: a game or a person stands there by its public name."""
    shown = path.removesuffix("__public_id").removesuffix("__username")
    return shown.rpartition("__")[2]


_NOT_IN_THE_SHADOW: Final = Sanction.objects.exclude(kind=Sanction.Kind.SHADOW_MUTE)
"""A shadow mute works only as long as nobody tells of it."""

SECTIONS: Final = (
    Section(
        "account",
        User.objects.all(),
        "pk",
        "username email first_name last_name date_joined last_login is_staff theme palette marks "
        "asks_before_play has_letter_keys has_sounds has_auto_vacation time_zone language "
        "deletion_due",
    ),
    Section("addresses", EmailAddress.objects.all(), "user", "email verified primary"),
    Section("address_changes", AddressChange.objects.all(), "user", "old new created_at undone_at"),
    Section("names", NameChange.objects.all(), "user", "old new is_forced created_at kept_until"),
    Section("sessions", Session.objects.all(), "user", "device address started_at seen_at"),
    Section("second_factors", Authenticator.objects.all(), "user", "type created_at last_used_at"),
    Section("copies", DataExport.objects.all(), "user", "state created_at"),
    Section("devices", PushSubscription.objects.all(), "user", "endpoint created_at"),
    Section("privacy", Privacy.objects.all(), "user", "statistics invitations shows_presence"),
    Section("notice_choices", NoticeChoice.objects.all(), "user", "event channel is_on"),
    Section(
        "notice_habits",
        NoticeHabits.objects.all(),
        "user",
        "quiet_from quiet_until digest_at digest_due wants_always",
    ),
    Section(
        "notices", Notice.objects.all(), "user", "event game__public_id facts created_at read_at"
    ),
    Section("deliveries", Delivery.objects.all(), "user", "channel state created_at ended_at"),
    Section("last_seen", Presence.objects.all(), "user", "seen_at"),
    Section("looks", GameLook.objects.all(), "user", "game__public_id seen_at"),
    Section(
        "vacations", Vacation.objects.all(), "user", "started_at ends_at ended_at is_automatic"
    ),
    Section("follows", Follow.objects.all(), "user", "person__username created_at"),
    Section("blocks", Block.objects.all(), "user", "person__username created_at"),
    Section("mutes", ChatMute.objects.all(), "user", "game__public_id person__username"),
    Section(
        "notes", Note.objects.all(), "author", "game__public_id player__username text updated_at"
    ),
    Section(
        "chat_lines",
        ChatLine.objects.all(),
        "author",
        "game__public_id room number text is_hidden created_at",
    ),
    Section("chat_read", ChatRead.objects.all(), "user", "game__public_id room number"),
    Section(
        "reports_made",
        Report.objects.all(),
        "reporter",
        "suspect__username category text game__public_id is_open created_at",
    ),
    Section("measures", _NOT_IN_THE_SHADOW, "user", "kind words began_at until lifted_at"),
    Section(
        "appeals",
        AppealMessage.objects.all(),
        "appeal__sanction__user",
        "appeal__sanction__kind is_moderator text created_at",
    ),
    Section("conduct", Conduct.objects.all(), "user", "score games absent_at"),
    Section(
        "conduct_events",
        ConductEvent.objects.all(),
        "user",
        "game__public_id outcome is_counted before after happened_at",
    ),
    Section(
        "ratings", Rating.objects.all(), "user", "pool value games opponents wins last_game_at"
    ),
    Section(
        "rating_changes",
        RatingChange.objects.current(),
        "user",
        "game__public_id pool place has_left before after k created_at",
    ),
    Section("recalculated", RatingShift.objects.all(), "user", "run__pool before after"),
    Section(
        "ladder_places", FrozenPlace.objects.all(), "user", "ladder__pool ladder__key value rank"
    ),
    Section(
        "ladder_queues",
        LadderQueue.objects.all(),
        "user",
        "pool paces rulesets games_most joined_at",
    ),
    Section(
        "offers",
        Challenge.objects.all(),
        "host",
        "public_id kind status ruleset_key options seat_count pace is_rated ladder is_private "
        "created_at closed_at",
    ),
    Section("offers_of_others", ChallengeSeat.objects.all(), "user", "challenge__public_id state"),
    Section("gifts_of_time", Gift.objects.all(), "by", "game__public_id seat amount given_at"),
    Section("pauses", Pause.objects.all(), "by", "game__public_id kind began_at until ended_at"),
    Section(
        "standing_orders",
        StandingOrder.objects.all(),
        "player__user",
        "player__game__public_id choices stops stored_at outcome reason points closed_at",
    ),
    Section(
        "seats",
        Player.objects.all(),
        "user",
        "game__public_id seat score place is_winner has_left qwirkles finished_at",
    ),
)

_HINT: Final = "a hint for moderators, which names others or tells how fair play is watched"

NOT_COPIED: Final[Mapping[str, str]] = {
    "accounts.NameChange.by": "a moderator's act, about somebody else",
    "games.Appeal.decided_by": "a moderator's act, about somebody else",
    "games.AppealMessage.author": "in the copy of whom the thread is about, both sides",
    "games.Block.person": "what others want of him is theirs",
    "games.Case.closed_by": "a moderator's act, about somebody else",
    "games.Case.locked_by": "a moderator's act, about somebody else",
    "games.Case.suspect": "who reports must be safe from whom he reports",
    "games.ChatMute.person": "what others want of him is theirs",
    "games.Follow.person": "what others want of him is theirs",
    "games.ModerationLog.by": "a moderator's act, about somebody else",
    "games.ModerationLog.user": "the measures are copied; the notes are moderators' own",
    "games.Note.player": "notes belong to whoever wrote them",
    "games.Pause.ended_by": "of a pause that somebody else began; the game's record is copied",
    "games.RatedOpponent.opponent": "counted from the games, which are copied",
    "games.RatingReset.by": "a moderator's act, about somebody else",
    "games.Recalculation.by": "a moderator's act, about a pool",
    "games.Report.suspect": "who reports must be safe from whom he reports",
    "games.Sanction.by": "a moderator's act, about somebody else",
    "games.Sanction.lifted_by": "a moderator's act, about somebody else",
    "games.Agreement.user": _HINT,
    "games.DeviceMark.user": "a keyed hash that tells nothing; the sessions are copied",
    "games.Signal.judged_by": "a moderator's act, about somebody else",
    "games.Signal.other": _HINT,
    "games.Signal.user": _HINT,
    "games.TableGain.first": _HINT,
    "games.TableGain.second": _HINT,
    "admin.LogEntry.user": "work for the site, about others",
}
"""Columns that name a user and are in no section, each with its reason."""
