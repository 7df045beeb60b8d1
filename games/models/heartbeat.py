"""Signs of life of the processes that nobody sees."""

from django.db import models


class Heartbeat(models.Model):
    """When a role last said that it works; the health page reads it."""

    role = models.CharField(max_length=20, primary_key=True)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.role
