"""Seats that bots play, and why they did what they did. Seats that the program played until now get a bot."""

from typing import Any

from django.db import migrations, models

PLAYING, USUAL = "play", "medium"
"""The standing order by which the program played a seat, and the bot that plays as it did."""


def seat_bots(apps: Any, schema_editor: Any) -> None:
    """Turn orders to play into bots, at tables where players could be given advice."""
    for seat in apps.get_model("railhead", "StoredSeat").objects.exclude(order=None).select_related("game"):
        given = seat.order if isinstance(seat.order, list) else [seat.order]
        kept = [order for order in given if order["kind"] != PLAYING]
        if len(kept) < len(given):
            game = apps.get_model("railhead", "StoredGame").objects.get(id=seat.game_id)
            game.bots = {**game.bots, str(seat.place): USUAL}
            game.advises = True
            game.explains = game.guided
            game.save(update_fields=["bots", "advises", "explains"])
            seat.order = kept or None
            seat.save(update_fields=["order"])


class Migration(migrations.Migration):
    """Four more columns of games, one of the log."""

    dependencies = [("railhead", "0014_calling")]

    operations = [
        migrations.AddField("StoredGame", "bots", models.JSONField(default=dict)),
        migrations.AddField("StoredGame", "thinking", models.DateTimeField(null=True)),
        migrations.AddField("StoredGame", "explains", models.BooleanField(default=False)),
        migrations.AddField("StoredGame", "advises", models.BooleanField(default=False)),
        migrations.AddField("LogEntry", "reason", models.JSONField(null=True)),
        migrations.RunPython(seat_bots, migrations.RunPython.noop),
    ]
