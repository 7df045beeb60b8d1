"""Django's entry to the accounts."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The accounts app."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what follows from a sign-in, a new password and a new second factor."""
        from allauth.account import signals  # noqa: PLC0415  models are loaded by now
        from allauth.mfa.signals import authenticator_added  # noqa: PLC0415
        from django.contrib.auth.signals import user_logged_in  # noqa: PLC0415

        from accounts.services import factors, sessions  # noqa: PLC0415

        user_logged_in.connect(sessions.note_sign_in, dispatch_uid="note_sign_in")
        for changed in (signals.password_changed, signals.password_set, signals.password_reset):
            changed.connect(sessions.end_others_after_change, dispatch_uid="end_other_sessions")
        authenticator_added.connect(factors.note_proven, dispatch_uid="note_proven_factor")
