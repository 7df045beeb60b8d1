"""A changed address can be undone from the old one: by a signed link, without signing in.

Whoever got into an account and gave it his own address loses it again to whoever reads the mails of
the old one.
"""

from datetime import datetime, timedelta

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import AddressChange, User
from accounts.services.sessions import end_sessions

UNDO_AGE = timedelta(days=7)
_SALT = "accounts.address_undo"


def note_change(user: User, *, new: str, now: datetime) -> None:
    """Remember that an address takes the place of a confirmed one, so that it can be undone.

    One that was never confirmed gets no such right: it may be a stranger's.
    """
    confirmed = EmailAddress.objects.filter(user=user, verified=True).exclude(email__iexact=new)
    old = confirmed.order_by("-primary", "pk").values_list("email", flat=True).first()
    if old:
        AddressChange.objects.create(user=user, old=old, new=new, created_at=now)


def undo_path(user: User, *, old: str) -> str:
    """Return where the newest change away from this address is undone; "" if there is none."""
    changes = AddressChange.objects.filter(user=user, old__iexact=old, undone_at__isnull=True)
    pk = changes.values_list("pk", flat=True).first()
    return "" if pk is None else reverse("address_undo", args=[signing.dumps(pk, salt=_SALT)])


def find_change(token: str, now: datetime) -> AddressChange | None:
    """Return the change that a link undoes; None if the link is old, used up or made up."""
    try:
        pk = signing.loads(token, salt=_SALT, max_age=UNDO_AGE)
    except signing.BadSignature:
        return None
    changes = AddressChange.objects.filter(
        pk=pk, undone_at__isnull=True, created_at__gt=now - UNDO_AGE, user__is_active=True
    )
    return changes.select_related("user").first()


def undo_change(token: str, now: datetime) -> str:
    """Give the account back to the old address and return the path where a password is chosen.

    All sessions end, the password is void, and second factors made since then are gone. Links to
    addresses that came later work no more.

    Raises:
        ValidationError: ``bad_link``, or ``address_taken``: somebody else has confirmed it since.
    """
    with transaction.atomic():
        change = find_change(token, now)
        if change is None:
            raise ValidationError(_("This link is too old or used up."), "bad_link")
        user = User.objects.select_for_update().get(pk=change.user_id)
        _put_back(user, change.old)
        Authenticator.objects.filter(user=user, created_at__gte=change.created_at).delete()
        later = AddressChange.objects.filter(user=user, pk__gte=change.pk, undone_at__isnull=True)
        later.update(undone_at=now)
        user.set_unusable_password()
        user.save(update_fields=["email", "password"])
        end_sessions(user)
    key = default_token_generator.make_token(user)
    uid = user_pk_to_url_str(user)
    return reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": key})


def sweep_changes(now: datetime) -> None:
    """Forget the changes whose links work no more."""
    AddressChange.objects.filter(created_at__lte=now - UNDO_AGE).delete()


def _put_back(user: User, address: str) -> None:
    others = EmailAddress.objects.exclude(user=user).filter(email__iexact=address, verified=True)
    holders = User.objects.exclude(pk=user.pk).filter(email__iexact=address)
    if others.exists():
        text = _("Another account has confirmed this address since. Write to us.")
        raise ValidationError(text, "address_taken")
    holders.update(email="")  # they only claim it
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    user.email = address
