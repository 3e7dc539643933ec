"""Decisions with details to be filled in: an amount, several fields, or a set whose members are ticked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from railhead.core import place_names, spelling
from railhead.core.actions import Action
from railhead.core.choices import Choice, Domain, OneOf, Span, Subsets
from railhead.core.ids import NO_STOP, Company, Hex, Private, Stop, Train, kind_of
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import Money
from railhead.core.view import CompanyView, View
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.web.presenters.badges import sign
from railhead.web.presenters.outlook import Chip, idle_trains


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A company that may be picked for an amount, where what the number lies between depends on it."""

    value: str
    owner: str
    """Who decides for it."""
    low: int
    high: int
    asked: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """An action with one number to be chosen from a long span."""

    label: str
    template: str
    """The text of the action, with `{amount}` for the number."""
    asked: str
    """What the number is, and between which it lies."""
    low: int
    high: int
    begins: int
    """The number that is there at first: nothing where money may go either way, otherwise the least."""
    step: int
    hints: tuple[int, ...]
    says: str
    """The label with the fields in braces that are still to be chosen."""
    picks: tuple[Picked, ...] = ()
    """What is to be chosen besides the number."""
    about: tuple[tuple[str, str], ...] = ()
    warnings: tuple[Chip, ...] = ()
    """What is to be considered whatever the number."""
    parties: tuple[Party, ...] = ()
    """The companies one of which is to be picked, with bounds of their own; those above are of the first."""


@dataclass(frozen=True, slots=True)
class Picked:
    """One field of a form: its name and what it may be."""

    name: str
    options: tuple[tuple[str, str], ...]
    asked: str = ""
    """What it is, in words."""
    home: str = ""
    """Which of its values is the home of the company, if any."""


@dataclass(frozen=True, slots=True)
class Form:
    """An action with several fields and more values than can be listed."""

    label: str
    template: str
    fields: tuple[Picked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Something that may be part of a set."""

    value: str
    label: str
    badge: SafeString = field(default_factory=SafeString)
    note: str = ""
    """What else is to be considered about it."""
    stop: str = ""
    """Where it is on the board, if anywhere."""
    always: bool = False
    """Is it part of every set?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticks:
    """An action with a set to be ticked."""

    label: str
    template: str
    """The text of the action, with `{set}` for the members, which are joined with plus signs."""
    members: tuple[Member, ...]
    least: int
    most: int


def about(book: Rulebook, kind: type[Action], values: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """The privates and trains among the values of an action, which can be asked about."""
    found = []
    for name, sort in wording.kinds(kind).items():
        if name in values and sort is Private:
            found.append(("privates", book.private_names[values[name]]))
        elif name in values and sort is Train:
            found.append(("trains", book.train_names[kind_of(values[name])]))
    return tuple(found)


def amounts_of(now: Prospect, choices: Sequence[Choice]) -> list[Amount]:
    """Choices with a number each: those that differ only in the company dealt with, and in bounds, are one."""
    alike: dict[object, list[Choice]] = {}
    for choice in choices:
        party = _party(choice.action)
        rest = tuple(d for n, d in _domains(choice) if n != party and not (party and isinstance(d, Span)))
        alike.setdefault((choice.action, rest), []).append(choice)
    return [_joint(now, some) if len(some) > 1 else amount_of(now, some[0]) for some in alike.values()]


def _domains(choice: Choice) -> Iterator[tuple[str, Domain]]:
    return zip(wording.kinds(choice.action), choice.domains, strict=True)


def _party(kind: type[Action]) -> str:
    """The field of an action about two companies that names the other one; empty for other actions."""
    companies = [name for name, sort in wording.kinds(kind).items() if sort is Company]
    return companies[-1] if len(companies) > 1 else ""


def _joint(now: Prospect, choices: Sequence[Choice]) -> Amount:
    """One form for several companies, each with its own bounds."""
    first, name = choices[0], _party(choices[0].action)
    companies = OneOf(tuple(company for choice in choices for company in dict(_domains(choice))[name]))
    joint = Choice(first.action, tuple(companies if n == name else domain for n, domain in _domains(first)))
    amounts = [amount_of(now, choice) for choice in choices]
    parties = (
        Party(value=value, owner=_owner(now.view, company), low=amount.low, high=amount.high, asked=amount.asked)
        for company, amount, value in zip(
            companies, amounts, _written(now.book, first.action, name, companies), strict=True
        )
    )
    return replace(amount_of(now, joint), hints=(), parties=tuple(parties))


def _written(book: Rulebook, kind: type[Action], name: str, values: Iterable[Any]) -> list[str]:
    word = spelling.of(kind)[name]
    return [word.write(book, value) for value in values]


def _owner(view: View, company: Company) -> str:
    director = view.companies[company].director
    return "" if director is None else wording.owner_name(view.book, director)


def amount_of(now: Prospect, choice: Choice) -> Amount:
    """A choice with a number from a long span, and perhaps something else to be picked."""
    book, kinds, known = now.book, wording.kinds(choice.action), spelling.of(choice.action)
    domains = dict(zip(kinds, choice.domains, strict=True))
    name, span = next((n, d) for n, d in domains.items() if isinstance(d, Span) and d.count() > 1)
    picked = {other: list(domain) for other, domain in domains.items() if other != name and domain.count() > 1}
    fixed = {other: next(iter(domain)) for other, domain in domains.items() if other != name and other not in picked}
    written = {other: known[other].write(book, value) for other, value in fixed.items()}
    open_fields = {other: "{" + other + "}" for other in picked}
    return Amount(
        label=wording.say_with(book, choice.action, fixed),
        template=choice.action.form.format(**written, **open_fields, **{name: "{amount}"}),
        asked=_asked(span, kinds[name]) % {"low": span.low, "high": span.high},
        low=span.low,
        high=span.high,
        begins=0 if _goes_either_way(span) else span.low,
        step=span.step,
        hints=_hints(span),
        says=wording.say_with(book, choice.action, fixed, {**open_fields, name: "{amount}"}),
        picks=tuple(_picked(book, choice.action, each, picked[each], _home(book, fixed)) for each in picked),
        about=about(book, choice.action, fixed),
        warnings=tuple(idle_trains(now, next(iter(choice)))),
    )


def _goes_either_way(span: Span) -> bool:
    return span.low < 0 and 0 in span


def _asked(span: Span, kind: object) -> str:
    if span.low < 0:
        return gettext("Cash, %(low)s to %(high)s: below zero, you are paid")
    return gettext("Price, %(low)s to %(high)s") if kind is Money else gettext("Number, %(low)s to %(high)s")


def _picked(book: Rulebook, kind: type[Action], name: str, values: list[Any], home: Stop) -> Picked:
    """A field with its values; places are in the order of their names, after the company's home."""
    word = spelling.of(kind)[name]
    sort = wording.kinds(kind)[name]
    if sort is not Stop:
        written = (word.write(book, value) for value in values)
        return Picked(name, tuple((text, text) for text in written), gettext("Company") if sort is Company else "")
    names = {stop: place_names.stop_name(book, stop) for stop in values}
    in_order = sorted(names, key=lambda stop: (stop != home, names[stop]))
    options = tuple((word.write(book, stop), names[stop]) for stop in in_order)
    return Picked(name, options, gettext("Where"), word.write(book, home) if home in names else "")


def _home(book: Rulebook, fixed: dict[str, Any]) -> Stop:
    """Where the company of an action begins, if it has one and that is settled."""
    company = fixed.get("company")
    return NO_STOP if company is None else book.companies[company].home


def _hints(span: Span) -> tuple[int, ...]:
    """A few amounts worth a button: the least, some steps more, the most; nothing, where money may go either way."""
    if _goes_either_way(span):
        return tuple(dict.fromkeys((span.low, 0, span.high)))
    step = span.step if span.step > 1 else 5
    wanted = [span.low, *(span.low + step * times for times in (1, 2, 4, 8)), span.high]
    return tuple(dict.fromkeys(amount for amount in wanted if amount in span))


def form_of(book: Rulebook, choice: Choice) -> Form:
    """A choice with several fields."""
    kinds = wording.kinds(choice.action)
    fields = []
    values = {}
    for (name, word), domain in zip(spelling.of(choice.action).items(), choice.domains, strict=True):
        options = _values(book, kinds[name], word, domain)
        if len(options) == 1:
            values[name] = options[0][0]
        else:
            fields.append(Picked(name, options))
            values[name] = "{" + name + "}"
    return Form(wording.say_with(book, choice.action, {}), choice.action.form.format(**values), tuple(fields))


def _values(book: Rulebook, kind: object, word: spelling.Spelling, domain: Domain) -> tuple[tuple[str, str], ...]:
    """The values of a field as they are written and shown; places by name, those without one last."""
    if kind not in (Hex, Stop):
        return tuple((text, text) for text in (word.write(book, value) for value in domain))
    name_of = place_names.hex_name if kind is Hex else place_names.stop_name
    named = ((word.write(book, value), name_of(book, value)) for value in domain)
    return tuple(sorted(named, key=lambda place: (place[1] in book.board.index, place[1])))


def ticks_of(view: View, choice: Choice, subjects: tuple[Company, ...] = ()) -> Ticks:
    """A choice with a set; its other fields have one value each. Places are shown with the tokens of the subjects."""
    book = view.book
    kinds, known = wording.kinds(choice.action), spelling.of(choice.action)
    domains = dict(zip(kinds, choice.domains, strict=True))
    name, sets = next((name, domain) for name, domain in domains.items() if isinstance(domain, Subsets))
    fixed = {other: next(iter(domain)) for other, domain in domains.items() if other != name}
    written = {other: known[other].write(book, value) for other, value in fixed.items()}
    return Ticks(
        label=wording.say_with(book, choice.action, fixed),
        template=choice.action.form.format(**written, **{name: "{set}"}),
        members=tuple(_members(view, kinds[name], known[name], sets, subjects)),
        least=sets.least,
        most=min(sets.most, len(sets.members)),
    )


def _members(
    view: View, kind: object, word: spelling.Spelling, sets: Subsets, subjects: tuple[Company, ...]
) -> Iterator[Member]:
    labels = wording.members(view.book, kind, sets.members)
    tokens = {
        stop: iter([c for c in view.board.tokens.get(stop, ()) if c in subjects])
        for stop in (sets.members if kind == spelling.Stops else ())
    }
    for member, label in zip(sets.members, labels, strict=True):
        value = word.write(view.book, (member,))
        always = member in sets.always
        if kind == spelling.Companies:
            seen = view.companies[member]
            token, note = sign(view.book.companies[member]), _owned(view, seen)
            yield Member(value=value, label=label, badge=token, note=note, always=always)
        elif kind == spelling.Stops:
            owner = next(tokens[member], None)
            token = SafeString() if owner is None else sign(view.book.companies[owner])
            note = "" if owner is None else view.book.company_names[owner]
            yield Member(value=value, label=label, badge=token, note=note, stop=value, always=always)
        else:
            yield Member(value=value, label=label, note=_full_names(view.book).get(label, ""), always=always)


def _full_names(book: Rulebook) -> dict[str, str]:
    """By symbol of a company or a private: its name."""
    found = {company.symbol: company.name for company in book.companies}
    return found | {private.symbol: private.name for private in book.privates}


def _owned(view: View, seen: CompanyView) -> str:
    """Who decides for a company, and what it is worth."""
    price = "" if seen.price is None else str(seen.price)
    return ", ".join(part for part in (_owner(view, seen.company), price) if part)
