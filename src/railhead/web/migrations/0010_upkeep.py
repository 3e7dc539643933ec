"""What a site knows about its own upkeep."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Three more columns of the site's row."""

    dependencies = [("railhead", "0009_lobby_talk")]

    operations = [
        migrations.AddField("StoredSite", "engine", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddField("StoredSite", "broken", models.JSONField(default=list)),
        migrations.AddField("StoredSite", "tended", models.DateTimeField(null=True)),
    ]
