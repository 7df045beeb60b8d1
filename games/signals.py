"""What the games do when something happens elsewhere: sign-outs close sockets, bots are seated."""

from typing import Any

from django.contrib.auth.management import create_permissions
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_migrate, post_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.services.sessions import sessions_ended
from games import outbox
from games.services.bots import ensure_bots
from games.services.devices import DEVICE_KEY, remove_device
from games.services.reply_templates import ensure_replies
from games.services.roles import ensure_roles


@receiver(user_logged_out, dispatch_uid="close_sockets_of_a_signed_out_user")
def check_sockets_after_sign_out(user: User | None, **_: Any) -> None:
    """Make the user's sockets prove their session; those of the ended one close."""
    if user is not None:
        outbox.announce_sign_out(user.pk)


@receiver(user_logged_out, dispatch_uid="no_pushes_to_a_signed_out_browser")
def forget_device_after_sign_out(user: User | None, request: HttpRequest, **_: Any) -> None:
    """A browser that somebody has signed out of gets his notifications no longer."""
    endpoint = request.session.get(DEVICE_KEY)
    if user is not None and endpoint:
        remove_device(user=user, endpoint=endpoint)


@receiver(sessions_ended, dispatch_uid="close_sockets_of_ended_sessions")
def check_sockets_after_end(user_id: int, **_: Any) -> None:
    """Sessions were ended from elsewhere; their sockets close."""
    outbox.announce_sign_out(user_id)


@receiver(post_save, sender=User, dispatch_uid="close_sockets_of_a_changed_user")
def check_sockets_after_change(instance: User, created: bool, **_: Any) -> None:
    """A ban or a new password ends sessions; the sockets must not outlive them."""
    if not created:
        outbox.announce_sign_out(instance.pk)


@receiver(post_migrate, dispatch_uid="seat_the_bots")
def seat_bots(app_config: Any, **_: Any) -> None:
    """Create the accounts of new bots; the tables exist once our own app is migrated."""
    if app_config.name == "games":
        ensure_bots()


@receiver(post_migrate, dispatch_uid="write_the_roles")
def write_roles(app_config: Any, apps: Any = None, **_: Any) -> None:
    """Write what moderators need once the permissions exist; those are made for each app."""
    if app_config.name == "games":
        create_permissions(app_config, verbosity=0)
        ensure_roles()
        if apps is None or "replytemplate" in apps.all_models["games"]:  # not before its migration
            ensure_replies()
