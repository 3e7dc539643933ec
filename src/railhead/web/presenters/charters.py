"""Companies' charters and players' holdings, as one seat may see them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop

from railhead.core import place_names
from railhead.core.ids import BANK, NO_STOP, Company, Owner, Private, Seat, Train, kind_of
from railhead.core.rulebook import UNLIMITED, Rulebook
from railhead.core.spelling import TRAIN
from railhead.core.state import BANKRUPT, CLOSED, FLOATED, INSOLVENT, OPERATED, STARTED
from railhead.core.text import Text, translated
from railhead.core.view import CompanyView, PlayerView, View
from railhead.play import wording
from railhead.play.vantage import Earning
from railhead.rules import loans
from railhead.rules.directors import CertificateRules, certificates
from railhead.rules.operating import operating_order
from railhead.web.presenters.badges import sign

GONE = gettext_noop("closed")
STANDINGS = (
    (CLOSED, GONE),
    (BANKRUPT, gettext_noop("bankrupt")),
    (INSOLVENT, gettext_noop("insolvent")),
    (OPERATED, gettext_noop("operating")),
    (FLOATED, gettext_noop("floated")),
    (STARTED, gettext_noop("started")),
)
FLOATING = ("operating", "floated", "insolvent")
"""The standings of companies that have floated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Shares of one company in one hand."""

    owner: str
    shares: int
    percent: int
    director: bool
    seat: Seat | None = None
    company: bool = False
    """Is it another company that holds them?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """Shares of one company that a player has sold short and owes."""

    badge: SafeString
    symbol: str
    player: str
    shares: int
    percent: int
    cost: int
    """What buying them now would cost, at the price as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """Shares of one company that a player or another company holds."""

    badge: SafeString
    symbol: str
    shares: int
    percent: int
    director: bool


@dataclass(frozen=True, slots=True)
class TrainHeld:
    """One or several equal trains, and how long they last."""

    name: str
    life: str
    """What ends it, in words; empty if nothing does."""
    next: bool
    """Does the very next phase end it?"""
    count: int = 1
    kind: str = ""
    """The name of the kind of train, without its marks."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A private company in somebody's hands."""

    symbol: str
    name: str
    income: int
    value: int
    """Its face value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Charter:
    """A company."""

    number: Company
    badge: SafeString
    symbol: str
    name: str
    kind: str
    standing: str
    director: str
    mine: bool
    """Is it the reader who directs it?"""
    price: int | None
    par: int | None
    treasury: int | None
    hidden: bool
    """There is a treasury, but this seat may not see it."""
    trains: tuple[TrainHeld, ...]
    tokens_left: int
    tokens_all: int
    loans: int | None
    """How many loans it has; None if the title has none."""
    most_loans: int
    more_loans: int
    """How many more it could take."""
    privates: tuple[Deed, ...]
    holders: tuple[Held, ...]
    ran: bool
    """Has it had a turn in which trains run?"""
    holdings: tuple[Holding, ...]
    """What it holds of other companies."""
    above: tuple[str, ...]
    """If it belongs to another company: that company, and everybody above it, up to a player."""
    shorts: tuple[Owed, ...]
    shorts_left: int | None
    """How many more of its shares may be sold short in total; None if that is out of the question."""
    revenue: int
    subsidy: int
    paid: bool | None
    """Was the revenue paid out? None as long as that is not decided."""
    paid_in_part: int
    """The dividend, if it was less or more than the revenue."""
    order: int | None
    """Its place in the order of play."""
    acting: bool
    home: str
    remarks: tuple[str, ...]
    """What else is public about it."""
    fate: str
    """What will become of it if its marker stays where it is on the market; empty if nothing."""

    @property
    def loan_spaces(self) -> int:
        """How many more loans a company of its kind could have."""
        return max(0, self.most_loans - (self.loans or 0))

    @property
    def sorts(self) -> tuple[str, ...]:
        """What a page may look for among many companies."""
        found = {
            "acting": self.acting,
            "operating": self.order is not None,
            "floated": self.standing in FLOATING,
            "mine": self.mine,
        }
        return tuple(name for name, is_ in found.items() if is_)

    @property
    def shorts_out(self) -> int:
        """How many of its shares are owed."""
        return sum(owed.shares for owed in self.shorts)


@dataclass(frozen=True, slots=True)
class CharterGroup:
    """The companies of one kind, with those in play first."""

    name: str
    """Empty if there is only one kind of company."""
    kind: str
    playing: tuple[Charter, ...]
    waiting: tuple[Charter, ...]
    """Those not started yet."""
    gone: tuple[Charter, ...]
    """Those that have left the game."""


def by_kind(view: View, found: tuple[Charter, ...]) -> tuple[CharterGroup, ...]:
    """Companies by kind, those kinds last of which none are left; where there is only one kind, they stay together."""
    if len(view.book.kinds) == 1:
        return (CharterGroup("", view.book.kinds[0].name, found, (), ()),)
    groups = (_of_kind(kind.name, [c for c in found if c.kind == kind.name]) for kind in view.book.kinds)
    return tuple(sorted(groups, key=lambda group: not (group.playing or group.waiting)))


def _of_kind(name: str, found: list[Charter]) -> CharterGroup:
    return CharterGroup(
        translated(f"{name}s"),
        name,
        tuple(charter for charter in found if charter.standing not in ("", GONE)),
        tuple(charter for charter in found if not charter.standing),
        tuple(charter for charter in found if charter.standing == GONE),
    )


def charters(view: View, earned: Mapping[Company, Earning] | None = None) -> tuple[Charter, ...]:
    """All companies: those that operate in the order in which they do, then the others by price.

    What they earned last is shown as it was, also while they run again.
    """
    order = tuple(view.ask(operating_order))
    acting = view.acting_company
    found = [_charter(view, company, order, acting, earned or {}) for company in view.companies.values()]
    return tuple(sorted(found, key=_place))


def _place(charter: Charter) -> tuple[bool, bool, int, int, Company]:
    """Where a company is among all: in the order of play, then by price, and last if it has not been started."""
    operates = charter.order is not None
    return not charter.standing, not operates, charter.order or 0, -(charter.price or 0), charter.number


def _charter(
    view: View,
    seen: CompanyView,
    order: tuple[Company, ...],
    acting: Company | None,
    earned: Mapping[Company, Earning],
) -> Charter:
    book, company, status = view.book, seen.company, seen.status
    facts = book.companies[company]
    certificate = seen.director_certificate
    last = earned.get(company) if seen.has(OPERATED) else None
    ran = last is not None or seen.revenue > 0
    last = last or Earning(seen.revenue, seen.dividend, seen.subsidy)
    return Charter(
        number=company,
        badge=sign(facts),
        symbol=facts.symbol,
        name=facts.name,
        kind=seen.kind.name,
        standing=next((word for flag, word in STANDINGS if status & flag), ""),
        director="" if certificate == BANK else wording.owner_name(book, certificate),
        mine=view.seat is not None and certificate == view.seat,
        price=seen.price,
        par=seen.par,
        treasury=seen.treasury if status else None,
        hidden=bool(status) and seen.hidden,
        trains=trains_held(view, seen.trains),
        tokens_left=seen.tokens_left,
        tokens_all=seen.token_count,
        loans=seen.loans if book.loans else None,
        most_loans=seen.kind.loans,
        more_loans=view.ask(loans.room, company) if book.loans and status else 0,
        privates=_deeds(view, seen.privates),
        holders=_holders(book, seen),
        ran=ran,
        holdings=tuple(holding(view, book.purse(company), other, shares) for other, shares in seen.shares.items()),
        above=chain(book, seen),
        shorts=tuple(_owed(view, seat, company, shares) for seat, shares in seen.shorts.items()),
        shorts_left=shorts_left(book, seen),
        revenue=last.revenue,
        subsidy=last.subsidy,
        paid=last.paid if last.decided else None,
        paid_in_part=last.dividend if last.in_part else 0,
        order=order.index(company) + 1 if company in order else None,
        acting=company == acting,
        home=home_of(book, company),
        remarks=remarks_on(seen),
        fate="" if seen.fate is None else str(seen.fate.told),
    )


def home_of(book: Rulebook, company: Company) -> str:
    """Where a company begins; empty if that is not settled."""
    home = book.companies[company].home
    return "" if home == NO_STOP else place_names.stop_name(book, home)


def chain(book: Rulebook, seen: CompanyView) -> tuple[str, ...]:
    """Everybody above a company that belongs to another one, from the nearest to the player; empty for others."""
    above = seen.above
    return tuple(wording.owner_name(book, owner) for owner in above) if len(above) > 1 else ()


def shorts_left(book: Rulebook, seen: CompanyView) -> int | None:
    """How many more shares of a company may be sold short; None if it has too few shares for that."""
    if not book.shorts or not seen.status or seen.share_count < book.shorts:
        return None
    return book.shorts - sum(seen.shorts.values())


def remarks_on(seen: CompanyView) -> tuple[str, ...]:
    """What else is public about a company, in words."""
    return tuple(_remark(name, word) for name, word in seen.remarks.items() if word.english)


def _deeds(view: View, privates: tuple[Private, ...]) -> tuple[Deed, ...]:
    """Private companies with what they pay now."""
    stage = view.phase_facts.stage
    facts = (view.book.privates[private] for private in privates)
    return tuple(Deed(each.symbol, each.name, each.income(stage), each.value) for each in facts)


def _remark(name: str, remark: Text) -> str:
    """A remark in words, with its subject unless it names it itself."""
    told = str(remark if name in remark.english else Text(f"{name} {{remark}}", remark=remark))
    return re.sub(r"(?<= )-(?=\d)", "−", told)  # numbers of the engine have a hyphen for a minus sign


def trains_held(view: View, trains: tuple[Train, ...]) -> tuple[TrainHeld, ...]:
    """Trains, with equal ones counted."""
    counts = Counter(train_held(view, train) for train in trains)
    return tuple(replace(held, count=count) for held, count in counts.items())


def train_held(view: View, train: Train) -> TrainHeld:
    """A train with what will end it."""
    book = view.book
    facts = book.trains[kind_of(train)]
    name = TRAIN.write(book, train)
    if facts.rusted_by >= len(book.phases):
        return TrainHeld(name, "", False, kind=facts.name)
    life = gettext("until phase %(phase)s") % {"phase": book.phases[facts.rusted_by].name}
    return TrainHeld(name, life, facts.rusted_by == view.phase + 1, kind=facts.name)


def _holders(book: Rulebook, company: CompanyView) -> tuple[Held, ...]:
    size, director, own = company.share_count, company.director_certificate, book.purse(company.company)
    return tuple(
        Held(
            owner=gettext("treasury") if owner == own else wording.owner_name(book, owner),
            shares=shares,
            percent=round(100 * shares / size),
            director=director == owner and owner != BANK,
            seat=book.seat_of(owner),
            company=owner != own and book.company_of(owner) is not None,
        )
        for owner, shares in company.holders.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCard:
    """A player."""

    seat: Seat
    name: str
    cash: int
    certificates: int
    limit: int | None
    over_limit: bool
    worth: int
    priority: bool
    deciding: bool
    you: bool
    out: bool
    """Is the player out of the game?"""
    holdings: tuple[Holding, ...]
    shorts: tuple[Owed, ...]
    """What the player owes, apart from what they hold."""
    privates: tuple[Deed, ...]
    """Symbol, name, income and value of each private."""


def players(view: View) -> tuple[PlayerCard, ...]:
    """All players in table order."""
    deciding = view.deciding
    limit = view.ask(view.book.rules[CertificateRules].limit)
    return tuple(_player(view, player, deciding, limit) for player in view.players.values())


def _player(view: View, player: PlayerView, deciding: Seat | None, limit: int) -> PlayerCard:
    seat = player.seat
    held = view.ask(certificates, seat)
    return PlayerCard(
        seat=seat,
        name=player.name,
        cash=player.cash,
        certificates=held,
        limit=limit if limit < UNLIMITED else None,
        over_limit=held > limit,
        worth=player.worth,
        priority=view.priority == seat,
        deciding=seat == deciding,
        you=seat == view.seat,
        out=player.is_out,
        holdings=tuple(holding(view, seat, company, shares) for company, shares in player.shares.items()),
        shorts=tuple(_owed(view, seat, company, shares) for company, shares in player.shorts.items()),
        privates=_deeds(view, player.privates),
    )


def holding(view: View, owner: Owner, company: Company, shares: int) -> Holding:
    """Shares of a company in the hands of a player or another company."""
    seen = view.companies[company]
    return Holding(
        badge=sign(view.book.companies[company]),
        symbol=seen.symbol,
        shares=shares,
        percent=round(100 * shares / seen.share_count),
        director=seen.director_certificate == owner,
    )


def _owed(view: View, seat: Seat, company: Company, shares: int) -> Owed:
    seen = view.companies[company]
    return Owed(
        badge=sign(view.book.companies[company]),
        symbol=seen.symbol,
        player=view.book.owner_names[seat],
        shares=shares,
        percent=round(100 * shares / seen.share_count),
        cost=shares * (seen.price or 0),
    )
