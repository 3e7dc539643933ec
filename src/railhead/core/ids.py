"""Small integers that name things, and the few owners every game has.

Owners share one index: the bank, the bank pool, then the seats in clockwise order, then the companies.
Cash, shares and trains are kept by owner, so a company may own what a player may own.
"""

from typing import NewType

Owner = NewType("Owner", int)
Company = NewType("Company", int)
Private = NewType("Private", int)
Hex = NewType("Hex", int)
Tile = NewType("Tile", int)
Train = NewType("Train", int)
Place = NewType("Place", int)
"""A place on the share market."""

Point = NewType("Point", int)
"""A stop on a hex, or (with the index THROUGH) plain track across a hex; see `point`."""

BANK = Owner(0)
"""Keeps the money; as a holder of shares it is the initial offer."""

POOL = Owner(1)
"""Holds shares sold and trains returned; as a purse it counts the company credits issued."""

FIRST_SEAT = 2
NOBODY = Owner(-1)
NOWHERE = Place(-1)

KINDS_OF_TRAIN = 64
"""More kinds of train than any title has; a train is its kind and, above that, its marks."""

POINTS_PER_HEX = 16
THROUGH = POINTS_PER_HEX - 1


def a_train(kind: int, marks: int = 0) -> Train:
    """A train of a kind that carries so many marks."""
    return Train(kind + KINDS_OF_TRAIN * marks)


def kind_of(train: int) -> int:
    """The kind of a train, whatever marks it carries."""
    return train % KINDS_OF_TRAIN


def marks_of(train: int) -> int:
    """How many marks (warranties) a train carries."""
    return train // KINDS_OF_TRAIN


def point(hex_: int, index: int = THROUGH) -> Point:
    """The point of a hex: one of its stops, or its plain track."""
    return Point(hex_ * POINTS_PER_HEX + index)


def hex_of(at: int) -> Hex:
    """The hex a point lies on."""
    return Hex(at // POINTS_PER_HEX)


def index_of(at: int) -> int:
    """Which stop of its hex a point is; THROUGH for plain track."""
    return at % POINTS_PER_HEX
