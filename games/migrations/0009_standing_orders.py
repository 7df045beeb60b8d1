from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0008_notices")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="standing_order",
                        serialize=False,
                        to="games.player",
                    ),
                ),
                ("choices", models.JSONField(default=list)),
                ("stops", models.JSONField(default=list)),
                ("before", models.JSONField(default=dict)),
                (
                    "version",
                    models.PositiveIntegerField(help_text="Of the game for which it was stored."),
                ),
                ("revision", models.PositiveIntegerField(default=1)),
                (
                    "key",
                    models.CharField(
                        help_text="Of the command that changed it last.", max_length=64
                    ),
                ),
                ("stored_at", models.DateTimeField()),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "waiting"),
                            ("played", "played"),
                            ("stopped", "stopped"),
                            ("impossible", "impossible"),
                            ("cleared", "cleared"),
                            ("over", "over"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=24)),
                ("by_seat", models.PositiveSmallIntegerField(null=True)),
                ("points", models.PositiveSmallIntegerField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_at__isnull", True), ("outcome", "")),
                            models.Q(
                                models.Q(("outcome", ""), _negated=True),
                                ("closed_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="a_closed_order_has_an_outcome",
                    )
                ],
            },
        ),
    ]
