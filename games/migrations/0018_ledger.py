"""What a recalculation changes waits beside the ratings; who may start one."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [
        ("games", "0017_people"),
    ]

    operations: ClassVar = [
        migrations.AlterModelOptions(
            name="recalculation",
            options={
                "ordering": ["id"],
                "permissions": [("start_recalculation", "Can have ratings recalculated")],
            },
        ),
        migrations.AddField(
            model_name="ratingpool",
            name="settling",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.recalculation",
            ),
        ),
        migrations.AddField(
            model_name="ratingshift",
            name="counts_anew",
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddField(
            model_name="ratingshift",
            name="games",
            field=models.PositiveIntegerField(db_default=0),
        ),
        migrations.AddField(
            model_name="ratingshift",
            name="is_settled",
            field=models.BooleanField(db_default=True),
        ),
    ]
