"""Stored games outlive the names in the code: the database of an older version is opened as it is."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from railhead.web.models import StoredGame, StoredSeat


@pytest.mark.django_db(transaction=True)
def test_new_names_of_models_change_nothing_in_the_database() -> None:
    said = StringIO()
    call_command("sqlmigrate", "railhead", "0002_names", stdout=said, no_color=True)
    statements = [line for line in said.getvalue().splitlines() if line and not line.startswith("--")]
    assert set(statements) <= {"BEGIN;", "COMMIT;"}


def test_tables_and_columns_keep_their_names() -> None:
    assert StoredGame._meta.db_table == "railhead_game"
    assert StoredSeat._meta.db_table == "railhead_seat"
    assert StoredGame._meta.get_field("version").column == "stir"


@pytest.mark.django_db
def test_every_change_of_the_models_has_its_migration() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
