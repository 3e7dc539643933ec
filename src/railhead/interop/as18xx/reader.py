"""Translating the actions of an 18xx.games file into ours: what all titles have in common.

A title's reader lists the steps that take each type of action, and translates each type in a method of that name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from railhead.core.actions import Action, Pass
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Place, Point, Stop, stop_at
from railhead.core.refusal import Malformed
from railhead.track.network import Link, Network

Path = tuple[tuple[Point, ...], int]
"""The points of a route, and the track it uses."""


class Reader(ABC):
    """Translates one file's actions into ours. It tracks which certificates, tiles and trains are in play."""

    title: ClassVar[str]
    symbols: ClassVar[dict[str, str]] = {}
    """Company symbols that differ from ours."""
    steps: ClassVar[dict[str, tuple[type, ...]]]
    """Which of our steps takes which type of action."""
    skippable: ClassVar[tuple[type, ...]]
    """Steps that the other system may have skipped automatically."""
    passable: ClassVar[tuple[type, ...]]
    """Steps that a pass of the file may be for."""
    optional: ClassVar[tuple[str, ...]] = ("dividend", "end_game")
    """Types of action that mean nothing if their step is not open."""

    def __init__(self, names: dict[object, str]) -> None:
        self.names = names
        self.laid: dict[str, str] = {}
        """The hex of each tile of the file."""

    @classmethod
    @abstractmethod
    def played_options(cls, chosen: tuple[str, ...]) -> frozenset[str]:
        """The options of a file as ours."""

    # -- does an action belong to the step that is open? --------------------------------------------

    def fits(self, game: Game, action: dict[str, Any]) -> bool:
        """Is this action for the open step, and for whoever acts in it?"""
        kind = action["type"]
        if game.over:
            return False
        steps = self.passable if kind == "pass" else self.steps.get(kind, ())
        return isinstance(game.step, steps) and self.acts(game, action)

    def acts(self, game: Game, action: dict[str, Any]) -> bool:
        """Is the entity that acts in the file the one whose turn it is here?"""
        step = game.step
        if "entity" not in action:
            raise Malformed("18xx.games file: an action does not say who acts")
        if action.get("entity_type") == "corporation":
            return step.acting_company == self.company(game, action["entity"])
        return game.name(step.seat(game)) == self.player(action["entity"])

    def means_more(self, game: Game, after: dict[str, Any]) -> bool:
        """Does a pass do something in the open step that makes this next action possible?"""
        return False

    def idle(self, game: Game) -> bool:
        """Can nothing be done in the open step, so that the other system asks nobody?"""
        return False

    def forced(self, game: Game) -> Action:
        """What the other system does automatically in the open step."""
        return Pass()

    def happened(self, game: Game, event: Event) -> None:
        """Take note of the consequences of one of our actions, where a title needs to."""
        return

    # -- names ------------------------------------------------------------------------------------

    def player(self, entity: object) -> str:
        """The name of a player of the file."""
        if str(entity) not in self.names:
            raise Malformed("18xx.games file: {entity} is not one of its players", entity=repr(entity))
        return self.names[str(entity)]

    def company(self, game: Game, symbol: object) -> Company:
        """Our company for a symbol of the file."""
        name = self.symbols.get(str(symbol), str(symbol))
        if name not in game.book.company_names:
            raise Malformed("18xx.games file: {symbol} is not a company", symbol=repr(symbol))
        return game.book.find_company(name)

    def hex(self, game: Game, name: object) -> Hex:
        """Our hex for a coordinate."""
        if name not in game.book.board.index:
            raise Malformed("18xx.games file: {name} is not a hex", name=repr(name))
        return game.book.board.index[str(name)]

    def place(self, game: Game, text: object) -> Place:
        """Our place on the market for a price of the file."""
        price = str(text).split(",")[0]
        if not price.isdigit() or int(price) not in game.book.market.place:
            raise Malformed("18xx.games file: {text} is not a price of the market", text=repr(text))
        return game.book.market.place[int(price)]

    def city(self, game: Game, text: str) -> tuple[Hex, int]:
        """The hex of a city of the file, and the part of its tile."""
        tile, copy, index = text.rsplit("-", 2)
        return self.hex(game, self.laid.get(f"{tile}-{copy}", tile)), int(index)

    # -- actions ----------------------------------------------------------------------------------

    def read(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """Our actions for one action of the file."""
        kind = action["type"]
        reader = getattr(self, f"_{kind}", None)
        if reader is None or kind not in (*self.steps, "pass"):
            raise Malformed(
                "18xx.games file: the action type {kind} is not known in {title}", kind=repr(kind), title=self.title
            )
        try:
            found = reader(game, action)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as problem:
            raise Malformed(
                "a {kind} needs other fields than {fields}, or other values", kind=kind, fields=sorted(action)
            ) from problem
        return list(found)

    def _pass(self, game: Game, action: dict[str, Any]) -> list[Action]:
        return [Pass()]

    # -- routes -----------------------------------------------------------------------------------

    def links_across(self, network: Network, hexes: tuple[Hex, ...]) -> list[Link]:
        """All links of the network that cross these hexes, in either direction."""
        there, back = _links_along(network, hexes), hexes[::-1]
        return there if hexes == back else there + _links_along(network, back)

    def path(self, game: Game, network: Network, posted: dict[str, Any], own: frozenset[Stop], used: int = 0) -> Path:
        """The path of a posted route: its chains of hexes, joined end to end without using track twice."""
        chains = [self._chain(game, network, chain) for chain in posted["connections"]]
        nodes = self.nodes(game, posted)
        if nodes:
            between = [[link for link in links if {link.start, link.end} <= nodes] for links in chains]
        else:
            between = chains
        found = _joined(between, (), 0, used)
        if found is None or not own & set(found[0]):
            found = _link_at_a_base(chains, own, used) or found
        if found is None:
            raise Malformed(
                "18xx.games file: the route {route} does not follow the track on the board",
                route=posted["connections"],
            )
        return found

    def _chain(self, game: Game, network: Network, chain: list[str]) -> list[Link]:
        """The links that cross exactly these hexes, in either direction."""
        name, _, ends = chain[0].partition(" ")
        hexes = [self.hex(game, name), *(self.hex(game, other) for other in chain[1:])]
        if len(hexes) == 1:
            hexes *= 2
        links = self.links_across(network, tuple(hexes))
        if not ends:
            return links
        wanted = {stop_at(hexes[0], int(end)) for end in ends.split(".")}
        return [link for link in links if {link.start, link.end} == wanted]

    def nodes(self, game: Game, posted: dict[str, Any]) -> set[Stop]:
        """The stops of a posted route, where they are needed to tell its links apart."""
        return set()


def _joined(chains: list[list[Link]], path: tuple[Point, ...], taken: int, used: int) -> Path | None:
    """A path that goes on by one link of each chain, over track that is not used yet."""
    if not chains:
        return path, taken
    for link in chains[0]:
        if link.track & (taken | used) or (path and (link.start != path[-1] or link.end in path)):
            continue
        longer = (*path, *link.path[1:]) if path else link.path
        found = _joined(chains[1:], longer, taken | link.track, used)
        if found:
            return found
    return None


def _links_along(network: Network, hexes: tuple[Hex, ...]) -> list[Link]:
    """The links that cross these hexes in this order."""
    return network.by_hexes.get(hexes, [])


def _link_at_a_base(chains: list[list[Link]], own: frozenset[Stop], used: int) -> Path | None:
    """For a route of one chain: which of several equivalent links touches a token of the company."""
    if len(chains) != 1:
        return None
    for link in chains[0]:
        if {link.start, link.end} & own and not link.track & used:
            return link.path, link.track
    return None
