"""The decision at hand as things to click, made from the published choices and nothing else.

What a choice looks like follows from the kinds of its fields: a tile with a hex goes on the board, a stop is picked on
the board, a run has its own panel, an amount from a long span is typed, everything else is a button.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from railhead.core import place_names, spelling
from railhead.core.actions import Accept, Action, Decline, Pass, text_of
from railhead.core.choices import Choice, Choices, OneOf, Span, Subsets
from railhead.core.ids import BANK, POOL, Company, Hex, Place, Private, Stop, Tile, Train, hex_of, index_of, kind_of
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import Count, Money, Rotation, Tally
from railhead.core.view import CompanyView, View
from railhead.play import wording
from railhead.play.offers import is_rated
from railhead.play.prospect import Prospect
from railhead.routes.runs import Runs
from railhead.rules.consent import Consent
from railhead.rules.stock import Buy, Sell, Start
from railhead.web.presenters.alternatives import Compared, compared
from railhead.web.presenters.badges import badge
from railhead.web.presenters.charters import home_of, remarks_on
from railhead.web.presenters.foresight import Foresight, companies_in, foresight, run_after
from railhead.web.presenters.ghosts import Ghosts, ghosts_of
from railhead.web.presenters.outlook import Chip, Outlook, idle_trains, outlook, with_end
from railhead.web.presenters.refused import Refused, refused

LISTED = 90
"""At most this many actions of one choice become buttons."""
LONG = 3
"""A span of more values than this is typed."""
FEW = 3
"""At most this many sets become buttons; otherwise the members are ticked."""
FORETOLD = 120
"""The consequences of at most this many actions are worked out for one page."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal in shares of one company."""

    kind: str
    company: Company
    figure: int
    """How many shares are sold, what the share costs that is bought, or the par."""
    where: str = ""
    """Whose share is bought."""


SELL, BUY, START = "sell", "buy", "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One action as a button."""

    action: str
    label: str
    short: str
    """What distinguishes it from the others in its row."""
    outlook: Outlook | None
    hex: str = ""
    stop: str = ""
    foresight: Foresight | None = None
    """Where it may lead, if it changes nothing by itself."""
    runs_next: bool = False
    """Is its worth what the trains can earn then, which takes time to find?"""
    deal: Deal | None = None
    """What is sold, bought or started, if it is a deal in shares."""
    ghosts: Ghosts | None = None
    """Where markers on the market would go, if it is one of the alternatives of a company."""
    about: tuple[tuple[str, str], ...] = ()
    """What it deals in and can be asked about: tables of texts and keys."""


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
    step: int
    hints: tuple[int, ...]
    about: tuple[tuple[str, str], ...] = ()
    warnings: tuple[Chip, ...] = ()
    """What is to be considered whatever the number."""


@dataclass(frozen=True, slots=True)
class Picked:
    """One field of a form: its name and what it may be."""

    name: str
    options: tuple[tuple[str, str], ...]


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


@dataclass(slots=True, kw_only=True)
class Group:
    """Everything that can be decided about one company, or about none."""

    company: Company | None
    symbol: str = ""
    name: str = ""
    badge: SafeString = field(default_factory=SafeString)
    origin: tuple[str, ...] = ()
    """If it has not been started: its home, and what else is public about it."""
    rows: list[tuple[str, list[Offer]]] = field(default_factory=list)
    """Buttons of one kind of action each, with what they have in common."""
    amounts: list[Amount] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    ticks: list[Ticks] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    @property
    def proposes(self) -> bool:
        """Is anything here a proposal, so that the company's position should be shown?"""
        return any(offer.foresight for _, offers in self.rows for offer in offers)

    @property
    def single(self) -> bool:
        """Is there just one thing to click, so that a line is enough?"""
        others = self.amounts or self.forms or self.ticks or self.proposes
        return not others and len(self.rows) == 1 and len(self.rows[0][1]) == 1

    @property
    def offers(self) -> bool:
        """Can anything be decided here?"""
        return bool(self.rows or self.amounts or self.forms or self.ticks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What is to be decided now."""

    player: str
    task: str
    company: Company | None
    groups: tuple[Group, ...]
    asides: tuple[Group, ...]
    """What could be done in any other step as well."""
    answers: tuple[Offer, ...]
    """Accepting or declining what another player proposes."""
    concerned: frozenset[Company]
    """The companies that the step, or a proposal to be answered, is about."""
    passing: Offer | None
    alternatives: tuple[Offer, ...]
    """If one of a few things is to be done for a company: those things, which are not in the groups then."""
    compared: tuple[Compared, ...]
    """What each of them would do."""
    lays: bool
    runs: bool
    hexes: frozenset[Hex]
    stops: frozenset[Stop]
    why: tuple[Refused, ...]
    """What is not allowed and concerns no company, or none about which anything can be decided."""


def decision(now: Prospect, choices: Choices) -> Decision:
    """All choices of the player who is to decide."""
    return _Sorter(now, choices).decision()


class _Sorter:
    """Sorts choices into groups."""

    def __init__(self, now: Prospect, choices: Choices) -> None:
        self.now, self.book, self.choices = now, now.book, choices
        self.groups: dict[Company | None, Group] = {}
        self.left = FORETOLD
        self.only_starts = {choice.action for choice in choices} == {Start}
        """Is starting a company all that can be done? Otherwise its consequences are shown when it is chosen."""
        self.hexes: set[Hex] = set()
        self.stops: set[Stop] = set(choices.step.sites)
        self.lays = self.runs = False
        self.passing: Offer | None = None
        self.answers: list[Offer] = []
        self.plain: dict[str, Action] = {}
        """Actions without any fields, by their texts."""

    def decision(self) -> Decision:
        offered = list(self.choices)
        own, asides = self.parted(offered)
        for choice in own:
            self.take(choice)
        general = self.add_refused({choice.action for choice in offered})
        alternatives = self.take_alternatives(own)
        general += [entry for group in self.in_order if not group.offers for entry in group.refused]
        return Decision(
            player=self.book.owner_names[self.choices.seat],
            task=self.choices.task,
            company=self.choices.step.acting_company,
            groups=self.open_groups,
            asides=self.sorted_apart(asides),
            answers=tuple(self.answers),
            concerned=self.concerned,
            passing=self.passing,
            alternatives=alternatives,
            compared=compared(self.now, [self.plain[offer.action] for offer in alternatives]),
            lays=self.lays,
            runs=self.runs,
            hexes=frozenset(self.hexes),
            stops=frozenset(self.stops),
            why=tuple(general),
        )

    def parted(self, offered: list[Choice]) -> tuple[list[Choice], list[Choice]]:
        """What the step is about, and what is open in every step; if a step offers nothing else, it is about that."""
        own = [choice for choice in offered if choice.action not in self.choices.asides]
        if all(choice.action is Pass for choice in own):
            return offered, []
        return own, [choice for choice in offered if choice.action in self.choices.asides]

    def sorted_apart(self, asides: list[Choice]) -> tuple[Group, ...]:
        """Groups of their own for what is open in every step."""
        apart = _Sorter(self.now, self.choices)
        apart.left = self.left
        for choice in asides:
            apart.take(choice)
        return apart.open_groups

    @property
    def in_order(self) -> list[Group]:
        """What concerns no company, then the companies in their order."""
        return [self.groups[key] for key in sorted(self.groups, key=lambda key: -1 if key is None else key)]

    @property
    def open_groups(self) -> tuple[Group, ...]:
        """The groups in which anything can be decided."""
        return tuple(group for group in self.in_order if group.offers)

    def take_alternatives(self, offered: list[Choice]) -> tuple[Offer, ...]:
        """Several things without any details, to be done for a company, are compared side by side."""
        found = [offer for _, row in self.group(None).rows for offer in row if offer.action in self.plain]
        if self.choices.step.acting_company is None or not 1 < len(found) == len(offered):
            return ()
        self.groups[None].rows.clear()
        return tuple(replace(offer, ghosts=self.ghosts(offer)) for offer in found)

    def ghosts(self, offer: Offer) -> Ghosts | None:
        return ghosts_of(self.now.view, self.now.at_once(self.plain[offer.action])[0])

    @property
    def concerned(self) -> frozenset[Company]:
        """The companies that the step or its proposal names, and those it leads to."""
        step = self.choices.step
        proposed = companies_in(step.proposal) if isinstance(step, Consent) else ()
        ahead = (offer.foresight.companies for offer in self.answers if offer.foresight)
        return frozenset((*step.subjects, *proposed, *chain.from_iterable(ahead)))

    def take(self, choice: Choice) -> None:
        kinds = list(wording.kinds(choice.action).values())
        if Tile in kinds and Hex in kinds and Rotation in kinds:
            self.lays = True
            self.hexes.update(choice.domains[kinds.index(Hex)])
        elif any(is_rated(domain) for domain in choice.domains):
            self.runs = True
            self.stops.update(stops_of(choice))
        elif choice.action is not Sell and any(isinstance(d, Span) and d.count() > LONG for d in choice.domains):
            self.group_of(choice).amounts.append(_amount(self.now, choice))
        elif any(isinstance(domain, Subsets) for domain in choice.domains) and choice.count() > FEW:
            self.group_of(choice).ticks.append(ticks_of(self.now.view, choice, self.choices.step.subjects))
            self.stops.update(_ticked(choice))
        elif choice.count() > LISTED:
            self.group_of(choice).forms.append(_form(self.book, choice))
        else:
            self.list_out(choice)

    def list_out(self, choice: Choice) -> None:
        for action in islice(choice, LISTED):
            offer = self.offer(action)
            if isinstance(action, Pass):
                self.passing = offer
            elif isinstance(action, Accept | Decline):
                self.answers.append(offer)
            else:
                self.add(self.group(_company_in(action)), action, offer)

    def offer(self, action: Action) -> Offer:
        text = text_of(self.book, action)
        told = None
        if self.left and (self.only_starts or not isinstance(action, Start)):
            self.left -= 1
            told = outlook(self.now, action, text, _company_in(action))
            told = with_end(self.now, action, told) if isinstance(action, Pass) else told
        if not wording.kinds(type(action)):
            self.plain[text] = action
        hex_, stop = self.place(action)
        changes_nothing = told is not None and not (told.chips or told.lines)
        ahead = foresight(self.now, action) if changes_nothing else None
        return Offer(
            action=text,
            label=wording.said(self.book, action),
            short=_short(self.book, action),
            outlook=told,
            hex=hex_,
            stop=stop,
            foresight=ahead,
            runs_next=changes_nothing and run_after(self.now, action) is not None,
            deal=self.deal(action, told),
            about=_about(
                self.book, type(action), {name: getattr(action, name) for name in wording.kinds(type(action))}
            ),
        )

    def deal(self, action: Action, told: Outlook | None) -> Deal | None:
        if isinstance(action, Sell):
            return Deal(SELL, action.company, action.count)
        if isinstance(action, Start):
            return Deal(START, action.company, self.book.market.prices[action.par])
        if isinstance(action, Buy):
            return Deal(BUY, action.company, told.spent if told else 0, self.source(action))
        return None

    def source(self, action: Buy) -> str:
        """Whose share is bought, in a word or two."""
        if action.source == BANK:
            return gettext("initial offer")
        return gettext("pool") if action.source == POOL else gettext("treasury")

    def place(self, action: Action) -> tuple[str, str]:
        """Where on the board an action belongs, if anywhere; it is highlighted there."""
        names = self.book.board.names
        for name, kind in wording.kinds(type(action)).items():
            value = getattr(action, name)
            if kind is Stop:
                self.stops.add(value)
                return names[hex_of(value)], f"{names[hex_of(value)]}.{index_of(value)}"
            if kind is Hex:
                self.hexes.add(value)
                return names[value], ""
            if kind == spelling.Stops:
                self.stops.update(value)
                stops = [f"{names[hex_of(stop)]}.{index_of(stop)}" for stop in dict.fromkeys(value)]
                return "", " ".join(stops)
        return "", ""

    def group_of(self, choice: Choice) -> Group:
        for kind, domain in zip(wording.kinds(choice.action).values(), choice.domains, strict=True):
            if kind is Company and isinstance(domain, OneOf) and domain.count() == 1:
                return self.group(domain.values[0])
        return self.group(None)

    def group(self, company: Company | None) -> Group:
        if company not in self.groups:
            self.groups[company] = Group(company=None) if company is None else self.group_about(company)
        return self.groups[company]

    def group_about(self, company: Company) -> Group:
        facts = self.book.companies[company]
        return Group(
            company=company,
            symbol=facts.symbol,
            name=facts.name,
            badge=badge(facts),
            origin=_origin(self.now.view, company),
        )

    def add(self, group: Group, action: Action, offer: Offer) -> None:
        """Actions that differ in only one field share a row."""
        common = _common(self.book, action)
        for heading, offers in group.rows:
            if heading == common:
                offers.append(offer)
                return
        group.rows.append((common, [offer]))

    def add_refused(self, offered: set[type[Action]]) -> list[Refused]:
        """What is not allowed goes to the company it concerns; what concerns none is returned."""
        general = []
        for entry in refused(self.now.view, self.choices, offered):
            if entry.company is not None:
                self.group(entry.company).refused.append(entry)
            else:
                general.append(entry)
        return general


def _ticked(choice: Choice) -> Iterator[Stop]:
    """The stops of which some are to be ticked."""
    for kind, domain in zip(wording.kinds(choice.action).values(), choice.domains, strict=True):
        if kind == spelling.Stops and isinstance(domain, Subsets):
            yield from domain.members


def stops_of(choice: Choice) -> Iterator[Stop]:
    """The stops that runs of a choice may call at: every stop with track."""
    for domain in choice.domains:
        if isinstance(domain, Runs):
            yield from (stop for stop, links in domain.problem.network.links.items() if links)


def _origin(view: View, company: Company) -> tuple[str, ...]:
    seen = view.companies[company]
    if seen.status:
        return ()
    return tuple(part for part in (home_of(view.book, company), *remarks_on(seen)) if part)


def _company_in(action: Action) -> Company | None:
    for name, kind in wording.kinds(type(action)).items():
        if kind is Company:
            company: Company = getattr(action, name)
            return company
    return None


def _about(book: Rulebook, kind: type[Action], values: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """The privates and trains among the values of an action, which can be asked about."""
    found = []
    for name, sort in wording.kinds(kind).items():
        if name in values and sort is Private:
            found.append(("privates", book.private_names[values[name]]))
        elif name in values and sort is Train:
            found.append(("trains", book.train_names[kind_of(values[name])]))
    return tuple(found)


VARIES = (Count, Tally, Place, Stop, Money)
"""Kinds of values by which actions of one row differ."""


def _common(book: Rulebook, action: Action) -> str:
    """What an action has in common with those of its row."""
    kinds = wording.kinds(type(action))
    varying = [name for name, kind in kinds.items() if kind in VARIES]
    if len(varying) != 1:
        return ""
    values = {name: getattr(action, name) for name in kinds if name not in varying}
    return wording.say_with(book, type(action), values)


def _short(book: Rulebook, action: Action) -> str:
    kinds = wording.kinds(type(action))
    varying = [name for name, kind in kinds.items() if kind in VARIES]
    if len(varying) != 1:
        return wording.said(book, action)
    name = varying[0]
    if kinds[name] is Stop:
        return place_names.stop_name(book, getattr(action, name))
    parts = text_of(book, action).split()
    slots = type(action).form.split()
    return parts[slots.index("{" + name + "}")]


def _amount(now: Prospect, choice: Choice) -> Amount:
    book, kinds = now.book, wording.kinds(choice.action)
    spans = {
        name: domain
        for (name, _), domain in zip(kinds.items(), choice.domains, strict=True)
        if isinstance(domain, Span) and domain.count() > 1
    }
    name, span = next(iter(spans.items()))
    fixed = {
        other: next(iter(domain))
        for (other, _), domain in zip(kinds.items(), choice.domains, strict=True)
        if other != name
    }
    lowest = choice.action(**{**fixed, name: span.low})
    slots = choice.action.form.split()
    parts = text_of(book, lowest).split()
    parts[slots.index("{" + name + "}")] = "{amount}"
    return Amount(
        label=wording.say_with(book, choice.action, fixed),
        template=" ".join(parts),
        asked=(
            gettext("Price, %(low)s to %(high)s") if kinds[name] is Money else gettext("Number, %(low)s to %(high)s")
        )
        % {"low": span.low, "high": span.high},
        low=span.low,
        high=span.high,
        step=span.step,
        hints=_hints(span),
        about=_about(book, choice.action, fixed),
        warnings=tuple(idle_trains(now, lowest)),
    )


def _hints(span: Span) -> tuple[int, ...]:
    """A few amounts worth a button: the least, some steps more, the most."""
    step = span.step if span.step > 1 else 5
    wanted = [span.low, *(span.low + step * times for times in (1, 2, 4, 8)), span.high]
    return tuple(dict.fromkeys(amount for amount in wanted if amount in span))


def _form(book: Rulebook, choice: Choice) -> Form:
    fields = []
    values = {}
    for (name, word), domain in zip(spelling.of(choice.action).items(), choice.domains, strict=True):
        options = tuple((word.write(book, value), word.write(book, value)) for value in domain)
        if len(options) == 1:
            values[name] = options[0][0]
        else:
            fields.append(Picked(name, options))
            values[name] = "{" + name + "}"
    return Form(wording.say_with(book, choice.action, {}), choice.action.form.format(**values), tuple(fields))


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
            token, note = badge(view.book.companies[member]), _owned(view, seen)
            yield Member(value=value, label=label, badge=token, note=note, always=always)
        elif kind == spelling.Stops:
            owner = next(tokens[member], None)
            token = SafeString() if owner is None else badge(view.book.companies[owner])
            note = "" if owner is None else view.book.company_names[owner]
            yield Member(value=value, label=label, badge=token, note=note, stop=value, always=always)
        else:
            yield Member(value=value, label=label, always=always)


def _owned(view: View, seen: CompanyView) -> str:
    """Who decides for a company, and what it is worth."""
    director = "" if seen.director is None else wording.owner_name(view.book, seen.director)
    return ", ".join(part for part in (director, "" if seen.price is None else str(seen.price)) if part)
