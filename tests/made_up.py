"""A made-up title, none of those Railhead plays, for testing the kernel on its own.

Three companies of two kinds, a market of rows and columns, loans, companies that direct companies. Its rounds are
whatever a test puts on the agenda.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects, engine
from railhead.core.actions import Accept, Action, Decline, Pass, parse
from railhead.core.agenda import AgendaRules
from railhead.core.audit import audit
from railhead.core.choices import Choice, Choices
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Owner, Place, Seat
from railhead.core.market import Market
from railhead.core.rulebook import (
    CompanyFacts,
    KindFacts,
    PhaseFacts,
    PileFacts,
    PrivateFacts,
    Rulebook,
    RuleGroup,
    Rules,
    TrainFacts,
)
from railhead.core.setup import empty_table
from railhead.core.state import FLOATED, STARTED, State
from railhead.core.steps import AnyMove, CompanyStep, Move, Step, never, passing
from railhead.core.text import Text
from railhead.rules import (
    announcing,
    auction,
    borrowing,
    directors,
    dividends,
    exchange,
    private_sales,
    redemption,
    running,
    stock,
    subscription,
    takeover,
    track,
    trains,
)
from railhead.rules.directors import CertificateRules
from railhead.rules.dividends import DividendRules
from railhead.rules.loans import LoanRules
from railhead.rules.stock import StockRules
from railhead.rules.trains import TrainRules
from railhead.titles import loading

MINOR, MAJOR = 0, 1
KINDS = (
    KindFacts("minor", shares=2, director_shares=1, rank=0, loans=1),
    KindFacts("major", shares=10, director_shares=2, rank=1, loans=3),
)
MARKET = Market(rows=((60, 70, 80, 100), (50, 60, 70, 80), (40, 50, 60, None)), par_prices=(100,), turns_at_edges=True)
PILES = (PileFacts("2", 3, begins=0), PileFacts("3", 2, begins=1), PileFacts("G", 2, opens=1))
TRAINS = (TrainFacts("2", 100, 2, 0, 1, 0), TrainFacts("3", 180, 3, 0, 9, 1), TrainFacts("G", 50, 1, 0, 9, 2))
PHASES = (PhaseFacts("2", ("yellow",), 1, (2, 4)), PhaseFacts("3", ("yellow",), 1, (1, 3), stage=1))
PRIVATES = (PrivateFacts("P", "Pier", 60, 10), PrivateFacts("Q", "Quay", 90, 0, by_stage=(15, 20)))


class EveryKey(dict[str, str]):
    """Citations of a title whose rules have no numbers: the key itself."""

    def __missing__(self, key: str) -> str:
        return f"MADE-UP-{key}"


@dataclass(frozen=True, slots=True)
class Whistle(Action):
    """Do something that has no effect."""

    form: ClassVar[str] = "whistle"
    label: ClassVar[str] = "Whistle"


@dataclass(frozen=True, slots=True)
class Idle(CompanyStep):
    """A step in which a company can do nothing but pass."""

    purpose: ClassVar[str] = "idle"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Only passing."""
        return (passing(lambda game, _: game.pop()),)


@dataclass(frozen=True, slots=True)
class Busy(CompanyStep):
    """A step in which a company can whistle."""

    purpose: ClassVar[str] = "be busy"

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """Whistle, or pass."""
        return (WHISTLE, passing(lambda game, _: game.pop()))


WHISTLE: AnyMove = Move(Whistle, lambda _, __: (Choice(Whistle),), never, lambda game, _, __: game.pop())

RULES = Rules(
    AgendaRules(open_moves=(borrowing.BORROW,)),
    StockRules(moves=(stock.SELL, stock.BUY, stock.START, stock.PASS)),
    CertificateRules(heirs=directors.players_then_companies),
    DividendRules(moves=dividends.MOVES),
    TrainRules(moves=trains.MOVES),
    LoanRules(proceeds=lambda game, company: 90, repayment=lambda game, company: 100),
)

ACTIONS = (
    Pass,
    Whistle,
    Accept,
    Decline,
    announcing.AnnounceRun,
    auction.Bid,
    exchange.RedeemOption,
    exchange.RelinquishOption,
    borrowing.Borrow,
    borrowing.Repay,
    redemption.RedeemShare,
    running.Run,
    stock.Start,
    stock.Sell,
    stock.Buy,
    subscription.Subscribe,
    dividends.PayOut,
    dividends.Keep,
    dividends.PayHalf,
    private_sales.BuyIn,
    takeover.RemoveToken,
    track.LayTile,
    trains.BuyTrain,
    trains.OfferForTrain,
    trains.ReturnTrain,
)


def rulebook(*groups: RuleGroup) -> Rulebook:
    """The made-up title for three players; some of its rule groups may be replaced."""
    plain = {"name": "1", "colour": "yellow", "count": 2, "track": ["0-3"]}
    town = {"name": "2", "colour": "yellow", "count": 1, "stops": ["city 20 x2"], "track": ["0-a"]}
    tiles = loading.tile_set([plain, town], {})
    hexes: dict[str, dict[str, list[object]]] = {
        "A1": {"open": [0, 3], "stops": ["city 20 x2"]},
        "A3": {"open": [0, 3]},
    }
    board = loading.board(hexes, tiles, ("yellow",))
    home = loading.point_of(board, "A1.0")
    names = {"AAA": MAJOR, "BBB": MAJOR, "CCC": MINOR}
    return Rulebook(
        title="made up",
        revision=1,
        options=frozenset(),
        seat_names=("Ann", "Ben", "Cleo"),
        seed=0,
        kinds=KINDS,
        companies=tuple(CompanyFacts(name, name, "#123456", home, 2, kind) for name, kind in names.items()),
        privates=PRIVATES,
        piles=PILES,
        trains=TRAINS,
        phases=PHASES,
        market=MARKET,
        board=board,
        tiles=tiles,
        bank=10_000,
        starting_cash=500,
        certificate_limit=12,
        separate_credits=False,
        actions=ACTIONS,
        cites=EveryKey(),
        set_up=lambda book: empty_table(book, (), None),
        train_marks=0,
        round_name=lambda round_: Text(round_.kind),
        worth=lambda game, seat: game.state.cash[seat],
        rules=RULES.replaced(*groups),
        loans=4,
    )


class Toy:
    """A table at which the made-up title is played; every action is audited."""

    def __init__(self, *groups: RuleGroup) -> None:
        self.book = rulebook(*groups)
        self.state: State = self.book.set_up(self.book)

    @property
    def game(self) -> Game:
        """The position for asking rules directly; changes to it change the table."""
        return Game(self.book, self.state)

    def seat(self, name: str) -> Seat:
        """A player."""
        return self.book.find_seat(name)

    def company(self, symbol: str) -> Company:
        """A company."""
        return self.book.find_company(symbol)

    def owner(self, name: str) -> Owner:
        """Any owner by name."""
        return Owner(self.book.owner_names.index(name))

    def cash(self, owner: str) -> int:
        """What an owner has in cash."""
        return self.state.cash[self.owner(owner)]

    def held(self, owner: str, company: str) -> int:
        """How many shares an owner has."""
        return self.game.held(self.owner(owner), self.company(company))

    def start(self, symbol: str, director: str, shares: int | None = None, cash: int = 0, at: int = 100) -> None:
        """A company operates: its director holds so many shares, the rest stays in the initial offer."""
        game, company = self.game, self.company(symbol)
        size = game.kind_of(company).director_shares
        effects.mark(game, company, STARTED | FLOATED)
        effects.move_shares(game, BANK, self.owner(director), company, size if shares is None else shares)
        effects.set_director(game, company, self.owner(director))
        effects.set_price(game, company, Place(self.book.market.prices.index(at)))
        effects.set_par(game, company, Place(self.book.market.prices.index(at)))
        effects.pay(game, BANK, self.book.purse(company), cash, Text("the test"))
        self.check()

    def begin(self, *steps: Step) -> None:
        """These steps are to be settled, the last one first."""
        self.state.agenda = steps
        game = self.game
        engine.settle(game)
        self.check()

    @property
    def choices(self) -> Choices:
        """What may be decided now."""
        found = engine.choices(self.book, self.state)
        assert found is not None
        return found

    @property
    def asked(self) -> str | None:
        """The player who is to decide; None if nobody is."""
        return self.book.owner_names[self.choices.seat] if self.state.agenda else None

    def offered(self) -> set[str]:
        """The first words of what is offered."""
        return {choice.action.form.split()[0] for choice in self.choices}

    def do(self, *texts: str) -> None:
        """Act, one after the other."""
        for text in texts:
            self.state, _ = engine.apply(self.book, self.state, parse(self.book, text))
            self.check()

    def refused(self, text: str) -> str:
        """The key of the rule that forbids an action."""
        refusal = engine.why_not(self.book, self.state, parse(self.book, text))
        assert refusal is not None, f"{text} is allowed"
        return refusal.rule.removeprefix("MADE-UP-")

    def check(self) -> None:
        """The books balance."""
        assert audit(self.book, self.state) == []
