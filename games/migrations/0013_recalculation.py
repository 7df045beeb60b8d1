"""Runs over the ledger, what they say anew, and what they need to know of each game."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

POOLS = ("qwirkle-duel", "qwirkle-table", "expansions-duel", "expansions-table")


def make_pools(apps, _editor):
    RatingPool = apps.get_model("games", "RatingPool")
    RatingPool.objects.bulk_create([RatingPool(key=key) for key in POOLS])


def copy_places(apps, _editor):
    """Copy into the ledger how each game ended, so that it can be read by itself."""
    Player = apps.get_model("games", "Player")
    RatingChange = apps.get_model("games", "RatingChange")
    own = Player.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"))
    RatingChange.objects.update(
        place=Coalesce(Subquery(own.values("place")[:1]), 1),
        has_left=Coalesce(Subquery(own.values("has_left")[:1]), False),
    )


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0012_pauses"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations: ClassVar = [
        migrations.AddField(
            model_name="game",
            name="annulled_at",
            field=models.DateTimeField(
                help_text="Since when it no longer counts in the ratings.", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=Q(annulled_at__isnull=False), fields=["id"], name="game_annulled"
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="has_left",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="place",
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rating_changes",
                to="games.game",
            ),
        ),
        migrations.RunPython(copy_places, migrations.RunPython.noop, elidable=True),
        migrations.CreateModel(
            name="RatingPool",
            fields=[
                ("key", models.CharField(max_length=24, primary_key=True, serialize=False)),
            ],
        ),
        migrations.RunPython(make_pools, migrations.RunPython.noop),
        migrations.CreateModel(
            name="Recalculation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("pool", models.CharField(max_length=24)),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("annulment", "games annulled"),
                            ("restoration", "games restored"),
                            ("request", "asked for"),
                        ],
                        max_length=12,
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=500)),
                ("formula_version", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "pending"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                        ],
                        default="pending",
                        max_length=8,
                    ),
                ),
                ("position", models.BigIntegerField(default=0)),
                ("rows_done", models.PositiveIntegerField(default=0)),
                ("rows_total", models.PositiveIntegerField(default=0)),
                ("rows_written", models.PositiveIntegerField(default=0)),
                ("players_touched", models.PositiveIntegerField(default=0)),
                ("largest_change", models.PositiveIntegerField(default=0)),
                ("lease_until", models.DateTimeField(null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("error", models.CharField(blank=True, max_length=500)),
                ("told_to", models.BigIntegerField(null=True)),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
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
                    "from_game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("games", models.ManyToManyField(related_name="recalculations", to="games.game")),
            ],
            options={"ordering": ["id"]},
        ),
        migrations.AddIndex(
            model_name="recalculation",
            index=models.Index(
                condition=Q(
                    ("state__in", ["pending", "running"]),
                    ("told_to__isnull", False),
                    _connector="OR",
                ),
                fields=["id"],
                name="recalculation_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="recalculation",
            constraint=models.UniqueConstraint(
                condition=Q(state="running"), fields=("pool",), name="one_run_per_pool"
            ),
        ),
        migrations.CreateModel(
            name="RatingRevision",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "change_id",
                        "run_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "change",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="revisions",
                        to="games.ratingchange",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="revisions",
                        to="games.recalculation",
                    ),
                ),
                ("before", models.IntegerField()),
                ("after", models.IntegerField()),
                ("k", models.PositiveIntegerField()),
                ("games", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="RatingShift",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.IntegerField()),
                ("after", models.IntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shifts",
                        to="games.recalculation",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="ratingshift",
            constraint=models.UniqueConstraint(fields=("run", "user"), name="one_shift_per_user"),
        ),
        migrations.CreateModel(
            name="RatingReset",
            fields=[
                (
                    "change",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="reset",
                        serialize=False,
                        to="games.ratingchange",
                    ),
                ),
                ("note", models.CharField(max_length=500)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
