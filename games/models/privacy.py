"""What somebody lets others see, and who may invite him."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Privacy(models.Model):
    """A user's switches; who has no row shows everything and takes every invitation.

    `games.selectors.privacy` alone decides by them.
    """

    class Audience(models.TextChoices):
        """Who may see something."""

        EVERYBODY = "everybody", _("Everybody")
        MEMBERS = "members", _("Who is signed in")
        NOBODY = "nobody", _("Nobody but me")

    class Hosts(models.TextChoices):
        """Who may invite somebody by name."""

        EVERYBODY = "everybody", _("Everybody")
        FOLLOWED = "followed", _("Players I follow")
        NOBODY = "nobody", _("Nobody")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="privacy",
    )
    statistics = models.CharField(max_length=9, choices=Audience, default=Audience.EVERYBODY)
    invitations = models.CharField(max_length=9, choices=Hosts, default=Hosts.EVERYBODY)
    shows_presence = models.BooleanField(default=True)

    class Meta:
        """It has no plural."""

        verbose_name_plural = "privacy"

    def __str__(self) -> str:
        return f"privacy of user {self.user_id}"
