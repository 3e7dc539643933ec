"""Revisions: which version of a title's rules a game is played by.

A game keeps the rules it began with. When a rule turns out to have been implemented wrongly, the correction is
dated: it applies to games of its revision and later, while every older game continues as it began.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType

from railhead.core.refusal import Malformed
from railhead.core.text import Text

FIRST = 1
"""The revision before any correction."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A rule that used to be implemented wrongly, and the first revision that gets it right."""

    rule: str
    since: int
    says: str
    """The correct rule, in a sentence for players."""


def declared_in(module: ModuleType) -> tuple[Correction, ...]:
    """The corrections declared in a title's module, oldest first."""
    found = [value for value in vars(module).values() if isinstance(value, Correction)]
    return tuple(sorted(found, key=lambda correction: correction.since))


def newest(corrections: Iterable[Correction]) -> int:
    """The newest revision of a title with these corrections."""
    return max((correction.since for correction in corrections), default=FIRST)


def check(title: str, revision: int, corrections: Iterable[Correction]) -> int:
    """Check that a rulebook can be made for this revision; raises Malformed if it does not exist (yet)."""
    known = newest(corrections)
    if revision < FIRST:
        raise Malformed(
            "{revision} is not a revision of the rules of {title}; revisions are numbered from {first}",
            revision=revision,
            title=title,
            first=FIRST,
        )
    if revision > known:
        raise Malformed(
            "the game is played by revision {revision} of the rules of {title}, but this version of Railhead knows "
            "none after {known}; a newer version is needed",
            revision=revision,
            title=title,
            known=known,
        )
    return revision


def notice(title: str, revision: int, corrections: Iterable[Correction]) -> str:
    """What to tell the players of a game of an older revision; empty if it is of the latest."""
    corrected = [correction for correction in corrections if correction.since > revision]
    if not corrected:
        return ""
    rules = ", ".join(dict.fromkeys(correction.rule for correction in corrected))
    return str(
        Text(
            "This game is played by revision {revision} of the rules of {title}, as it began; "
            "later corrections ({rules}) do not apply to it",
            revision=revision,
            title=title,
            rules=rules,
        )
    )
