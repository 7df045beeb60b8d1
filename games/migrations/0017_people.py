"""Conduct, follows, privacy, and Qwirkles counted by seat."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0016_moderation"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations: ClassVar = [
        migrations.AddField(
            model_name="challenge",
            name="min_conduct",
            field=models.PositiveSmallIntegerField(
                help_text="How well who joins has to keep his games, in per cent.", null=True
            ),
        ),
        # Of games that began before, nobody has counted: their rows stay empty.
        migrations.AddField(
            model_name="player",
            name="qwirkles",
            field=models.PositiveSmallIntegerField(
                help_text="Qwirkles made; empty where nobody counted them.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="player",
            name="qwirkles",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="Qwirkles made; empty where nobody counted them.", null=True
            ),
        ),
        migrations.CreateModel(
            name="Conduct",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="conduct",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("score", models.PositiveIntegerField(default=10000)),
                ("games", models.PositiveIntegerField(default=0)),
                ("absent_at", models.DateTimeField(null=True)),
            ],
            options={"verbose_name_plural": "conduct"},
        ),
        migrations.CreateModel(
            name="ConductEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("outcome", models.CharField(max_length=8)),
                ("is_counted", models.BooleanField()),
                ("before", models.PositiveIntegerField()),
                ("after", models.PositiveIntegerField()),
                ("formula_version", models.PositiveSmallIntegerField()),
                ("happened_at", models.DateTimeField()),
                ("created_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conduct_events",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="conduct_events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [
                    models.Index(fields=["user", "-id"], name="conduct_event_of_user"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("game", "user"), name="one_conduct_event_per_player"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followed_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "person"), name="one_follow_per_person"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("user", models.F("person")), _negated=True),
                        name="nobody_follows_himself",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Privacy",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="privacy",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "statistics",
                    models.CharField(
                        choices=[
                            ("everybody", "Everybody"),
                            ("members", "Who is signed in"),
                            ("nobody", "Nobody but me"),
                        ],
                        default="everybody",
                        max_length=9,
                    ),
                ),
                (
                    "invitations",
                    models.CharField(
                        choices=[
                            ("everybody", "Everybody"),
                            ("followed", "Players I follow"),
                            ("nobody", "Nobody"),
                        ],
                        default="everybody",
                        max_length=9,
                    ),
                ),
                ("shows_presence", models.BooleanField(default=True)),
            ],
            options={"verbose_name_plural": "privacy"},
        ),
    ]
