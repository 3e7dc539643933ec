"""The titles Railhead plays, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from unicodedata import normalize

from railhead.core import revisions
from railhead.core.refusal import Malformed
from railhead.core.revisions import Correction
from railhead.core.rulebook import Rulebook
from railhead.titles.t18bf import corrections as corrections_18bf
from railhead.titles.t18bf import facts as facts_18bf
from railhead.titles.t18bf import options as options_18bf
from railhead.titles.t18bf import rules as rules_18bf
from railhead.titles.t18oe import corrections as corrections_18oe
from railhead.titles.t18oe import facts as facts_18oe
from railhead.titles.t18oe import options as options_18oe
from railhead.titles.t18oe import rules as rules_18oe
from railhead.titles.t1860 import corrections as corrections_1860
from railhead.titles.t1860 import facts as facts_1860
from railhead.titles.t1860 import options as options_1860
from railhead.titles.t1860 import rules as rules_1860
from railhead.titles.t1862 import corrections as corrections_1862
from railhead.titles.t1862 import facts as facts_1862
from railhead.titles.t1862 import options as options_1862
from railhead.titles.t1862 import rules as rules_1862
from railhead.titles.t1863 import corrections as corrections_1863
from railhead.titles.t1863 import facts as facts_1863
from railhead.titles.t1863 import options as options_1863
from railhead.titles.t1863 import rules as rules_1863


@dataclass(frozen=True, slots=True)
class Title:
    """What a lobby shows about a title, and how its rulebook is made."""

    title: str
    name: str
    players: tuple[int, ...]
    options: dict[str, str]
    corrections: tuple[Correction, ...]
    make: Callable[[tuple[str, ...], frozenset[str], int, int], Rulebook]
    designer: str = ""
    hours: int | None = None
    """How long a game takes about, if the rulebook says so."""

    @property
    def revision(self) -> int:
        """The newest revision of its rules, which new games are played by."""
        return revisions.newest(self.corrections)

    def __repr__(self) -> str:
        return f"<Title {self.name}, {self.players[0]} to {self.players[-1]} players, {len(self.options)} options>"


LONGEST_NAME = 60

TITLES = {
    "1860": Title(
        "1860",
        facts_1860.FACTS["name"],
        rules_1860.PLAYERS,
        options_1860.OPTIONS,
        revisions.declared_in(corrections_1860),
        rules_1860.rulebook,
        facts_1860.FACTS["designer"],
        facts_1860.FACTS.get("hours"),
    ),
    "1862": Title(
        "1862",
        facts_1862.FACTS["name"],
        rules_1862.PLAYERS,
        options_1862.OPTIONS,
        revisions.declared_in(corrections_1862),
        rules_1862.rulebook,
        facts_1862.FACTS["designer"],
        facts_1862.FACTS.get("hours"),
    ),
    "1863": Title(
        "1863",
        facts_1863.FACTS["name"],
        facts_1863.PLAYERS,
        options_1863.OPTIONS,
        revisions.declared_in(corrections_1863),
        rules_1863.rulebook,
        facts_1863.FACTS["designer"],
        facts_1863.FACTS.get("hours"),
    ),
    "18BF": Title(
        "18BF",
        facts_18bf.FACTS["name"],
        rules_18bf.PLAYERS,
        options_18bf.OPTIONS,
        revisions.declared_in(corrections_18bf),
        rules_18bf.rulebook,
        facts_18bf.FACTS["designer"],
        facts_18bf.FACTS.get("hours"),
    ),
    "18OE": Title(
        "18OE",
        facts_18oe.FACTS["name"],
        facts_18oe.PLAYERS,
        options_18oe.OPTIONS,
        revisions.declared_in(corrections_18oe),
        rules_18oe.rulebook,
        facts_18oe.FACTS["designer"],
        facts_18oe.FACTS.get("hours"),
    ),
}


def find(title: str) -> Title:
    """A title by name."""
    if title not in TITLES:
        raise Malformed(
            "'{title}' is not a title Railhead plays; these are: {titles}", title=title, titles=", ".join(TITLES)
        )
    return TITLES[title]


def rulebook(
    title: str,
    seats: tuple[str, ...],
    options: frozenset[str] = frozenset(),
    seed: int = 0,
    revision: int | None = None,
) -> Rulebook:
    """The rulebook of a title for these players, clockwise, with these options; by its newest rules by default."""
    found = find(title)
    chosen = found.revision if revision is None else revisions.check(title, revision, found.corrections)
    _check_names(seats)
    made = found.make(seats, options, seed, chosen)
    clash = set(seats) & {"ipo", "pool", *made.company_names}
    if clash:
        raise Malformed("A player cannot be called {name}", name=repr(sorted(clash)[0]))
    return made


def _check_names(seats: tuple[str, ...]) -> None:
    for seat in seats:
        if not seat.isprintable() or not seat or len(seat) > LONGEST_NAME or seat.split() != seat.split(" "):
            raise Malformed(
                "{name} is not a valid name: it needs up to {longest} visible characters, "
                "with single spaces between words",
                name=ascii(seat)[:40],
                longest=LONGEST_NAME,
            )
    if len({normalize("NFC", seat).casefold() for seat in seats}) < len(seats):
        raise Malformed("Two players have the same name, or names that look the same")
