"""Sessions with their users, names and addresses people had, copies of their data."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import accounts.models.data_export


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_auto_vacation"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="AddressChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("old", models.EmailField(max_length=254)),
                ("new", models.EmailField(max_length=254)),
                ("created_at", models.DateTimeField()),
                ("undone_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="DataExport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=accounts.models.data_export.new_token,
                        editable=False,
                        max_length=22,
                        unique=True,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("ready", "ready"), ("failed", "failed")],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("cursor", models.BigIntegerField(default=0)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("lease_until", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("ready_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="DataExportPart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="HeldName",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("until", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="NameChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("old", models.CharField(max_length=20, verbose_name="old name")),
                ("new", models.CharField(max_length=20, verbose_name="new name")),
                ("is_forced", models.BooleanField(default=False)),
                ("note", models.CharField(blank=True, default="", max_length=500)),
                ("created_at", models.DateTimeField()),
                ("kept_until", models.DateTimeField()),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40, primary_key=True, serialize=False, verbose_name="session key"
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "device",
                    models.CharField(blank=True, default="", max_length=60, verbose_name="device"),
                ),
                (
                    "address",
                    models.CharField(blank=True, default="", max_length=45, verbose_name="address"),
                ),
                ("started_at", models.DateTimeField(null=True)),
                ("seen_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "ordering": ["-seen_at"],
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="user",
            name="deleted_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="deletion_due",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="may_choose_name",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("deletion_due__isnull", False)),
                fields=["deletion_due"],
                name="user_deletion_due",
            ),
        ),
        migrations.AddField(
            model_name="addresschange",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="address_changes",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="dataexport",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="data_exports",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="dataexportpart",
            name="export",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="parts",
                to="accounts.dataexport",
            ),
        ),
        migrations.AddField(
            model_name="namechange",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="namechange",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="name_changes",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="session",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sessions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="addresschange",
            index=models.Index(fields=["created_at"], name="address_change_age"),
        ),
        migrations.AddIndex(
            model_name="dataexport",
            index=models.Index(fields=["created_at"], name="data_export_age"),
        ),
        migrations.AddConstraint(
            model_name="dataexport",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "waiting")),
                fields=("user",),
                name="one_export_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="dataexportpart",
            constraint=models.UniqueConstraint(
                fields=("export", "number"), name="one_part_per_number"
            ),
        ),
        migrations.AddIndex(
            model_name="namechange",
            index=models.Index(
                django.db.models.functions.text.Lower("old"), name="name_change_old"
            ),
        ),
    ]
