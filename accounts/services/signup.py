"""Our side of sign-up: which names and addresses an account may have.

A visitor must not learn whether an address has an account, so a sign-up with a known address
goes through like any other. Such an account holds the address only as "unverified"; `User.email`
stays blank until the address is confirmed, and whoever confirms it first gets it for good.
"""

from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.utils import build_absolute_uri
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.models import Palette, User
from accounts.selectors import HELD_USER, name_refusal, visitor_display
from accounts.services.addresses import note_change, undo_path


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
        name = str(super().clean_username(username, shallow=shallow))
        now = timezone.now()  # noqa: TID251  allauth's hook
        refusal = "" if shallow else name_refusal(name, None, now)
        if refusal:
            is_reserved = refusal == "name_reserved"
            raise self.validation_error("username_blacklisted" if is_reserved else "username_taken")
        return name

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
        now = timezone.now()  # noqa: TID251  allauth's hook
        with transaction.atomic():
            if email_address.can_set_verified():
                _release(email_address)
                note_change(email_address.user, new=email_address.email, now=now)
            confirmed = bool(super().confirm_email(request, email_address))
            if confirmed and email_address.primary:
                user = email_address.user
                user.email = email_address.email
                user.save(update_fields=["email"])
        return confirmed

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell somebody by mail what happened to his account; a replaced address can undo it."""
        if template_prefix == "account/email/email_changed" and email:
            path = undo_path(user, old=email)
            url = build_absolute_uri(self.request, path) if path else ""
            context = {**(context or {}), "undo_url": url, "name": user.get_username()}
        super().send_notification_mail(template_prefix, user, context, email)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Lead whoever is shut out to why, until when, and to an appeal."""
        request.session[HELD_USER] = user.pk
        return redirect("appeals")

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        """Welcome somebody back; who has asked for his account to be deleted hears of it."""
        if user.deletion_due is not None:
            day = date_format(timezone.localtime(user.deletion_due), "j F Y")
            text = _("Your account will be deleted on %(day)s. You can keep it under Settings.")
            messages.warning(request, text % {"day": day})
        return cast("HttpResponse", super().post_login(request, user, **options))


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
