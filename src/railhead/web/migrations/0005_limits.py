"""How often something may be done is kept in the database, so that it holds for all processes of a site."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """What has been used of each limit."""

    dependencies = [("railhead", "0004_safekeeping")]

    operations = [
        migrations.CreateModel(
            name="StoredAllowance",
            fields=[
                ("key", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("used_until", models.FloatField(db_index=True)),
            ],
            options={"db_table": "railhead_allowance"},
        ),
    ]
