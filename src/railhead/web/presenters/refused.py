"""What is not allowed now, and which rule forbids it: the explanations behind the question marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from railhead.core.actions import Action, Pass
from railhead.core.choices import Choices
from railhead.core.ids import BANK, POOL, Company, Owner, Place, Private, Train, a_train
from railhead.core.refusal import Malformed, Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import Companies, Count, Money, Tally
from railhead.core.state import CLOSED, FLOATED
from railhead.core.view import View
from railhead.play import wording
from railhead.play.plan import is_sale
from railhead.titles.rule_texts import rules_of

MOST = 160
"""At most this many actions are tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Something that is not allowed now."""

    label: str
    reason: str
    rule: str
    section: str
    company: Company | None = None
    sells: bool = False
    """Would shares be sold by it?"""


def section(title: str, rule: str) -> str:
    """The section of the rulebook that contains a rule; empty if the title has no list of its rules."""
    try:
        return rules_of(title).get(rule, "")
    except Malformed:
        return ""


def explain(
    book: Rulebook, label: str, refusal: Refusal, company: Company | None = None, sells: bool = False
) -> Refused:
    """A refusal for the page."""
    return Refused(
        label=label,
        reason=refusal.reason,
        rule=refusal.rule,
        section=section(book.title, refusal.rule),
        company=company,
        sells=sells,
    )


def refused(view: View, choices: Choices, offered: set[type[Action]]) -> Iterator[Refused]:
    """Actions of the kinds at hand that are not allowed; each reason is given once.

    Of an action about two companies, or about a private, one example is enough for each rule: the reasons differ only
    in names.
    """
    seen: set[tuple[object, ...]] = set()
    for kind in choices.kinds:
        if kind is Pass and Pass in offered:
            continue
        for action in islice(_candidates(view, choices, kind), MOST):
            refusal = choices.why_not(action)
            kinds = wording.kinds(kind)
            companies = [getattr(action, name) for name, sort in kinds.items() if sort is Company]
            if refusal is None or refusal.rule == "malformed":
                continue
            company = companies[0] if companies else None
            alike = len(companies) > 1 or Private in kinds.values()
            key = (kind, company, refusal.rule if alike else refusal.reason)
            if key in seen:
                continue
            seen.add(key)
            yield explain(view.book, _label(view.book, action), refusal, company, is_sale(action))


def _label(book: Rulebook, action: Action) -> str:
    kinds = wording.kinds(type(action))
    values = {name: getattr(action, name) for name, kind in kinds.items() if kind not in (Place, Money, Count)}
    return wording.say_with(book, type(action), values)


def _candidates(view: View, choices: Choices, kind: type[Action]) -> Iterable[Action]:
    """Actions of a kind that a player might mean; none if there are too many."""
    kinds = wording.kinds(kind)
    if list(kinds.values()) == [Money]:
        return ()
    known = _shares_meant(view, kinds) or _trains_meant(view, choices.step.acting_company, kinds)
    if not known:
        return ()
    if Owner in kinds.values() and Company not in kinds.values() and not known[0]:
        return ()  # it names a player or a company of theirs, not the bank
    free = {name: _values(view, choices, each) for name, each in kinds.items() if name not in known[0]}
    if any(not values for values in free.values()):
        return ()
    return (
        kind(**meant, **dict(zip(free, chosen, strict=True))) for meant in known for chosen in product(*free.values())
    )


def _shares_meant(view: View, kinds: dict[str, Any]) -> list[dict[str, Any]]:
    """Shares that a player might mean, if it is about a company and where one comes from: wherever there are any."""
    if list(kinds.values()) != [Company, Owner]:
        return []
    company, source = kinds
    sources = {each: (BANK, POOL, view.book.purse(each)) for each in _companies(view)}
    held = {each: [o for o in owners if view.companies[each].held_by(o) > 0] for each, owners in sources.items()}
    return [{company: each, source: owner} for each, owners in held.items() for owner in owners or [BANK]]


def _companies(view: View) -> list[Company]:
    """The companies that have not left the game."""
    return [company for company, seen in view.companies.items() if not seen.has(CLOSED)]


def _trains_meant(view: View, acting: Company | None, kinds: dict[str, Any]) -> list[dict[str, Any]]:
    """The trains that a player might mean, each with whoever has it; one without fields if it is not about trains."""
    names = {kind: name for name, kind in kinds.items()}
    if Train not in names:
        return [{}]
    if Company in names:
        others = (each for each in view.companies.values() if each.company != acting)
        found = [(train, each.company) for each in others for train in dict.fromkeys(each.trains)]
        return [{names[Train]: train, names[Company]: seller} for train, seller in found]
    if Owner in names:
        new, returned = _on_sale(view), dict.fromkeys(view.depot.returned)
        found_at = [*((train, BANK) for train in new), *((train, POOL) for train in returned)]
        return [{names[Train]: train, names[Owner]: source} for train, source in found_at]
    return [{}]


def _on_sale(view: View) -> list[Train]:
    """The trains of the piles that are sold next."""
    left = [pile for pile, count in enumerate(view.depot.left) if count > 0][:2]
    return [a_train(kind) for kind, train in enumerate(view.book.trains) if train.pile in left]


def _values(view: View, choices: Choices, kind: Any) -> list[Any]:
    book = view.book
    if kind == Companies:
        return _pairs(view, choices.step.acting_company)
    if kind is Company:
        return _companies(view)
    if kind is Owner:
        return [BANK, POOL]
    if kind is Private:
        return list(book.private_ids)
    if kind is Train:
        return list(_on_sale(view))
    if kind is Place:
        return [book.market.place[price] for price in book.market.par_prices]
    if kind is Count:
        return [1]
    if kind is Tally:
        return [0]
    return [10] if kind is Money else []


def _pairs(view: View, acting: Company | None) -> list[Companies]:
    """The company that acts, by itself and together with each of the others that operate."""
    if acting is None:
        return []
    others = [company for company, seen in view.companies.items() if seen.has(FLOATED) and company != acting]
    return [(acting,), *(tuple(sorted((acting, other))) for other in others)]
