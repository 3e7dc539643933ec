"""Companies as a table to deal by: what each is worth and who holds it, and in its row what may be sold and bought.

The table is made from the view and from the offers of a decision; what does not fit a row stays a group beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from railhead.core.ids import BANK, POOL, Company
from railhead.core.view import CompanyView, View
from railhead.play.vantage import Earning
from railhead.web.presenters.charters import GONE, Charter, PlayerCard
from railhead.web.presenters.decision import BUY, SELL, START, Decision, Group, Offer
from railhead.web.presenters.refused import Refused

RUNS = 3
"""How many of its last runs a company's row shows."""
MANY_ROWS, MANY_PLAYERS = 10, 5
"""With more than this, rows are low and columns narrow."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What one player holds of a company."""

    name: str
    shares: int
    director: bool
    you: bool
    width: int
    """The percentage of the company's shares."""

    @property
    def left(self) -> int:
        """Where a bar of that width begins that is drawn in the middle."""
        return (100 - self.width) // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A company in play."""

    company: Charter
    colour: str
    in_offer: int
    in_pool: int
    own: int
    """How many shares nobody holds: in the initial offer, in the pool, in the company itself."""
    stakes: tuple[Stake, ...]
    runs: tuple[Earning, ...]
    percent: int | None
    """The last dividend of a share as a percentage of its price."""
    sales: tuple[Offer, ...]
    buys: tuple[Offer, ...]
    sold: int = 0
    """How many shares are to be sold in the turn being put together."""
    mine: int = 0
    refused: tuple[Refused, ...] = ()

    @property
    def unheld(self) -> int:
        """How many shares are not in players' hands."""
        return self.in_offer + self.in_pool + self.own

    @property
    def direct(self) -> bool:
        """Is a purchase all that is offered, so that a narrow row has room for its button?"""
        return len(self.buys) == 1 and not self.sales

    @property
    def to_open(self) -> str:
        """What the button says that opens a narrow row; empty if it offers nothing more than it shows."""
        if self.sold:
            return gettext("Sell %(count)s") % {"count": self.sold}
        if self.direct or not (self.sales or self.buys):
            return ""
        if not self.buys:
            return gettext("Sell …")
        return gettext("Deal …") if self.sales else gettext("Buy …")

    @property
    def no_sale(self) -> str:
        """Why nothing can be sold, in a few words."""
        return gettext("not now") if self.mine else gettext("you hold none")

    @property
    def no_buy(self) -> str:
        """Why nothing can be bought, in a few words."""
        return gettext("not now") if self.unheld else gettext("none for sale")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCompany:
    """A company that may be started, and at which prices."""

    company: Charter
    pars: tuple[Offer, ...]
    chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """Companies in play and companies that may be started, with whatever else is to be decided."""

    players: tuple[PlayerCard, ...]
    rows: tuple[Row, ...]
    new: tuple[NewCompany, ...]
    others: tuple[Group, ...]
    """What fits no row."""
    sells: bool
    buys: bool
    passes: bool
    """May the player pass instead?"""

    @property
    def sole(self) -> NewCompany | None:
        """The one company that can be started, if there is nothing else to deal in."""
        return self.new[0] if len(self.new) == 1 and not (self.sells or self.buys or self.others) else None

    @property
    def gathers(self) -> bool:
        """Is a turn put together? A company that has to be started is started by one press on its par."""
        return self.trades and (self.sole is None or self.passes)

    @property
    def trades(self) -> bool:
        """Are shares dealt in, so that the table comes first?"""
        return self.sells or self.buys or bool(self.new)

    @property
    def dense(self) -> bool:
        """Are there so many companies that each has a low row?"""
        return len(self.rows) > MANY_ROWS

    @property
    def crowded(self) -> bool:
        """Are there so many players that each has a narrow column?"""
        return len(self.players) > MANY_PLAYERS


def dealing(
    view: View,
    companies: tuple[Charter, ...],
    players: tuple[PlayerCard, ...],
    earned: Mapping[Company, tuple[Earning, ...]],
    decided: Decision | None,
) -> Dealing:
    """The table of companies, with what may be decided about each."""
    groups = decided.groups if decided else ()
    deals = _deals(groups)
    entries = [*(decided.why if decided else ()), *(entry for group in groups for entry in group.refused)]
    playing = [company for company in companies if company.standing not in ("", GONE)]
    rows = tuple(
        replace(
            _row(view, company, players, earned.get(company.number, ()), deals),
            refused=tuple(entry for entry in entries if entry.company == company.number),
        )
        for company in playing
    )
    return Dealing(
        players=players,
        rows=rows,
        new=tuple(_new(companies, deals)),
        others=tuple(_others(groups, {row.company.number for row in rows})),
        sells=any(row.sales for row in rows),
        buys=any(row.buys for row in rows),
        passes=decided is not None and decided.passing is not None,
    )


def _deals(groups: Iterable[Group]) -> dict[tuple[str, Company], list[Offer]]:
    """The offers that are deals in shares, by kind and company."""
    found: dict[tuple[str, Company], list[Offer]] = {}
    for group in groups:
        for _, offers in group.rows:
            for offer in offers:
                if offer.deal:
                    found.setdefault((offer.deal.kind, offer.deal.company), []).append(offer)
    return found


def _others(groups: Iterable[Group], rows: set[Company]) -> Iterable[Group]:
    """The groups without their deals in shares; what cannot be done stays with the row, if there is one."""
    for group in groups:
        left = [(heading, [offer for offer in offers if not offer.deal]) for heading, offers in group.rows]
        kept = [(heading, offers) for heading, offers in left if offers]
        rest = replace(group, rows=kept, refused=[] if group.company in rows else group.refused)
        if rest.offers:
            yield rest


def _row(
    view: View,
    company: Charter,
    players: tuple[PlayerCard, ...],
    earned: tuple[Earning, ...],
    deals: dict[tuple[str, Company], list[Offer]],
) -> Row:
    seen = view.companies[company.number]
    return Row(
        company=company,
        colour=view.book.companies[company.number].colour,
        in_offer=seen.held_by(BANK),
        in_pool=seen.held_by(POOL),
        own=seen.own_shares,
        stakes=tuple(_stake(seen, player) for player in players),
        runs=earned[-RUNS:],
        percent=_percent(seen, earned),
        sales=tuple(deals.get((SELL, company.number), ())),
        buys=tuple(deals.get((BUY, company.number), ())),
        mine=0 if view.seat is None else seen.held_by(view.seat),
    )


def _stake(seen: CompanyView, player: PlayerCard) -> Stake:
    shares = seen.held_by(player.seat)
    width = round(100 * shares / seen.share_count) if seen.share_count else 0
    return Stake(player.name, shares, seen.director_certificate == player.seat, player.you, width)


def _percent(seen: CompanyView, earned: tuple[Earning, ...]) -> int | None:
    if not earned or not earned[-1].paid or not seen.price or not seen.share_count:
        return None
    return round(100 * seen.dividend / seen.share_count / seen.price)


def _new(companies: tuple[Charter, ...], deals: dict[tuple[str, Company], list[Offer]]) -> Iterable[NewCompany]:
    for company in companies:
        pars = deals.get((START, company.number))
        if pars:
            yield NewCompany(company=company, pars=tuple(pars))
