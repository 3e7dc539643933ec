"""Calling players to the table, and the time they have."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """How players are reached and what they wish; when turns began."""

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("railhead", "0013_community"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StoredPlayer",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("wishes", models.JSONField(null=True)),
                ("hours", models.JSONField(null=True)),
            ],
            options={
                "db_table": "railhead_player",
            },
        ),
        migrations.AddField(
            model_name="storedgame",
            name="agreed",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="storedgame",
            name="turn_length",
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name="storedgame",
            name="turn_since",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="storedseat",
            name="hours",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="storedseat",
            name="overdrawn",
            field=models.FloatField(default=0),
        ),
        migrations.AddField(
            model_name="storedseat",
            name="seen",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="storedseat",
            name="substitute_since",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="storedseat",
            name="wishes",
            field=models.JSONField(null=True),
        ),
        migrations.CreateModel(
            name="StoredWay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=8)),
                ("address", models.TextField()),
                ("details", models.JSONField(default=dict)),
                ("site", models.CharField(max_length=200)),
                ("language", models.CharField(max_length=10)),
                ("confirmed", models.DateTimeField(null=True)),
                ("failures", models.IntegerField(default=0)),
                ("problem", models.TextField(blank=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "seat",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ways",
                        to="railhead.storedseat",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ways",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "railhead_way",
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("seat__isnull", False), ("user", None)),
                            models.Q(("seat", None), ("user__isnull", False)),
                            _connector="OR",
                        ),
                        name="way_of_somebody",
                    )
                ],
            },
        ),
    ]
