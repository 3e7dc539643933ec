"""Models that do not share a name with the engine's; tables and columns keep theirs, so stored games are untouched."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Names only: no statement of this migration changes the database."""

    dependencies = [("railhead", "0001_initial")]

    operations = [
        migrations.AlterModelTable("game", "railhead_game"),
        migrations.RenameModel("Game", "StoredGame"),
        migrations.AlterModelTable("seat", "railhead_seat"),
        migrations.RenameModel("Seat", "StoredSeat"),
        migrations.AlterField("storedgame", "stir", models.IntegerField(db_column="stir", default=0)),
        migrations.RenameField("storedgame", "stir", "version"),
    ]
