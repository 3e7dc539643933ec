"""What the terrain of a hex costs a railroad, with the discounts of track rights and minors (rules 18OE-COST)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company, Hex
from railhead.titles.t18oe import powers, rights
from railhead.titles.t18oe.facts import COLOURS, NATIONAL, NUMBERS, READINGS, ZONES, land

BLUE = ("lake", "river", "water")
GREEN = ("hill", "mountain")
"""The terrain with blue costs and with green ones (18OE-COST-07)."""
MINOR_E, MINOR_F = "E", "F"


def is_blue(game: Game, hex_: Hex) -> bool:
    """Does the hex have a blue cost?"""
    return game.book.board.hexes[hex_].terrain in BLUE


def is_green(game: Game, hex_: Hex) -> bool:
    """Does the hex have a green cost?"""
    return game.book.board.hexes[hex_].terrain in GREEN


def fee(game: Game, company: Company, hex_: Hex) -> int:
    """What the first tile on a hex costs, rounded in the railroad's favour; a national pays nothing.

    Rules 18OE-COST-01, 18OE-COST-02, 18OE-COST-09 and 18OE-COST-10.
    """
    facts = game.book.board.hexes[hex_]
    if not facts.cost or hex_ in game.state.tiles or game.state.kind[company] == NATIONAL:
        return 0
    if facts.printed.colour == COLOURS[0] and not READINGS.printed_yellow_costs:
        return 0
    return less(facts.cost, discount(game, company, hex_))


def less(cost: int, discount: int) -> int:
    """A cost with a discount in per cent, rounded in the railroad's favour (18OE-COST-09)."""
    return cost * (100 - discount) // 100


def discount(game: Game, company: Company, hex_: Hex) -> int:
    """The discount on the terrain of a hex, in per cent; discounts of two zones do not add up.

    Rules 18OE-COST-03 to 18OE-COST-08. Any zone of the hex counts (18OE-COST-05), and only once (18OE-COST-06).
    """
    here = land().zones.get(hex_, ())
    by_zone = any(ZONES[zone].discount for zone in rights.zones(game, company).intersection(here))
    able = _is_able(game, company, hex_)
    if not by_zone:
        return NUMBERS.terrain_discount if able else 0
    joint = able or (not READINGS.joint_discount_only_on_its_terrain and _has_either(game, company))
    return NUMBERS.joint_discount if joint else NUMBERS.zone_discount


def _is_able(game: Game, company: Company, hex_: Hex) -> bool:
    """Does the railroad have the ability of minor E or F for this terrain (18OE-MINOR-10, 18OE-MINOR-12)?"""
    return (is_blue(game, hex_) and powers.has(game, company, MINOR_E)) or (
        is_green(game, hex_) and powers.has(game, company, MINOR_F)
    )


def _has_either(game: Game, company: Company) -> bool:
    return powers.has(game, company, MINOR_E) or powers.has(game, company, MINOR_F)
