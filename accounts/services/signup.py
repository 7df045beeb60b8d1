"""Our side of sign-up: which names and addresses an account may have.

A visitor must not learn whether an address has an account, so a sign-up with a known address
goes through like any other. Such an account holds the address only as "unverified"; `User.email`
stays blank until the address is confirmed, and whoever confirms it first gets it for good.
"""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.models import RESERVED_NAMES, Palette, User
from accounts.selectors import visitor_display


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Hooks into allauth's flows."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("That name is taken. Add a word or a number."),
        "username_blacklisted": _("That name is reserved. Choose another."),
        "email_password_mismatch": _("Name and password do not match."),
        "username_password_mismatch": _("Name and password do not match."),
        "incorrect_password": _("That is not your password."),
        "too_many_login_attempts": _("Too many tries. Wait a few minutes."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name, refusing taken and reserved ones with a `ValidationError`."""
        if username.lower() in RESERVED_NAMES:
            raise self.validation_error("username_blacklisted")
        return str(super().clean_username(username, shallow=shallow))

    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Fill and save a new account from the sign-up form, and keep the visitor's display."""
        super().save_user(request, user, form, commit=False)
        shown = visitor_display(request)
        user.theme, user.palette, user.marks = shown.theme, shown.palette, shown.marks
        user.is_palette_offered = shown.palette != Palette.SAFE
        if commit:
            try:
                _save_new(user)
            except IntegrityError as error:  # somebody took the name since the form was checked
                messages.error(request, str(self.error_messages["username_taken"]))
                raise ImmediateHttpResponse(redirect("account_signup")) from error
        return user

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Mark an address as confirmed; other accounts that only claimed it lose it.

        Returns:
            False if another account has confirmed the same address before.
        """
        with transaction.atomic():
            if email_address.can_set_verified():
                _release(email_address)
            confirmed = bool(super().confirm_email(request, email_address))
            if confirmed and email_address.primary:
                user = email_address.user
                user.email = email_address.email
                user.save(update_fields=["email"])
        return confirmed


def _save_new(user: User) -> None:
    """Save a new account, without its address in the row if another account has that one.

    In memory the address stays, so that what allauth does next is the same for both: it stores
    an unverified `EmailAddress` and sends the link.

    Raises:
        IntegrityError: the name is taken.
    """
    address = user.email
    if User.objects.filter(email__iexact=address).exists():
        user.email = ""
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # somebody took the address in between; a taken name fails again
        user.email = ""
        with transaction.atomic():
            user.save()
    user.email = address


def _release(address: EmailAddress) -> None:
    others = EmailAddress.objects.filter(email__iexact=address.email, verified=False)
    others.exclude(user_id=address.user_id).delete()
    holders = User.objects.filter(email__iexact=address.email).exclude(pk=address.user_id)
    holders.update(email="")
