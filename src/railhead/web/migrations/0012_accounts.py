"""Where users are signed in, and their second factors."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two more tables."""

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("railhead", "0011_tasks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="second_factor",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("nonce", models.CharField(max_length=64)),
                ("confirmed", models.BooleanField(default=False)),
                ("last_step", models.BigIntegerField(default=0)),
                ("recovery", models.JSONField(default=list)),
            ],
            options={
                "db_table": "railhead_second_factor",
            },
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("agent", models.CharField(blank=True, max_length=200)),
                ("since", models.DateTimeField(auto_now_add=True)),
                ("seen", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="devices", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "railhead_device",
                "ordering": ["-seen"],
            },
        ),
    ]
