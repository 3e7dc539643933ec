"""The command line: every command as a user would give it, and every mistake answered in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import railhead
from railhead import coverage, storing
from railhead.bots import registry
from railhead.cli import COMMANDS, main
from railhead.core.view import view
from railhead.terminal.prompt import turn_line
from railhead.testing import Table
from railhead.titles import catalogue
from railhead.titles.texts import texts
from railhead.web.configuration import Configuration
from tests.play.games import Quiet, finished_game, some_game

CHECKOUT = Path(railhead.__file__).resolve().parents[2]
PEER_GAMES = CHECKOUT.parent / "shared" / "peer-games" / "1860"

Run = Any


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Give a command; the exit code, standard output and standard error."""

    def command(*words: str | Path) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game under way."""
    path = tmp_path / "game.json"
    storing.create(path, some_game(1, 120))
    return path


@pytest.fixture
def fresh(tmp_path: Path, run: Run) -> Path:
    """A game before its first decision."""
    path = tmp_path / "new.json"
    code, out, _ = run("new", "1860", "--players", "Ada, Brunel", "--out", path)
    assert code == 0
    assert "Ada is to bid" in out
    return path


def problem(answer: tuple[int, str, str], code: int = 2) -> str:
    """The one line said about a mistake."""
    assert answer[0] == code
    assert answer[1] == ""
    assert answer[2].startswith("railhead: ")
    assert answer[2].count("\n") == 1
    return answer[2]


def sites_served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Configuration, int, int]]:
    """The sites that are asked for, none of which is started."""
    served: list[tuple[Configuration, int, int]] = []

    def serve(configuration: Configuration, port: int, workers: int) -> int:
        served.append((configuration, port, workers))
        return 0

    monkeypatch.setattr("railhead.web.server.serve", serve)
    return served


def test_without_a_command_the_site_is_served(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served = sites_served(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert run()[0] == 0
    assert served == [(Configuration(data=Path("/somewhere/railhead"), host="127.0.0.1"), 8018, 1)]


def test_the_site_is_served_as_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    served = sites_served(monkeypatch)
    words = ("--host", "0.0.0.0", "--port", "9", "--data", tmp_path, "--database-url", "sqlite:///x", "--accounts")
    more = ("--workers", "3", "--backups", tmp_path, "--backups-kept", "5", "--log-requests", "--accept-broken")
    assert run("serve", *words, *more, "--https", "--name", "Trains.example")[0] == 0
    configuration = Configuration(
        data=tmp_path,
        database_url="sqlite:///x",
        accounts=True,
        host="0.0.0.0",
        names=("trains.example",),
        https=True,
        backups=tmp_path,
        backups_kept=5,
        log_requests=True,
        accept_broken=True,
    )
    assert served == [(configuration, 9, 3)]
    for wrong in (("--port", "70000"), ("--backups", "/nowhere/at/all"), ("--backups-kept", "0")):
        assert run("serve", *wrong)[0] == 2
    assert len(served) == 1


def test_help_lists_the_commands(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(f"    {name} " in out for name in ("serve", "new", "act", "replay", "bench"))


def test_every_command_is_in_the_module_it_is_looked_for_in(run: Run) -> None:
    folder = Path(railhead.__file__).parent / "commands"
    assert set(COMMANDS.values()) == {path.stem for path in folder.glob("*.py")} - {"__init__"}
    for name in COMMANDS:
        code, out, err = run(name, "--help")
        assert (code, err) == (0, "")
        assert out.startswith(f"usage: railhead {name} ")


@pytest.mark.parametrize("package", ["rich", "django.conf"])
def test_a_missing_package_is_named_with_the_extra_that_brings_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, fresh: Path, package: str
) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError(f"No module named '{package}'", name=package)

    monkeypatch.setattr("railhead.terminal.table.show", missing)
    code, out, err = run("show", fresh)
    extra = "cli" if package == "rich" else "site"
    name = package.partition(".")[0]
    assert (code, out, err) == (
        2,
        "",
        f"railhead: 'show' needs the package '{name}': pip install 'railhead[{extra}]'\n",
    )


def test_wrong_usage_is_explained(run: Run) -> None:
    assert run("explode")[0] == 2
    assert run("new", "1860")[0] == 2
    assert run("--version")[1].startswith("railhead ")


def test_titles(run: Run) -> None:
    assert "2 to 4 players" in run("titles")[1]
    found = json.loads(run("titles", "--json")[1])
    assert found["1860"]["players"] == [2, 3, 4]
    assert "no_layers" in found["1860"]["options"]
    assert not any(option.startswith("peer-") for option in found["1860"]["options"])


def test_new_does_not_overwrite(run: Run, fresh: Path) -> None:
    run("act", fresh, "bid 5")
    before = fresh.read_bytes()
    words = ("new", "1860", "--players", "A,B,C", "--option", "no_layers", "--seed", "5", "--out", fresh)
    assert "--force" in problem(run(*words))
    assert fresh.read_bytes() == before
    assert run(*words, "--force")[0] == 0
    assert storing.read(fresh).seats == ("A", "B", "C")
    assert storing.read(fresh).seed == 5


@pytest.mark.parametrize(
    "words",
    [
        ["1830", "--players", "A,B"],
        ["1860", "--players", "A"],
        ["1860", "--players", "A,A"],
        ["1860", "--players", "A,"],
        ["1860", "--players", "A,B", "--option", "peer-stack"],
        ["1860", "--players", "A,B", "--option", "none"],
        ["1860", "--players", "A,B", "--seed", "-3"],
    ],
)
def test_new_refuses_what_cannot_be_played(run: Run, tmp_path: Path, words: list[str]) -> None:
    problem(run("new", *words, "--out", tmp_path / "no.json"))
    assert list(tmp_path.iterdir()) == []


def test_new_needs_a_place_for_its_file(run: Run, tmp_path: Path) -> None:
    problem(run("new", "1860", "--players", "A,B", "--out", tmp_path / "no" / "no.json"))
    problem(run("new", "1860", "--players", "A,B", "--out", tmp_path))


def test_acting_undoing_and_redoing(run: Run, fresh: Path) -> None:
    code, out, _ = run("act", fresh, "bid 5")
    assert code == 0
    assert out.startswith("1. Ada: bid 5\n")
    assert "Brunel is to bid" in out
    assert "undone 1: bid 5" in run("undo", fresh)[1]
    assert storing.read(fresh).undone == ("bid 5",)
    assert run("redo", fresh)[1].startswith("1. Ada: bid 5")
    assert storing.read(fresh).actions == ("bid 5",)
    problem(run("redo", fresh))
    run("undo", fresh)
    problem(run("undo", fresh))


def test_an_illegal_action_is_refused_by_its_rule(run: Run, fresh: Path) -> None:
    run("act", fresh, "bid 5")
    before = fresh.read_bytes()
    assert "[1860-AUC-03]" in problem(run("act", fresh, "bid 5"), 1)
    assert "bid" in problem(run("act", fresh, "explode"))
    problem(run("act", fresh, ""))
    assert fresh.read_bytes() == before


def test_choices(run: Run, fresh: Path, game: Path) -> None:
    assert "bid {amount}" in run("choices", fresh)[1]
    data = json.loads(run("choices", fresh, "--json")[1])
    assert data["player"] == "Ada"
    assert data["choices"][0]["fields"]["amount"]["from"] == 5
    assert data["choices"][1] == {"form": "pass", "fields": {}, "actions": ["pass"]}
    assert json.loads(run("choices", game, "--json")[1])["choices"]


@pytest.mark.parametrize("width", [80, 100, 140])
def test_show(run: Run, game: Path, width: int) -> None:
    code, out, _ = run("show", game, "--width", str(width))
    assert code == 0
    assert max(map(len, out.splitlines())) <= width
    assert "\x1b" not in out  # no colours for a pipe
    for sign in ("F12", "L6", "IOW", "Ada", "Brunel", "Clara", "Phase", "100*"):
        assert sign in out


def test_show_at_an_earlier_time_and_for_a_seat(run: Run, game: Path) -> None:
    assert "Initial auction" in run("show", game, "--at", "0")[1]
    everything = run("show", game)[1]
    seen = run("show", game, "--seat", "Brunel")[1]
    assert "?" not in everything
    assert everything.splitlines()[:40] == seen.splitlines()[:40]
    problem(run("show", game, "--seat", "Nobody"))
    problem(run("show", game, "--at", "9999"))
    problem(run("show", game, "--at", "-1"))
    problem(run("show", game, "--width", "5"))


def test_a_treasury_others_may_not_know_is_not_shown(run: Run, game: Path) -> None:
    session = storing.load(game)
    shown = [line for line in run("show", game, "--seat", "Brunel")[1].splitlines() if " ? " in line]
    known = view(session.book, session.state, session.book.find_seat("Brunel"))
    hidden = [company.symbol for company in known.companies.values() if company.hidden and company.status]
    assert [line.split()[0] for line in shown] == hidden


@pytest.mark.parametrize("command", ["show", "choices", "replay", "undo", "redo"])
def test_files_that_are_none(run: Run, tmp_path: Path, command: str) -> None:
    problem(run(command, tmp_path / "missing.json"))
    problem(run(command, tmp_path))
    bad = tmp_path / "bad.json"
    for text in ("", "{", "[]", "{}", '{"actions": []}', '{"format": 1}', "\x00", "[" * 100_000):
        bad.write_text(text, encoding="utf-8")
        problem(run(command, bad))
    bad.write_bytes(b"\xff\xfe\x00")
    problem(run(command, bad))


def test_replay(run: Run, game: Path) -> None:
    assert "every one checked" in run("replay", game)[1]
    code, out, err = run("replay", game, "--json")
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert list(result) == ["title", "revision", "older_rules", "players", "finished", "scores", "actions", "seconds"]
    assert result["players"] == ["Ada", "Brunel", "Clara"]
    assert result["actions"] == 120
    assert result["finished"] is False
    assert set(result["scores"]) == {"Ada", "Brunel", "Clara"}


def test_a_finished_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "finished.json"
    storing.create(path, finished_game())
    assert json.loads(run("replay", path, "--json")[1])["finished"] is True
    assert json.loads(run("choices", path, "--json")[1]) == {"player": None, "purpose": None, "choices": []}
    assert "The game is over (the bank is out of money)" in run("choices", path)[1]
    assert "The game is over" in run("show", path)[1]
    problem(run("act", path, "pass"), 1)


def test_replay_with_a_trace(run: Run, game: Path) -> None:
    lines = run("replay", game, "--trace")[1].splitlines()
    assert [json.loads(line)["id"] for line in lines] == list(range(1, 121))


def test_replay_names_an_illegal_action(run: Run, game: Path) -> None:
    data = json.loads(game.read_text(encoding="utf-8"))
    data["actions"][50] = "bid 5"
    game.write_text(json.dumps(data), encoding="utf-8")
    for words in (["--json"], [], ["--trace"]):
        code, _, err = run("replay", game, *words)
        assert code == 1
        assert "Action 51 ('bid 5')" in err
        assert "[1860-" in err
    assert problem(run("show", game), 1)
    assert problem(run("act", game, "pass"), 1)


def test_replay_of_another_systems_games(run: Run, tmp_path: Path) -> None:
    if not PEER_GAMES.is_dir():
        pytest.skip("the folder of real games is not beside the checkout")
    for path in sorted(PEER_GAMES.glob("*.json")):
        result = json.loads(run("replay", path, "--json")[1])
        assert result["finished"] is True
        data = json.loads(path.read_text(encoding="utf-8"))
        bid = next(action for action in data["actions"] if action["type"] == "bid")
        bid["price"] = 1
        broken = tmp_path / "broken.json"
        broken.write_text(json.dumps(data), encoding="utf-8")
        code, out, err = run("replay", broken, "--json")
        assert code != 0
        assert out == ""
        assert f"Action {bid['id']} " in err
        assert "[1860-" in err


def selfplay(run: Run, bot: str, games: int, seed: int) -> dict[str, Any]:
    words = ("--players", "2", "--games", str(games), "--seed", str(seed), "--bot", bot, "--audit", "--json")
    code, out, err = run("selfplay", "1860", *words)
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_selfplay(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BOTS, "quiet", lambda character, settings: Quiet())
    found = selfplay(run, "quiet", 2, 7)
    assert found["games"] == found["finished"] == 2
    assert found["endings"] == {"the bank is out of money": 2}
    assert [game["seed"] for game in found["results"]] == [7, 8]
    actions = [often for what, often in found["happened"].items() if what.startswith("action: ")]
    assert sum(actions) == found["actions"], "every action is counted under its kind"
    assert found["happened"]["event: round began"] == sum(
        game["happened"]["event: round began"] for game in found["results"]
    )
    assert "2 games" in run("selfplay", "1860", "--players", "2", "--games", "2", "--bot", "quiet")[1]


def test_selfplay_in_two_processes_gives_the_same_games(run: Run) -> None:
    code, out, _ = run("selfplay", "1860", "--players", "2", "--games", "2", "--seed", "8", "--jobs", "2", "--json")
    assert code == 0
    assert json.loads(out)["results"] == selfplay(run, "random", 2, 8)["results"]


@pytest.mark.long
def test_selfplay_is_the_same_from_the_same_seed(run: Run) -> None:
    one = selfplay(run, "random", 2, 8)
    assert one["results"] == selfplay(run, "random", 2, 8)["results"]
    assert one["results"][1:] == selfplay(run, "random", 1, 9)["results"]


def test_selfplay_mistakes(run: Run) -> None:
    problem(run("selfplay", "1830", "--players", "3"))
    problem(run("selfplay", "1860", "--players", "9"))
    problem(run("selfplay", "1860", "--players", "3", "--games", "0"))
    problem(run("selfplay", "1860", "--players", "3", "--jobs", "0"))
    problem(run("selfplay", "1860", "--players", "3", "--bot", "clever"))
    problem(run("selfplay", "1860", "--players", "3", "--option", "peer-stack"))


def test_selfplay_names_what_broke(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railhead.bots.selfplay.audit", lambda _book, _state: ["money: 5 is missing"])
    said = problem(run("selfplay", "1860", "--players", "3", "--seed", "42"), 1)
    assert "seed 42, action 1" in said
    assert "money: 5 is missing" in said


def test_rules(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = json.loads(run("rules", "1860", "--json")[1])
    assert set(found) == {"rules", "tested", "untested"}
    assert found["rules"] == found["tested"] + len(found["untested"])
    assert "1860: " in run("rules", "1860")[1]
    problem(run("rules", "1830"))
    monkeypatch.setattr(railhead, "__file__", str(tmp_path / "a" / "b" / "c.py"))
    assert "checkout" in problem(run("rules", "1860", "--json"))


def test_where_a_rule_is(run: Run) -> None:
    code, out, _ = run("rules", "1860", "--where", "1860-SR-02")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "1860-SR-02, section Stock Rounds of the rulebook"
    assert any(line.startswith("  code  rules/stock.py:") and line.endswith(" finish_turn") for line in lines)
    assert any(line.startswith("  test  tests/titles/t1860/") for line in lines)
    assert run("rules", "1860", "--where", "sr-02")[1] == out
    found = json.loads(run("rules", "1862", "--where", "SR-15", "--json")[1])
    assert found["rule"] == "1862-SR-15"
    assert found["code"] == ["nothing: the pool has no limit"]
    assert found["tests"]


def test_what_a_rule_says(run: Run) -> None:
    code, out, _ = run("rules", "1860", "sr-02")
    assert code == 0
    assert out.splitlines() == ["1860-SR-02, section Stock Rounds of the rulebook", texts("1860").rules["1860-SR-02"]]
    found = json.loads(run("rules", "1860", "1860-SR-02", "--language", "de", "--json")[1])
    assert found["rule"] == "1860-SR-02"
    assert found["section"] == "Stock Rounds"
    assert found["text"].startswith("Die Aktienrunde endet")
    assert "1860 has no rule 'SR-99'" in problem(run("rules", "1860", "SR-99"))


@pytest.mark.parametrize("wanted", ["SR-99", "1862-SR-02", "nonsense", "1860"])
def test_where_a_rule_is_that_does_not_exist(run: Run, wanted: str) -> None:
    assert f"1860 has no rule '{wanted}'; ids look like 1860-SETUP-01" in problem(
        run("rules", "1860", "--where", wanted)
    )


def test_marks_are_read_from_the_tests(tmp_path: Path) -> None:
    marked = '@rule("X-1", "X-2")\ndef test_a(): ...\n\n@other("X-3")\n@rule(*IDS, "X-4")\nclass TestB:\n'
    (tmp_path / "test_some.py").write_text(marked + "    def test_c(): ...\n", encoding="utf-8")
    assert coverage.marked(tmp_path) == {"X-1": ["test_a"], "X-2": ["test_a"], "X-4": ["test_c"]}


def test_bench(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railhead.bench.real_games", lambda: ())
    monkeypatch.setattr("railhead.bench.Careless", Quiet)
    monkeypatch.setattr("railhead.bench_routes.Careless", Quiet)
    for title in ("1862", "1863", "18BF"):  # where nobody has to do anything, quiet players never end
        monkeypatch.delitem(catalogue.TITLES, title)
    found = json.loads(run("bench", "--json", "--games", "1")[1])
    assert set(found["medians"]) == {"clone", "apply", "choices", "digest", "replay"}
    assert all(value >= 0 for value in found["medians"].values())
    assert "choices" in run("bench", "engine", "--games", "1")[1]


def test_choices_say_what_they_would_cost(run: Run, fresh: Path) -> None:
    for action in ("bid 5", "pass"):
        assert run("act", fresh, action)[0] == 0
    out = run("choices", fresh)[1]
    assert "Ada is to choose a certificate" in out
    assert "take Brading   (Ada pays 30 to the bank for Brading)" in out
    assert "start IOW at 74   (Ada pays 148 to the bank for the director's certificate of IOW)" in out


def test_what_another_player_is_asked_is_told() -> None:
    table = Table()
    table.float("C&N", par=74, shares={"A": 5})
    table.float("IOW", par=74, shares={"B": 5})
    table.give_trains("C&N", "2+1", "2+1")
    table.operating_turn("IOW", "trains")
    table.do("offer 100 for 2+1 of C&N")
    asked = turn_line(view(table.book, table.state, None))
    assert asked.endswith("A is to answer IOW, which offers 100 for a 2+1 train of C&N")


def test_a_command_without_standard_output_ends_quietly(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    assert main(["choices", str(fresh)]) == 0


def test_a_game_of_another_system_is_imported_only_if_it_is_one(run: Run, fresh: Path, tmp_path: Path) -> None:
    assert "not an 18xx.games file" in problem(run("import", fresh, "--out", tmp_path / "imported.json"))
    assert not (tmp_path / "imported.json").exists()
