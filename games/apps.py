"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers signals that keep bots seated and sockets honest."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect signals and register system checks; both need the models to be loaded."""
        from games import checks, signals  # noqa: F401, PLC0415
