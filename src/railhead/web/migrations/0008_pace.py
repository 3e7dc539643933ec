"""Tables say how fast they are played, and which are first games."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two more columns of games."""

    dependencies = [("railhead", "0007_sketches")]

    operations = [
        migrations.AddField(
            "storedgame", "pace", models.CharField(blank=True, default="", max_length=8), preserve_default=False
        ),
        migrations.AddField("storedgame", "guided", models.BooleanField(default=False)),
    ]
