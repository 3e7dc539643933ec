"""Trade between two players: minors, open privates and cash (18OE-SR-23, 18OE-SR-24, 18OE-SR-25)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, NewType

from railhead.core import effects, spelling
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, Span, Subsets, only
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Private, Seat
from railhead.core.refusal import Malformed, Refusal
from railhead.core.rulebook import Rulebook
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered, never
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.consent import Consent, Proposal
from railhead.rules.directors import CertificateRules
from railhead.rules.stock import StockTurn
from railhead.titles.t18oe import balance, barclay, certificates, deals, merging, stock_actions
from railhead.titles.t18oe.balance import Balance
from railhead.titles.t18oe.facts import MINORS
from railhead.titles.t18oe.record import Deal

Asset = NewType("Asset", int)
"""Something that can be traded: the number of a minor, or that of a private after the minors."""
Assets = tuple[Asset, ...]
"""A set of them in ascending order; perhaps none."""
NOTHING = "nothing"


def of_private(private: Private) -> Asset:
    """A private as an asset."""
    return Asset(len(MINORS) + private)


def _names(book: Rulebook) -> tuple[str, ...]:
    return (*book.company_names[: len(MINORS)], *book.private_names)


def _write(book: Rulebook, assets: Assets) -> str:
    return spelling.JOINT.join(_names(book)[asset] for asset in assets) or NOTHING


def _read(book: Rulebook, text: str) -> Assets:
    known = _names(book)
    parts = [] if text == NOTHING else text.split(spelling.JOINT)
    for part in parts:
        if part not in known:
            raise Malformed("'{text}' is neither a minor nor a private", text=part)
    assets = tuple(sorted(Asset(known.index(part)) for part in parts))
    _check(book, assets)
    return assets


def _check(book: Rulebook, assets: object) -> None:
    count = len(_names(book))
    fits = isinstance(assets, tuple) and all(type(asset) is int and 0 <= asset < count for asset in assets)
    if not fits or list(assets) != sorted(set(assets)):  # type: ignore[call-overload]
        raise Malformed("{assets} is not a set of minors and privates", assets=repr(assets))


spelling.add(Assets, spelling.Spelling(_write, _read, _check))


@dataclass(frozen=True, slots=True)
class OpenTrade(Action):
    """Put a trade with another player together."""

    partner: Owner
    form: ClassVar[str] = "trade with {partner}"
    label: ClassVar[str] = "Trade with {partner}"
    told: ClassVar[tuple[str, ...]] = ("{player} wants to trade with {partner}",)
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class Give(Action):
    """What one gives in a trade."""

    assets: Assets
    form: ClassVar[str] = "give {assets}"
    label: ClassVar[str] = "Give {assets}"
    plain: ClassVar[str] = "Give nothing"
    told: ClassVar[tuple[str, ...]] = ("{player} would give {assets}", "{player} would give nothing")
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class AskFor(Action):
    """What one wants in a trade."""

    assets: Assets
    form: ClassVar[str] = "ask for {assets}"
    label: ClassVar[str] = "Ask for {assets}"
    plain: ClassVar[str] = "Ask for nothing"
    told: ClassVar[tuple[str, ...]] = ("{player} would take {assets}", "{player} would take nothing")
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class ProposeTrade(Action):
    """Propose the trade, with cash for the other player or from them."""

    balance: Balance
    form: ClassVar[str] = "deal paying {balance}"
    label: ClassVar[str] = "Propose the trade, paying {balance}"
    told: ClassVar[tuple[str, ...]] = ("{player} proposes the trade, paying {balance}", "{player} proposes the trade")
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Propose no trade after all."""

    form: ClassVar[str] = "call off"
    label: ClassVar[str] = "Propose no trade"
    told: ClassVar[tuple[str, ...]] = ("{player} proposes no trade",)
    topic: ClassVar[Topic] = Topic.ANSWERS


@dataclass(frozen=True, slots=True)
class Bargain(PlayerStep):
    """A player puts a trade together: first what they give, then what they take, then the cash."""

    partner: Seat
    gives: Assets | None = None
    takes: Assets | None = None
    order: ClassVar[str] = "trade.bargain"

    def task(self, game: Game) -> Text:
        return Text("put a trade with {partner} together", partner=game.name(self.partner))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What has been put together so far, or the order in which that is done."""
        if self.gives is None:
            return (Text("first choose what you give, then what you ask for, and last how much cash is paid"),)
        gives, takes = _write(game.book, self.gives), "?" if self.takes is None else _write(game.book, self.takes)
        return (Text("{gives} for {takes}", gives=gives, takes=takes),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        """The next part of the trade, or no trade."""
        if self.gives is None:
            return (GIVE, CALL_OFF)
        return (ASK_FOR if self.takes is None else PROPOSE, CALL_OFF)


# -- what is allowed ------------------------------------------------------------------------------


def assets_of(game: Game, seat: Seat) -> Assets:
    """The minors and face-up privates of a player; neither merged minors nor closed privates (18OE-SR-24)."""
    minors = [c for c in game.all_companies() if merging.is_minor(game, c) and game.state.director[c] == seat]
    cards = [private for private in certificates.face_up(game, seat) if not barclay.is_committed(game, private)]
    return (*(Asset(minor) for minor in minors), *(of_private(private) for private in cards))


def open_refusal(game: Game, step: StockTurn, action: OpenTrade) -> Refusal | None:
    """Another player, with whom there is something to trade (18OE-SR-23)."""
    partner = game.book.seat_of(action.partner)
    if partner is None or partner == step.player or partner not in game.players:
        return game.forbid("trade.partner", "You trade with another player")
    if not assets_of(game, step.player) and not assets_of(game, partner):
        return game.forbid("trade.nothing", "Neither of you has anything to trade")
    return deals.turn_refusal(game, step)


def _missing(game: Game, seat: Seat, assets: Assets) -> Refusal | None:
    """Is there something that a player does not have, or may not trade (18OE-SR-24)?"""
    for asset in assets:
        if asset not in assets_of(game, seat):
            name = _names(game.book)[asset]
            return game.forbid(
                "trade.assets", "{player} does not have {asset}, open and unmerged", player=game.name(seat), asset=name
            )
    return None


def give_refusal(game: Game, step: Bargain, action: Give) -> Refusal | None:
    """Any of one's own (18OE-SR-23)."""
    least, most = _sizes(game, step, len(action.assets))
    return _missing(game, step.player, action.assets) or (_above(game) if least > most else None)


def take_refusal(game: Game, step: Bargain, action: AskFor) -> Refusal | None:
    """Any of the other's, so that something changes hands and nobody comes to have too many certificates."""
    assert step.gives is not None
    missing = _missing(game, step.partner, action.assets)
    if missing is not None:
        return missing
    if not step.gives and not action.assets:
        return game.forbid("trade.nothing", "At least one minor or private must change hands")
    least, most = _sizes(game, step, len(step.gives))
    if not least <= len(action.assets) <= most:
        return _above(game)
    if _balances(game, step, action.assets).count() <= 0:
        return game.forbid("deal.declined", "{player} has declined that", player=game.name(step.partner))
    return None


def _above(game: Game) -> Refusal:
    return game.forbid("trade.limit", "Somebody would have more certificates than allowed")


def most_more(game: Game, seat: Seat) -> int:
    """How many certificates more a player may get by trading (18OE-CERT-08)."""
    return max(0, game.rules[CertificateRules].limit(game) - directors.certificates(game, seat))


def _sizes(game: Game, step: Bargain, given: int) -> tuple[int, int]:
    """How many things may be taken for so many, so that nobody is above the certificate limit afterwards."""
    theirs = len(assets_of(game, step.partner))
    return (
        max(0 if given else 1, given - most_more(game, step.partner)),
        min(theirs, given + most_more(game, step.player)),
    )


def _balances(game: Game, step: Bargain, takes: Assets) -> Span:
    """What cash may change hands; after a trade was declined, only more than was offered then."""
    assert step.gives is not None
    amounts = balance.amounts(game, step.player, step.partner)
    return deals.better(game, _deal(step.partner, step.gives, takes), amounts)


def _deal(partner: Seat, gives: Assets, takes: Assets) -> Deal:
    return Deal(partner, "trade", gives, takes)


def propose_refusal(game: Game, step: Bargain, action: ProposeTrade) -> Refusal | None:
    """Only cash of their own changes hands (18OE-SR-23)."""
    assert step.gives is not None
    assert step.takes is not None
    return balance.refusal(game, step.player, step.partner, action.balance) or deals.declined_refusal(
        game, _deal(step.partner, step.gives, step.takes), action.balance
    )


# -- what can be chosen ---------------------------------------------------------------------------


def _partners(game: Game, step: StockTurn) -> Iterable[OpenTrade]:
    return [OpenTrade(Owner(seat)) for seat in game.others(step.player)]


def _give_options(game: Game, step: Bargain) -> Iterable[Choice]:
    mine, most = assets_of(game, step.player), len(assets_of(game, step.partner)) + most_more(game, step.partner)
    return _sets(Give, mine, (1, most), lambda assets: give_refusal(game, step, Give(assets)) is None)


def _take_options(game: Game, step: Bargain) -> Iterable[Choice]:
    assert step.gives is not None
    theirs, sizes = assets_of(game, step.partner), _sizes(game, step, len(step.gives))
    return _sets(AskFor, theirs, sizes, lambda assets: take_refusal(game, step, AskFor(assets)) is None)


def _sets(
    action: type[Action], assets: Assets, sizes: tuple[int, int], allowed: Callable[[Assets], bool]
) -> Iterable[Choice]:
    """Nothing, or any set of these of some sizes, if a law allows it."""
    least, most = sizes
    if allowed(()):
        yield Choice(action, (only(()),))
    some = Subsets(assets, max(1, least), min(most, len(assets)), allowed)
    if next(iter(some), None) is not None:
        yield Choice(action, (some,))


def _balance_options(game: Game, step: Bargain) -> Iterable[Choice]:
    assert step.takes is not None
    yield Choice(ProposeTrade, (_balances(game, step, step.takes),))


# -- what happens ---------------------------------------------------------------------------------


def _open(game: Game, step: StockTurn, action: OpenTrade) -> None:
    partner = game.book.seat_of(action.partner)
    assert partner is not None
    game.push(Bargain(step.player, partner))


def _give(game: Game, step: Bargain, action: Give) -> None:
    game.put(replace(step, gives=action.assets))


def _ask_for(game: Game, step: Bargain, action: AskFor) -> None:
    game.put(replace(step, takes=action.assets))


def _propose(game: Game, step: Bargain, action: ProposeTrade) -> None:
    assert step.gives is not None
    assert step.takes is not None
    game.pop()
    game.push(Consent(step.partner, TradeOffer(step.player, step.partner, step.gives, step.takes, action.balance)))


def _call_off(game: Game, step: Bargain, action: CallOff) -> None:
    game.pop()


@dataclass(frozen=True, slots=True)
class TradeOffer(Proposal):
    """A trade that another player has proposed."""

    proposer: Seat
    partner: Seat
    gives: Assets
    takes: Assets
    balance: int

    def terms(self, game: Game) -> Text:
        """What each gives, and who pays."""
        values = {
            "player": game.name(self.proposer),
            "gives": _write(game.book, self.gives),
            "takes": _write(game.book, self.takes),
            "amount": abs(self.balance),
        }
        if self.balance > 0:
            return Text("{player}, who offers {gives} and pays {amount} for {takes}", **values)
        if self.balance < 0:
            return Text("{player}, who offers {gives} for {takes} and {amount}", **values)
        return Text("{player}, who offers {gives} for {takes}", **values)

    def agreed(self, game: Game) -> None:
        """Everything changes hands, with all that belongs to it (18OE-SR-25)."""
        step = game.step
        assert isinstance(step, StockTurn)
        stock_actions.spend(game, step)
        for asset in self.gives:
            _hand_over(game, asset, self.partner)
        for asset in self.takes:
            _hand_over(game, asset, self.proposer)
        balance.settle(game, self.proposer, self.partner, self.balance, Text("a trade"))

    def declined(self, game: Game) -> None:
        """Only a better offer can be made in this turn."""
        deals.remember_declined(game, _deal(self.partner, self.gives, self.takes), self.balance)


def _hand_over(game: Game, asset: Asset, taker: Seat) -> None:
    if asset >= len(MINORS):
        effects.give_private(game, Private(asset - len(MINORS)), taker)
        return
    minor = Company(asset)
    effects.move_shares(game, game.state.director[minor], taker, minor, game.share_count(minor))
    effects.set_director(game, minor, taker)


TRADE: AnyMove = Move(OpenTrade, filtered(_partners, open_refusal), open_refusal, _open)
GIVE: AnyMove = Move(Give, _give_options, give_refusal, _give)
ASK_FOR: AnyMove = Move(AskFor, _take_options, take_refusal, _ask_for)
PROPOSE: AnyMove = Move(ProposeTrade, _balance_options, propose_refusal, _propose)
CALL_OFF: AnyMove = Move(CallOff, lambda _, __: (Choice(CallOff),), never, _call_off)
ACTIONS = (OpenTrade, Give, AskFor, ProposeTrade, CallOff)
