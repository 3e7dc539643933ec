"""One hex of the board: the tiles that may be laid there now, or could ever come there, each way round as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from railhead.core import place_names
from railhead.core.actions import Action, text_of
from railhead.core.choices import Choices, Domain
from railhead.core.ids import THROUGH, Hex, Stop, Tile, stop_at
from railhead.core.refusal import Malformed
from railhead.core.rulebook import UNLIMITED
from railhead.core.spelling import Rotation
from railhead.core.steps import Step
from railhead.drawing.board import tile_picture
from railhead.drawing.faces import face_of
from railhead.drawing.placed_tokens import tokens_after, tokens_on
from railhead.play import wording
from railhead.play.prospect import Prospect
from railhead.rules.track import LayTile, LayTrack, TrackRules
from railhead.web.presenters.refused import Refused, explain


@dataclass(frozen=True, slots=True)
class Turned:
    """A tile one way round: its picture, and the action that lays it if that is allowed."""

    rotation: int
    picture: SafeString
    action: str
    label: str
    """What the button that does it says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TileOffer:
    """A tile with the ways it may lie."""

    name: str
    colour: str
    left: str
    note: str
    """Why it cannot come there yet, if so."""
    ways: tuple[Turned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HexOffers:
    """A hex: what lies there, what may be laid, and why nothing may."""

    hex: str
    title: str
    now: SafeString
    cost: int | None
    treasury: int | None
    """What the company would have left, if that may be known."""
    tiles: tuple[TileOffer, ...]
    plans: tuple[TileOffer, ...]
    """Tiles that fit the hex by board and colours, whoever lays them and whenever."""
    refused: tuple[Refused, ...]
    stops: tuple[tuple[str, int | None], ...]
    """What is on the hex: the kinds of stops and what they pay."""
    rated: bool
    """Can it be said what each of them would do to the best run of a company?"""
    marks: tuple[str, ...]
    """What is printed there and may be asked about: a letter, terrain, sides, kinds of stops."""
    signs: tuple[str, ...]
    """What signs on the hex mean."""


def hex_offers(now: Prospect, name: str, deciding: bool) -> HexOffers:
    """What a click on a hex shows; `deciding` if the viewer is to decide now."""
    if name not in now.book.board.index:
        raise Malformed("'{name}' is not a hex of the board", name=name[:20])
    return _Hex(now, now.book.board.index[name]).offers(deciding)


def hex_actions(now: Prospect, name: str) -> tuple[str, ...]:
    """Whatever may be built on a hex now, each way."""
    if name not in now.book.board.index or now.choices is None:
        return ()
    lawful = _Hex(now, now.book.board.index[name]).lawful(now.choices)
    return tuple(text_of(now.book, action) for actions in lawful for action, _ in actions)


class _Hex:
    def __init__(self, now: Prospect, hex_: Hex) -> None:
        self.now, self.book, self.view, self.hex = now, now.book, now.view, hex_
        self.laid = self.view.board
        self.facts = self.book.board.hexes[hex_]

    def offers(self, deciding: bool) -> HexOffers:
        choices = self.now.choices if deciding else None
        tiles = tuple(self.legal(choices)) if choices else ()
        face = face_of(self.book, self.laid, self.hex)
        cost = self.cost(choices.step, tiles) if choices else None
        return HexOffers(
            hex=self.facts.name,
            title=place_names.hex_name(self.book, self.hex),
            now=mark_safe(tile_picture(face, tokens_on(self.book, self.laid, self.hex, face))),
            cost=cost,
            treasury=self.left_after(cost),
            tiles=tiles,
            plans=tuple(plan for plan in self.plans() if plan.name not in {tile.name for tile in tiles}),
            refused=tuple(self.refusals(choices)) if choices and not tiles else (),
            stops=tuple((stop.kind, stop.value or None) for stop in face.tile.stops),
            rated=bool(tiles) and self.view.acting_company is not None,
            marks=tuple(dict.fromkeys(self.marks())),
            signs=tuple(str(mark.name) for mark in self.laid.marks if mark.hex == self.hex),
        )

    def marks(self) -> Iterator[str]:
        yield from (mark for mark in (self.facts.label, self.facts.terrain) if mark)
        yield from (side.kind for _, side in self.facts.sides)
        yield from (stop.kind for stop in self.facts.printed.stops)

    def left_after(self, cost: int | None) -> int | None:
        """What the company that builds would have left."""
        company = self.view.acting_company
        treasury = None if company is None else self.view.companies[company].treasury
        return None if cost is None or treasury is None else treasury - cost

    def cost(self, step: Step, tiles: Sequence[TileOffer]) -> int | None:
        """What it costs to lay any of these tiles, if they all cost the same."""
        if not isinstance(step, LayTrack):
            return None
        lay_cost, numbers = self.book.rules[TrackRules].cost, self.book.tiles.index
        lays = [
            LayTile(numbers[tile.name], self.hex, Rotation(way.rotation))
            for tile in tiles
            if tile.name and not tile.note
            for way in tile.ways
        ]
        costs = {self.view.ask(lay_cost, step.company, action, step.laid) for action in lays}
        return costs.pop() if len(costs) == 1 else None

    def legal(self, choices: Choices) -> Iterator[TileOffer]:
        """What the player who decides may do here now: tiles with the ways they may lie, and whatever else."""
        for actions in self.lawful(choices):
            by_tile: dict[Tile | None, list[Turned]] = {}
            note = ""
            for action, tile in actions:
                note = "" if isinstance(action, LayTile) else wording.said(self.book, action)
                by_tile.setdefault(tile, []).append(self.done(action, tile))
            for tile, ways in by_tile.items():
                if tile is None:
                    yield from (TileOffer(name="", colour="", left="", note=way.label, ways=(way,)) for way in ways)
                else:
                    yield self.tile(tile, note, ways)

    def lawful(self, choices: Choices) -> Iterator[list[tuple[Action, Tile | None]]]:
        """The actions of each choice that may be done here now, and the tiles that they lay."""
        for choice in choices.near(self.hex):
            kinds = list(wording.kinds(choice.action).values())
            if Hex in kinds or Stop in kinds:
                make: Callable[..., Action] = choice.action
                domains = [self.here(kind, domain) for kind, domain in zip(kinds, choice.domains, strict=True)]
                at = kinds.index(Tile) if Tile in kinds else None
                yield [(make(*values), None if at is None else values[at]) for values in product(*domains)]

    def here(self, kind: object, domain: Domain) -> list[Any]:
        """The values of a domain that belong to this hex; of other kinds all."""
        if kind is Hex:
            return [self.hex] if self.hex in domain else []
        if kind is Stop:
            stops = range(THROUGH)
            return [stop_at(self.hex, number) for number in stops if stop_at(self.hex, number) in domain]
        return list(domain)

    def done(self, action: Action, tile: Tile | None) -> Turned:
        """The hex as an action would leave it."""
        after, _ = self.now.at_once(action)
        face = face_of(self.book, after.board, self.hex)
        label = gettext("Lay it") if tile is not None else wording.said(self.book, action)
        drawn = tile_picture(face, tokens_on(self.book, after.board, self.hex, face))
        return Turned(face.rotation, mark_safe(drawn), text_of(self.book, action), label)

    def plans(self) -> Iterator[TileOffer]:
        """Tiles that could be laid here as far as the board and the tiles are concerned."""
        board = self.book.board
        by_tile: dict[Tile, list[int]] = {}
        for placement in board.distinct_fits(self.hex, board.placed(self.laid.tiles, self.hex)):
            by_tile.setdefault(Tile(placement // 6), []).append(placement % 6)
        colours = self.view.phase_facts.colours
        for tile, rotations in by_tile.items():
            note = "" if self.view.tiles_left(Tile(board.tiles.undressed[tile][0])) > 0 else gettext("none left")
            if board.tiles.facts[tile].colour not in colours:
                note = gettext("not in this phase")
            yield self.tile(tile, note, [self.planned(tile, rotation) for rotation in rotations])

    def tile(self, tile: Tile, note: str, ways: list[Turned]) -> TileOffer:
        facts = self.book.board.tiles.facts[tile]
        left = self.view.tiles_left(Tile(self.book.board.tiles.undressed[tile][0]))
        return TileOffer(
            name=facts.name,
            colour=facts.colour,
            left="∞" if left > UNLIMITED // 2 else str(left),
            note=note,
            ways=tuple(ways),
        )

    def planned(self, tile: Tile, rotation: int) -> Turned:
        """The hex with another tile, keeping whatever stands there now."""
        board = self.book.board
        placement = tile * 6 + rotation
        lying = board.with_stations_of(self.hex, board.placed(self.laid.tiles, self.hex), placement)
        placement = placement if lying is None else lying
        face = face_of(self.book, self.laid, self.hex, placement)
        tokens = tokens_after(self.book, self.laid, self.hex, placement)
        return Turned(rotation, mark_safe(tile_picture(face, tokens)), "", "")

    def refusals(self, choices: Choices) -> Iterator[Refused]:
        """Why nothing can be done here: what forbids each tile or token, each reason once."""
        seen: set[str] = set()
        for kind in choices.kinds:
            for label, action in self.candidates(kind):
                refusal = choices.why_not(action)
                if refusal is not None and refusal.rule != "malformed" and refusal.reason not in seen:
                    seen.add(refusal.reason)
                    yield explain(self.book, label, refusal)

    def candidates(self, kind: type[Action]) -> Iterator[tuple[str, Action]]:
        kinds = wording.kinds(kind)
        held = list(kinds.values())
        if set(held) == {Tile, Hex, Rotation}:
            board = self.book.board
            fits = board.distinct_fits(self.hex, board.placed(self.laid.tiles, self.hex))
            for placement in fits or (0,):
                values = {Tile: placement // 6, Hex: self.hex, Rotation: placement % 6}
                named = gettext("Tile %(tile)s") % {"tile": board.tiles.names[placement // 6]}
                name = named if fits else gettext("Any tile")
                yield name, kind(**{field: values[each] for field, each in kinds.items()})
        elif held == [Stop]:
            make: Callable[..., Action] = kind
            placed = self.book.board.placed(self.laid.tiles, self.hex)
            for number in range(len(self.book.board.facts(self.hex, placed).stops)):
                action = make(stop_at(self.hex, number))
                yield wording.said(self.book, action), action
