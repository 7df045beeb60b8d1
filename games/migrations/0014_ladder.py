from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Count, Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce


def count_wins(apps, _editor):
    """Fill in how many rated games each has won alone; nobody else's place was the first."""
    Player = apps.get_model("games", "Player")
    Rating = apps.get_model("games", "Rating")
    rivals = Player.objects.filter(game=OuterRef("game"), is_winner=True).exclude(
        user=OuterRef("user")
    )
    won = (
        Player.objects.filter(
            ~Exists(rivals),
            user=OuterRef("user"),
            is_winner=True,
            game__rating_changes__user=OuterRef("user"),
            game__rating_changes__pool=OuterRef("pool"),
        )
        .order_by()
        .values("user")
        .annotate(n=Count("pk"))
        .values("n")
    )
    Rating.objects.update(wins=Coalesce(Subquery(won), 0))


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0013_recalculation"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="rating",
            name="wins",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name="LadderHistogram",
            fields=[
                ("pool", models.CharField(max_length=24, primary_key=True, serialize=False)),
                ("top", models.IntegerField(default=0)),
                ("counts", models.JSONField(default=list)),
                ("last_change", models.BigIntegerField(default=0)),
                ("built_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="FrozenLadder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("pool", models.CharField(max_length=24)),
                (
                    "kind",
                    models.CharField(
                        choices=[("week", "Week"), ("season", "Season")], max_length=6
                    ),
                ),
                ("key", models.CharField(max_length=10)),
                ("at", models.DateTimeField()),
                ("filled_to", models.BigIntegerField(default=0)),
                ("is_filled", models.BooleanField(default=False)),
                ("ranked_to", models.PositiveIntegerField(default=0)),
                ("frozen_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="FrozenPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("value", models.IntegerField()),
                ("games", models.PositiveIntegerField()),
                ("rank", models.PositiveIntegerField(null=True)),
                (
                    "ladder",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="games.frozenladder",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                condition=models.Q(("games__gte", 15), ("opponents__gte", 5)),
                fields=["pool", "-value", "user"],
                name="rating_listed",
            ),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["user", "pool", "-created_at"], name="change_of_user_at"),
        ),
        migrations.AddConstraint(
            model_name="frozenladder",
            constraint=models.UniqueConstraint(
                fields=("pool", "kind", "key"), name="one_frozen_ladder"
            ),
        ),
        migrations.AddConstraint(
            model_name="frozenplace",
            constraint=models.UniqueConstraint(
                fields=("ladder", "user"), name="one_place_per_player"
            ),
        ),
        migrations.AddIndex(
            model_name="frozenplace",
            index=models.Index(fields=["ladder", "rank"], name="place_by_rank"),
        ),
        migrations.AddIndex(
            model_name="frozenplace",
            index=models.Index(fields=["ladder", "-value", "user"], name="place_by_value"),
        ),
        migrations.RunPython(count_wins, migrations.RunPython.noop),
    ]
