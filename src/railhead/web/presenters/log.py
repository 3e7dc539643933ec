"""The log, and which of its lines a reader wants to see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy

from railhead.core.actions import Topic
from railhead.play.chronicle import Line, Turn

TOPICS = {
    Topic.AUCTION: gettext_lazy("Auctions"),
    Topic.SHARES: gettext_lazy("Shares"),
    Topic.PRIVATES: gettext_lazy("Private companies"),
    Topic.TRACK: gettext_lazy("Track"),
    Topic.STATIONS: gettext_lazy("Stations"),
    Topic.RUNS: gettext_lazy("Runs and dividends"),
    Topic.TRAINS: gettext_lazy("Trains"),
    Topic.LOANS: gettext_lazy("Loans"),
    Topic.MERGERS: gettext_lazy("Mergers"),
    Topic.ANSWERS: gettext_lazy("Passes and answers"),
    Topic.OTHER: gettext_lazy("Anything else"),
}
"""What lines are about, as a reader chooses it."""
LONGEST = 100
"""Characters of what a reader looks for; every line is searched for every word."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which lines of the log a reader wants to see; whatever is empty does not matter."""

    player: str = ""
    company: str = ""
    topic: str = ""
    """The name of a topic."""
    text: str = ""

    @classmethod
    def asked(cls, query: Mapping[str, str]) -> Wanted:
        """As a query says it."""
        return cls(*(query.get(name, "").strip()[:LONGEST] for name in ("player", "company", "topic", "text")))

    def admits(self, line: Line) -> bool:
        """Does the reader want to see this line?"""
        if self.player and line.player != self.player:
            return False
        if self.company and line.company != self.company:
            return False
        if self.topic and line.topic.name != self.topic:
            return False
        told = " ".join(map(str, (line.text, *line.consequences))).casefold()
        return all(word in told for word in self.text.casefold().split())


def select(turns: tuple[Turn, ...], wanted: Wanted) -> tuple[Turn, ...]:
    """The lines that a reader wants to see, in their turns."""
    if wanted == Wanted():
        return turns
    found = (replace(turn, lines=tuple(line for line in turn.lines if wanted.admits(line))) for turn in turns)
    return tuple(turn for turn in found if turn.lines)


def topics() -> list[tuple[str, str]]:
    """Every topic: its name, and what a reader calls it."""
    return [(topic.name, str(label)) for topic, label in TOPICS.items()]
