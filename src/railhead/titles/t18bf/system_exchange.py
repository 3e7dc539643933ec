"""What becomes of shares when Publics form a System: forced trades, so the outcome is known beforehand.

One function serves the refusal of a formation in which nobody would own four shares, what the Directors are told when
they are asked, and the formation itself (rules 18BF-SYSTEM).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from railhead.core.game import Game
from railhead.core.ids import POOL, Company, Owner, Place, Seat
from railhead.core.market import Market
from railhead.core.spelling import Companies
from railhead.rules.loans import LoanRules
from railhead.rules.rates import NearestRate
from railhead.titles.t18bf.facts import NUMBERS, SYSTEM
from railhead.titles.t18bf.formation import in_order

RATES = {1: NearestRate(1, 1), 2: NearestRate(1, 1), 3: NearestRate(3, 2), 4: NearestRate(2, 1)}
"""By number of Publics: how many of their shares are exchanged for how many of the System.

Rules 18BF-SYSTEM-05, 18BF-SYSTEM-09, 18BF-SYSTEM-18 and 18BF-SYSTEM-21. Sums are rounded to the nearest pound
(18BF-SYSTEM-13).
"""


@dataclass(frozen=True, slots=True)
class Trade:
    """How a holder trades the shares that are left over."""

    holder: Owner
    shares: int
    """How many shares of the System they get for them."""
    pays: int
    """What they pay the System; negative if it pays them."""
    loans: int = 0
    """How many loans the System takes to pay."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What an exchange starts from. Players come in the order that decides ties, those who win them first."""

    rate: NearestRate
    price: int
    """The price of the System."""
    shares: int
    """How many shares it has."""
    old: Mapping[Owner, int]
    """How many shares of the Publics each player has, and the pool."""
    cash: Mapping[Owner, int]
    """What each player has in cash. The pool pays with the bank's money."""
    clockwise: Sequence[Seat]
    """The players clockwise."""
    treasury: int
    """What the Publics have in cash."""
    loan: int
    """What a loan brings in."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What comes of an exchange."""

    held: dict[Owner, int]
    """The shares of the System that each player has, and the pool."""
    first_director: Seat
    """The Director after the full exchange, with whom the trades begin."""
    director: Seat
    trades: tuple[Trade, ...]


def exchanged(stakes: Stakes) -> Exchanged:
    """All shares are exchanged as far as possible; then holders trade what is left over, the pool last.

    The Director after the full exchange trades first, then the others leftwards (18BF-SYSTEM-09, 18BF-SYSTEM-10,
    18BF-SYSTEM-15). Whoever has more shares in the end is Director (18BF-SYSTEM-30).
    """
    rate = stakes.rate
    held = {owner: rate.down(old - old % rate.give) for owner, old in stakes.old.items()}
    players = [owner for owner in stakes.old if owner != POOL]
    first = _most(held, players)
    start = stakes.clockwise.index(first)
    order: list[Owner] = [*stakes.clockwise[start:], *stakes.clockwise[:start], POOL]
    trades, treasury = [], stakes.treasury
    for holder in order:
        odd = stakes.old.get(holder, 0) % rate.give
        if odd:
            trade = _trade(stakes, holder, odd, stakes.shares - sum(held.values()), treasury)
            held[holder] += trade.shares
            treasury += trade.pays + trade.loans * stakes.loan
            trades.append(trade)
    director = first if held[first] == max(held[player] for player in players) else _most(held, players)
    return Exchanged(held, first, director, tuple(trades))


def _most(held: Mapping[Owner, int], players: Sequence[Owner]) -> Seat:
    """The player with most shares; of several, the first in the order that decides ties."""
    return Seat(max(players, key=lambda player: held[player]))


def _trade(stakes: Stakes, holder: Owner, odd: int, left: int, treasury: int) -> Trade:
    """A holder must trade up; down only without enough money or shares (18BF-SYSTEM-11, 18BF-SYSTEM-12).

    Where not even the share of a pair that is traded down is left, all of it is paid for. The System takes loans for
    what it cannot pay, beyond its limit if need be (18BF-SYSTEM-14).
    """
    rate, price = stakes.rate, stakes.price
    up = rate.up(odd)
    cost = rate.cost(odd, up, price)
    if up <= left and (holder == POOL or cost <= stakes.cash[holder]):
        return Trade(holder, up, cost)
    down = min(rate.down(odd), left)
    value = rate.value(odd, down, price)
    return Trade(holder, down, -value, max(0, -(-(value - treasury) // stakes.loan)))


# -- in a game ------------------------------------------------------------------------------------


def system_place(market: Market, places: Sequence[Place]) -> Place:
    """The price of a System: of one its own, of two the average, of more highest and lowest together; rounded down.

    Formed by three, it is three places further left. Rules 18BF-SYSTEM-04, 18BF-SYSTEM-08, 18BF-SYSTEM-17 and
    18BF-SYSTEM-21.
    """
    prices = [market.prices[place] for place in places]
    if len(prices) == 1:
        return places[0]
    if len(prices) == 2:
        return market.down_to(sum(prices) // 2)
    place = market.down_to(max(prices) + min(prices))
    return Place(max(0, place - NUMBERS.three_publics_left)) if len(prices) == 3 else place


def place(game: Game, publics: Companies) -> Place:
    """The price of the System that these Publics would form."""
    return system_place(game.book.market, [game.state.price[public] for public in publics])


def stakes(game: Game, publics: Companies, charter: Company) -> Stakes:
    """What the exchange of these Publics' shares would start from. Shares in treasuries vanish."""
    ranked = _ranked(game, publics)
    owners: list[Owner] = [*ranked, POOL]
    return Stakes(
        rate=RATES[len(publics)],
        price=game.book.market.prices[place(game, publics)],
        shares=game.book.kinds[SYSTEM].shares,
        old={owner: sum(game.held(owner, public) for public in publics) for owner in owners},
        cash={seat: game.state.cash[seat] for seat in ranked},
        clockwise=game.book.seat_ids,
        treasury=sum(game.treasury(public) for public in publics),
        loan=game.rules[LoanRules].proceeds(game, charter),
    )


def _ranked(game: Game, publics: Companies) -> list[Seat]:
    """The players in the order that decides ties: Directors of the Publics in their order, then the others clockwise.

    As for a merger of Minors (18BF-MERGE-15), with the Directors in place of the owners.
    """
    members = [game.player_for(public) for public in in_order(game, publics)]
    return list(dict.fromkeys((*members, *game.clockwise(members[0]))))
