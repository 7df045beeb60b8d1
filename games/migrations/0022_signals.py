"""Signals and what they rest on, automatic reports, public counts, indexes of the admin."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0021_actions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations: ClassVar = [
        migrations.CreateModel(
            name="Agreement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("analyst", models.CharField(max_length=30)),
                ("pool", models.CharField(max_length=24)),
                ("rating", models.IntegerField()),
                ("decisions", models.PositiveSmallIntegerField()),
                ("agreed", models.PositiveSmallIntegerField()),
                ("finished_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="DeviceMark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mark", models.CharField(max_length=64)),
                ("is_exact", models.BooleanField()),
                ("expires_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="LogCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField()),
                ("action", models.CharField(max_length=12)),
                ("category", models.CharField(blank=True, max_length=10)),
                ("count", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="ReadTo",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("position", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Signal",
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
                        choices=[
                            ("many_games", "Many games with each other"),
                            ("early_losses", "Losses in the first turns"),
                            ("same_winner", "Always the same wins"),
                            ("shared_device", "Shared device"),
                            ("bot_agreement", "Plays like the strongest bot"),
                            ("table_help", "Help each other at tables"),
                        ],
                        max_length=14,
                    ),
                ),
                ("figures", models.JSONField(default=dict)),
                ("games", models.JSONField(default=list)),
                ("key", models.CharField(max_length=64, unique=True)),
                ("through_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[("new", "new"), ("seen", "seen"), ("dismissed", "dismissed")],
                        default="new",
                        max_length=9,
                    ),
                ),
                ("judged_at", models.DateTimeField(null=True)),
                ("note", models.CharField(blank=True, default="", max_length=500)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="TableGain",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("over_given", models.IntegerField()),
                ("over_taken", models.IntegerField()),
                ("finished_at", models.DateTimeField()),
            ],
        ),
        migrations.AlterField(
            model_name="report",
            name="reporter",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="chatline",
            index=models.Index(fields=["room", "-id"], name="chat_line_room"),
        ),
        migrations.AddIndex(
            model_name="chatline",
            index=models.Index(
                condition=models.Q(("is_hidden", True)), fields=["-id"], name="chat_line_hidden"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["status", "-id"], name="game_of_status"),
        ),
        migrations.AddIndex(
            model_name="moderationlog",
            index=models.Index(fields=["action", "-id"], name="log_of_action"),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["category", "-id"], name="report_of_category"),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["is_open", "-id"], name="report_open"),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(fields=["kind", "-id"], name="sanction_of_kind"),
        ),
        migrations.AddField(
            model_name="agreement",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="agreements",
                to="games.player",
            ),
        ),
        migrations.AddField(
            model_name="agreement",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="devicemark",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="logcount",
            constraint=models.UniqueConstraint(
                fields=("month", "action", "category"), name="one_count_per_month_and_kind"
            ),
        ),
        migrations.AddField(
            model_name="signal",
            name="judged_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="signal",
            name="other",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="other_signals",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="signal",
            name="report",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="signal",
                to="games.report",
            ),
        ),
        migrations.AddField(
            model_name="signal",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="signals",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tablegain",
            name="first",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tablegain",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="tablegain",
            name="second",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="agreement",
            index=models.Index(fields=["user", "analyst", "finished_at"], name="agreement_of_user"),
        ),
        migrations.AddIndex(
            model_name="agreement",
            index=models.Index(fields=["analyst", "pool", "rating"], name="agreement_of_strength"),
        ),
        migrations.AddIndex(
            model_name="agreement",
            index=models.Index(fields=["finished_at"], name="agreement_age"),
        ),
        migrations.AddConstraint(
            model_name="agreement",
            constraint=models.UniqueConstraint(
                fields=("player", "analyst"), name="one_figure_per_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="agreement",
            constraint=models.CheckConstraint(
                condition=models.Q(("agreed__lte", models.F("decisions"))),
                name="nobody_agrees_more_often_than_he_decides",
            ),
        ),
        migrations.AddIndex(
            model_name="devicemark",
            index=models.Index(fields=["expires_at"], name="mark_expires"),
        ),
        migrations.AddConstraint(
            model_name="devicemark",
            constraint=models.UniqueConstraint(fields=("mark", "user"), name="one_mark_per_user"),
        ),
        migrations.AddIndex(
            model_name="signal",
            index=models.Index(fields=["user", "-id"], name="signal_of_user"),
        ),
        migrations.AddIndex(
            model_name="signal",
            index=models.Index(fields=["other", "-id"], name="signal_of_other"),
        ),
        migrations.AddIndex(
            model_name="signal",
            index=models.Index(fields=["kind", "-id"], name="signal_of_kind"),
        ),
        migrations.AddIndex(
            model_name="signal",
            index=models.Index(fields=["state", "-id"], name="signal_of_state"),
        ),
        migrations.AddIndex(
            model_name="tablegain",
            index=models.Index(fields=["first", "second", "finished_at"], name="gain_of_pair"),
        ),
        migrations.AddIndex(
            model_name="tablegain",
            index=models.Index(fields=["finished_at"], name="gain_age"),
        ),
        migrations.AddConstraint(
            model_name="tablegain",
            constraint=models.UniqueConstraint(
                fields=("game", "first", "second"), name="one_gain_per_pair_and_game"
            ),
        ),
        migrations.AddConstraint(
            model_name="tablegain",
            constraint=models.CheckConstraint(
                condition=models.Q(("first__lt", models.F("second"))),
                name="a_pair_of_a_table_is_in_order",
            ),
        ),
    ]
