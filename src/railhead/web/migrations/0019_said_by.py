"""Whoever said something at a table is known by their account: the seat may be somebody else's later."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def said_by_those_at_the_seats(apps: Any, schema_editor: Any) -> None:
    """As far as is known: until now messages belonged to whoever has the seat."""
    messages = apps.get_model("railhead", "Message").objects
    for seat in apps.get_model("railhead", "StoredSeat").objects.filter(user__isnull=False).iterator():
        messages.filter(game=seat.game_id, seat=seat.place, user=None).update(user=seat.user_id)


class Migration(migrations.Migration):
    """A column of messages."""

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("railhead", "0018_runs")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="said_at_tables",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(said_by_those_at_the_seats, migrations.RunPython.noop),
    ]
