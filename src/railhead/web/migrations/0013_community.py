"""Friends and blocks, reports, and who may not talk for a while."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Three more tables."""

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("railhead", "0012_accounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Silence",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="silence",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("until", models.DateTimeField()),
            ],
            options={
                "db_table": "railhead_silence",
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField()),
                ("quoted", models.TextField(blank=True)),
                ("message", models.BigIntegerField(null=True)),
                ("game", models.CharField(blank=True, max_length=16)),
                ("time", models.DateTimeField(auto_now_add=True)),
                ("decision", models.CharField(blank=True, db_index=True, max_length=16)),
                ("decided", models.DateTimeField(null=True)),
                (
                    "about",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reported",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="decided_reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "railhead_report",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Bond",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=8)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bonds_of_others",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bonds", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "db_table": "railhead_bond",
                "constraints": [models.UniqueConstraint(fields=("user", "other"), name="one_bond_a_pair")],
            },
        ),
    ]
