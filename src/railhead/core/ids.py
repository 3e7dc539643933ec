"""Small integers that identify things, and the few owners every game has.

Owners share one index: the bank, the bank pool, then the seats in clockwise order, then the companies.
Cash, shares and trains are kept by owner, so a company may own what a player may own.
"""

from collections.abc import Iterable
from typing import NewType, TypeGuard

Owner = NewType("Owner", int)
"""Whoever can own something: the bank, the pool, a player or a company (see `Rulebook.purse`)."""
Seat = NewType("Seat", Owner)
"""A player. Every seat is an owner; not every owner is a seat."""
Company = NewType("Company", int)
Private = NewType("Private", int)
Hex = NewType("Hex", int)
Tile = NewType("Tile", int)
Train = NewType("Train", int)
Consist = NewType("Consist", int)
"""What runs as one train; see `a_consist`."""
Place = NewType("Place", int)
"""A place on the share market."""

Point = NewType("Point", int)
"""A stop on a hex, or (with the index THROUGH) plain track across a hex; see `point`."""
Stop = NewType("Stop", Point)
"""A place on a hex where trains may stop."""

BANK = Owner(0)
"""Holds the money; its shares are the initial offer."""

POOL = Owner(1)
"""Holds shares that were sold and trains that were returned; its purse counts the company credits issued."""

FIRST_SEAT = Seat(Owner(2))
NOBODY = Owner(-1)
NO_STOP = Stop(Point(-1))
"""In place of a stop: a company that has no home."""

NOWHERE = Place(-1)

KINDS_OF_TRAIN = 64
"""More kinds of train than any title has; a train is its kind and, above that, its marks."""

POINTS_PER_HEX = 16
THROUGH = POINTS_PER_HEX - 1


def a_train(kind: int, marks: int = 0) -> Train:
    """A train of a kind with this many marks."""
    return Train(kind + KINDS_OF_TRAIN * marks)


def kind_of(train: Train) -> int:
    """The kind of a train, whatever marks it carries."""
    return train % KINDS_OF_TRAIN


def marks_of(train: Train) -> int:
    """How many marks (warranties) a train carries."""
    return train // KINDS_OF_TRAIN


def a_consist(kinds: Iterable[int], larger: bool = False) -> Consist:
    """What runs as one train: a kind of train, or several joined, perhaps with a larger number than on their cards.

    A train that runs by itself as it is has the number of its kind; others have numbers that no kind has.
    """
    first, *others = kinds
    if not others and not larger:
        return Consist(first)
    number = 0
    for kind in (first, *others):
        number = number * 2 * KINDS_OF_TRAIN + kind + 1
    return Consist(KINDS_OF_TRAIN + 2 * number + larger)


def kinds_in(consist: int) -> tuple[int, ...]:
    """The kinds of the trains that run as one, in order."""
    if consist < KINDS_OF_TRAIN:
        return (consist,)
    number, found = (consist - KINDS_OF_TRAIN) // 2, list[int]()
    while number:
        number, digit = divmod(number, 2 * KINDS_OF_TRAIN)
        found.insert(0, digit - 1)
    return tuple(found)


def is_larger(consist: int) -> bool:
    """Does it have a larger number than on its card?"""
    return consist >= KINDS_OF_TRAIN and (consist - KINDS_OF_TRAIN) % 2 == 1


def stop_at(hex_: Hex, index: int) -> Stop:
    """One of the stops of a hex."""
    return Stop(Point(hex_ * POINTS_PER_HEX + index))


def through(hex_: Hex) -> Point:
    """The plain track across a hex."""
    return Point(hex_ * POINTS_PER_HEX + THROUGH)


def is_stop(at: Point) -> TypeGuard[Stop]:
    """Is the point a stop rather than plain track?"""
    return at % POINTS_PER_HEX != THROUGH


def hex_of(at: Point) -> Hex:
    """The hex of a point."""
    return Hex(at // POINTS_PER_HEX)


def index_of(at: Point) -> int:
    """Which stop of its hex a point is; THROUGH for plain track."""
    return at % POINTS_PER_HEX
