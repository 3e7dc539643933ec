"""How a game that began on another system was imported: how many actions, and with which departures from the rules.

Actions that retrace the other system's file are judged as that system judged them. From the
first action that differs from the file, everything at the table is judged by the rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from railhead.core.refusal import Malformed
from railhead.interop.as18xx import overlay

KEYS = ("system", "actions", "departures")
SWITCH = "peer-"
"""Version 0.1 listed departures among the options, under names that begin like this."""


@dataclass(frozen=True, slots=True)
class Import:
    """Where the first actions of a game come from."""

    actions: int
    """How many actions: first of those in force, then of those taken back, the next to be redone first."""
    departures: tuple[str, ...] = ()
    """Where the other system departed from the rulebook, by name, as defined in the title's overlay."""
    system: str = overlay.SYSTEM

    def to_data(self) -> dict[str, Any]:
        """The import as plain data."""
        return {"system": self.system, "actions": self.actions, "departures": list(self.departures)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Import:
        """Read an import from plain data; anything wrong raises Malformed."""
        for key in KEYS:
            if key not in data:
                raise Malformed("imported, {key}: missing", key=key)
        for key in data:
            if key not in KEYS:
                raise Malformed("imported, {key}: not a part of a game file", key=ascii(key)[:40])
        system, actions, departures = (data[key] for key in KEYS)
        if system != overlay.SYSTEM:
            raise Malformed(
                "imported, system: {system} is not a system games are imported from", system=ascii(system)[:40]
            )
        if type(actions) is not int or actions < 0:
            raise Malformed("imported, actions: {actions} is not a number of actions", actions=ascii(actions)[:40])
        if not isinstance(departures, list) or not all(isinstance(name, str) for name in departures):
            raise Malformed("imported, departures: not a list of names")
        if len(set(departures)) < len(departures):
            raise Malformed("imported, departures: the same name twice")
        return cls(actions, tuple(departures))

    @classmethod
    def of_switches(cls, options: tuple[str, ...], actions: int) -> tuple[Import, tuple[str, ...]]:
        """The import of a game stored by version 0.1, and its options without the flags for imported games."""
        departures = tuple(option.removeprefix(SWITCH) for option in options if option.startswith(SWITCH))
        return cls(actions, departures), tuple(option for option in options if not option.startswith(SWITCH))
