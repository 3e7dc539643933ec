"""Where the games of the corpus lie, and how they are read."""

from __future__ import annotations

import json
from pathlib import Path

from railhead.interop.as18xx.importer import import_game
from railhead.play.gamefile import GameFile, parse_json
from tests.corpus.ledger import Outcome

HERE = Path(__file__).parent
EXPECTED = HERE / "expected.json"
FOREIGN = "18xx-games"
"""The folder of files in the format of 18xx.games."""


def names() -> list[str]:
    """All games of the corpus: folder and name of the file, without its ending."""
    return sorted(path.relative_to(HERE).with_suffix("").as_posix() for path in HERE.glob("*/*.json"))


def load(name: str) -> GameFile:
    """A game of the corpus; one in the other format is imported."""
    text = (HERE / f"{name}.json").read_bytes()
    return import_game(parse_json(text)) if name.startswith(f"{FOREIGN}/") else GameFile.from_json(text)


def expected() -> dict[str, Outcome]:
    """By game: what it came to when it was recorded."""
    if not EXPECTED.exists():
        return {}
    data = json.loads(EXPECTED.read_text(encoding="utf-8"))
    return {name: Outcome.from_data(outcome) for name, outcome in data.items()}
