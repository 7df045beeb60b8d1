"""The person (or bot) behind a seat."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

MIN_NAME = 3
MAX_NAME = 20
MAX_PASSWORD = 128
"""Longer passwords are refused before hashing, which would take a processor hostage."""

RESERVED_NAMES = frozenset(
    {"admin", "administrator", "moderator", "moderators", "official", "owner", "referee", "staff"}
    | {"postmaster", "webmaster", "abuse", "root", "security", "static", "support", "system"}
    | {"bot", "bots", "random", "greedy", "careful", "qwirkle", "club"}
    | {"accounts", "api", "games", "help", "home", "lobby", "rules"}
    | {"anonymous", "deleted", "everyone", "guest", "nobody", "null", "undefined", "you"}
)
"""Names nobody can sign up with, in lower case: they read as the house, a bot or a page."""

check_username = RegexValidator(
    r"\A[A-Za-z][A-Za-z0-9_-]*\Z",
    _("Use letters a to z, digits, _ and -, and begin with a letter."),
    "invalid_username",
)
"""ASCII only, so that no look-alike or invisible letter can imitate another player."""


class Theme(models.TextChoices):
    """Which theme the pages use."""

    SYSTEM = "", _("System")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Palette(models.TextChoices):
    """Which six colours the tiles have."""

    DEFAULT = "default", _("Default")
    SAFE = "safe", _("Easy to tell")


class UserManager(DjangoUserManager["User"]):
    """Finds and makes users; names are looked up without regard to case."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with that name in any case.

        Raises:
            User.DoesNotExist: nobody is called that.
        """
        return self.get(username__iexact=username)

    def people(self) -> "models.QuerySet[User]":
        """Return everyone who is not a bot."""
        return self.filter(bot_key="")


class User(AbstractUser):
    """One account: a person, or a bot if `bot_key` is set.

    Attributes:
        asks_before_play: whether the table asks before it sends a move.
        has_letter_keys: whether single letters are keys of the table.
        has_sounds: whether the table makes sounds.
        is_palette_offered: whether home still asks if the tiles are hard to tell apart.
        has_auto_vacation: whether a vacation begins by itself before a loss on time.
        time_zone: name in the zone database, as in "Europe/Berlin"; "" for that of the site.
        may_choose_name: whether a moderator took the name away and a new one may be chosen.
        deletion_due: when the account is deleted, if its owner does not change his mind.
        deleted_at: since when nobody is behind this account any more.
    """

    username = models.CharField(
        _("user name"),
        max_length=MAX_NAME,
        unique=True,
        validators=[MinLengthValidator(MIN_NAME), check_username],
        error_messages={"unique": _("That name is taken.")},
    )
    email = models.EmailField(_("email address"), blank=True)
    bot_key = models.CharField(max_length=40, blank=True, default="", editable=False)
    theme = models.CharField(max_length=5, choices=Theme, blank=True, default=Theme.SYSTEM)
    palette = models.CharField(max_length=7, choices=Palette, default=Palette.DEFAULT)
    marks = models.BooleanField(_("marks on tiles"), default=False)
    asks_before_play = models.BooleanField(_("ask before playing"), default=False)
    has_letter_keys = models.BooleanField(_("single-letter keys"), default=True)
    has_sounds = models.BooleanField(_("sounds"), default=False)
    is_palette_offered = models.BooleanField(_("asked about tile colours"), default=False)
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True, default="")
    has_auto_vacation = models.BooleanField(_("vacation before a loss on time"), default=True)
    language = models.CharField(max_length=10, blank=True, default="")
    may_choose_name = models.BooleanField(default=False, db_default=False)
    deletion_due = models.DateTimeField(null=True, blank=True)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    class Meta(AbstractUser.Meta):
        constraints = (
            models.UniqueConstraint(Lower("username"), name="user_name_any_case"),
            models.UniqueConstraint(
                Lower("email"), condition=~models.Q(email=""), name="user_email_any_case"
            ),
        )
        indexes = (
            models.Index(
                fields=["deletion_due"],
                name="user_deletion_due",
                condition=models.Q(deletion_due__isnull=False),
            ),
        )

    @property
    def is_bot(self) -> bool:
        """Whether a program moves for this account."""
        return bool(self.bot_key)
