"""What whoever runs a site can see and leave to it: health, figures, a log of requests, the daily upkeep."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import F
from django.test import Client
from django.utils import timezone

from railhead.web import backup, keys, metrics, soundness, upkeep
from railhead.web.configuration import Configuration
from railhead.web.keys import seat_role
from railhead.web.models import StoredGame, StoredSite
from railhead.web.request_log import ID, Lines
from tests.web.conftest import Begun, bids


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Change how the site is set up."""

    def change(**changes: Any) -> Configuration:
        made: Configuration = replace(settings.CONFIGURATION, **changes)
        monkeypatch.setattr(settings, "CONFIGURATION", made)
        return made

    return change


# -- health ---------------------------------------------------------------------------------------


def test_a_site_with_its_database_is_healthy(db: Any) -> None:
    answer = Client().get("/health")
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"
    assert Client().post("/health").status_code == 405


def test_a_site_without_its_database_is_not(db: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> None:
        raise OperationalError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(connection, "cursor", lost)
        answer = Client(raise_request_exception=False).get("/health")
    assert answer.status_code == 503


# -- figures --------------------------------------------------------------------------------------


def test_nobody_sees_figures_without_the_token(db: Any, configured: Any) -> None:
    client = Client()
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    configured(metrics_token="hush")
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer hus"}).status_code == 404


def test_figures_count_the_moves_of_each_title(begun: Begun, configured: Any) -> None:
    configured(metrics_token="hush")
    before = _moves("1860")
    bids(begun())
    assert _moves("1860") == before + 3
    answer = Client().get("/metrics", headers={"Authorization": "Bearer hush"})
    assert answer.status_code == 200
    text = answer.content.decode()
    assert f'railhead_moves_total{{title="1860"}} {before + 3}' in text
    assert "railhead_listeners 0.0" in text


def _moves(title: str) -> float:
    return float(metrics.MOVES.labels(title)._value.get())


# -- the log of requests --------------------------------------------------------------------------


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the log of requests says, as it is written."""
    written: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(Lines().format(record))

    log, handler = logging.getLogger("railhead.requests"), Kept()
    monkeypatch.setattr(log, "disabled", False)  # tools that other tests use switch all loggers off
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield written
    log.removeHandler(handler)
    log.setLevel(level)


def test_the_log_names_the_table_but_no_secret(begun: Begun, lines: list[str]) -> None:
    game = begun()
    secret = keys.key(game, seat_role(next(iter(game.places))))
    answer = Client().get(f"/game/{game.id}/join/{secret}")
    (line,) = lines
    assert secret not in line
    said = json.loads(line)
    assert said["table"] == game.id
    assert said["route"] == "game/<slug:game_id>/join/<str:key>"
    assert (said["method"], said["status"]) == ("GET", 302)
    assert said["request"] == answer.headers[ID]
    assert said["ms"] >= 0


def test_an_address_that_is_none_is_not_repeated_in_the_log(db: Any, lines: list[str]) -> None:
    Client().get("/nothing/at-all")
    said = json.loads(lines[0])
    assert (said["route"], said["status"]) == ("", 404)
    assert "at-all" not in lines[0]


# -- upkeep ---------------------------------------------------------------------------------------


@pytest.fixture
def site(db: Any) -> None:
    """The row of the site."""
    soundness.remember_secret()


def test_the_upkeep_is_done_once_a_day_by_one_of_all_processes(site: None) -> None:
    assert upkeep.tend_if_due()
    assert not upkeep.tend_if_due()
    StoredSite.objects.update(tended=timezone.now() - timedelta(days=1, seconds=1))
    assert upkeep.tend_if_due()


def test_the_upkeep_makes_a_backup_and_keeps_so_many(site: None, configured: Any, tmp_path: Path) -> None:
    made = configured(backups=tmp_path, backups_kept=2, data=tmp_path / "site")
    made.prepare()
    for day in (1, 2, 3):
        (tmp_path / f"railhead-2026010{day}T000000Z.zip").touch()
    assert upkeep.tend_if_due()
    kept = sorted(tmp_path.glob(backup.NAMES))
    assert [path.name for path in kept[:-1]] == ["railhead-20260103T000000Z.zip"]
    assert backup.check(kept[-1]).count("railhead_site") == 1


def test_copies_nobody_plays_are_deleted_and_can_be_restored(begun: Begun, site: None) -> None:
    played, old_copy, new_copy = begun(), begun(), begun()
    long_ago = timezone.now() - upkeep.UNTOUCHED_COPIES - timedelta(days=1)
    StoredGame.objects.filter(id__in=(old_copy.id, new_copy.id)).update(copied_at=3)
    StoredGame.objects.filter(id__in=(old_copy.id, played.id)).update(changed=long_ago)
    assert upkeep.prune_copies() == 1
    assert StoredGame.objects.get(deleted__isnull=False).id == old_copy.id


def test_an_upkeep_that_fails_says_so_and_stops_nothing(
    site: None, configured: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configured(backups=tmp_path / "missing" / "deeper", data=tmp_path)
    said: list[str] = []
    monkeypatch.setattr(upkeep._log, "error", lambda text, problem: said.append(str(problem)))
    assert not upkeep.tend_if_due()
    assert "there is no such folder" in said[0]
    assert not upkeep.tend_if_due(), "it is not tried again and again"
    assert len(said) == 1
    StoredSite.objects.update(tended=F("tended") - upkeep.AGAIN)
    assert not upkeep.tend_if_due()
    assert len(said) == 2, "but not only the next day"


def test_a_backup_that_failed_is_tried_again_within_the_day(
    site: None, configured: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configured(backups=tmp_path, data=tmp_path / "site").prepare()
    (tmp_path / "railhead-20260101T000000Z.zip").touch()

    def full(*given: object) -> Path:
        raise OSError("No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(backup, "make", full)
        assert not upkeep.tend_if_due()
    assert not upkeep.tend_if_due()
    StoredSite.objects.update(tended=F("tended") - upkeep.AGAIN - timedelta(seconds=1))
    assert upkeep.tend_if_due()


def test_a_site_that_was_tended_elsewhere_today_makes_its_first_backup_soon(
    site: None, configured: Any, tmp_path: Path
) -> None:
    configured(backups=tmp_path, data=tmp_path / "site").prepare()
    StoredSite.objects.update(tended=timezone.now() - upkeep.AGAIN - timedelta(seconds=1))
    assert upkeep.tend_if_due()
    assert backup.newest(tmp_path) is not None
    StoredSite.objects.update(tended=timezone.now() - upkeep.AGAIN - timedelta(seconds=1))
    assert not upkeep.tend_if_due()
