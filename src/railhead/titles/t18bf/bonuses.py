"""What runs are paid besides the printed values: borders, London with a red area, private companies (18BF-BONUS)."""

from __future__ import annotations

from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Private, Stop, hex_of
from railhead.core.text import to_translate
from railhead.routes.model import Bonus, Extra, OneOfEach
from railhead.titles.t18bf.facts import LONDON, LONDON_RED, PRIVATES, SCOTLAND, WALES
from railhead.track.board import Board
from railhead.track.network import Network
from railhead.track.tiles import OFFBOARD

Ferries = tuple[tuple[Private, Stop], ...]
"""Irish ferries, and the area each is assigned to."""


def bonuses(board: Board, net: Network, column: int) -> tuple[Bonus, ...]:
    """The bonuses for a train, which add up (18BF-BONUS-07), each of them once (18BF-BONUS-05)."""
    return (
        london_with_red(net, LONDON_RED[column]),
        border(board, net, "Wales", WALES[column], to_translate("for the Welsh border")),
        border(board, net, "Scotland", SCOTLAND[column], to_translate("for the Scottish border")),
    )


def london_with_red(net: Network, amount: int) -> Bonus:
    """The bonus for counting both London and a red area (18BF-BONUS-01, 18BF-BONUS-09)."""
    london = frozenset(at for at, stop in net.stops.items() if stop.area == LONDON)
    red = frozenset(at for at, stop in net.stops.items() if stop.kind == OFFBOARD)
    return Bonus(OneOfEach(amount, (london, red)), amount, name=to_translate("for London with a red area"))


def border(board: Board, net: Network, country: str, amount: int, name: str) -> Bonus:
    """The bonus for counting a stop in a country and a stop elsewhere.

    Rules 18BF-BONUS-02, 18BF-BONUS-03 and 18BF-BONUS-04. Elsewhere need not be England (18BF-BONUS-06); which country a
    stop is in is data of the board (18BF-BONUS-08).
    """
    inside = frozenset(at for at in net.stops if board.hexes[hex_of(at)].country == country)
    return Bonus(OneOfEach(amount, (inside, frozenset(net.stops) - inside)), amount, name=name)


def raised(game: Game, company: Company, ferries: Ferries) -> FrozenDict[Hex, tuple[Extra, ...]]:
    """By hex: what the company's own private companies add to the value of its city or red area.

    Rules 18BF-PRIV-08, 18BF-PRIV-15, 18BF-PRIV-16, 18BF-PRIV-17, 18BF-PRIV-27, 18BF-PRIV-28 and 18BF-PRIV-29; every
    train that counts the place gets it (18BF-PRIV-09). An Irish ferry counts only where it is assigned (18BF-PRIV-31).
    """
    added: dict[Hex, tuple[Extra, ...]] = {}
    for private in game.privates_of(game.purse(company)):
        for hex_ in _where(game, private, ferries):
            added[hex_] = (*added.get(hex_, ()), Extra(PRIVATES[private].symbol, PRIVATES[private].bonus))
    return FrozenDict(added)


def _where(game: Game, private: Private, ferries: Ferries) -> list[Hex]:
    """The hexes whose value a private company raises."""
    if PRIVATES[private].is_irish:
        return [hex_of(area) for ferry, area in ferries if ferry == private]
    return [game.book.board.index[name] for name in PRIVATES[private].bonus_at]
