"""What the commands write: text and JSON on standard output, problems on standard error."""

from __future__ import annotations

import json
import sys
from typing import Any


def say(text: str) -> None:
    """A line for the user."""
    sys.stdout.write(text + "\n")


def say_json(data: Any, indent: int | None = 1) -> None:
    """Data for another program."""
    say(json.dumps(data, indent=indent, ensure_ascii=False))


def complain(text: str) -> None:
    """A problem, in one line."""
    sys.stderr.write("railhead: " + " ".join(text.split()) + "\n")
