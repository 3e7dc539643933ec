"""Boards as players imagine them are kept with their games."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Sketches, each with its owner."""

    dependencies = [("railhead", "0006_lobby")]

    operations = [
        migrations.CreateModel(
            name="StoredSketch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.CharField(max_length=80)),
                ("name", models.CharField(max_length=60)),
                ("at", models.IntegerField()),
                ("data", models.JSONField(default=dict)),
                ("changed", models.DateTimeField(auto_now=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sketches", to="railhead.storedgame"
                    ),
                ),
            ],
            options={
                "db_table": "railhead_sketch",
                "ordering": ["-changed", "-id"],
                "indexes": [models.Index(fields=["game", "owner"], name="sketches_of_somebody")],
            },
        ),
    ]
