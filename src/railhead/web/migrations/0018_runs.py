"""How people ran their trains, for each game that is over."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A table of its own."""

    dependencies = [("railhead", "0017_reviews")]

    operations = [
        migrations.CreateModel(
            name="StoredRuns",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="runs",
                        serialize=False,
                        to="railhead.storedgame",
                    ),
                ),
                ("length", models.IntegerField()),
                ("done", models.IntegerField(default=0)),
                ("tallies", models.JSONField(default=dict)),
            ],
            options={"db_table": "railhead_runs"},
        ),
    ]
