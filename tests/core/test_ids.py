"""Ids that check: a company where a seat belongs is an error for the type checker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SWAPPED = """
from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Owner, Seat, Stop
from railhead.core.text import Text

def right(game: Game, company: Company, seat: Seat, stop: Stop) -> None:
    effects.pay(game, seat, game.purse(company), 10, Text("a share"))
    effects.set_director(game, company, seat)
    game.held(seat, company)
    effects.place_token(game, company, stop)
    game.book.board.names[0]

def wrong(game: Game, company: Company, seat: Seat, owner: Owner, hex_: Hex, stop: Stop) -> None:
    effects.pay(game, company, seat, 10, Text("a share"))
    effects.pay(game, seat, hex_, 10, Text("a share"))
    effects.set_director(game, seat, company)
    game.held(company, seat)
    effects.place_token(game, company, hex_)
    effects.place_token(game, 3, stop)
    game.left_of(owner)
    game.clockwise(company)
"""


def test_swapped_ids_fail_the_type_checker(tmp_path: Path) -> None:
    file = tmp_path / "swapped.py"
    file.write_text(SWAPPED)
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        f"--cache-dir={tmp_path / 'cache'}",
        str(file),
    ]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = SWAPPED.splitlines()
    first = lines.index(
        "def wrong(game: Game, company: Company, seat: Seat, owner: Owner, hex_: Hex, stop: Stop) -> None:"
    )
    errors = {int(line.split(":")[1]) for line in found.stdout.splitlines() if ": error:" in line}
    assert errors == set(range(first + 2, len(lines) + 1)), found.stdout + found.stderr
