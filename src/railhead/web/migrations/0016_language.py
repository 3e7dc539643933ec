"""Open tables say which language is spoken there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One more column."""

    dependencies = [
        ("railhead", "0015_bots"),
    ]

    operations = [
        migrations.AddField(
            model_name="storedgame",
            name="language",
            field=models.CharField(blank=True, max_length=8),
        ),
    ]
