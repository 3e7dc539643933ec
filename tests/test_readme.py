"""What the README shows works as shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"


def test_the_game_in_ten_lines_plays_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    exec(compile(block[1], str(README), "exec"), {})
    printed = capsys.readouterr().out
    assert re.fullmatch(r"\{'Ann': \d+, 'Ben': \d+, 'Cleo': \d+\}\n", printed)
