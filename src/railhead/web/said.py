"""Texts of the engine as data: they are stored as they were meant, and read in the language of whoever looks."""

from __future__ import annotations

from typing import Any

from railhead.core.text import Text


def to_data(text: Text) -> dict[str, Any]:
    """A text as plain data."""
    return {"template": text.template, "values": {name: _value(value) for name, value in text.values.items()}}


def _value(value: object) -> object:
    if isinstance(value, Text):
        return to_data(value)
    return value if isinstance(value, int) else str(value)


def from_data(data: dict[str, Any]) -> Text:
    """The text that was stored."""
    values = {name: from_data(value) if isinstance(value, dict) else value for name, value in data["values"].items()}
    return Text(data["template"], **values)
