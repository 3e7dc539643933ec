"""Choices as lines of text: every action if there are few, otherwise the form and the values of its fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from railhead.core.actions import text_of
from railhead.core.choices import Choice, Choices
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import JOINT
from railhead.play.offers import is_listed, offer


def listing(book: Rulebook, choices: Choices) -> Iterator[str]:
    """Every choice as text. The best runs are not searched for, as that may take a while."""
    for choice in choices:
        yield from lines(book, choice)


def lines(book: Rulebook, choice: Choice) -> Iterator[str]:
    """One choice: its actions if there are few, otherwise a line that describes them."""
    if is_listed(choice):
        yield from (text_of(book, action) for action in choice)
    else:
        yield symbolic(offer(book, choice, best=False))


def symbolic(data: dict[str, Any]) -> str:
    """A choice as its form, filled in where there is only one value, and the values of the other fields."""
    form, domains = data["form"], []
    for name, domain in data["fields"].items():
        if len(domain.get("one_of", ())) == 1:
            form = form.replace("{" + name + "}", domain["one_of"][0])
        else:
            domains.append(f"{name} {_domain(domain)}")
    return f"{form}   [{'; '.join(domains)}]"


def _domain(domain: dict[str, Any]) -> str:
    if "one_of" in domain:
        return "one of " + " ".join(domain["one_of"])
    if "some_of" in domain:
        return f"{_how_many(domain)} of {' '.join(domain['some_of'])}, joined with {JOINT}"
    if "best" in domain:
        subsidy = f" and a subsidy of {domain['subsidy']}" if domain["subsidy"] else ""
        return f"at best: {domain['best']}, for {domain['revenue']}{subsidy}"
    if "many" in domain:
        return "of any kind that the rules allow"
    step = f" in steps of {domain['step']}" if domain["step"] != 1 else ""
    return f"{domain['from']} to {domain['to']}{step}"


def _how_many(domain: dict[str, Any]) -> str:
    return f"{domain['least']}" if domain["least"] == domain["most"] else f"{domain['least']} to {domain['most']}"
