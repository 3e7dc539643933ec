"""Stock rounds: turns clockwise, sales first, then one purchase; the round ends when all pass in a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, TypeVar

from railhead.core import effects
from railhead.core.actions import Action, Deed, Pass, Topic
from railhead.core.choices import Choice, OneOf, only
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Place, Private, Seat
from railhead.core.laws import CompanyCount, CompanyEffect, CompanyLaw, GameNotes, allowed, nothing_follows_for, silent
from railhead.core.refusal import Refusal
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import Count
from railhead.core.state import BANKRUPT, STARTED
from railhead.core.steps import AnyMove, Matter, Move, PlayerStep, Step, filtered, passing
from railhead.core.text import Text, to_translate
from railhead.rules import directors, prices
from railhead.rules.directors import CertificateRules

A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Buy one share from the initial offer, the pool or the company itself."""

    company: Company
    source: Owner
    form: ClassVar[str] = "buy {company} from {source}"
    label: ClassVar[str] = "Buy a share of {company} from {source}"
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.BUY_SHARE


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Sell shares of one company to the bank, all at once."""

    count: Count
    company: Company
    form: ClassVar[str] = "sell {count} {company}"
    label: ClassVar[str] = "Sell {count} of {company}"
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.SELL_SHARES


@dataclass(frozen=True, slots=True)
class Start(Action):
    """Buy the director's certificate of a new company and set its par."""

    company: Company
    par: Place
    form: ClassVar[str] = "start {company} at {par}"
    label: ClassVar[str] = "Start {company} at {par}"
    topic: ClassVar[Topic] = Topic.SHARES
    deed: ClassVar[Deed] = Deed.START


class ShareSources(Protocol):
    """Who sells shares of a company."""

    def __call__(self, game: Game, company: Company) -> tuple[Owner, ...]: ...


class ShareForSale(Protocol):
    """Whether the certificates available at the source allow a share to be bought."""

    def __call__(self, game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None: ...


class SharePrice(Protocol):
    """What a buyer pays for a share of a company at a source."""

    def __call__(self, game: Game, buyer: Owner, company: Company, source: Owner) -> int: ...


class ParPlaces(Protocol):
    """Where a company may set its par."""

    def __call__(self, game: Game, company: Company) -> tuple[Place, ...]: ...


class SaleLaw(Protocol):
    """Whether an owner may sell down to this many shares."""

    def __call__(self, game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None: ...


class SaleCount(Protocol):
    """How many shares of a company an owner could sell."""

    def __call__(self, game: Game, seller: Owner, company: Company) -> int: ...


class Excess(Protocol):
    """The companies of which an owner has more than they may keep."""

    def __call__(self, game: Game, holder: Owner) -> tuple[Company, ...]: ...


class PriceFall(Protocol):
    """What happens to a company whose price falls this many places."""

    def __call__(self, game: Game, company: Company, places: int) -> None: ...


class SaleDrop(Protocol):
    """How far a sale moves the price."""

    def __call__(self, game: Game, company: Company, seller: Owner, count: int) -> int: ...


def offer_and_pool(game: Game, company: Company) -> tuple[Owner, ...]:
    """Shares are bought from the initial offer and from the pool."""
    return BANK, POOL


def any_share_left(game: Game, buyer: Owner, company: Company, source: Owner) -> Refusal | None:
    """Any ordinary share that is there may be bought."""
    return share_left(game, company, source)


def printed_pars(game: Game, company: Company) -> tuple[Place, ...]:
    """Any of the market's par prices."""
    return game.book.market.par_places


def market_price(game: Game, company: Company) -> int:
    """The bank pays the market price."""
    return game.price_of(company)


def par_or_market(game: Game, buyer: Owner, company: Company, source: Owner) -> int:
    """Its par from the initial offer, otherwise the market price."""
    return game.book.market.prices[game.state.par[company]] if source == BANK else game.price_of(company)


def may_always_sell(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
    """Shares may be sold at any time, even in the round in which they were bought."""
    return None


def all_that_is_held(game: Game, seller: Owner, company: Company) -> int:
    """Every share they hold."""
    return game.held(seller, company)


def any_amount(game: Game, holder: Owner) -> tuple[Company, ...]:
    """Anybody may keep any number of shares of a company."""
    return ()


def one_place_a_share(game: Game, company: Company, seller: Owner, count: int) -> int:
    """The price falls one place for each share sold."""
    return count


@dataclass(frozen=True)
class StockRules(RuleGroup):
    """How shares are bought and sold in a stock round."""

    moves: tuple[AnyMove, ...] = ()
    """What a player may do in a stock turn."""
    sources: ShareSources = offer_and_pool
    """Who sells shares of this company."""
    for_sale: ShareForSale = any_share_left
    """Do the certificates at this source allow this player to buy a share of this company there?"""
    may_start: CompanyLaw = allowed
    """Does anything prevent this company from being started?"""
    par_places: ParPlaces = printed_pars
    """Where a company may set its par."""
    price: SharePrice = par_or_market
    """What this buyer pays for a share of this company at this source."""
    sale_price: CompanyCount = market_price
    """What the bank pays for a share of this company."""
    may_sell: SaleLaw = may_always_sell
    """May this player sell shares of this company down to this many?"""
    sale_drop: SaleDrop = one_place_a_share
    """How many places the price falls when somebody sells this many shares of this company at once."""
    fall: PriceFall = prices.fall
    """What happens to this company when its price falls this many places."""
    could_sell: SaleCount = all_that_is_held
    """How many shares of this company a player above the certificate limit could sell."""
    too_many: Excess = any_amount
    """The companies of which this owner must sell shares before anything else."""
    after_trade: CompanyEffect = nothing_follows_for
    """What happens after shares of this company have changed hands."""
    notes: GameNotes = silent
    """What is to be known in a turn besides the limits of whoever acts."""


@dataclass(frozen=True, slots=True)
class StockRound(Step):
    """A stock round: who is next, how many have passed in a row, who bought or sold last, who sold what."""

    next: Seat
    passes: int = 0
    last_dealer: Seat | None = None
    sold: tuple[tuple[Owner, Company], ...] = ()
    """Players and the companies they have sold shares of in this round."""
    sold_privates: tuple[tuple[Owner, Private], ...] = ()

    def proceed(self, game: Game) -> bool:
        """The next player has a turn, until all have passed in a row."""
        if self.passes >= len(game.players):
            if self.last_dealer is not None:
                effects.set_priority(game, game.left_of(self.last_dealer))
            game.pop()
        else:
            game.push(StockTurn(self.next if self.next in game.players else game.left_of(self.next)))
        return True


@dataclass(frozen=True, slots=True)
class StockTurn(PlayerStep):
    """One player's turn: what was sold in it, whether anything was bought, and whether they dealt at all."""

    matter: ClassVar[Matter] = Matter.STOCK
    sold: tuple[Company, ...] = ()
    bought: bool = False
    dealt: bool = False
    actor: Owner | None = None
    """The company for which the player acts in this turn; None if they act for themselves."""
    on_pass_again: ClassVar[str] = "{player} ends the turn"
    purpose: ClassVar[str] = "deal in shares"
    order: ClassVar[str] = "turn.stock"

    @property
    def holder(self) -> Owner:
        """Who buys, sells and pays: the player, or the company they act for."""
        return self.player if self.actor is None else self.actor

    def task(self, game: Game) -> Text:
        """Dealing in shares, for the player or for a company of theirs."""
        if self.actor is None:
            return Text(self.purpose)
        return Text("{task} for {company}", task=Text(self.purpose), company=game.name(self.actor))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Why a player above a limit can only sell."""
        if not must_sell(game, self):
            return game.rules[StockRules].notes(game)
        if not directors.over_limit(game, self.holder):
            return tuple(Text(TOO_MANY, **_too_many_of(game, self.holder, each)) for each in to_be_sold(game, self))
        return (
            Text(
                "{player} has {held} certificates, more than the limit of {limit}, and must sell before anything else",
                player=game.name(self.player),
                held=directors.certificates(game, self.player),
                limit=game.rules[CertificateRules].most_kept(game),
            ),
        )

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return game.rules[StockRules].moves


def current_round(game: Game) -> StockRound:
    """The current stock round."""
    step = game.state.agenda[-2]
    assert isinstance(step, StockRound)
    return step


def finish_turn(game: Game, step: StockTurn) -> None:
    """End the turn: a player who neither bought nor sold has passed."""
    game.pop()
    round_ = game.step
    assert isinstance(round_, StockRound)
    game.put(
        replace(
            round_,
            next=game.left_of(step.player),
            passes=0 if step.dealt else round_.passes + 1,
            last_dealer=step.player if step.dealt else round_.last_dealer,
        )
    )


def note_sale(game: Game, step: StockTurn, company: Company) -> None:
    """Remember a sale for the turn (one transaction per company) and for the round (no buying back)."""
    round_ = current_round(game)
    sold = tuple(sorted({*round_.sold, (step.holder, company)}))
    turn = replace(step, sold=(*step.sold, company), dealt=True)
    game.state.agenda = (*game.state.agenda[:-2], replace(round_, sold=sold), turn)


def note_purchase(game: Game, step: StockTurn) -> None:
    """Remember that the turn's one purchase has been made."""
    game.put(replace(step, bought=True, dealt=True))


# -- selling --------------------------------------------------------------------------------------


def sell_refusal(game: Game, step: StockTurn, action: Sell) -> Refusal | None:
    """Which rule forbids a sale."""
    seller, company, count = step.holder, action.company, action.count
    held = game.held(seller, company)
    if step.bought:
        return game.forbid("stock.sell_first", "Shares are sold before the purchase of the turn, not after it")
    if company in step.sold:
        return game.forbid(
            "stock.one_sale", "All shares of {company} sold in a turn are one sale", company=game.symbol(company)
        )
    if count > held:
        return game.forbid(
            "stock.sell_own", "You hold only {held} shares of {company}", held=held, company=game.symbol(company)
        )
    if not sells_enough(game, step, company, count):
        return game.forbid(
            "stock.over_limit", "You are above the certificate limit: selling so few would leave you above it"
        )
    return split_refusal(game, seller, company, held - count) or game.rules[StockRules].may_sell(
        game, seller, company, held - count
    )


def split_refusal(game: Game, seller: Owner, company: Company, keeps: int) -> Refusal | None:
    """A director without a successor can sell part of the certificate only by swapping it with the pool."""
    if game.state.director[company] != seller:
        return None
    needed = directors.ordinary_needed(game, company, seller, keeps)
    if needed <= directors.ordinary(game, POOL, company):
        return None
    if directors.successor(game, company, seller, keeps) is not None:
        return None
    return game.forbid(
        "stock.split_director",
        "The [director]'s certificate can be sold in part only against an ordinary share in the pool",
    )


def sells_enough(game: Game, step: StockTurn, company: Company, count: int) -> bool:
    """Can a player above the limit still get down to it after this sale, or would no larger sale help either?"""
    seller = game.book.seat_of(step.holder)
    if seller is None or not directors.over_limit(game, seller):
        return True
    others = [c for c in game.all_companies() if c != company and c not in step.sold]
    elsewhere = sum(_most_certificates_sold(game, seller, c) for c in others)
    excess = directors.certificates(game, seller) - game.rules[CertificateRules].most_kept(game) - elsewhere
    fewer = directors.certificates_sold(game, seller, company, count)
    return fewer >= excess or fewer >= _most_certificates_sold(game, seller, company)


def _most_certificates_sold(game: Game, seller: Seat, company: Company) -> int:
    """How many certificates a player could get rid of by selling shares of a company.

    The largest sale is not always the one: a director who sells too much has ordinary certificates left.
    """
    counts = range(1, game.rules[StockRules].could_sell(game, seller, company) + 1)
    return max((0, *(directors.certificates_sold(game, seller, company, count) for count in counts)))


def sell_options(game: Game, step: StockTurn) -> Iterable[Choice]:
    """For every company, how many shares the player may sell."""
    if step.bought:
        return ()
    return sales(game, step.holder, lambda action: sell_refusal(game, step, action))


def can_sell(game: Game, step: StockTurn) -> bool:
    """May the player sell anything at all?"""
    return not step.bought and any(
        sell_refusal(game, step, Sell(Count(count), company)) is None
        for company, held in zip(game.all_companies(), directors.shares_by_company(game, step.holder), strict=True)
        for count in range(1, held + 1)
    )


def sales(game: Game, holder: Owner, refusal: Callable[[Sell], Refusal | None]) -> Iterable[Choice]:
    """For every company, how many shares an owner may sell, if nothing forbids it."""
    for company in game.all_companies():
        held = range(1, game.held(holder, company) + 1)
        counts = tuple(count for count in held if refusal(Sell(Count(count), company)) is None)
        if counts:
            yield Choice(Sell, (OneOf(counts), only(company)))


def sell(game: Game, step: StockTurn, action: Sell) -> None:
    """The shares are sold, and the sale is remembered for the turn and the round."""
    sell_shares(game, step.holder, action.company, action.count)
    note_sale(game, step, action.company)
    game.rules[StockRules].after_trade(game, action.company)


def sell_shares(game: Game, seller: Owner, company: Company, count: int) -> None:
    """The bank pays for the shares; directorship follows; the price falls afterwards."""
    unit = game.rules[StockRules].sale_price(game, company)
    drop = game.rules[StockRules].sale_drop(game, company, seller, count)
    effects.pay(game, BANK, seller, unit * count, Text("{count} {company}", count=count, company=game.symbol(company)))
    effects.move_shares(game, seller, POOL, company, count)
    directors.settle_after_sale(game, company, seller)
    if drop:
        game.rules[StockRules].fall(game, company, drop)


# -- buying ---------------------------------------------------------------------------------------


def purchase_refusal(game: Game, step: StockTurn, cost: int, covers: bool = False) -> Refusal | None:
    """Which rule forbids buying any certificate at this cost; one that covers a short adds none to the buyer's."""
    if step.bought:
        return game.forbid("stock.one_purchase", "Only one certificate may be bought in a turn")
    if not covers and directors.at_limit(game, step.holder):
        return game.forbid("stock.limit", "You already hold as many certificates as the limit allows")
    cash = game.state.cash[step.holder]
    if cost > cash:
        return game.forbid("stock.cash", "It costs {cost}, but you have {cash}", cost=cost, cash=cash)
    return None


def share_price(game: Game, buyer: Owner, company: Company, source: Owner) -> int:
    """What a share costs."""
    return game.rules[StockRules].price(game, buyer, company, source)


def sold_this_round(game: Game, step: StockTurn, company: Company) -> Refusal | None:
    """Has the player sold shares of this company in this round?"""
    if (step.holder, company) in current_round(game).sold:
        return game.forbid("stock.sold", "You have sold {company} in this stock round", company=game.symbol(company))
    return None


def share_left(game: Game, company: Company, source: Owner) -> Refusal | None:
    """Is there an ordinary share? The director's certificate is not sold as one."""
    if game.held(source, company) == 0:
        return game.forbid("stock.none_at_all", "There is no share of {company} there", company=game.symbol(company))
    if directors.ordinary(game, source, company) < 1:
        return game.forbid("stock.none_left", "No share of {company} is for sale there", company=game.symbol(company))
    return None


def buy_refusal(game: Game, step: StockTurn, action: Buy) -> Refusal | None:
    """Which rule forbids the purchase of a share."""
    company, source = action.company, action.source
    if source not in game.rules[StockRules].sources(game, company):
        return game.forbid("stock.source", "Shares of {company} are not sold there", company=game.symbol(company))
    if not game.state.has(company, STARTED):
        return game.forbid(
            "stock.director_first",
            "The [director]'s certificate of {company} must be bought first",
            company=game.symbol(company),
        )
    cost = share_price(game, step.holder, company, source)
    return (
        game.rules[StockRules].for_sale(game, step.holder, company, source)
        or sold_this_round(game, step, company)
        or purchase_refusal(game, step, cost, covers=game.short(step.holder, company) > 0)
    )


def buy_candidates(game: Game, step: StockTurn) -> Iterable[Buy]:
    """One share of every company, from every source."""
    if not step.bought:
        for company in game.all_companies():
            if game.state.has(company, STARTED):
                for source in game.rules[StockRules].sources(game, company):
                    yield Buy(company, source)


def buy(game: Game, step: StockTurn, action: Buy) -> None:
    """The bank, or the company that had the share, is paid; the buyer may become director."""
    company, source = action.company, action.source
    cost = share_price(game, step.holder, company, source)
    payee = BANK if source == POOL else source
    effects.pay(game, step.holder, payee, cost, Text("1 {company}", company=game.symbol(company)))
    effects.move_shares(game, source, step.holder, company, 1)
    directors.settle_after_purchase(game, company, step.holder)
    note_purchase(game, step)
    game.rules[StockRules].after_trade(game, company)


# -- starting a company ---------------------------------------------------------------------------


def start_refusal(game: Game, step: StockTurn, action: Start) -> Refusal | None:
    """Which rule forbids starting a company at this par."""
    company = action.company
    if game.state.has(company, STARTED):
        return game.forbid("stock.started", "{company} has already been started", company=game.symbol(company))
    return (
        game.rules[StockRules].may_start(game, company)
        or par_refusal(game, action)
        or sold_this_round(game, step, company)
        or purchase_refusal(game, step, director_price(game, action))
    )


def par_refusal(game: Game, action: Start) -> Refusal | None:
    """Is this a par price the company may have?"""
    places = game.rules[StockRules].par_places(game, action.company)
    if action.par in places:
        return None
    allowed = ", ".join(str(game.book.market.prices[place]) for place in places)
    key = "stock.new_par" if game.state.has(action.company, BANKRUPT) else "stock.par"
    return game.forbid(
        key, "The par of {company} must be one of {allowed}", company=game.symbol(action.company), allowed=allowed
    )


def start_candidates(game: Game, step: StockTurn) -> Iterable[Start]:
    """Every company not yet started, at every par it may have."""
    if step.bought:
        return
    for company in game.all_companies():
        if not game.state.has(company, STARTED):
            for place in game.rules[StockRules].par_places(game, company):
                yield Start(company, Place(place))


def start(game: Game, step: StockTurn, action: Start) -> None:
    """The director's certificate is bought and the par set."""
    begin_company(game, step.holder, action, director_price(game, action))
    note_purchase(game, step)
    game.rules[StockRules].after_trade(game, action.company)


def director_price(game: Game, action: Start) -> int:
    """What the director's certificate costs at this par."""
    return game.book.market.prices[action.par] * directors.director_size(game, action.company)


def begin_company(game: Game, founder: Owner, action: Start, cost: int) -> None:
    """Somebody becomes the director of a new company and pays this amount for the certificate."""
    company = action.company
    effects.set_par(game, company, action.par)
    effects.mark(game, company, STARTED)
    effects.pay(
        game,
        founder,
        BANK,
        cost,
        Text("the [director]'s certificate of {company}", company=game.symbol(company)),
    )
    effects.move_shares(game, BANK, founder, company, directors.director_size(game, company))
    effects.set_director(game, company, founder)


# -- passing --------------------------------------------------------------------------------------


def pass_refusal(game: Game, step: StockTurn, action: Pass) -> Refusal | None:
    """A player over a limit must sell first, if there is anything they can sell."""
    if not must_sell(game, step):
        return None
    if directors.over_limit(game, step.holder):
        return game.forbid("stock.over_limit", "You are above the certificate limit and must sell")
    return game.forbid("stock.over_limit", TOO_MANY, **_too_many_of(game, step.holder, to_be_sold(game, step)[0]))


def must_sell(game: Game, step: StockTurn) -> bool:
    """Is the player over a limit, with something to sell?"""
    return (directors.over_limit(game, step.holder) and can_sell(game, step)) or bool(to_be_sold(game, step))


def to_be_sold(game: Game, step: StockTurn) -> list[Company]:
    """The companies of which whoever acts has too many shares, and can sell some."""
    return [
        company
        for company in game.rules[StockRules].too_many(game, step.holder)
        if any(
            sell_refusal(game, step, Sell(Count(count), company)) is None
            for count in range(1, game.held(step.holder, company) + 1)
        )
    ]


TOO_MANY = to_translate("{holder} has more shares of {company} than allowed, and must sell before anything else")


def _too_many_of(game: Game, holder: Owner, company: Company) -> dict[str, object]:
    """Who has too many shares of what."""
    return {"holder": game.name(holder), "company": game.symbol(company)}


def unless_over_limit(move: Move[StockTurn, A]) -> Move[StockTurn, A]:
    """A move that is not open to a player who has to sell first."""

    def refusal(game: Game, step: StockTurn, action: A) -> Refusal | None:
        return pass_refusal(game, step, Pass()) or move.refusal(game, step, action)

    def options(game: Game, step: StockTurn) -> Iterable[Choice]:
        return () if must_sell(game, step) else move.options(game, step)

    return Move(move.action, options, refusal, move.effect)


SELL = Move(Sell, sell_options, sell_refusal, sell, possible=can_sell)
BUY = unless_over_limit(Move(Buy, filtered(buy_candidates, buy_refusal), buy_refusal, buy))
START = unless_over_limit(Move(Start, filtered(start_candidates, start_refusal), start_refusal, start))
PASS = passing(finish_turn, pass_refusal)
