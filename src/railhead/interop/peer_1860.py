"""Reading the actions of an 18xx.games 1860 file as ours: names, shares, trains and routes."""

from __future__ import annotations

from typing import Any

from railhead.core.actions import Accept, Action, Pass
from railhead.core.game import Game
from railhead.core.ids import (
    BANK,
    POOL,
    Company,
    Hex,
    Owner,
    Place,
    Point,
    Private,
    Tile,
    Train,
    hex_of,
    point,
)
from railhead.core.refusal import Malformed
from railhead.core.words import Count, Money, Rotation
from railhead.routes.model import HALT, LARGE, NEVER, Route, RouteProblem
from railhead.rules.dividends import Dividend, Keep, PayOut
from railhead.rules.running import Run, RunTrains
from railhead.rules.stock import Buy, Sell, Start, StockTurn
from railhead.rules.tokens import BuildBase, PlaceToken
from railhead.rules.track import LayHome, LayTile, LayTrack
from railhead.rules.trains import BuyTrain, BuyTrains, OfferForTrain, ReturnTrain, ReturnTrains
from railhead.titles.t1860 import options
from railhead.titles.t1860.opening import Bid, Bidding, Choosing, TakePrivate
from railhead.titles.t1860.privates import BuyPrivate, Exchange, SellPrivate
from railhead.track.network import Link, Network

COMPANIES = {"VYSC": "VY&SC"}
"""Symbols that differ from ours."""
PRIVATES = {"BHC": "Brading", "YHC": "Yarmouth", "CMH": "Cowes", "RPSC": "Ryde", "FFC": "Fishbourne"}

STEPS: dict[str, tuple[type, ...]] = {
    "lay_tile": (LayTrack, LayHome),
    "place_token": (BuildBase,),
    "run_routes": (RunTrains,),
    "dividend": (Dividend,),
    "buy_train": (BuyTrains,),
    "discard_train": (ReturnTrains,),
    "buy_shares": (StockTurn,),
    "sell_shares": (StockTurn,),
    "buy_company": (StockTurn,),
    "sell_company": (StockTurn,),
    "par": (StockTurn, Choosing),
    "bid": (Bidding, Choosing),
}
"""Which of our steps takes which type of action."""
SKIPPABLE = (LayTrack, BuildBase, BuyTrains, StockTurn)


def played_options(chosen: tuple[str, ...]) -> frozenset[str]:
    """The options of a file as ours, with every switch that makes their games replay as they were played."""
    found = set(chosen)
    if "original_game" in found:
        found.add("original_insolvency")
    return frozenset(found | set(options.PEER_SWITCHES))


class Reader:
    """Turns one file's actions into ours. It knows which certificates and trains have been handed out."""

    def __init__(self, names: dict[object, str]) -> None:
        self.names = names
        self.out: set[str] = set()
        """Certificates that have left the initial offer."""
        self.owners: dict[str, str] = {}
        """Trains by their id and the company that has them, empty if returned."""
        self.laid: dict[str, str] = {}
        """The hex on which each tile of the file lies."""
        self.network: Network | None = None
        self.crossing: dict[tuple[int, ...], list[Link]] = {}

    def links_across(self, network: Network, hexes: tuple[int, ...]) -> list[Link]:
        """All links of the network that cross these hexes, in either direction."""
        if network is not self.network:
            self.network, self.crossing = network, {}
            for links in network.links.values():
                for link in links:
                    self.crossing.setdefault(tuple(hex_of(at) for at in link.path), []).append(link)
        there, back = self.crossing.get(hexes, []), self.crossing.get(hexes[::-1], [])
        return there if hexes == hexes[::-1] else there + back

    # -- does an action belong to the step that is open? --------------------------------------------

    def fits(self, game: Game, action: dict[str, Any]) -> bool:
        """Is this action for the step that is open, and for whom it is open?"""
        kind = action["type"]
        if kind.startswith("program_"):
            return True
        if game.over:
            return False
        step = game.step
        if kind == "pass":
            return isinstance(step, (*SKIPPABLE, Bidding)) and self.acts(game, action)
        return isinstance(step, STEPS.get(kind, ())) and self.acts(game, action)

    def acts(self, game: Game, action: dict[str, Any]) -> bool:
        """Is the one who acts in the file the one who is to act here?"""
        step = game.step
        if "entity" not in action:
            raise Malformed("18xx.games file: an action does not say who acts")
        if action.get("entity_type") == "corporation":
            return getattr(step, "company", None) == self.company(game, action["entity"])
        if action.get("entity_type") == "company":
            return game.state.privates[self.private(game, action["entity"])] in game.book.seat_ids()
        return game.name(step.seat(game)) == self.player(action["entity"])

    # -- names ------------------------------------------------------------------------------------

    def player(self, entity: object) -> str:
        """The name of a player of the file."""
        if str(entity) not in self.names:
            raise Malformed(f"18xx.games file: {entity!r} is not one of its players")
        return self.names[str(entity)]

    def company(self, game: Game, symbol: object) -> Company:
        """Our company for a symbol of the file."""
        name = COMPANIES.get(str(symbol), str(symbol))
        if name not in game.book.company_names:
            raise Malformed(f"18xx.games file: {symbol!r} is not a company")
        return Company(game.book.company_names.index(name))

    def private(self, game: Game, symbol: object) -> Private:
        """Our private for a symbol of the file."""
        name = PRIVATES.get(str(symbol), "")
        if not name:
            raise Malformed(f"18xx.games file: {symbol!r} is not a private company")
        return Private(game.book.private_names.index(name))

    def hex(self, game: Game, name: object) -> Hex:
        """Our hex for a coordinate."""
        if name not in game.book.board.index:
            raise Malformed(f"18xx.games file: {name!r} is not a hex")
        return Hex(game.book.board.index[str(name)])

    def train(self, game: Game, text: object) -> tuple[Train, str]:
        """The kind of a train of the file, and which copy it is."""
        name = str(text).rpartition("-")[0]
        if name not in game.book.train_names:
            raise Malformed(f"18xx.games file: {text!r} is not a train")
        return Train(game.book.train_names.index(name)), str(text)

    def place(self, game: Game, text: object) -> Place:
        """Our place on the market for a price of the file."""
        price = str(text).split(",")[0]
        if not price.isdigit() or int(price) not in game.book.market.place:
            raise Malformed(f"18xx.games file: {text!r} is not a price of the market")
        return Place(game.book.market.place[int(price)])

    # -- actions ----------------------------------------------------------------------------------

    def read(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """Our actions for one action of the file."""
        kind = action["type"]
        if kind.startswith("program_"):
            return []
        reader = getattr(self, f"_{kind}", None)
        if reader is None:
            raise Malformed(f"18xx.games file: the action type {kind!r} is not known in 1860")
        try:
            found = reader(game, action)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as problem:
            raise Malformed(f"a {kind} needs other fields than {sorted(action)}, or other values") from problem
        return list(found)

    def _pass(self, _: Game, __: dict[str, Any]) -> list[Action]:
        return [Pass()]

    def _bid(self, game: Game, action: dict[str, Any]) -> list[Action]:
        if "company" in action:
            return [TakePrivate(self.private(game, action["company"]))]
        return [Bid(Money(action["price"]))]

    def _par(self, game: Game, action: dict[str, Any]) -> list[Action]:
        company = self.company(game, action["corporation"])
        self.out.add(f"{action['corporation']}_0")
        return [Start(company, self.place(game, action["share_price"]))]

    def _buy_shares(self, game: Game, action: dict[str, Any]) -> list[Action]:
        share = action["shares"][0]
        symbol = share.rpartition("_")[0]
        if action["entity_type"] == "company":
            self.out.add(share)
            return [Exchange(self.private(game, action["entity"]))]
        source: Owner = POOL if share in self.out else BANK
        self.out.add(share)
        return [Buy(self.company(game, symbol), source)]

    def _sell_shares(self, game: Game, action: dict[str, Any]) -> list[Action]:
        symbol = action["shares"][0].rpartition("_")[0]
        return [Sell(Count(action["percent"] // 10), self.company(game, symbol))]

    def _buy_company(self, game: Game, action: dict[str, Any]) -> list[Action]:
        return [BuyPrivate(self.private(game, action["company"]))]

    def _sell_company(self, game: Game, action: dict[str, Any]) -> list[Action]:
        return [SellPrivate(self.private(game, action["company"]))]

    def _lay_tile(self, game: Game, action: dict[str, Any]) -> list[Action]:
        tile = action["tile"].rpartition("-")[0]
        if tile not in game.book.tiles.index:
            raise Malformed(f"18xx.games file: {action['tile']!r} is not a tile")
        self.laid[action["tile"]] = action["hex"]
        return [LayTile(Tile(game.book.tiles.index[tile]), self.hex(game, action["hex"]), Rotation(action["rotation"]))]

    def _place_token(self, game: Game, action: dict[str, Any]) -> list[Action]:
        tile, copy, index = action["city"].rsplit("-", 2)
        name = self.laid.get(f"{tile}-{copy}", tile)
        return [PlaceToken(Point(point(self.hex(game, name), int(index))))]

    def _dividend(self, _: Game, action: dict[str, Any]) -> list[Action]:
        return [{"payout": PayOut(), "withhold": Keep()}[action["kind"]]]

    def _buy_train(self, game: Game, action: dict[str, Any]) -> list[Action]:
        train, copy = self.train(game, action["train"])
        buyer = action["entity"]
        seller = self.owners.get(copy)
        self.owners[copy] = buyer
        if not seller:
            return [BuyTrain(train, BANK if seller is None else POOL)]
        offer = OfferForTrain(Money(action["price"]), train, self.company(game, seller))
        same = game.director(offer.seller) == game.director(self.company(game, buyer))
        return [offer] if same else [offer, Accept()]

    def _discard_train(self, game: Game, action: dict[str, Any]) -> list[Action]:
        train, copy = self.train(game, action["train"])
        self.owners[copy] = ""
        return [ReturnTrain(train)]

    def _run_routes(self, game: Game, action: dict[str, Any]) -> list[Action]:
        company = self.company(game, action["entity"])
        runs = game.book.slots.runs(game, company)
        if runs is None:
            return []
        routes: list[Route] = []
        used = 0
        for posted in action["routes"]:
            train, _ = self.train(game, posted["train"])
            if train not in runs.problem.by_kind:
                raise Malformed(f"18xx.games file: the company has no {posted['train']} to run")
            path, track = rebuild(self, game, runs.problem, posted, used)
            used |= track
            routes.append(Route(train, path, passed_by(runs.problem, train, path, int(posted.get("halts") or 0))))
        return [Run(tuple(routes))]

    def bankrupted(self, symbol: str) -> None:
        """All certificates of a company are back in the initial offer."""
        their = {ours: theirs for theirs, ours in COMPANIES.items()}.get(symbol, symbol)
        self.out = {share for share in self.out if share.rpartition("_")[0] != their}


def rebuild(
    reader: Reader, game: Game, problem: RouteProblem, posted: dict[str, Any], used: int
) -> tuple[tuple[int, ...], int]:
    """The path of a posted route: its chains of hexes, joined end to end without using track twice."""
    chains = [_chain(reader, game, problem, chain) for chain in posted["connections"]]
    nodes = {_node(reader, game, text) for text in posted.get("nodes", [])}

    def join(number: int, path: tuple[int, ...], taken: int) -> tuple[tuple[int, ...], int] | None:
        if number == len(chains):
            return path, taken
        for link in chains[number]:
            if link.track & (taken | used) or (path and (link.start != path[-1] or link.end in path)):
                continue
            if nodes and not {link.start, link.end} <= nodes:
                continue
            found = join(number + 1, (*path, *link.path[1:]) if path else link.path, taken | link.track)
            if found:
                return found
        return None

    found = join(0, (), 0)
    if found is None or not set(problem.own) & set(found[0]):
        other = _link_at_a_base(chains, problem, used)
        found = other or found
    if found is None:
        raise Malformed(f"18xx.games file: the route {posted['connections']} does not follow the track on the board")
    return found


def _link_at_a_base(chains: list[list[Link]], problem: RouteProblem, used: int) -> tuple[tuple[int, ...], int] | None:
    """For a route of one chain: the link among several alike that touches a base of the company."""
    if len(chains) != 1:
        return None
    for link in chains[0]:
        if {link.start, link.end} & problem.own and not link.track & used:
            return link.path, link.track
    return None


def _chain(reader: Reader, game: Game, problem: RouteProblem, chain: list[str]) -> list[Link]:
    """The links that cross exactly these hexes, in either direction."""
    name, _, ends = chain[0].partition(" ")
    hexes = [reader.hex(game, name), *(reader.hex(game, other) for other in chain[1:])]
    if len(hexes) == 1:
        hexes *= 2
    wanted = {point(hexes[0], int(end)) for end in ends.split(".")} if ends else None
    return [
        link
        for link in reader.links_across(problem.network, tuple(hexes))
        if wanted is None or {link.start, link.end} == wanted
    ]


def _node(reader: Reader, game: Game, text: str) -> int:
    name, _, index = text.rpartition("-")
    return point(reader.hex(game, name), int(index))


def passed_by(problem: RouteProblem, train: int, path: tuple[int, ...], halts: int) -> tuple[int, ...]:
    """The stops not called at: they count so many halts, and fill the other places with the best small stations.

    Where a halt earns like a station (a leased train), it is one of those.
    """
    allowance = problem.by_kind[train]
    stops = [at for at in path if at in problem.network.stops]
    forced = [at for at in stops if problem.grades[at] == LARGE or at in (stops[0], stops[-1])]
    places = allowance.total - len(forced)
    optional = [at for at in stops if at not in forced and allowance.calls[problem.grades[at]] != NEVER]
    worthless = [at for at in optional if problem.grades[at] == HALT and not problem.values[at]]
    others = sorted((at for at in optional if at not in worthless), key=lambda at: -problem.values[at])
    called = worthless[: min(halts, places)]
    called += others[: max(0, places - len(called))]
    return tuple(sorted(at for at in optional if at not in called))
