"""Stored games outlive the names in the code: the database of an older version is opened as it is."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from railhead.web import reviews, tasks
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


@pytest.mark.django_db(transaction=True)
def test_copies_and_taken_seats_of_older_sites_are_recognized_and_nothing_is_lost_on_the_way_back() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("railhead", "0005_limits")])
    then = executor.loader.project_state([("railhead", "0005_limits")]).apps
    games, user = then.get_model("railhead", "StoredGame"), then.get_model("auth", "User").objects.create(username="a")
    known = {"title": "1860", "revision": 1, "players": ["Ann", "Ben"]}
    copy = games.objects.create(name="Copy of Friday, at noon, move 12", hot_seat=True, **known)
    called_so = games.objects.create(name="Copy of Friday, move 12", **known)
    named = games.objects.create(name="Copy of nothing", hot_seat=True, **known)
    for place, owner in ((2, user), (3, None)):
        then.get_model("railhead", "StoredSeat").objects.create(game=copy, place=place, user=owner, note="mine")
    executor.loader.build_graph()
    executor.migrate(executor.loader.graph.leaf_nodes("railhead"))
    made = StoredGame.objects.get(id=copy.id)
    assert (made.is_copy, made.copied_from, made.copied_at) == (True, "Friday, at noon", 12)
    assert made.heading == "Copy of Friday, at noon at move 12"
    for other in (called_so, named):
        kept = StoredGame.objects.get(id=other.id)
        assert (kept.is_copy, kept.name, kept.deleted, kept.gathering) == (False, other.name, None, False)
    assert [seat.taken is not None for seat in made.seats.all()] == [True, False]
    executor.loader.build_graph()
    executor.migrate([("railhead", "0005_limits")])
    assert dict(games.objects.values_list("id", "name")) == {game.id: game.name for game in (copy, called_so, named)}
    assert list(then.get_model("railhead", "StoredSeat").objects.values_list("note", flat=True)) == ["mine", "mine"]
    executor.loader.build_graph()
    executor.migrate(executor.loader.graph.leaf_nodes("railhead"))


@pytest.mark.django_db(transaction=True)
def test_reviews_of_an_older_form_are_worked_out_again() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("railhead", "0019_said_by")])
    then = executor.loader.project_state([("railhead", "0019_said_by")]).apps
    game = then.get_model("railhead", "StoredGame").objects.create(
        title="1860", revision=1, players=["Ann", "Ben"], name="Friday", length=20
    )
    older = {"runs": [], "turns": [{"number": 3, "done": "pass", "advised": "pass"}]}
    then.get_model("railhead", "StoredReview").objects.create(game=game, length=20, done=20, data=older)
    task = {"payload": {}, "due": timezone.now(), "done": timezone.now()}
    then.get_model("railhead", "StoredTask").objects.create(kind="review", key=f"review {game.id} 20", **task)
    executor.loader.build_graph()
    executor.migrate(executor.loader.graph.leaf_nodes("railhead"))
    row = reviews.found(StoredGame.objects.get(id=game.id))
    assert (row.done, row.data) == (0, {})
    assert tasks.waiting().get().key == f"review {game.id} 20"


@pytest.mark.django_db
def test_every_change_of_the_models_has_its_migration() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
