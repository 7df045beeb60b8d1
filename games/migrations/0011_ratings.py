from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0010_private_and_blocks")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="challenge",
            name="host_rating",
            field=models.IntegerField(
                help_text="The host's when he opened it, in thousandths of a point.", null=True
            ),
        ),
        migrations.AddField(
            model_name="challenge",
            name="is_rated",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="challenge",
            name="rating_range",
            field=models.PositiveSmallIntegerField(
                help_text="How far from the host's a rating may be, in points; empty: any.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="is_rated",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Whether its end changes ratings."
            ),
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("pool", models.CharField(max_length=24)),
                ("value", models.IntegerField(default=1500000)),
                ("games", models.PositiveIntegerField(default=0)),
                ("opponents", models.PositiveIntegerField(default=0)),
                ("last_game_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatedOpponent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="met",
                        to="games.rating",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("pool", models.CharField(max_length=24)),
                ("before", models.IntegerField()),
                ("after", models.IntegerField()),
                ("k", models.PositiveIntegerField()),
                ("games", models.PositiveIntegerField()),
                ("formula_version", models.PositiveSmallIntegerField()),
                ("created_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rating_changes",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rating_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("user", "pool"), name="one_rating_per_pool"),
        ),
        migrations.AddConstraint(
            model_name="ratedopponent",
            constraint=models.UniqueConstraint(
                fields=("rating", "opponent"), name="one_row_per_opponent"
            ),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["user", "pool", "-id"], name="change_of_user"),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["pool", "id"], name="change_of_pool"),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(fields=("game", "seat"), name="one_change_per_seat"),
        ),
    ]
