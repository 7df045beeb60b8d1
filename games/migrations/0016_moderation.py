from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

AREAS = {"rude": "chat", "spam": "chat", "private": "chat", "cheating": "cheat"}
WEIGHT = 20


def take_over(apps, _schema_editor):
    """Make cases of the reports of chat lines that there were."""
    case_of, report = apps.get_model("games", "Case"), apps.get_model("games", "Report")
    for old in apps.get_model("games", "ChatReport").objects.order_by("id").iterator():
        fields = {"suspect_id": old.suspect_id, "category": old.category}
        case = case_of.objects.filter(**fields, closed_at=None).first() if old.is_open else None
        if case is None:
            case = case_of.objects.create(
                **fields,
                area=AREAS[old.category],
                opened_at=old.created_at,
                reported_at=old.created_at,
                closed_at=None if old.is_open else old.created_at,
                is_acted=None if old.is_open else False,
            )
        case.score += WEIGHT
        case.report_count += 1
        case.reported_at = old.created_at
        case.save()
        evidence = {
            "name": old.suspect.username,
            "game": old.line.game.public_id,
            "number": old.line.number,
            "lines": old.evidence,
        }
        report.objects.create(
            **fields,
            case=case,
            line_id=old.line_id,
            game_id=old.line.game_id,
            reporter_id=old.reporter_id,
            evidence=evidence,
            weight=WEIGHT,
            is_open=old.is_open,
            created_at=old.created_at,
        )


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0015_ladder_queue"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.AddField(
            model_name="chatline",
            name="is_shadow",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("granted", "granted"), ("refused", "refused")],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("opened_at", models.DateTimeField()),
                ("waiting_since", models.DateTimeField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
            ],
            options={
                "permissions": [("decide_appeal", "Can answer and decide appeals")],
            },
        ),
        migrations.CreateModel(
            name="AppealMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_moderator", models.BooleanField(default=False)),
                ("text", models.CharField(max_length=1000)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("rude", "Rude or threatening"),
                            ("spam", "Spam or advertising"),
                            ("private", "Somebody's private matters"),
                            ("stalling", "Stalling or leaving games"),
                            ("help", "Help from a bot"),
                            ("cheating", "Tells tiles or makes a deal"),
                            ("accounts", "Plays with several accounts"),
                            ("name", "Offensive name"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "area",
                    models.CharField(
                        choices=[("chat", "Chat"), ("conduct", "Conduct"), ("cheat", "Fair play")],
                        max_length=8,
                    ),
                ),
                ("score", models.PositiveIntegerField(default=0)),
                ("report_count", models.PositiveIntegerField(default=0)),
                ("opened_at", models.DateTimeField()),
                ("reported_at", models.DateTimeField()),
                ("locked_until", models.DateTimeField(null=True)),
                ("snoozed_until", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("is_acted", models.BooleanField(null=True)),
            ],
            options={
                "ordering": ["-id"],
                "permissions": [
                    ("handle_chat", "Can handle cases about chat"),
                    ("handle_conduct", "Can handle cases about conduct"),
                    ("handle_cheat", "Can handle cases about fair play"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ModerationLog",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("warning", "Warning"),
                            ("mute", "Mute"),
                            ("shadow_mute", "Shadow mute"),
                            ("ban_chat", "Ban from chat"),
                            ("ban_rated", "Ban from rated games"),
                            ("ban_site", "Ban from the site"),
                            ("closed", "Account closed"),
                            ("renamed", "Forced to take a new name"),
                            ("lifted", "Sanction lifted"),
                            ("no_action", "No action"),
                            ("snoozed", "Put off"),
                            ("answered", "Appeal answered"),
                            ("granted", "Appeal granted"),
                            ("refused", "Appeal refused"),
                        ],
                        max_length=12,
                    ),
                ),
                ("note", models.CharField(max_length=500)),
                ("facts", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "category",
                    models.CharField(
                        choices=[
                            ("rude", "Rude or threatening"),
                            ("spam", "Spam or advertising"),
                            ("private", "Somebody's private matters"),
                            ("stalling", "Stalling or leaving games"),
                            ("help", "Help from a bot"),
                            ("cheating", "Tells tiles or makes a deal"),
                            ("accounts", "Plays with several accounts"),
                            ("name", "Offensive name"),
                        ],
                        max_length=10,
                    ),
                ),
                ("text", models.CharField(blank=True, default="", max_length=500)),
                ("evidence", models.JSONField()),
                ("weight", models.PositiveSmallIntegerField(default=20)),
                ("is_open", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Sanction",
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
                            ("warning", "Warning"),
                            ("mute", "Mute"),
                            ("shadow_mute", "Shadow mute"),
                            ("ban_chat", "Ban from chat"),
                            ("ban_rated", "Ban from rated games"),
                            ("ban_site", "Ban from the site"),
                            ("closed", "Account closed"),
                        ],
                        max_length=12,
                    ),
                ),
                ("note", models.CharField(max_length=500)),
                ("words", models.CharField(blank=True, max_length=500)),
                ("began_at", models.DateTimeField()),
                ("until", models.DateTimeField(null=True)),
                ("lifted_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-id"],
                "permissions": [
                    ("warn", "Can warn"),
                    ("mute", "Can mute, openly or in the shadow"),
                    ("ban_chat", "Can ban from chat"),
                    ("ban_rated", "Can ban from rated games"),
                    ("ban_site", "Can ban from the site"),
                    ("close_account", "Can close accounts"),
                    ("rename", "Can force a new name"),
                    ("lift", "Can lift sanctions"),
                ],
            },
        ),
        migrations.RemoveIndex(
            model_name="chatreport",
            name="chat_report_rate",
        ),
        migrations.RemoveConstraint(
            model_name="chatreport",
            name="one_open_report_per_pair",
        ),
        migrations.AddField(
            model_name="appeal",
            name="decided_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="appealmessage",
            name="appeal",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="messages",
                to="games.appeal",
            ),
        ),
        migrations.AddField(
            model_name="appealmessage",
            name="author",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="closed_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="locked_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="suspect",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="cases",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="moderationlog",
            name="appeal",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="log",
                to="games.appeal",
            ),
        ),
        migrations.AddField(
            model_name="moderationlog",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="moderationlog",
            name="case",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="log",
                to="games.case",
            ),
        ),
        migrations.AddField(
            model_name="moderationlog",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moderation_log",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="games.case"
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="line",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="reports",
                to="games.chatline",
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="reporter",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="suspect",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports_against",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="case",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sanctions",
                to="games.case",
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="lifted_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="sanction",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sanctions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="moderationlog",
            name="sanction",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="log",
                to="games.sanction",
            ),
        ),
        migrations.AddField(
            model_name="appeal",
            name="sanction",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="appeal",
                to="games.sanction",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True)),
                fields=["-score", "id"],
                name="case_queue",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["suspect", "-id"], name="case_of_suspect"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["closed_at"], name="case_closed"),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at__isnull", True)),
                fields=("suspect", "category"),
                name="one_open_case_per_reason",
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["reporter", "created_at"], name="report_rate"),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["created_at"], name="report_age"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_open", True)),
                fields=("reporter", "suspect", "category"),
                name="one_open_report_per_pair",
            ),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(
                condition=models.Q(("lifted_at__isnull", True)),
                fields=["user", "kind"],
                name="sanction_held",
            ),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(fields=["user", "-id"], name="sanction_of_user"),
        ),
        migrations.AddIndex(
            model_name="sanction",
            index=models.Index(
                condition=models.Q(("kind", "ban_site"), ("lifted_at__isnull", True)),
                fields=["until"],
                name="sanction_ends",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("until__isnull", True), ("until__gte", models.F("began_at")), _connector="OR"
                ),
                name="a_sanction_ends_after_its_start",
            ),
        ),
        migrations.AddIndex(
            model_name="moderationlog",
            index=models.Index(fields=["user", "-id"], name="log_of_user"),
        ),
        migrations.AddIndex(
            model_name="moderationlog",
            index=models.Index(fields=["created_at", "action"], name="log_by_time"),
        ),
        migrations.AddIndex(
            model_name="appeal",
            index=models.Index(
                condition=models.Q(("state", "open")),
                fields=["waiting_since"],
                name="appeal_waiting",
            ),
        ),
        migrations.AddIndex(
            model_name="appeal",
            index=models.Index(fields=["decided_at"], name="appeal_decided"),
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop, elidable=True),
        migrations.DeleteModel(name="ChatReport"),
    ]
