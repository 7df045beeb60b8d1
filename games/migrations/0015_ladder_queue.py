from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0014_ladder"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="game",
            name="ladder",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The pool for whose ladder it is played; empty for every other game.",
                max_length=24,
            ),
        ),
        migrations.AddField(
            model_name="challenge",
            name="ladder",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The pool on whose ladder it is a challenge; empty for every other offer.",
                max_length=24,
            ),
        ),
        migrations.CreateModel(
            name="LadderQueue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("pool", models.CharField(max_length=24)),
                ("paces", models.JSONField(default=list)),
                ("rulesets", models.JSONField(default=list)),
                ("games_most", models.PositiveSmallIntegerField(default=2)),
                ("joined_at", models.DateTimeField()),
                (
                    "waits_since",
                    models.DateTimeField(
                        help_text="Empty while his places are taken or he is away.", null=True
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ladder_queues",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [
                    models.Index(fields=["pool", "waits_since"], name="ladder_queue_turn"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "pool"), name="one_queue_row_per_pool")
                ],
            },
        ),
    ]
