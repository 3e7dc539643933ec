"""Choices as plain data: who decides, what about, and the domain of every field of every choice."""

from __future__ import annotations

from typing import Any, Protocol, cast

from railhead.core import spelling
from railhead.core.actions import text_of
from railhead.core.choices import Choice, Choices, Domain, OneOf, Span, Subsets
from railhead.core.rulebook import Rulebook

LISTED = 60
"""Choices with at most this many actions are also listed individually."""
SHORT = 6
"""Spans of more numbers than this are not listed: nobody picks a price from a list."""


class Rated(Protocol):
    """A symbolic domain that knows its best value and what that earns."""

    @property
    def best(self) -> tuple[Any, Any]: ...

    @property
    def is_proven(self) -> bool: ...


def offers(book: Rulebook, choices: Choices, best: bool = True) -> dict[str, Any]:
    """All choices of a player as plain data; the best runs, which take time to find, are optional."""
    return {
        "player": book.owner_names[choices.seat],
        "purpose": choices.task,
        "choices": [offer(book, choice, best) for choice in choices],
    }


def offer(book: Rulebook, choice: Choice, best: bool = True) -> dict[str, Any]:
    """One choice: its form, the values of its fields, and its actions if there are few."""
    known = spelling.of(choice.action)
    data: dict[str, Any] = {
        "form": choice.action.form,
        "fields": {
            name: _domain(book, word, domain, best)
            for (name, word), domain in zip(known.items(), choice.domains, strict=True)
        },
    }
    if is_listed(choice):
        data["actions"] = [text_of(book, action) for action in choice]
    return data


def is_listed(choice: Choice) -> bool:
    """Are there few enough actions in this choice to list them individually?"""
    for domain in choice.domains:
        if is_rated(domain) or (isinstance(domain, Span) and domain.count() > SHORT):
            return False
    return choice.count() <= LISTED


def is_rated(domain: Domain) -> bool:
    """Does the domain know its best value? Merely checking the attribute would start the search."""
    return hasattr(type(domain), "best")


def _domain(book: Rulebook, word: spelling.Spelling, domain: Domain, best: bool) -> dict[str, Any]:
    if isinstance(domain, OneOf):
        return {"one_of": [word.write(book, value) for value in domain]}
    if isinstance(domain, Span):
        return {"from": domain.low, "to": domain.high, "step": domain.step}
    if isinstance(domain, Subsets):
        return {
            "some_of": [word.write(book, (member,)) for member in domain.members],
            "least": domain.least,
            "most": domain.most,
        }
    if is_rated(domain):
        if not best:
            return {"many": True}
        earned, value = cast(Rated, domain).best
        return {"best": word.write(book, value), "revenue": earned.revenue, "subsidy": earned.subsidy}
    raise AssertionError(f"{type(domain).__name__} cannot be shown")
