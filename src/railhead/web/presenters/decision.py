"""The decision at hand as things to click, made from the published choices and nothing else.

What a choice looks like follows from the kinds of its fields: a tile with a hex goes on the board, a stop is picked on
the board, a run has its own panel, an amount from a long span is typed, everything else is a button.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from railhead.core import place_names, spelling
from railhead.core.actions import Accept, Action, Decline, Pass, text_of
from railhead.core.choices import Choice, Choices, Domain, OneOf, Span, Subsets
from railhead.core.deals import SharesBought, SharesSold
from railhead.core.ids import (
    BANK,
    POOL,
    Company,
    Hex,
    Place,
    Stop,
    Tile,
    hex_of,
    index_of,
)
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import Count, Money, Rotation, Tally
from railhead.core.view import View
from railhead.play import wording
from railhead.play.offers import is_rated
from railhead.play.prospect import Prospect
from railhead.routes.runs import Runs
from railhead.rules.borrowing import Borrow, borrower
from railhead.rules.consent import Consent
from railhead.rules.dividends import Dividend
from railhead.rules.loans import LoanRules
from railhead.rules.reactions import React
from railhead.rules.stock import Buy, Sell, Start
from railhead.web.presenters.alternatives import Compared, compared
from railhead.web.presenters.badges import sign
from railhead.web.presenters.charters import home_of, remarks_on
from railhead.web.presenters.foresight import Foresight, companies_in, foresight, run_after
from railhead.web.presenters.forms import Amount, Form, Ticks, about, amounts_of, form_of, ticks_of
from railhead.web.presenters.ghosts import Ghosts, ghosts_of
from railhead.web.presenters.outlook import Outlook, expected, outlook, with_end
from railhead.web.presenters.proposed import Change, changes, hexes
from railhead.web.presenters.refused import Refused, explain, refused
from railhead.web.presenters.scales import MANY, Level, Scale

LISTED = 90
"""At most this many actions of one choice become buttons."""
BESIDE = 8
"""At most this many places for something else become buttons where track is laid: they would drown it out."""
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


SELL, SHORT, BUY, START = "sell", "short", "buy", "start"


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

    @property
    def told(self) -> tuple[str, ...]:
        """What is said of it in full sentences, where its button has room for words only."""
        if self.outlook is None:
            return ()
        return (*(chip.text for chip in self.outlook.chips if chip.brief), *self.outlook.known)


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
    scales: list[Scale] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    ticks: list[Ticks] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    director: str = ""
    """Who decides for the company, if it is not the one that acts."""
    notes: tuple[str, ...] = ()
    """What to know before choosing here."""

    @property
    def proposes(self) -> bool:
        """Is anything here a proposal, so that the company's position should be shown?"""
        return any(offer.foresight for _, offers in self.rows for offer in offers)

    @property
    def single(self) -> bool:
        """Is there just one thing to click, so that a line is enough?"""
        others = self.amounts or self.scales or self.forms or self.ticks or self.proposes
        return not others and len(self.rows) == 1 and len(self.rows[0][1]) == 1

    @property
    def offers(self) -> bool:
        """Can anything be decided here?"""
        return bool(self.rows or self.amounts or self.scales or self.forms or self.ticks)


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
    changes: tuple[Change, ...]
    """What agreeing to a proposal would do to the board."""
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
    must: Refused | None = None
    """Why the player may not pass, in a step in which one may usually."""


def decision(now: Prospect, choices: Choices) -> Decision:
    """All choices of the player who is to decide."""
    return _Sorter(now, choices, list(choices)).decision()


class _Sorter:
    """Sorts choices into groups."""

    def __init__(self, now: Prospect, choices: Choices, offered: list[Choice]) -> None:
        self.now, self.book, self.choices = now, now.book, choices
        self.groups: dict[Company | None, Group] = {}
        self.left = FORETOLD
        self.offered = offered
        """All of the choices; listed once, which takes long where places are tried one by one."""
        self.lays_tiles = any(Tile in wording.kinds(choice.action).values() for choice in offered)
        self.only_starts = {choice.action for choice in offered} == {Start}
        """Is starting a company all that can be done? Otherwise its consequences are shown when it is chosen."""
        self.hexes: set[Hex] = set(hexes(choices.step))
        self.stops: set[Stop] = set(choices.step.sites)
        self.spans: dict[Company | None, list[Choice]] = {}
        """By company: the choices with a number to be typed."""
        self.lays = self.runs = False
        self.passing: Offer | None = None
        self.answers: list[Offer] = []
        self.plain: dict[str, Action] = {}
        """Actions without any fields, by their texts."""

    def decision(self) -> Decision:
        offered = self.offered
        own, asides = self.parted(offered)
        self.take_all(self.joined(own))
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
            changes=changes(self.now, self.choices.step),
            passing=self.passing,
            alternatives=alternatives,
            compared=self.compared(alternatives),
            lays=self.lays,
            runs=self.runs,
            hexes=frozenset(self.hexes),
            stops=frozenset(self.stops),
            why=tuple(general),
            must=self.must(),
        )

    def must(self) -> Refused | None:
        """Why something has to be done before the player may pass."""
        refusal = self.choices.why_not(Pass()) if Pass in self.choices.kinds else None
        return None if refusal is None else explain(self.book, wording.said(self.book, Pass()), refusal)

    def joined(self, offered: list[Choice]) -> list[Choice]:
        """Where track is laid, places for one and the same other thing that are offered one by one are one choice."""
        found: dict[type[Action], list[Choice]] = {}
        for choice in offered:
            if len(choice.domains) == 1 and self.is_beside_track(tuple(wording.kinds(choice.action).values())):
                found.setdefault(choice.action, []).append(choice)
        many = {action: alike for action, alike in found.items() if len(alike) > BESIDE}
        joint = [
            Choice(action, (OneOf(tuple(value for each in alike for value in each.domains[0])),))
            for action, alike in many.items()
        ]
        return [choice for choice in offered if choice.action not in many] + joint

    def parted(self, offered: list[Choice]) -> tuple[list[Choice], list[Choice]]:
        """What the step is about, and what is open in every step; if a step offers nothing else, it is about that."""
        own = [choice for choice in offered if choice.action not in self.choices.asides]
        if all(choice.action is Pass for choice in own):
            return offered, []
        return own, [choice for choice in offered if choice.action in self.choices.asides]

    def sorted_apart(self, asides: list[Choice]) -> tuple[Group, ...]:
        """Groups of their own for what is open in every step."""
        apart = _Sorter(self.now, self.choices, self.offered)
        apart.left = self.left
        apart.take_all(asides)
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
        if not self.compared(found) and not any(offer.told for offer in found):
            return ()  # a table would have nothing to say of them
        self.groups[None].rows.clear()
        return tuple(replace(offer, ghosts=self.ghosts(offer)) for offer in found)

    def compared(self, offers: Sequence[Offer]) -> tuple[Compared, ...]:
        return compared(self.now, [self.plain[offer.action] for offer in offers])

    def ghosts(self, offer: Offer) -> Ghosts | None:
        return ghosts_of(self.now.view, expected(self.now, self.plain[offer.action])[0])

    @property
    def concerned(self) -> frozenset[Company]:
        """The companies that the step or its proposal names, and those it leads to."""
        step = self.choices.step
        proposed = companies_in(step.proposal) if isinstance(step, Consent) else ()
        ahead = (offer.foresight.companies for offer in self.answers if offer.foresight)
        return frozenset((*step.subjects, *proposed, *chain.from_iterable(ahead)))

    def take_all(self, choices: Sequence[Choice]) -> None:
        """Sort choices into groups; amounts at the end, as several may be asked for together."""
        for choice in choices:
            self.take(choice)
        for company, spans in self.spans.items():
            self.groups[company].amounts = amounts_of(self.now, spans)

    def take(self, choice: Choice) -> None:
        if choice.action is Borrow:
            self.group_of(choice).notes = self.loan_terms()
        kinds = list(wording.kinds(choice.action).values())
        if Tile in kinds and Hex in kinds and Rotation in kinds:
            self.lays = True
            self.hexes.update(choice.domains[kinds.index(Hex)])
        elif any(is_rated(domain) for domain in choice.domains):
            self.runs = True
            self.stops.update(stops_of(choice))
        elif choice.action is not Sell and any(isinstance(d, Span) and d.count() > LONG for d in choice.domains):
            self.spans.setdefault(self.group_of(choice).company, []).append(choice)
            self.stops.update(_places(choice))
        elif any(isinstance(domain, Subsets) for domain in choice.domains) and choice.count() > FEW:
            self.group_of(choice).ticks.append(ticks_of(self.now.view, choice, self.choices.step.subjects))
            self.stops.update(_ticked(choice))
        elif _is_scale(choice):
            self.group_of(choice).scales.append(self.scale(choice))
        elif choice.count() > (BESIDE if self.is_beside_track(kinds) else LISTED):
            self.group_of(choice).forms.append(form_of(self.book, choice))
        else:
            self.list_out(choice)

    def is_beside_track(self, kinds: Sequence[object]) -> bool:
        """Is this about a place on the board, in a step in which track is laid?"""
        places = any(kind in (Hex, Stop) for kind in kinds)
        return places and self.lays_tiles

    def scale(self, choice: Choice) -> Scale:
        """A choice among many amounts, each with its consequences."""
        offers = [(action, text_of(self.book, action)) for action in choice]
        levels = (Level(text, _short(self.book, a), outlook(self.now, a, text)) for a, text in offers)
        varying = {name: "{amount}" for name, domain in _fields(choice) if domain.count() > 1}
        fixed = {name: next(iter(domain)) for name, domain in _fields(choice) if name not in varying}
        return Scale(
            label=wording.say_with(self.book, choice.action, fixed),
            says=wording.say_with(self.book, choice.action, fixed, varying),
            levels=tuple(levels),
            at=self.first_level(choice),
        )

    def first_level(self, choice: Choice) -> int:
        """Where a scale stands at first: a dividend at the revenue or just below it, anything else at the lowest."""
        step = self.choices.step
        if not isinstance(step, Dividend):
            return 0
        revenue = self.now.view.companies[step.company].revenue
        amounts = next(list(domain) for _, domain in _fields(choice) if domain.count() > 1)
        return max((place for place, amount in enumerate(amounts) if amount <= revenue), default=0)

    def list_out(self, choice: Choice) -> None:
        for action in islice(choice, LISTED):
            offer = self.offer(action)
            if isinstance(action, Pass):
                self.passing = offer
            elif isinstance(action, Accept | Decline):
                self.answers.append(replace(offer, label=self.answered(action)))
            else:
                self.add(self.group(_company_in(action)), action, offer)

    def answered(self, action: Accept | Decline) -> str:
        """An answer in words: a right is used or waived, anything else accepted or declined."""
        if not isinstance(self.choices.step, React):
            return wording.said(self.book, action)
        return gettext("Use this right") if isinstance(action, Accept) else gettext("Waive it")

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
            about=about(self.book, type(action), {name: getattr(action, name) for name in wording.kinds(type(action))}),
        )

    def deal(self, action: Action, told: Outlook | None) -> Deal | None:
        if isinstance(action, Sell):
            return Deal(SELL, action.company, action.count)
        if isinstance(action, Start):
            return Deal(START, action.company, self.book.market.prices[action.par])
        if isinstance(action, Buy):
            return Deal(BUY, action.company, told.spent if told else 0, self.source(action))
        return self.other_deal(action, told)

    def other_deal(self, action: Action, told: Outlook | None) -> Deal | None:
        """A deal in shares of a company that only some titles know: a short sale, or shares taken from another hand."""
        company, covers = _company_in(action), type(action).covers
        if company is None or told is None:
            return None
        if SharesSold in covers:
            return Deal(SHORT, company, told.gained, gettext("sell short"))
        return Deal(BUY, company, told.spent, _taken(self.book, action)) if SharesBought in covers else None

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
            self.groups[company] = Group(company=None) if company is None else self.groupabout(company)
        return self.groups[company]

    def groupabout(self, company: Company) -> Group:
        facts = self.book.companies[company]
        return Group(
            company=company,
            symbol=facts.symbol,
            name=facts.name,
            badge=sign(facts),
            origin=_origin(self.now.view, company),
            director=self.director(company),
        )

    def director(self, company: Company) -> str:
        """Who decides for another company: the player, and the company in between, if there is one."""
        seen = self.now.view.companies[company]
        if company == self.choices.step.acting_company:
            return ""
        return " ← ".join(wording.owner_name(self.book, owner) for owner in seen.above)

    def loan_terms(self) -> tuple[str, ...]:
        """What to know before taking loans."""
        company = self.now.view.ask(borrower, self.choices.step)
        if company is None:
            return ()
        said = self.now.view.ask(self.book.rules[LoanRules].terms, company)
        return tuple(str(self.book.worded(text)) for text in said)

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


def _fields(choice: Choice) -> Iterator[tuple[str, Domain]]:
    """The fields of a choice with what they may be."""
    return zip(wording.kinds(choice.action), choice.domains, strict=True)


def _is_scale(choice: Choice) -> bool:
    """Is one of many amounts or prices to be chosen, and nothing else?"""
    kinds = wording.kinds(choice.action)
    varying = [kinds[name] for name, domain in _fields(choice) if domain.count() > 1]
    return choice.action is not Start and len(varying) == 1 and varying[0] in (Money, Place) and choice.count() > MANY


def _places(choice: Choice) -> Iterator[Stop]:
    """The stops of which one is to be chosen together with a number."""
    for kind, domain in zip(wording.kinds(choice.action).values(), choice.domains, strict=True):
        if kind is Stop and domain.count() > 1:
            yield from domain


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


def _taken(book: Rulebook, action: Action) -> str:
    """How many shares are taken from whom, in short."""
    kinds = wording.kinds(type(action))
    count = next((getattr(action, name) for name, kind in kinds.items() if kind is Count), 1)
    _, *sellers = (getattr(action, name) for name, kind in kinds.items() if kind is Company)
    names = ", ".join(book.company_names[seller] for seller in sellers)
    return gettext("%(count)s from %(owner)s") % {"count": count, "owner": names}


VARIES = (Count, Tally, Place, Stop, Money)
"""Kinds of values by which actions of one row differ."""


def _common(book: Rulebook, action: Action) -> str:
    """What an action has in common with those of its row."""
    varying = _varying(type(action))
    if not varying:
        return ""
    values = {name: getattr(action, name) for name in wording.kinds(type(action)) if name != varying}
    return wording.say_with(book, type(action), values)


def _varying(kind: type[Action]) -> str:
    """The field in which the actions of a row differ: at each place, what can be done there; empty without one."""
    varying = {name: field for name, field in wording.kinds(kind).items() if field in VARIES}
    if len(varying) == 2:
        varying = {name: field for name, field in varying.items() if field is not Stop}
    return next(iter(varying)) if len(varying) == 1 else ""


def _short(book: Rulebook, action: Action) -> str:
    name = _varying(type(action))
    if not name:
        return wording.said_briefly(book, action)
    if wording.kinds(type(action))[name] is Stop:
        return place_names.stop_name(book, getattr(action, name))
    parts = text_of(book, action).split()
    slots = type(action).form.split()
    return parts[slots.index("{" + name + "}")]
