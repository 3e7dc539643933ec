"""Two majors that merge (rules 1863-MERGE)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Seat
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, Step, filtered, never
from railhead.core.text import Text
from railhead.rules import directors
from railhead.rules.debts import owe
from railhead.titles.t1863 import joining, mini_round, ownership, paying
from railhead.titles.t1863.facts import NUMBERS
from railhead.titles.t1863.more_shares import BuyShares
from railhead.titles.t1863.shares import after_trade, buy_from_charter, has_sold


@dataclass(frozen=True, slots=True)
class MakeWhole(Action):
    """Pay half the price for a half share, or take half the price for a half short."""

    form: ClassVar[str] = "make-whole"
    label: ClassVar[str] = "Make it whole"
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class SettleHalf(Action):
    """Take half the price for a half share, or pay half the price for a half short."""

    form: ClassVar[str] = "settle-half"
    label: ClassVar[str] = "Have it settled at half the price"
    topic: ClassVar[Topic] = Topic.SHARES


def holders(game: Game, members: Sequence[Company]) -> dict[Owner, int]:
    """By holder: old shares of both companies together, negative if they are owed; not those of the two charters."""
    charters = {game.purse(company) for company in members}
    owners = (owner for owner in game.book.owner_ids if owner not in (BANK, POOL) and owner not in charters)
    found = {owner: sum(game.held(owner, company) for company in members) for owner in owners}
    return {owner: count for owner, count in found.items() if count}


def president(game: Game, members: Sequence[Company], survivor: Company) -> Owner | None:
    """Most shares, halves counted; on ties the survivor's president (1863-MERGE-22)."""
    old = {owner: count for owner, count in holders(game, members).items() if count > 0}
    tie = game.state.director[survivor]
    if game.book.company_of(tie) in members:
        tie = game.state.director[next(company for company in members if company != survivor)]
    return joining.president(game, members, old, tie)


def lacking(game: Game, members: Sequence[Company], chosen: Owner) -> int:
    """How many shares the president has to buy to have the certificate."""
    return max(0, game.kind_of(members[0]).director_shares - holders(game, members)[chosen] // 2)


def has_president(game: Game, members: Sequence[Company], survivor: Company) -> bool:
    """Does somebody have the two shares of the president's certificate, or can they buy what is missing?"""
    chosen = president(game, members, survivor)
    if chosen is None:
        return False
    missing = lacking(game, members, chosen)
    if missing == 0:
        return True
    affordable = paying.means(game, chosen) >= missing * joining.joint_price(game, members)
    return affordable and missing <= not_in_hands(game, members) and has_sold(game, chosen, survivor) is None


def not_in_hands(game: Game, members: Sequence[Company]) -> int:
    """How many shares of the merged company nobody has, if need be with all half shorts made whole."""
    old = holders(game, members).values()
    half_shorts = sum(1 for count in old if count < 0 and count % 2)
    return game.share_count(members[0]) - sum(map(halved, old)) + half_shorts


def carry_out(game: Game, survivor: Company, other: Company) -> None:
    """Two old shares, of either company, become one, at the sum of the prices (1863-MERGE-11, 1863-MERGE-13).

    Shorts likewise (1863-MERGE-18). The president buys first, then halves are made whole or settled, then everybody may
    deal (1863-MERGE-14, 1863-MERGE-15, 1863-MERGE-16, 1863-MERGE-17, 1863-MERGE-19).
    """
    members = (survivor, other)
    old, chosen = holders(game, members), president(game, members, survivor)
    assert chosen is not None, "a merger that leaves nobody to preside is refused"
    missing, place = lacking(game, members, chosen), joining.joint_place(game, members)
    odd = {owner: game.held(owner, survivor) % 2 == 1 for owner in old}
    pool = (game.held(POOL, survivor) + game.held(POOL, other)) // 2
    paying.cover(game, chosen, missing * joining.joint_price(game, members))
    whole = exchange(game, survivor, old, pool, missing)
    effects.set_director(game, survivor, chosen)
    joining.take_over(game, survivor, (other,), place)
    pay_for_shorts(game, survivor, whole)
    if missing:
        buy_from_charter(game, chosen, survivor, missing)
    directors.settle_all(game)
    halves = tuple((owner, odd[owner]) for owner in in_order(game, chosen, old) if old[owner] % 2)
    shares = tuple((owner, is_old) for owner, is_old in halves if old[owner] > 0)
    shorts = tuple(owner for owner, _ in halves if old[owner] < 0 and owner not in whole)
    game.push(mini_round.Others(survivor, sells=True))
    game.push(Halves(survivor, shares, shorts))
    game.push(BuyShares(survivor))


def halved(count: int) -> int:
    """Two for one, rounded towards zero."""
    return count // 2 if count > 0 else -(-count // 2)


def exchange(game: Game, survivor: Company, old: dict[Owner, int], pool: int, bought: int) -> tuple[Owner, ...]:
    """New shares are given out; odd halves of Pool and charter vanish, the charter has the rest (1863-MERGE-23).

    The Pool has fewer if half shorts went with shares there, or if the charter lacks what the president has to buy. If
    there are more of them than that, half shorts are made whole, since nothing is left that could be returned with them
    (1863-MERGE-19); whose they are is the answer.
    """
    purse, new = game.purse(survivor), {owner: halved(count) for owner, count in old.items()}
    whole = []
    half_shorts = [owner for owner, count in old.items() if count < 0 and count % 2]
    for owner in sorted(half_shorts, key=lambda owner: owner not in game.state.out):
        if sum(new.values()) + bought > game.share_count(survivor):
            new[owner] -= 1
            whole.append(owner)
    new[POOL] = min(pool, game.share_count(survivor) - sum(new.values()) - bought)
    for owner in (owner for owner in game.book.owner_ids if owner != purse):
        held, wanted = game.held(owner, survivor), new.get(owner, 0)
        if wanted < held:
            effects.move_shares(game, owner, purse, survivor, held - wanted)
        elif wanted > held:
            effects.move_shares(game, purse, owner, survivor, wanted - held)
    return tuple(whole)


def pay_for_shorts(game: Game, company: Company, whole: tuple[Owner, ...]) -> None:
    """The bank pays those whose half short was made whole, unless they are out of the game (1863-MERGE-19)."""
    for owner in (owner for owner in whole if owner not in game.state.out):
        purpose = Text("half a short of {company}", company=game.symbol(company))
        effects.pay(game, BANK, owner, half(game, company), purpose)


def in_order(game: Game, chosen: Owner, old: dict[Owner, int]) -> list[Owner]:
    """Most shares first, then to the left of the president, companies after players (1863-MERGE-15)."""
    seat = game.decider(chosen)
    around = list(game.clockwise(seat)) if seat is not None else list(game.players)
    seats: dict[Owner, int] = {each: place for place, each in enumerate(around)}
    return sorted(old, key=lambda owner: (-old[owner], seats.get(owner, len(seats) + owner)))


# -- halves ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Halves(Step):
    """The holders of half shares, and then those of half shorts, who are still to be asked."""

    company: Company
    shares: tuple[tuple[Owner, bool], ...]
    """Who has half a share, and whether its old share was one of the survivor."""
    shorts: tuple[Owner, ...]

    def proceed(self, game: Game) -> bool:
        """The next one is asked."""
        if self.shares:
            (owner, is_survivor), *rest = self.shares
            game.put(replace(self, shares=tuple(rest)))
            game.push(HalfShare(self.company, owner, is_survivor))
        elif self.shorts:
            game.put(replace(self, shorts=self.shorts[1:]))
            game.push(HalfShort(self.company, self.shorts[0]))
        else:
            game.pop()
        return True


def half(game: Game, company: Company) -> int:
    """Half the price, rounded down."""
    return game.price_of(company) // 2


@dataclass(frozen=True, slots=True)
class HalfShare(Step):
    """A holder pays half the price for a whole share, or gets as much for the half (1863-MERGE-15, 1863-MERGE-16)."""

    company: Company
    owner: Owner
    is_survivor: bool
    order: ClassVar[str] = "turn.halves"

    def task(self, game: Game) -> Text:
        """Whose half, and what it costs or brings."""
        return Text(
            "make half a share of {company} whole for {half}, or get {half} for it",
            company=game.symbol(self.company),
            half=half(game, self.company),
        )

    def situation(self, game: Game) -> tuple[Text, ...]:
        """Who has it, and whether they would have to borrow."""
        name = game.symbol(self.company)
        left_over = Text("{owner} has half a share of {company} left over", owner=game.name(self.owner), company=name)
        return (left_over, *paying.told(game, self.owner, half(game, self.company)))

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The survivor."""
        return (self.company,)

    def seat(self, game: Game) -> Seat:
        """The player who decides for the holder."""
        seat = game.decider(self.owner)
        assert seat is not None
        return seat

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SHARE_MOVES

    def proceed(self, game: Game) -> bool:
        """If no share is left, or the money is not there, the half is paid out."""
        able = game.decider(self.owner) is not None and whole_refusal(game, self, MakeWhole()) is None
        if not able:
            _pay_out(game, self, SettleHalf())
        return not able


def whole_refusal(game: Game, step: HalfShare, _: MakeWhole) -> Refusal | None:
    """There must be a share on the charter and the money for half of it, if need be by loans (1863-LOAN-02).

    The limits of any purchase hold.
    """
    if game.held(game.purse(step.company), step.company) < 1:
        return game.forbid("halves.none", "No share is left")
    if paying.means(game, step.owner) < half(game, step.company):
        return game.forbid("halves.cash", "{owner} cannot pay for it", owner=game.name(step.owner))
    if directors.at_limit(game, step.owner):
        return game.forbid("stock.limit", "You already hold as many certificates as the limit allows")
    return has_sold(game, step.owner, step.company) or ownership.may_hold(game, step.owner, step.company, 1)


def make_whole(game: Game, company: Company, owner: Owner) -> None:
    """A holder pays half the price into the treasury for a whole share."""
    purse, cost = game.purse(company), half(game, company)
    paying.cover(game, owner, cost)
    effects.pay(game, owner, purse, cost, Text("half a share of {company}", company=game.symbol(company)))
    effects.move_shares(game, purse, owner, company, 1)
    after_trade(game, company)


def _make_whole(game: Game, step: HalfShare, _: MakeWhole) -> None:
    game.pop()
    make_whole(game, step.company, step.owner)


def _pay_out(game: Game, step: HalfShare, _: SettleHalf) -> None:
    """The bank pays; an old share of the survivor lies in the Pool, one of the other is gone (1863-MERGE-16)."""
    game.pop()
    purse, paid = game.purse(step.company), half(game, step.company)
    effects.pay(game, BANK, step.owner, paid, Text("half a share of {company}", company=game.symbol(step.company)))
    if step.is_survivor and game.held(purse, step.company) > 0:
        effects.move_shares(game, purse, POOL, step.company, 1)


SHARE_MOVES: tuple[AnyMove, ...] = (
    Move(MakeWhole, filtered(lambda game, step: (MakeWhole(),), whole_refusal), whole_refusal, _make_whole),
    Move(SettleHalf, lambda game, step: (Choice(SettleHalf),), never, _pay_out),
)


@dataclass(frozen=True, slots=True)
class HalfShort(Step):
    """A player makes half a short whole for half the price, or pays as much to be rid of it (1863-MERGE-19)."""

    company: Company
    owner: Owner
    order: ClassVar[str] = "turn.halves"

    def task(self, game: Game) -> Text:
        """What it costs or brings."""
        return Text(
            "owe a whole share of {company} and get {half}, or pay {half} to be rid of the half",
            company=game.symbol(self.company),
            half=half(game, self.company),
        )

    @property
    def subjects(self) -> tuple[Company, ...]:
        """The survivor."""
        return (self.company,)

    def seat(self, game: Game) -> Seat:
        """The player."""
        seat = game.book.seat_of(self.owner)
        assert seat is not None
        return seat

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return SHORT_MOVES

    def proceed(self, game: Game) -> bool:
        """Whoever is out of the game, or can do only one of them, has nothing to choose."""
        if self.owner in game.state.out:
            game.pop()
        elif whole_short_refusal(game, self, MakeWhole()) is not None:
            _buy_out(game, self, SettleHalf())
        elif out_refusal(game, self, SettleHalf()) is not None:
            _whole_short(game, self, MakeWhole())
        else:
            return False
        return True


def whole_short_refusal(game: Game, step: HalfShort, _: MakeWhole) -> Refusal | None:
    """There are ten shorts of a company (1863-SHORT-11)."""
    if game.shorts_out(step.company) < NUMBERS.shorts:
        return None
    return game.forbid("short.none_left", "All shorts of {company} are taken", company=game.symbol(step.company))


def out_refusal(game: Game, step: HalfShort, _: SettleHalf) -> Refusal | None:
    """Buying out costs half the price."""
    if game.state.cash[step.owner] < half(game, step.company):
        return game.forbid("halves.cash", "{owner} cannot pay for it", owner=game.name(step.owner))
    return None


def _whole_short(game: Game, step: HalfShort, _: MakeWhole) -> None:
    """The bank pays half the price, and there is one more short; its share lies in the Pool."""
    game.pop()
    pay_for_shorts(game, step.company, (step.owner,))
    effects.move_shares(game, step.owner, POOL, step.company, 1)


def _buy_out(game: Game, step: HalfShort, _: SettleHalf) -> None:
    """Where no short is left, the half has to be bought out, even if shares must be sold for it (1863-SHORT-19)."""
    game.pop()
    reason = Text("half a short of {company}", company=game.symbol(step.company))
    owe(game, step.owner, BANK, half(game, step.company), reason)


SHORT_MOVES: tuple[AnyMove, ...] = (
    Move(
        MakeWhole,
        filtered(lambda game, step: (MakeWhole(),), whole_short_refusal),
        whole_short_refusal,
        _whole_short,
    ),
    Move(SettleHalf, filtered(lambda game, step: (SettleHalf(),), out_refusal), out_refusal, _buy_out),
)
ACTIONS = (MakeWhole, SettleHalf)
