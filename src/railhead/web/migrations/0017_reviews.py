"""Reviews of games that are over."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A table of its own."""

    dependencies = [("railhead", "0016_language")]

    operations = [
        migrations.CreateModel(
            name="StoredReview",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="review",
                        serialize=False,
                        to="railhead.storedgame",
                    ),
                ),
                ("length", models.IntegerField()),
                ("done", models.IntegerField(default=0)),
                ("left_out", models.IntegerField(default=0)),
                ("data", models.JSONField(default=dict)),
            ],
            options={"db_table": "railhead_review"},
        ),
    ]
