from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0011_ratings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="game",
            name="ended_by",
            field=models.PositiveSmallIntegerField(
                help_text="The seat that called the game off, or made no first move in time.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("clock_since__isnull", True), ("status", "running")),
                fields=["id"],
                name="game_standing",
            ),
        ),
        migrations.CreateModel(
            name="Gift",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("amount", models.DurationField()),
                ("version", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("given_at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="gifts_of_time",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="gifts",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "key"), name="one_gift_per_key")
                ],
            },
        ),
        migrations.CreateModel(
            name="Pause",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("moderator", "by a moderator"), ("agreed", "agreed by all")],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("version", models.PositiveIntegerField()),
                ("agreed", models.JSONField(default=list)),
                (
                    "began_at",
                    models.DateTimeField(help_text="Empty while it is only offered.", null=True),
                ),
                (
                    "until",
                    models.DateTimeField(help_text="When it lapses or ends by itself.", null=True),
                ),
                (
                    "ended_at",
                    models.DateTimeField(
                        help_text="Empty while it is offered or lasts.", null=True
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ended_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pauses",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=["until"],
                        name="pause_until",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("game", "kind"),
                        name="one_open_pause_per_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ended_at__isnull", True),
                            ("began_at__isnull", True),
                            ("ended_at__gte", models.F("began_at")),
                            _connector="OR",
                        ),
                        name="a_pause_ends_after_its_start",
                    ),
                ],
            },
        ),
    ]
