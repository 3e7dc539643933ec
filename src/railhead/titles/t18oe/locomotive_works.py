"""What the Locomotive Works and the Open Market sell: levels that open one after another (rules 18OE-TRAIN)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Train, kind_of
from railhead.core.refusal import Refusal
from railhead.titles.t18oe import railroad_phases
from railhead.titles.t18oe.facts import NATIONAL, NUMBERS
from railhead.titles.t18oe.reserved_trains import owes
from railhead.titles.t18oe.rolling_stock import RESERVED, faces, level, price

LEVEL_2, LEVEL_3, LEVEL_7, LEVEL_8 = 0, 1, 5, 6
"""Piles of the Locomotive Works with rules of their own."""


def offers(game: Game, company: Company) -> list[tuple[Train, Owner]]:
    """What a railroad may buy from the bank: either side of cards in the Open Market and of open levels.

    Rules 18OE-TRAIN-07 and 18OE-TRAIN-24; nationals buy nothing (18OE-NTRAIN-06), and a 2+2 of the Locomotive Works is
    only for the railroad that it is reserved for (18OE-TRAIN-19).
    """
    if game.state.kind[company] == NATIONAL:
        return []
    returned = sorted({game.book.trains[kind_of(train)].pile for train in game.state.trains[POOL]})
    in_market: list[tuple[Train, Owner]] = [(train, POOL) for pile in returned for train in faces(game, pile)]
    reserved: list[tuple[Train, Owner]] = [(RESERVED, BANK)] if owes(game, company) else []
    new: list[tuple[Train, Owner]] = [(train, BANK) for pile in open_levels(game) for train in faces(game, pile)]
    return in_market + reserved + new


def open_levels(game: Game) -> list[int]:
    """The piles above level 2 from which new trains are sold now."""
    return [pile for pile, left in enumerate(game.state.depot) if pile > LEVEL_2 and left and is_open(game, pile)]


def is_open(game: Game, pile: int) -> bool:
    """May trains of a level above 2 be bought: are all of the level below sold (18OE-TRAIN-04)?

    Level 3 does not wait for reserved trains, but for the Major Railroad Phase, and is never sold in the first
    operating round (18OE-TRAIN-05, 18OE-RMP-09); level 8 waits only for the fourth train of level 7 (18OE-PHASE-19,
    18OE-TRAIN-06).
    """
    if pile == LEVEL_3:
        return railroad_phases.major_phase(game) and not _is_first_round(game)
    sold = game.book.piles[pile - 1].count - game.state.depot[pile - 1]
    if pile == LEVEL_8:
        return sold >= NUMBERS.level_8_after
    return game.state.depot[pile - 1] == 0


def _is_first_round(game: Game) -> bool:
    now = game.state.round
    return (now.number, now.index) == (1, 1)


def not_for_sale(game: Game, company: Company, train: Train, source: Owner) -> Refusal | None:
    """Which rule keeps a train from being sold to a railroad now, if it is not offered."""
    if (train, source) in offers(game, company):
        return None
    if game.state.kind[company] == NATIONAL:
        return game.forbid("train.national", "A national buys no trains from the bank")
    if source != BANK:
        return game.forbid("train.market", "There is no such train in the Open Market")
    if train == RESERVED:
        return game.forbid("train.reserved", "The 2+2 trains of the Locomotive Works are reserved for others")
    pile = game.book.trains[kind_of(train)].pile
    if not game.state.depot[pile]:
        return game.forbid("train.sold_out", "No train of level {level} is left", level=level(train))
    if pile == LEVEL_3:
        return game.forbid(
            "train.level_3",
            "Trains of level 3 are sold from the Major Railroad Phase on, but not in the first operating round",
        )
    if pile == LEVEL_8:
        return game.forbid(
            "train.level_8", "Trains of level 8 are sold after {count} of level 7", count=NUMBERS.level_8_after
        )
    return game.forbid(
        "train.order",
        "Trains of level {level} are sold once all of the level below are sold",
        level=level(train),
    )


def cheapest(game: Game, company: Company) -> int | None:
    """The price of the cheapest train that a railroad could buy from the bank; None if there is none.

    The cheaper side of a card counts (18OE-FORCED-01).
    """
    return min((price(game, company, train) for train, _ in offers(game, company)), default=None)
