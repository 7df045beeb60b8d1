from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def copy_ends(apps, _schema_editor):
    """Tell the players of games that are over when these ended."""
    game = apps.get_model("games", "Game").objects.filter(pk=models.OuterRef("game"))
    over = apps.get_model("games", "Player").objects.exclude(game__status="running")
    over.update(finished_at=models.Subquery(game.values("finished_at")))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0009_standing_orders")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="challenge",
            name="is_private",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="challenge",
            name="host_reply",
            field=models.DurationField(
                help_text="How long the host usually takes to answer, when he opened it.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="is_private",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Only the players can see it; for others it does not exist.",
            ),
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "person"), name="one_block_per_person"),
                    models.CheckConstraint(
                        condition=models.Q(("user", models.F("person")), _negated=True),
                        name="nobody_blocks_himself",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="player",
            name="finished_at",
            field=models.DateTimeField(
                help_text="When the game ended; a copy, so that one's own games are found in order.",
                null=True,
            ),
        ),
        migrations.RunPython(copy_ends, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False)),
                fields=["user", "-finished_at", "-id"],
                name="player_finished",
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", True)),
                fields=["user"],
                name="player_running",
            ),
        ),
    ]
