"""Ask for the end of one's account, and change one's mind; the games carry it out in time."""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User

COOLING_OFF = timedelta(days=14)
"""So long an account stays as it is after its owner has asked for its end."""


def ask_deletion(user: User, now: datetime) -> bool:
    """Put the account on the way to its end; return whether it was not on it before.

    Raises:
        ValidationError: ``staff_account``.
    """
    with transaction.atomic():
        held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if held.is_staff or held.is_superuser:
            text = _("This account works for the site. Let another administrator end that first.")
            raise ValidationError(text, "staff_account")
        user.deletion_due = held.deletion_due or now + COOLING_OFF
        is_new = held.deletion_due is None
        User.objects.filter(pk=user.pk).update(deletion_due=user.deletion_due)
    return is_new


def keep_account(user: User) -> bool:
    """Take the account off the way to its end; return whether it was on it."""
    kept = User.objects.filter(pk=user.pk, deletion_due__isnull=False, deleted_at=None)
    user.deletion_due = None
    return bool(kept.update(deletion_due=None))
