"""What a train of 18OE is: its level, whether it has rusted, and what the bank asks for it."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Train, a_train, kind_of, marks_of
from railhead.rules.trains import into_the_pool
from railhead.titles.t18oe import powers
from railhead.titles.t18oe.facts import LEVELS, NUMBERS, TRAIN

RESERVED = a_train(TRAIN["2+2"])
"""The only kind of level 2, of which one is reserved for every railroad (18OE-TRAIN-18)."""
SWIFT = a_train(TRAIN["2+2"], marks=1)
"""The train of Swift Metropolitan Line, which never rusts: it carries the marker (18OE-PRIV-46)."""


def level(train: Train) -> int:
    """The level of a train: 7 for a 4D, 8 for a 5D (18OE-PHASE-04)."""
    return LEVELS[kind_of(train)]


def is_rusted(game: Game, train: Train) -> bool:
    """Has a train of this kind rusted? The one with Swift's marker never does (18OE-PRIV-46)."""
    return not marks_of(train) and game.book.trains[kind_of(train)].rusted_by <= game.state.phase


def price(game: Game, company: Company, train: Train) -> int:
    """The face value of a train from the bank, less for minor J or its major (18OE-TRAIN-03, 18OE-MINOR-16)."""
    return discounted(game, company, game.book.trains[kind_of(train)].price)


def discounted(game: Game, company: Company, amount: int) -> int:
    """What a railroad pays the bank for rolling stock: minor J or its major 10% less, rounded down."""
    if powers.has(game, company, "J"):
        return amount * (100 - NUMBERS.locomotive_discount) // 100
    return amount


def faces(game: Game, pile: int) -> list[Train]:
    """Both sides of the cards of a pile (18OE-SETUP-03)."""
    return [a_train(kind) for kind, facts in enumerate(game.book.trains) if facts.pile == pile]


def counts(game: Game, company: Company, train: Train) -> bool:
    """Does a train count against the limit, and as the train that a major must own?

    The one with Swift's marker does neither (18OE-PRIV-47, 18OE-TRAIN-16).
    """
    return not marks_of(train)


def discard(game: Game, company: Company, train: Train) -> None:
    """A train goes to the Open Market; a rusted one to its box of the Locomotive Works.

    Rules 18OE-TRAIN-24 and 18OE-TRAIN-25.
    """
    if is_rusted(game, train):
        effects.scrap_train(game, game.purse(company), train)
    else:
        into_the_pool(game, company, train)
