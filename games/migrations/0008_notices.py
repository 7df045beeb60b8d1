from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0007_vacation")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="PushKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("private", models.CharField(max_length=60)),
                ("public", models.CharField(max_length=100)),
            ],
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("p256dh", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=30)),
                ("created_at", models.DateTimeField()),
                ("failures", models.PositiveSmallIntegerField(db_default=0, default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["created_at", "pk"]},
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=60, unique=True)),
                ("channel", models.CharField(max_length=5)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("failed", "given up"),
                            ("dropped", "not needed"),
                        ],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("error", models.CharField(blank=True, default="", max_length=40)),
                ("created_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("lease_until", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="GameLook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seen_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event", models.CharField(max_length=12)),
                ("key", models.CharField(max_length=60)),
                ("game_version", models.PositiveIntegerField(null=True)),
                ("facts", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                ("routed_at", models.DateTimeField(null=True)),
                ("read_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="NoticeChoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event", models.CharField(max_length=12)),
                ("channel", models.CharField(max_length=5)),
                ("is_on", models.BooleanField()),
            ],
        ),
        migrations.CreateModel(
            name="NoticeHabits",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notice_habits",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("quiet_from", models.TimeField(null=True)),
                ("quiet_until", models.TimeField(null=True)),
                ("digest_at", models.TimeField(null=True)),
                ("digest_due", models.DateTimeField(null=True)),
                ("wants_always", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name_plural": "notice habits",
            },
        ),
        migrations.AddField(
            model_name="game",
            name="reminder_at",
            field=models.DateTimeField(
                help_text="When the seat to move is next reminded of its time.", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("reminder_at__isnull", False)),
                fields=["reminder_at"],
                name="game_reminder",
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="gamelook",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="looks", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="gamelook",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="looks",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="challenge",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="games.challenge",
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="notice",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="games.notice",
            ),
        ),
        migrations.AddField(
            model_name="noticechoice",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notice_choices",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="noticehabits",
            index=models.Index(
                condition=models.Q(("digest_due__isnull", False)),
                fields=["digest_due"],
                name="digest_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="noticehabits",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("quiet_from__isnull", True), ("quiet_until__isnull", True)),
                    models.Q(("quiet_from__isnull", False), ("quiet_until__isnull", False)),
                    _connector="OR",
                ),
                name="quiet_hours_begin_and_end",
            ),
        ),
        migrations.AddIndex(
            model_name="gamelook",
            index=models.Index(fields=["seen_at"], name="look_age"),
        ),
        migrations.AddConstraint(
            model_name="gamelook",
            constraint=models.UniqueConstraint(fields=("user", "game"), name="one_look_per_game"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["user", "-id"], name="notice_of_user"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("read_at__isnull", True)), fields=["user"], name="notice_unread"
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("routed_at__isnull", True)),
                fields=["id"],
                name="notice_unrouted",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["created_at"], name="notice_age"),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("user", "key"), name="one_notice_per_happening"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state__in", ["waiting", "sending"])),
                fields=["due_at"],
                name="delivery_due",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["created_at"], name="delivery_age"),
        ),
        migrations.AddConstraint(
            model_name="noticechoice",
            constraint=models.UniqueConstraint(
                fields=("user", "event", "channel"), name="one_choice_per_square"
            ),
        ),
    ]
