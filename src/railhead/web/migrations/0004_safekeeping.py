"""Session keys are stored hashed, tables know the account of their host, and the site knows its secret again."""

import hashlib
from collections import defaultdict
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models

PLAIN_LENGTH = 32
HASH_LENGTH = 40


def give_tables_to_accounts(apps: Any, schema_editor: Any) -> None:
    """Who set up a table was known to a browser's session only; if an account was signed in there, it is the host's.

    If several accounts have opened the host's link, nobody can say which is the host: they keep what they have.
    """
    hosts: dict[str, set[str]] = defaultdict(set)
    for session in apps.get_model("sessions", "Session").objects.iterator():
        held = SessionStore().decode(session.session_data)
        user = held.get("_auth_user_id")
        for game, roles in held.get("grants", {}).items():
            if user is not None:
                hosts[game] |= {f"{user} {role}" for role in roles if role.startswith("host ")}
    games, users = apps.get_model("railhead", "StoredGame"), apps.get_model(settings.AUTH_USER_MODEL)
    for game in games.objects.filter(id__in=hosts):
        now = f"host {game.links.get('host', 0)}"
        found = [entry.partition(" ")[0] for entry in hosts[game.id] if entry.partition(" ")[2] == now]
        if len(found) == 1 and users.objects.filter(pk=found[0]).exists():
            games.objects.filter(pk=game.pk).update(host_id=found[0])


def hash_session_keys(apps: Any, schema_editor: Any) -> None:
    """Nobody is signed out: the hash of a browser's key is what will be looked for."""
    sessions = apps.get_model("sessions", "Session").objects
    for key in list(sessions.values_list("session_key", flat=True)):
        if len(key) == PLAIN_LENGTH:
            sessions.filter(pk=key).update(session_key=hashlib.sha256(key.encode()).hexdigest()[:HASH_LENGTH])


class Migration(migrations.Migration):
    """A copy of the database opens no seat."""

    dependencies = [
        ("railhead", "0003_imports"),
        ("sessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StoredSite",
            fields=[
                ("id", models.IntegerField(primary_key=True, serialize=False)),
                ("secret_mark", models.CharField(max_length=64)),
            ],
            options={"db_table": "railhead_site"},
        ),
        migrations.AddField(
            "storedgame",
            "host",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="hosted",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(give_tables_to_accounts, migrations.RunPython.noop),
        migrations.RunPython(hash_session_keys, migrations.RunPython.noop),
    ]
