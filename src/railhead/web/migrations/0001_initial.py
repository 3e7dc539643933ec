"""The first form of the database."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import railhead.web.models


class Migration(migrations.Migration):
    """All tables."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=railhead.web.models.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=80)),
                ("title", models.CharField(max_length=16)),
                ("revision", models.IntegerField()),
                ("options", models.JSONField(default=list)),
                ("players", models.JSONField(default=list)),
                ("seed", models.BigIntegerField(default=0)),
                ("imported", models.BooleanField(default=False)),
                ("hot_seat", models.BooleanField(default=False)),
                ("open_seats", models.BooleanField(default=False)),
                ("links", models.JSONField(default=dict)),
                ("length", models.IntegerField(default=0)),
                ("stir", models.IntegerField(default=0)),
                ("actions", models.IntegerField(default=0)),
                ("stage", models.CharField(blank=True, max_length=80)),
                ("to_act", models.IntegerField(null=True)),
                ("asked", models.JSONField(null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("changed", models.DateTimeField(auto_now=True)),
            ],
            options={
                "ordering": ["-changed"],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("seat", models.IntegerField(null=True)),
                ("text", models.TextField()),
                ("time", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="railhead.game"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.IntegerField()),
                ("kind", models.CharField(max_length=8)),
                ("seat", models.IntegerField()),
                ("text", models.TextField()),
                ("automatic", models.BooleanField(default=False)),
                ("time", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="log", to="railhead.game"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [models.UniqueConstraint(fields=("game", "number"), name="one_entry_a_number")],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.IntegerField()),
                ("note", models.TextField(blank=True)),
                ("order", models.JSONField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="railhead.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
                "constraints": [models.UniqueConstraint(fields=("game", "place"), name="one_seat_a_place")],
            },
        ),
    ]
