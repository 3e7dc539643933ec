"""What 1862 says of owning and trading trains: limits by type, fixed prices (rules 1862-TRAIN)."""

from __future__ import annotations

from railhead.core.choices import Span
from railhead.core.game import Game
from railhead.core.ids import Company, Train, kind_of
from railhead.core.refusal import Refusal
from railhead.core.rulebook import UNLIMITED
from railhead.titles.t1862.facts import TRAIN_LIMITS, TYPE, TYPE_NAMES
from railhead.titles.t1862.options import SIMPLE
from railhead.titles.t1862.record import record


def train_limit(game: Game, company: Company) -> int:
    """Nobody ever has to give up trains (1862-TRAIN-08)."""
    return UNLIMITED


def train_room(game: Game, company: Company, train: Train) -> Refusal | None:
    """Trains of each type, or in all, before the purchase (1862-TRAIN-06, 1862-TRAIN-07, 1862-VAR-01)."""
    limits, owned = TRAIN_LIMITS[game.state.phase], [TYPE[kind_of(other)] for other in game.trains_of(company)]
    total = limits.simple if game.book.options & set(SIMPLE) else limits.total
    if total is not None:
        if len(owned) >= total:
            return game.forbid("train.limit", f"A company with {total} trains may not buy another now")
        return None
    sort = TYPE[kind_of(train)]
    if limits.each is not None and owned.count(sort) >= limits.each:
        name = TYPE_NAMES[sort].capitalize()
        return game.forbid("train.limit", f"A company with {limits.each} {name} trains may not buy another now")
    return None


def price_of(game: Game, train: Train) -> int:
    """The face value, or half of it once a train of a later pile has been sold (1862-TRAIN-05)."""
    facts = game.book.trains[kind_of(train)]
    return facts.price // 2 if game.state.phase > facts.pile else facts.price


def second_hand(game: Game, company: Company, train: Train) -> Span:
    """The price is fixed; warranties do not change it (1862-TRAIN-05, 1862-WARR-06)."""
    return Span(price_of(game, train), price_of(game, train))


def train_trade(game: Game, company: Company, seller: Company) -> Refusal | None:
    """Once the LNER has formed trains come from the bank only (1862-TRAIN-12)."""
    if record(game).lner:
        return game.forbid("train.lner", "After the LNER has formed trains are bought from the bank only")
    return None
