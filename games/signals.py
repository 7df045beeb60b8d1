"""What the games do when something happens elsewhere: sign-outs close sockets, bots are seated."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_migrate, post_save
from django.dispatch import receiver

from accounts.models import User
from games import outbox
from games.services.bots import ensure_bots


@receiver(user_logged_out, dispatch_uid="close_sockets_of_a_signed_out_user")
def check_sockets_after_sign_out(user: User | None, **_: Any) -> None:
    """Make the user's sockets prove their session; those of the ended one close."""
    if user is not None:
        outbox.announce_sign_out(user.pk)


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
