"""What was imported: which departures a game was imported with, and which entries of its log came from the file."""

from typing import Any

from django.db import migrations, models

from railhead.play.imported import Import


def say_what_was_imported(apps: Any, schema_editor: Any) -> None:
    """Until now everything in the log of an imported game was judged as the other system judges it: so it stays."""
    for game in apps.get_model("railhead", "StoredGame").objects.filter(was_imported=True):
        imported, options = Import.of_switches(tuple(game.options), 0)
        game.imported, game.options = imported.to_data(), list(options)
        game.save(update_fields=["imported", "options"])
        game.log.update(imported=True)


class Migration(migrations.Migration):
    """Games say what they were imported with, entries whether they came with the file."""

    dependencies = [("railhead", "0002_names")]

    operations = [
        migrations.RenameField("storedgame", "imported", "was_imported"),
        migrations.AddField("storedgame", "imported", models.JSONField(null=True)),
        migrations.AddField("logentry", "imported", models.BooleanField(default=False)),
        migrations.RunPython(say_what_was_imported, migrations.RunPython.noop),
        migrations.RemoveField("storedgame", "was_imported"),
    ]
