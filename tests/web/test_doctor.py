"""A site examined, and a new version that looks before it serves an old site."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from railhead.core.refusal import Malformed
from railhead.web import backup, doctor, soundness, upgrading
from railhead.web.configuration import Configuration
from railhead.web.doctor import DOUBTFUL, FINE, WRONG, Finding, Patient
from railhead.web.models import LogEntry, StoredGame, StoredSite
from railhead.web.tables import TABLES
from railhead.web.upgrade_progress import Progress
from tests.web.conftest import Begun, bids
from tests.web.sites import RunningSite, begin
from tests.web.test_backup import railhead


@pytest.fixture
def site(db: Any, tmp_path: Path) -> Configuration:
    """A site in the database of the tests."""
    made = Configuration(data=tmp_path)
    made.prepare()
    soundness.remember_secret()
    return made


def found(site: Configuration, about: str, backups: Path | None = None) -> list[Finding]:
    """What an examination finds about something."""
    return [finding for finding in doctor.examine(Patient(site, "default", backups)) if finding.about == about]


def states(findings: list[Finding]) -> list[str]:
    return [finding.state for finding in findings]


# -- examining ------------------------------------------------------------------------------------


def test_a_sound_site_is_fine(site: Configuration, begun: Begun) -> None:
    bids(begun())
    findings = list(doctor.examine(Patient(site, "default")))
    assert {finding.about: finding.state for finding in findings} == {
        "database": FINE,
        "tables": FINE,
        "secret": FINE,
        "logs": FINE,
        "rules": FINE,
        "tasks": FINE,
        "disk": FINE,
    }


def test_a_database_that_does_not_answer_is_said_in_a_line(tmp_path: Path) -> None:
    Configuration(data=tmp_path).prepare()
    nowhere = ("--data", tmp_path, "--database-url", "postgres://a@localhost:1/b")
    examined = railhead("doctor", *nowhere, "--replay")
    assert (examined.returncode, examined.stderr) == (1, "")
    said = {line.split()[0]: line.split()[1] for line in examined.stdout.splitlines()}
    assert said == {"database": WRONG, "secret": FINE, "disk": FINE}
    saved = railhead("backup", tmp_path, *nowhere)
    assert saved.returncode == 2
    assert saved.stderr.startswith("railhead: The database cannot be used: ")
    assert saved.stderr.count("\n") == 1
    assert {path.name for path in tmp_path.iterdir()} == {"secret.key"}


def test_a_log_that_lacks_entries_is_found(site: Configuration, begun: Begun) -> None:
    whole, torn = begun(), begun()
    bids(whole)
    bids(torn)
    LogEntry.objects.filter(game=torn, number=2).delete()
    (finding,) = found(site, "logs")
    assert finding == Finding("logs", WRONG, f"The log of game {torn.id} has 2 of 3 entries")


def test_games_of_unknown_rules_are_found(site: Configuration, begun: Begun) -> None:
    later, strange, known = begun(), begun(), begun()
    StoredGame.objects.filter(id=later.id).update(revision=99)
    StoredGame.objects.filter(id=strange.id).update(title="1829")
    findings = found(site, "rules")
    assert states(findings) == [WRONG, WRONG]
    assert {later.id, strange.id} == {finding.says.split()[1].rstrip(":") for finding in findings}
    assert known.id not in str(findings)


def test_a_secret_that_is_missing_damaged_or_open_to_others_is_found(site: Configuration) -> None:
    site.secret_file.chmod(0o644)
    assert states(found(site, "secret")) == [DOUBTFUL]
    site.secret_file.write_text("short")
    assert states(found(site, "secret")) == [WRONG]
    site.secret_file.unlink()
    assert states(found(site, "secret")) == [WRONG]


def test_tables_of_another_version_are_found(site: Configuration) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '0010_upkeep'")
        assert states(found(site, "tables")) == [DOUBTFUL]
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('railhead', '9999_later', %s)", [timezone.now()]
        )
        assert states(found(site, "tables")) == [WRONG]


@pytest.mark.parametrize(("free", "state"), [(10**10, FINE), (4 * 10**8, DOUBTFUL), (10**7, WRONG)])
def test_a_disk_that_is_nearly_full_is_found(
    site: Configuration, monkeypatch: pytest.MonkeyPatch, free: int, state: str
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": free}))
    assert states(found(site, "disk")) == [state]


def test_backups_are_looked_at_where_they_are(site: Configuration, tmp_path: Path, begun: Begun) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    assert states(found(site, "backups", folder)) == [WRONG]
    path = backup.make("default", site.secret(), folder)
    assert states(found(site, "backups", folder)) == [FINE]
    path.write_bytes(path.read_bytes()[:-50])
    assert states(found(site, "backups", folder)) == [WRONG]


def test_the_command_tells_programs_and_fails_if_something_is_wrong(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as running:
        begin(running.url)
    well = railhead("doctor", "--data", tmp_path, "--replay")
    assert well.returncode == 0, well.stdout
    assert "all 1 can be replayed" in well.stdout
    with closing(sqlite3.connect(tmp_path / "railhead.sqlite3")) as opened, opened:
        opened.execute("UPDATE railhead_game SET length = 5")
    ill = railhead("doctor", "--data", tmp_path, "--json")
    assert ill.returncode == 1
    assert {"about": "logs", "state": "wrong"}.items() <= next(
        finding for finding in json.loads(ill.stdout) if finding["about"] == "logs"
    ).items()


# -- a new version --------------------------------------------------------------------------------


def test_a_new_engine_replays_every_game_that_is_not_over(site: Configuration, begun: Begun) -> None:
    game = begun()
    bids(game)
    seen: list[str] = []

    def watch(games: Any) -> Any:
        seen.extend(stored.where for stored in games)
        return games

    assert upgrading.check_games(accept=False, watch=watch) == ()
    assert seen == [game.id]
    upgrading.remember(())
    assert upgrading.check_games(accept=False, watch=watch) == ()
    assert seen == [game.id]  # the same engine looks only once


def test_an_engine_that_breaks_a_game_is_refused_until_that_is_accepted(
    site: Configuration, begun: Begun, capsys: pytest.CaptureFixture[str]
) -> None:
    game, other = begun(), begun()
    bids(game)
    bids(other)
    LogEntry.objects.filter(game=game, number=2).update(text="bid 4")
    with pytest.raises(Malformed) as refused:
        upgrading.check_games(accept=False)
    assert game.id in str(refused.value)
    assert "1860-AUC-03" in str(refused.value)
    assert "--accept-broken" in str(refused.value)
    assert other.id not in str(refused.value)
    broken = upgrading.check_games(accept=True)
    assert broken == (game.id,)
    assert game.id in capsys.readouterr().err
    upgrading.remember(broken)
    assert StoredSite.objects.get().broken == [game.id]
    StoredSite.objects.update(engine="another")
    assert upgrading.check_games(accept=False) == (game.id,)  # what was given up once does not stop the next version


def test_what_was_replayed_before_an_interruption_is_not_replayed_again(
    site: Configuration, begun: Begun, tmp_path: Path
) -> None:
    games = [begun() for _ in range(4)]
    for game in games:
        bids(game)
    seen: list[str] = []

    def interrupted(stored: Any) -> Any:
        for number, each in enumerate(stored):
            if number == 3:
                raise KeyboardInterrupt
            seen.append(each.where)
            yield each

    with pytest.raises(KeyboardInterrupt):
        upgrading.check_games(accept=False, watch=interrupted, folder=tmp_path)
    changed = StoredGame.objects.get(id=seen[0])
    TABLES.act(changed, lambda table: table.act([table.seat_to_act()], "pass", table.length))
    left: list[str] = []

    def watch(stored: Any) -> Any:
        left.extend(each.where for each in stored)
        return stored

    assert upgrading.check_games(accept=False, watch=watch, folder=tmp_path) == ()
    assert set(left) == {seen[0], *(game.id for game in games)} - {seen[1], seen[2]}, "and what was played meanwhile"
    upgrading.remember((), tmp_path)
    assert not list(tmp_path.glob(upgrading.NOTED))


def test_what_another_engine_has_replayed_counts_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "replayed"
    first = Progress(path, "one")
    first.note("a", 7)
    first.note("b", 8)
    assert Progress(path, "one").has("b", 8)
    assert not Progress(path, "one").has("b", 9)
    other = Progress(path, "two")
    assert not other.has("a", 7)
    other.note("c", 9)
    assert not Progress(path, "one").has("a", 7)
    assert Progress(path, "two").has("c", 9)


def test_a_game_that_is_over_needs_only_rules_that_are_known(site: Configuration, begun: Begun) -> None:
    game = begun()
    bids(game)
    LogEntry.objects.filter(game=game, number=2).update(text="bid 4")
    StoredGame.objects.update(to_act=None)
    assert upgrading.check_games(accept=False) == ()
    StoredGame.objects.update(revision=99)
    with pytest.raises(Malformed, match="a newer version is needed"):
        upgrading.check_games(accept=False)


def test_a_site_that_would_break_is_not_started_and_not_changed(tmp_path: Path) -> None:
    with RunningSite(tmp_path) as running:
        begin(running.url)
    database = tmp_path / "railhead.sqlite3"
    with closing(sqlite3.connect(database)) as opened, opened:
        opened.execute("UPDATE railhead_game SET revision = 99")
        opened.execute("UPDATE railhead_site SET engine = 'another'")
    before = database.read_bytes()
    refused = railhead("serve", "--data", tmp_path, "--port", "0")
    assert refused.returncode == 2
    assert "the site was not started and nothing was changed" in " ".join(refused.stderr.split())
    assert database.read_bytes() == before
