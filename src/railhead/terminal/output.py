"""What the commands write: text and JSON on standard output, problems on standard error."""

from __future__ import annotations

import json
import sys
from typing import Any

LONGEST = 600
"""Error messages longer than this are truncated."""


def say(text: str) -> None:
    """A line for the user."""
    sys.stdout.write(text + "\n")


def say_json(data: Any, indent: int | None = 1) -> None:
    """Data for another program."""
    say(json.dumps(data, indent=indent, ensure_ascii=False))


def complain(text: str) -> None:
    """A problem, on a single line; the input cannot add line breaks or colours to it."""
    line = "".join(sign if sign.isprintable() else "?" for sign in " ".join(text.split()))
    sys.stderr.write("railhead: " + (line if len(line) <= LONGEST else line[: LONGEST - 3] + "...") + "\n")
