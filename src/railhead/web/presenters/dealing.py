"""Companies as a table to deal by: what each is worth and who holds it, and in its row what may be sold and bought.

The table is made from the view and from the offers of a decision; what does not fit a row stays a group beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from railhead.core.ids import BANK, POOL, Company, Seat
from railhead.core.view import CompanyView, View
from railhead.play.vantage import Earning
from railhead.web.presenters.charters import GONE, Charter, PlayerCard
from railhead.web.presenters.decision import BUY, SELL, SHORT, START, Decision, Group, Offer
from railhead.web.presenters.forms import Amount
from railhead.web.presenters.refused import Refused

RUNS = 3
"""How many of its last runs a company's row shows."""
MANY_ROWS, MANY_PLAYERS = 10, 5
"""With more than this, rows are low and columns narrow."""


@dataclass(frozen=True, slots=True)
class Through:
    """What a company that a player decides for holds of another."""

    symbol: str
    shares: int
    director: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What one player holds of a company, and what they owe or control through other companies.

    A company for which a player deals has a stake of its own.
    """

    name: str
    shares: int
    director: bool
    you: bool
    deals: bool
    """Does the table offer deals for this player or company?"""
    width: int
    """The percentage of the company's shares."""
    short: int = 0
    """How many shares the player has sold short and owes."""
    through: tuple[Through, ...] = ()
    """What the player's companies hold."""

    @property
    def total(self) -> int:
        """All shares the player decides about, less what they owe."""
        return self.shares + sum(each.shares for each in self.through) - self.short

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
    shorts: tuple[Offer, ...] = ()
    """Selling a share that the player does not have."""
    sold: int = 0
    """How many shares are to be sold in the turn being put together."""
    refused: tuple[Refused, ...] = ()

    @property
    def unheld(self) -> int:
        """How many shares are not in players' hands."""
        return self.in_offer + self.in_pool + self.own

    @property
    def dealer(self) -> Stake | None:
        """What the player who deals has, or the company for which they deal."""
        return next((stake for stake in self.stakes if stake.deals), None)

    @property
    def direct(self) -> bool:
        """Is a purchase all that is offered, so that a narrow row has room for its button?"""
        return len(self.buys) == 1 and not self.sales and not self.shorts

    @property
    def to_open(self) -> str:
        """What the button says that opens a narrow row; empty if it offers nothing more than it shows."""
        if self.sold:
            return gettext("Sell %(count)s") % {"count": self.sold}
        sells = self.sales or self.shorts
        if self.direct or not (sells or self.buys):
            return ""
        if not self.buys:
            return gettext("Sell …")
        return gettext("Deal …") if sells else gettext("Buy …")

    @property
    def unsold(self) -> tuple[Refused, ...]:
        """What is told where nothing can be sold: why not, and the rest as well if there is something to buy."""
        return self.refused if self.buys else tuple(entry for entry in self.refused if entry.sells)

    @property
    def unbought(self) -> tuple[Refused, ...]:
        """What is told where nothing can be bought: all that cannot be done, unless sales are told of beside it."""
        sells = self.sales or self.shorts
        return self.refused if sells else tuple(entry for entry in self.refused if not entry.sells)

    @property
    def no_sale(self) -> str:
        """Why nothing can be sold, in a few words."""
        dealer = self.dealer
        if dealer is not None and dealer.shares:
            return gettext("not now")
        if dealer is None or dealer.you:
            return gettext("you hold none")
        return gettext("%(company)s holds none") % {"company": dealer.name}

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
class Opening:
    """A company that may be opened with a bid, and what has to be chosen for it."""

    company: Charter
    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """Companies in play and companies that may be started, with whatever else is to be decided."""

    players: tuple[PlayerCard, ...]
    rows: tuple[Row, ...]
    new: tuple[NewCompany, ...]
    openings: tuple[Opening, ...]
    others: tuple[Group, ...]
    """What fits no row."""
    sells: bool
    buys: bool
    passes: bool
    """May the player pass instead?"""
    dealer: Charter | None = None
    """The company for which the player deals; None if they deal for themselves."""

    @property
    def sole(self) -> NewCompany | None:
        """The one company that can be started, if there is nothing else to deal in."""
        others = self.sells or self.buys or self.others or self.openings
        return self.new[0] if len(self.new) == 1 and not others else None

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
    def tight(self) -> bool:
        """Are shares owed or held by companies, so that players' columns need room that others have to give?"""
        return any(stake.through or stake.short for row in self.rows for stake in row.stakes)

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
    dealer: Company | None = None,
) -> Dealing:
    """The table of companies, with what may be decided about each, perhaps for a company that deals."""
    groups = decided.groups if decided else ()
    deals = _deals(groups)
    entries = [*(decided.why if decided else ()), *(entry for group in groups for entry in group.refused)]
    playing = [company for company in companies if company.standing not in ("", GONE)]
    openings = tuple(_openings(companies, groups))
    rows = tuple(
        replace(
            _row(view, company, players, earned.get(company.number, ()), deals, dealer),
            refused=tuple(entry for entry in entries if entry.company == company.number),
        )
        for company in playing
    )
    return Dealing(
        players=players,
        rows=rows,
        new=tuple(_new(companies, deals)),
        openings=openings,
        others=tuple(_others(groups, {row.company.number for row in rows}, {each.company.number for each in openings})),
        sells=any(row.sales or row.shorts for row in rows),
        buys=any(row.buys for row in rows),
        passes=decided is not None and decided.passing is not None,
        dealer=next((company for company in companies if company.number == dealer), None),
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


def _openings(companies: tuple[Charter, ...], groups: Iterable[Group]) -> Iterable[Opening]:
    """The companies not yet in play for which a bid is to be made and something else to be chosen."""
    by_number = {charter.number: charter for charter in companies if not charter.standing}
    for group in groups:
        if group.company in by_number and any(amount.picks for amount in group.amounts):
            yield Opening(company=by_number[group.company], amounts=tuple(group.amounts))


def _others(groups: Iterable[Group], rows: set[Company], openings: set[Company]) -> Iterable[Group]:
    """The groups without their deals in shares; what cannot be done stays with the row, if there is one."""
    for group in groups:
        if group.company in openings:
            continue
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
    dealer: Company | None,
) -> Row:
    seen = view.companies[company.number]
    stakes = tuple(_stake(view, seen, player, dealer) for player in players)
    return Row(
        company=company,
        colour=view.book.companies[company.number].colour,
        in_offer=seen.held_by(BANK),
        in_pool=seen.held_by(POOL),
        own=seen.own_shares,
        stakes=stakes if dealer is None else (*stakes, _dealer_stake(view, seen, dealer)),
        runs=earned[-RUNS:],
        percent=_percent(seen, earned),
        sales=tuple(deals.get((SELL, company.number), ())),
        buys=tuple(deals.get((BUY, company.number), ())),
        shorts=tuple(deals.get((SHORT, company.number), ())),
    )


def _stake(view: View, seen: CompanyView, player: PlayerCard, dealer: Company | None) -> Stake:
    held = seen.held_by(player.seat)
    return Stake(
        name=player.name,
        shares=max(0, held),
        director=seen.director_certificate == player.seat,
        you=player.you,
        deals=player.you and dealer is None,
        width=_width(seen, held),
        short=max(0, -held),
        through=tuple(_through(view, seen, player.seat, dealer)),
    )


def _dealer_stake(view: View, seen: CompanyView, dealer: Company) -> Stake:
    """What the company that deals holds of another one; its own shares are those that nobody holds."""
    purse = view.book.purse(dealer)
    held = 0 if dealer == seen.company else max(0, seen.held_by(purse))
    return Stake(
        name=view.companies[dealer].symbol,
        shares=held,
        director=seen.director_certificate == purse,
        you=False,
        deals=True,
        width=_width(seen, held),
    )


def _width(seen: CompanyView, held: int) -> int:
    return round(100 * max(0, held) / seen.share_count) if seen.share_count else 0


def _through(view: View, seen: CompanyView, seat: Seat, dealer: Company | None) -> Iterable[Through]:
    """The player's other companies that hold shares of a company; one that deals has a column of its own."""
    for owner, shares in seen.holders.items():
        holder = view.book.company_of(owner)
        if holder is None or holder in (seen.company, dealer):
            continue
        if view.companies[holder].controller == seat:
            yield Through(view.companies[holder].symbol, shares, seen.director_certificate == owner)


def _percent(seen: CompanyView, earned: tuple[Earning, ...]) -> int | None:
    if not earned or not earned[-1].paid or not seen.price or not seen.share_count:
        return None
    return round(100 * seen.dividend / seen.share_count / seen.price)


def _new(companies: tuple[Charter, ...], deals: dict[tuple[str, Company], list[Offer]]) -> Iterable[NewCompany]:
    for company in companies:
        pars = deals.get((START, company.number))
        if pars:
            yield NewCompany(company=company, pars=tuple(pars))
