"""Shuffling: what a seed deals, the same on every machine and for ever."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

MODULUS, FACTOR, INCREMENT = 2**31, 1103515245, 12345

T = TypeVar("T")


def draws(seed: int) -> Iterator[int]:
    """The numbers a seed gives, one after another; the generator is the one of 18xx.games."""
    number = seed % MODULUS
    while True:
        number = (FACTOR * number + INCREMENT) % MODULUS
        yield number


def shuffled(pile: Sequence[T], numbers: Iterator[int]) -> list[T]:
    """A number is drawn for each; lower numbers come first."""
    drawn = [(next(numbers), index) for index in range(len(pile))]
    return [pile[index] for _, index in sorted(drawn)]
