"""What a founder puts into a new company besides cash: privates, trains and shares (rules 1863-START)."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import ClassVar

from railhead.core.actions import Action, Topic
from railhead.core.game import Game
from railhead.core.ids import Company, Owner, Place, Private, Train, kind_of, marks_of
from railhead.core.spelling import Count
from railhead.rules import directors
from railhead.titles.t1863 import ownership
from railhead.titles.t1863.facts import MINOR, NUMBERS, PRIVATE, PRIVATES
from railhead.titles.t1863.prices import WHITE_PLACES
from railhead.titles.t1863.shares import in_liquidation

CLINK = PRIVATE["CLK"]


@dataclass(frozen=True, slots=True)
class PutInPrivate(Action):
    """Give a private company as part of the capital."""

    private: Private
    form: ClassVar[str] = "put-in private {private}"
    label: ClassVar[str] = "Put in {private} at face value"
    topic: ClassVar[Topic] = Topic.PRIVATES


@dataclass(frozen=True, slots=True)
class PutInTrain(Action):
    """Give a train as part of the capital."""

    train: Train
    form: ClassVar[str] = "put-in train {train}"
    label: ClassVar[str] = "Put in a {train} train at face value"
    topic: ClassVar[Topic] = Topic.TRAINS


@dataclass(frozen=True, slots=True)
class PutInShares(Action):
    """Give shares as part of the capital."""

    count: Count
    shares: Company
    form: ClassVar[str] = "put-in {count} shares of {shares}"
    label: ClassVar[str] = "Put in {count} of {shares} at the current price"
    topic: ClassVar[Topic] = Topic.SHARES


Asset = tuple[tuple[Action, int], ...]
"""One thing that could be put in: the ways to do so, and what each counts."""


def assets(game: Game, founder: Owner, company: Company) -> list[Asset]:
    """What a founder could put into a company besides cash.

    Privates and trains at face value, shares at their price (1863-START-10, 1863-PRIV-19), but never the Clink Club
    (1863-PRIV-16) or a train that has rusted (1863-PRIV-04).
    """
    privates = [private for private in game.privates_of(founder) if private != CLINK]
    found: list[Asset] = [((PutInPrivate(private), int(PRIVATES[private]["value"])),) for private in privates]
    trains = [train for train in game.state.trains[founder] if not marks_of(train)]
    found += [((PutInTrain(train), game.book.trains[kind_of(train)].price),) for train in trains]
    for other in game.all_companies():
        counts = _shares_in_kind(game, founder, company, other)
        if counts:
            price = game.price_of(other)
            found.append(tuple((PutInShares(Count(count), other), count * price) for count in counts))
    return found


def _shares_in_kind(game: Game, founder: Owner, company: Company, other: Company) -> list[int]:
    """How many shares of another company may be put in at once (1863-START-11): a minor as a whole.

    What would make a founder president of a company above it would do the same for the new company. Shares of a
    company in liquidation are no capital (1863-LIQ-09).
    """
    held = game.held(founder, other)
    if held <= 0 or founder == game.purse(other) or other == company or in_liquidation(game, other) is not None:
        return []
    if game.state.kind[other] == MINOR:
        return [held]
    most = min(held, ownership.room_of_company(game, game.purse(company), other))
    return [
        count
        for count in range(1, most + 1)
        if _leaves_a_president(game, founder, company, other, count)
        and not ownership.would_close_a_circle(game, founder, other, count)
    ]


def _leaves_a_president(game: Game, founder: Owner, company: Company, other: Company, count: int) -> bool:
    """Does the president's certificate still find a holder: the founder, the new company, or a rival?"""
    size, keeps = directors.director_size(game, other), game.held(founder, other) - count
    if game.state.director[other] != founder or keeps >= size:
        return True
    has = game.held(game.purse(company), other) + count
    return has >= size or directors.successor(game, other, founder, keeps) is not None


def totals(found: list[Asset], most: int) -> set[int]:
    """What assets can add up to, if that is not above this total (1863-START-26)."""
    sums = {0}
    for asset in found:
        sums |= {total + value for total in sums for _, value in asset if total + value <= most}
    return sums


def best_sum(found: list[Asset], most: int) -> int:
    """The largest total of assets that is not above this one."""
    return max(totals(found, most))


def most_in_kind(game: Game, founder: Owner, company: Company, most: int) -> int:
    """The largest total up to this one that could be put in besides cash."""
    return best_sum(assets(game, founder, company), most)


def least_cash(game: Game, founder: Owner, company: Company) -> int:
    """The least cash with which a founder could capitalise a company, at the price that suits the assets best."""
    dues = [capital_at(game, place) for place in WHITE_PLACES]
    sums = totals(assets(game, founder, company), dues[-1])
    return min(dues[bisect_left(dues, total)] - total for total in sums)


def capital_at(game: Game, place: Place) -> int:
    """Twice the price, which is what the founder has to put in (1863-START-08)."""
    return NUMBERS.float_shares * game.book.market.prices[place]


def without(found: list[Asset], action: Action) -> list[Asset]:
    """The assets that are left once one has been put in; of shares, those that were not."""
    left = list(found)
    asset = next(asset for asset in left if any(way == action for way, _ in asset))
    left.remove(asset)
    used = dict(asset)[action]
    rest = tuple((way, value) for way, value in asset if used + value <= max(dict(asset).values()))
    return [*left, rest] if rest else left


ACTIONS = (PutInPrivate, PutInTrain, PutInShares)
