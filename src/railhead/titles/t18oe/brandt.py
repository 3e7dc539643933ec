"""Brandt & Brandau: yellow tiles on green terrain at no cost, for the railroads of their owner alone.

Rules 18OE-PRIV-37 to 18OE-PRIV-44.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice
from railhead.core.events import TileLaid
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Tile, hex_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import Rotation
from railhead.core.steps import AnyMove, Move, filtered
from railhead.core.text import Text
from railhead.rules.stations import company_reach, starts
from railhead.rules.track import LayTile, options_on
from railhead.titles.t18oe import points, powers, right_of_way, rights, terrain
from railhead.titles.t18oe.building import YELLOW, BuildTrack, cost_refusal, put_down, site_refusal
from railhead.titles.t18oe.corrections import TOKEN_ON_A_MARKED_HEX
from railhead.titles.t18oe.facts import NATIONAL, NUMBERS, PRIVATE
from railhead.titles.t18oe.getting_about import BRANDT
from railhead.titles.t18oe.private_tokens import owner_refusal, turn_face_down, use_up
from railhead.titles.t18oe.record import amend, record


@dataclass(frozen=True, slots=True)
class LayWithBrandt(Action):
    """Lay a yellow tile with a token of Brandt & Brandau."""

    tile: Tile
    hex: Hex
    rotation: Rotation
    form: ClassVar[str] = "use BBE to lay {tile} on {hex} turned {rotation}"
    label: ClassVar[str] = "Use Brandt & Brandau to lay {tile} on {hex}"
    told: ClassVar[tuple[str, ...]] = ("{actor} lays tile {tile} at {hex} with a token of Brandt & Brandau",)
    covers: ClassVar[tuple[type[object], ...]] = (TileLaid,)
    topic: ClassVar[Topic] = Topic.TRACK

    @property
    def laying(self) -> LayTile:
        """What it does to the board."""
        return LayTile(self.tile, self.hex, self.rotation)


def lay_refusal(game: Game, step: BuildTrack, action: LayWithBrandt) -> Refusal | None:
    """Two tokens in a round, on green terrain; points are used, but nothing is paid (18OE-PRIV-38, 18OE-PRIV-39)."""
    known = record(game)
    if not known.brandt_left or known.brandt_now >= NUMBERS.brandt_in_a_round:
        return game.forbid("brandt.number", "No token of Brandt & Brandau is left for this round")
    if not terrain.is_green(game, action.hex):
        return game.forbid("brandt.terrain", "Tokens of Brandt & Brandau go on green terrain")
    if game.book.tiles.facts[action.tile].colour != YELLOW:
        return game.forbid("brandt.yellow", "A token of Brandt & Brandau comes with a yellow tile")
    return (
        owner_refusal(game, step.company, BRANDT)
        or site_refusal(game, step, action.laying)
        or right_of_way.own_refusal(game, step.company, action.laying)
    )


def lay_options(game: Game, step: BuildTrack) -> Iterator[Choice]:
    """Every tile that may be laid with a token."""
    if _may_use(game, step.company):
        reach = company_reach(game, step.company)
        for hex_ in sorted({*reach.arrivals, *map(hex_of, reach.stops)}):
            yield from lay_options_on(game, step, hex_)


def lay_options_on(game: Game, step: BuildTrack, hex_: Hex) -> Iterator[Choice]:
    """Every such tile on one hex."""
    if _may_use(game, step.company) and terrain.is_green(game, hex_) and hex_ not in game.state.tiles:
        for choice in options_on(game, hex_, lambda action: lay_refusal(game, step, _with(action)) is None):
            yield Choice(LayWithBrandt, choice.domains)


def _with(action: LayTile) -> LayWithBrandt:
    return LayWithBrandt(action.tile, action.hex, action.rotation)


def _may_use(game: Game, company: Company) -> bool:
    known = record(game)
    able = known.brandt_left and known.brandt_now < NUMBERS.brandt_in_a_round
    return bool(able) and powers.serves(game, company, BRANDT) is not None


def lay(game: Game, step: BuildTrack, action: LayWithBrandt) -> None:
    """Token and tile are placed; with the last token the certificate is turned face down (18OE-PRIV-44).

    The token marks the hex, whatever tile is laid there later (18OE-PRIV-40).
    """
    put_down(game, step.company, action.laying, 0)
    known = record(game)
    amend(
        game,
        brandt=tuple(sorted((*known.brandt, action.hex))),
        brandt_left=known.brandt_left - 1,
        brandt_now=known.brandt_now + 1,
    )
    if not record(game).brandt_left:
        turn_face_down(game, PRIVATE[BRANDT])
    spent = points.with_tile(game, step.company, step.spent, action.hex, action.tile)
    game.put(replace(step, laid=(*step.laid, (action.hex, action.tile)), spent=spent))


# -- removing a token -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RemoveBrandt(Action):
    """Remove a token of Brandt & Brandau from a hex, so that everybody may use its track."""

    hex: Hex
    form: ClassVar[str] = "remove BBE from {hex}"
    label: ClassVar[str] = "Remove the token of Brandt & Brandau from {hex}"
    told: ClassVar[tuple[str, ...]] = ("{actor} removes the token of Brandt & Brandau from {hex}",)
    topic: ClassVar[Topic] = Topic.TRACK


def remove_refusal(game: Game, step: BuildTrack, action: RemoveBrandt) -> Refusal | None:
    """Another player's railroad that comes to the hex and may build there, for the terrain's cost and a point.

    Rules 18OE-PRIV-42 and 18OE-PRIV-43.
    """
    company, hex_ = step.company, action.hex
    if hex_ not in record(game).brandt:
        return game.forbid("brandt.none", "There is no token of Brandt & Brandau on the hex")
    if powers.owner(game, BRANDT) == game.controller(company):
        return game.forbid("brandt.own", "Only a railroad of another player removes a token of Brandt & Brandau")
    if not rights.may_build(game, company, hex_) or not _comes_to(game, company, hex_):
        return game.forbid("brandt.reach", "No track of {company} leads there", company=game.symbol(company))
    if points.left(game, company, step.spent) < points.for_removal(hex_):
        few = "{company} does not have enough tile points left"
        return game.forbid("brandt.points", few, company=game.symbol(company))
    return cost_refusal(game, company, removal_cost(game, company, hex_))


def _comes_to(game: Game, company: Company, hex_: Hex) -> bool:
    """Does a way of the railroad lead to a hex, or begin there?"""
    begins = game.follows(TOKEN_ON_A_MARKED_HEX) and any(hex_of(stop) == hex_ for stop in starts(game, company))
    return begins or bool(company_reach(game, company).arrivals.get(hex_, 0))


def removal_cost(game: Game, company: Company, hex_: Hex) -> int:
    """The printed cost of the terrain, without any discount; nothing for a national (18OE-PRIV-42, 18OE-PRIV-43)."""
    return 0 if game.state.kind[company] == NATIONAL else game.book.board.hexes[hex_].cost


def remove_candidates(game: Game, step: BuildTrack) -> Iterable[RemoveBrandt]:
    """Every hex with a token."""
    return map(RemoveBrandt, record(game).brandt)


def remove(game: Game, step: BuildTrack, action: RemoveBrandt) -> None:
    """The token is gone; once all four are placed and removed, the private leaves the game (18OE-PRIV-44)."""
    company, hex_ = step.company, action.hex
    cost = removal_cost(game, company, hex_)
    purpose = Text("removing a token on {hex}", hex=game.book.board.names[hex_])
    effects.pay(game, game.purse(company), game.book.company_bank, cost, purpose)
    amend(game, brandt=tuple(other for other in record(game).brandt if other != hex_))
    if not record(game).brandt and not record(game).brandt_left:
        use_up(game, PRIVATE[BRANDT])
    game.put(replace(step, spent=replace(step.spent, points=step.spent.points + points.for_removal(hex_))))


REMOVE: AnyMove = Move(RemoveBrandt, filtered(remove_candidates, remove_refusal), remove_refusal, remove)
