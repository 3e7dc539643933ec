"""What is installed from a wheel, without any other package and without a network, is complete and plays."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "railhead"
CORPUS = ROOT / "tests" / "corpus"
NOT_SHIPPED = ("__pycache__", "*.egg-info")

PLAY = """
import sys
from random import Random
import railhead

game, chance = railhead.new("1862", ["Ann", "Ben", "Cleo"], seed=3), Random(3)
for _ in range(30):
    game.play(game.choices.sample(chance))
game.save("mine.json")
assert railhead.load("mine.json") == game
try:
    game.play("sing")
except railhead.Malformed as problem:
    assert "not an action" in problem.reason
loaded = railhead.load(sys.argv[1])
print(loaded.title, loaded.over, *loaded.scores.values())
print(railhead.load(sys.argv[2]).best_run().revenue)

import railhead.conformance, railhead.testing
railhead.testing.Table("1860").refuses("bid 1", "1860-AUC-03")
assert not {name.partition(".")[0] for name in sys.modules} & {"django", "pytest", "rich"}
"""


def run(*args: str | Path, at: Path) -> subprocess.CompletedProcess[str]:
    """Run a command away from the checkout and from whatever Python is told about it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(list(map(str, args)), cwd=at, env=clean, capture_output=True, text=True, check=False)


def pip(*args: str | Path, at: Path) -> None:
    """Run pip, which must succeed."""
    made = run(sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", *args, at=at)
    assert made.returncode == 0, made.stdout + made.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built from a copy so that nothing is left behind in it."""
    pytest.importorskip("setuptools", reason="without setuptools no wheel can be built")
    copy, out = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns(*NOT_SHIPPED))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    pip("wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", out, copy, at=copy)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an empty environment into which the wheel has been installed, and nothing else."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=False)
    found = place / "bin" / "python"
    pip("--python", found, "install", "--quiet", "--no-index", wheel, at=place)
    return found


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    files = (path for path in SOURCE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    expected = {f"railhead/{path.relative_to(SOURCE).as_posix()}" for path in files}
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == expected


def test_the_wheel_needs_nothing_unless_an_extra_is_asked_for(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        lines = packed.read(name).decode().splitlines()
    needs = [line for line in lines if line.startswith("Requires-Dist:")]
    assert needs
    assert [line for line in needs if "extra ==" not in line] == []
    extras = {line.split()[1] for line in lines if line.startswith("Provides-Extra:")}
    assert extras == {"cli", "openspiel", "ray", "research", "site", "test"}


def test_an_installed_railhead_plays_and_loads_without_any_other_package(python: Path, tmp_path: Path) -> None:
    files = CORPUS / "1860" / "2p-stalemate-seed1.json", CORPUS / "1860" / "4p-unfinished-run-seed1.json"
    made = run(python, "-c", PLAY, *files, at=tmp_path)
    assert made.returncode == 0, made.stderr
    scores, best = made.stdout.splitlines()
    assert scores.startswith("1860 True ")
    assert best == "110"


def test_the_command_works_without_extras_or_names_the_one_it_needs(python: Path, tmp_path: Path) -> None:
    command = python.parent / "railhead"
    titles = run(command, "titles", at=tmp_path)
    assert titles.returncode == 0, titles.stderr
    assert titles.stdout.startswith("1860  Railways on the Isle of Wight")
    file = CORPUS / "1860" / "4p-unfinished-run-seed1.json"
    shown = run(command, "show", file, at=tmp_path)
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr == "railhead: 'show' needs the package 'rich': pip install 'railhead[cli]'\n"
    served = run(command, at=tmp_path)
    assert served.returncode == 2
    assert "pip install 'railhead[site]'" in served.stderr
