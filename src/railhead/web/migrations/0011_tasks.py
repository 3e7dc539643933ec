"""A queue of what is to be done in the background."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One more table."""

    dependencies = [("railhead", "0010_upkeep")]

    operations = [
        migrations.CreateModel(
            name="StoredTask",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("key", models.CharField(max_length=120, unique=True)),
                ("payload", models.JSONField(default=dict)),
                ("due", models.DateTimeField()),
                ("attempts", models.IntegerField(default=0)),
                ("problem", models.TextField(blank=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("done", models.DateTimeField(db_index=True, null=True)),
                ("failed", models.DateTimeField(db_index=True, null=True)),
            ],
            options={
                "db_table": "railhead_task",
                "indexes": [
                    models.Index(
                        condition=models.Q(("done", None), ("failed", None)), fields=["due"], name="tasks_waiting"
                    )
                ],
            },
        ),
    ]
