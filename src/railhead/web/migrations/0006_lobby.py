"""The lobby knows tasks and scores, copies and what they are copies of, deleted games and archived ones."""

import re
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COPY = re.compile(r"Copy of (?P<name>.*), move (?P<move>\d{1,6})")
"""How copies were named when nothing else told them from other games."""


def recognize_copies(apps: Any, schema_editor: Any) -> None:
    """A game that is called like a copy, and played at one screen as copies are, is one."""
    games = apps.get_model("railhead", "StoredGame").objects
    for game in games.filter(hot_seat=True, name__startswith="Copy of "):
        found = COPY.fullmatch(game.name)
        if found:
            games.filter(pk=game.pk).update(name="", copied_from=found["name"], copied_at=int(found["move"]))


def name_copies(apps: Any, schema_editor: Any) -> None:
    """Without the columns a copy is told by its name again."""
    games = apps.get_model("railhead", "StoredGame").objects
    for game in games.filter(copied_at__isnull=False, name=""):
        called = f"Copy of {game.copied_from[:60]}, move {game.copied_at}"
        games.filter(pk=game.pk).update(name=called)


def seats_with_users_are_taken(apps: Any, schema_editor: Any) -> None:
    """When they were taken is not known; they were by the last move."""
    seats = apps.get_model("railhead", "StoredSeat").objects
    for seat in seats.filter(user__isnull=False).select_related("game"):
        seats.filter(pk=seat.pk).update(taken=seat.game.changed)


class Migration(migrations.Migration):
    """What the lobby shows and keeps."""

    dependencies = [
        ("railhead", "0005_limits"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("storedgame", "said", models.JSONField(default=dict)),
        migrations.AddField("storedgame", "scores", models.JSONField(null=True)),
        migrations.AddField("storedgame", "gathering", models.BooleanField(default=False)),
        migrations.AddField(
            "storedgame",
            "original",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="copies",
                to="railhead.storedgame",
            ),
        ),
        migrations.AddField(
            "storedgame", "copied_from", models.CharField(blank=True, default="", max_length=80), preserve_default=False
        ),
        migrations.AddField("storedgame", "copied_at", models.IntegerField(null=True)),
        migrations.AddField("storedgame", "deleted", models.DateTimeField(db_index=True, null=True)),
        migrations.AddField(
            "storedgame",
            "archived_by",
            models.ManyToManyField(blank=True, related_name="archived", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField("storedseat", "taken", models.DateTimeField(blank=True, null=True)),
        migrations.CreateModel(
            name="Preferences",
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
                ("chosen", models.JSONField(default=dict)),
            ],
            options={"db_table": "railhead_preferences"},
        ),
        migrations.RunPython(recognize_copies, name_copies),
        migrations.RunPython(seats_with_users_are_taken, migrations.RunPython.noop),
    ]
