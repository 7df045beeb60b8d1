"""The moderators' log and the sanctions: to read and to search, nothing else."""

from typing import ClassVar

from django.contrib import admin

from games.admin.paging import FastList
from games.models import ModerationLog, Sanction


@admin.register(ModerationLog)
class ModerationLogAdmin(FastList):
    """Who did what to whom, and why."""

    list_display = ("created_at", "action", "user", "by", "note")
    list_filter = ("action",)
    list_select_related = ("user", "by")
    ordering = ("-id",)
    person_fields: ClassVar = ("user", "by")


@admin.register(Sanction)
class SanctionAdmin(FastList):
    """What was laid on whom; the page of a case lifts it."""

    list_display = ("began_at", "kind", "user", "by", "until", "lifted_at")
    list_filter = ("kind",)
    list_select_related = ("user", "by")
    ordering = ("-id",)
    person_fields: ClassVar = ("user",)
