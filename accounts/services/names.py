"""Renames: one a year by its owner, any time by a moderator; old names stay with their owner."""

import secrets
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import HeldName, NameChange, User, check_username
from accounts.selectors import name_digest, name_refusal, next_rename_at

KEPT = timedelta(days=365)
"""How long an old name leads to its owner and is nobody else's."""

NEUTRAL = "player"
"""What a moderator calls somebody whose name had to go, with a number behind it."""


def rename(user: User, *, name: str, now: datetime) -> None:
    """Give a user the name that he has chosen.

    Raises:
        ValidationError: ``invalid_username``, ``name_reserved``, ``name_taken``, ``same_name`` or
            ``rename_too_early``; nothing was changed.
    """
    check_username(name)
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        refuse_early_rename(user, now)
        if name == user.username:
            raise ValidationError(_("That is your name already."), "same_name")
        code = name_refusal(name, user, now)
        if code:
            raise ValidationError(refusal_text(code), code)
        _change(user, name, now)
        if user.may_choose_name:
            user.may_choose_name = False
            user.save(update_fields=["may_choose_name"])


def force_rename(user: User, by: User | None, note: str, *, now: datetime) -> NameChange:
    """Take a name away: the user is called "player-4821" and may choose another name once.

    The old name leads nowhere from now on, and nobody gets it.

    Args:
        by: the moderator; his note is for moderators alone.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        change = _change(user, free_name(NEUTRAL), now, by=by, note=note, is_forced=True)
        user.may_choose_name = True
        user.save(update_fields=["may_choose_name"])
    return change


def refuse_early_rename(user: User, now: datetime) -> None:
    """Refuse a second rename within a year.

    Raises:
        ValidationError: ``rename_too_early``.
    """
    again_at = next_rename_at(user, now)
    if again_at is not None:
        day = date_format(timezone.localtime(again_at), "j F Y")
        text = _("You can change your name once a year: again from %(day)s.")
        raise ValidationError(text, "rename_too_early", {"day": day})


def free_name(stem: str) -> str:
    """Return a name nobody has: the stem, a dash and some digits."""
    digits = 4
    while True:
        name = f"{stem}-{10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"
        if not User.objects.filter(username__iexact=name).exists():
            return name
        digits += 1


def hold_name(name: str, now: datetime) -> None:
    """Keep the name of a deleted account from everybody for a year, without knowing it."""
    fields = {"until": now + KEPT}
    HeldName.objects.update_or_create(digest=name_digest(name), defaults=fields)


def sweep_names(now: datetime) -> None:
    """Let go of the names whose year is over; those that a moderator took away stay."""
    NameChange.objects.filter(is_forced=False, kept_until__lte=now).delete()
    HeldName.objects.filter(until__lte=now).delete()


def refusal_text(code: str) -> str:
    """Return the sentence for why a name cannot be had."""
    if code == "name_reserved":
        return _("That name is reserved. Choose another.")
    return _("That name is taken. Add a word or a number.")


def _change(
    user: User,
    name: str,
    now: datetime,
    *,
    by: User | None = None,
    note: str = "",
    is_forced: bool = False,
) -> NameChange:
    old, user.username = user.username, name
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError as error:  # somebody took it since we looked
        raise ValidationError(refusal_text("name_taken"), "name_taken") from error
    return NameChange.objects.create(
        user=user,
        old=old,
        new=name,
        by=by,
        note=note,
        is_forced=is_forced,
        created_at=now,
        kept_until=now + KEPT,
    )
