"""Translating the actions of an 18xx.games 1860 file: shares, private companies, trains and the halts of routes."""

from __future__ import annotations

from typing import Any, ClassVar

from railhead.core import engine
from railhead.core.actions import Accept, Action, Pass
from railhead.core.events import Declared, Event
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Owner, Point, Private, Stop, Tile, Train, is_stop, stop_at
from railhead.core.refusal import Malformed
from railhead.core.spelling import Count, Money, Rotation
from railhead.interop.as18xx.reader import Reader
from railhead.routes.model import HALT_STOP, LARGE_STOP, NEVER_CALLS, Route, RouteProblem
from railhead.rules.auction import Auction, Bid
from railhead.rules.dividends import Dividend, Keep, PayOut
from railhead.rules.homes import LayHome
from railhead.rules.running import Run, RunTrains, open_runs
from railhead.rules.stock import Buy, Sell, Start, StockTurn
from railhead.rules.tokens import PlaceToken, PlaceTokens
from railhead.rules.track import LayTile, LayTrack
from railhead.rules.trains import BuyTrain, BuyTrains, OfferForTrain, ReturnTrain, ReturnTrains, cheapest_offer
from railhead.titles.t1860.opening import Choosing, TakePrivate
from railhead.titles.t1860.privates import BuyPrivate, Exchange, SellPrivate

PRIVATES = {"BHC": "Brading", "YHC": "Yarmouth", "CMH": "Cowes", "RPSC": "Ryde", "FFC": "Fishbourne"}
SKIPPABLE = (LayTrack, PlaceTokens, BuyTrains, StockTurn)


class Reader1860(Reader):
    """Translates the actions of an 1860 file into ours."""

    title = "1860"
    symbols: ClassVar[dict[str, str]] = {"VYSC": "VY&SC"}
    steps: ClassVar[dict[str, tuple[type, ...]]] = {
        "lay_tile": (LayTrack, LayHome),
        "place_token": (PlaceTokens,),
        "run_routes": (RunTrains,),
        "dividend": (Dividend,),
        "buy_train": (BuyTrains,),
        "discard_train": (ReturnTrains,),
        "buy_shares": (StockTurn,),
        "sell_shares": (StockTurn,),
        "buy_company": (StockTurn,),
        "sell_company": (StockTurn,),
        "par": (StockTurn, Choosing),
        "bid": (Auction, Choosing),
    }
    skippable = SKIPPABLE
    passable = (*SKIPPABLE, Auction)

    def __init__(self, names: dict[object, str]) -> None:
        super().__init__(names)
        self.out: set[str] = set()
        """Certificates that have left the initial offer."""
        self.owners: dict[str, str] = {}
        """Trains by their id and the company that has them, empty if returned."""

    @classmethod
    def played_options(cls, chosen: tuple[str, ...]) -> frozenset[str]:
        """Their original game includes the original insolvency."""
        found = set(chosen)
        if "original_game" in found:
            found.add("original_insolvency")
        return frozenset(found)

    def acts(self, game: Game, action: dict[str, Any]) -> bool:
        """A private company acts for its owner."""
        if action.get("entity_type") == "company" and "entity" in action:
            return game.state.privates[self.private(game, action["entity"])] in game.book.seat_ids
        return super().acts(game, action)

    def forced(self, game: Game) -> Action:
        """Pass, or buy the train a company without a director must buy."""
        step = game.step
        headless = isinstance(step, BuyTrains) and game.director(step.company) is None
        if headless and engine.why_not(game.book, game.state, Pass()) is not None:
            train, source = cheapest_offer(game)
            return BuyTrain(train, source)
        return Pass()

    def happened(self, game: Game, event: Event) -> None:
        """All certificates of a bankrupt company are back in the initial offer."""
        if isinstance(event, Declared) and event.standing == "bankrupt":
            symbol = game.symbol(event.company)
            theirs = {ours: theirs for theirs, ours in self.symbols.items()}.get(symbol, symbol)
            self.out = {share for share in self.out if share.rpartition("_")[0] != theirs}

    # -- names ------------------------------------------------------------------------------------

    def private(self, game: Game, symbol: object) -> Private:
        """Our private company for a symbol of the file."""
        name = PRIVATES.get(str(symbol), "")
        if not name:
            raise Malformed("18xx.games file: {symbol} is not a private company", symbol=repr(symbol))
        return Private(game.book.private_names.index(name))

    def train(self, game: Game, text: object) -> tuple[Train, str]:
        """The kind of a train of the file, and which copy it is."""
        name = str(text).rpartition("-")[0]
        if name not in game.book.train_names:
            raise Malformed("18xx.games file: {text} is not a train", text=repr(text))
        return Train(game.book.train_names.index(name)), str(text)

    # -- actions ----------------------------------------------------------------------------------

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
            raise Malformed("18xx.games file: {tile} is not a tile", tile=repr(action["tile"]))
        self.laid[action["tile"]] = action["hex"]
        return [LayTile(Tile(game.book.tiles.index[tile]), self.hex(game, action["hex"]), Rotation(action["rotation"]))]

    def _place_token(self, game: Game, action: dict[str, Any]) -> list[Action]:
        return [PlaceToken(stop_at(*self.city(game, action["city"])))]

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
        runs = open_runs(game, company)
        if runs is None:
            return []
        routes: list[Route] = []
        used = 0
        for posted in action["routes"]:
            train, _ = self.train(game, posted["train"])
            if train not in runs.problem.by_kind:
                raise Malformed("18xx.games file: the company has no {train} to run", train=posted["train"])
            path, track = self.path(game, runs.problem.network, posted, runs.problem.own, used)
            used |= track
            routes.append(Route(train, path, passed_by(runs.problem, train, path, int(posted.get("halts") or 0))))
        return [Run(tuple(routes))]

    def nodes(self, game: Game, posted: dict[str, Any]) -> set[Stop]:
        """Hexes with several stops need them."""
        found = (text.rpartition("-") for text in posted.get("nodes", []))
        return {stop_at(self.hex(game, name), int(index)) for name, _, index in found}


def passed_by(problem: RouteProblem, train: Train, path: tuple[Point, ...], halts: int) -> tuple[Stop, ...]:
    """The stops that are passed by: they give a number of halts, and fill the rest with the best small stations.

    Where a halt earns like a station (a leased train), it counts as one.
    """
    allowance = problem.by_kind[train]
    stops = [at for at in path if is_stop(at)]
    forced = [at for at in stops if problem.grades[at] == LARGE_STOP or at in (stops[0], stops[-1])]
    places = allowance.total - len(forced)
    optional = [at for at in stops if at not in forced and allowance.calls[problem.grades[at]] != NEVER_CALLS]
    worthless = [at for at in optional if problem.grades[at] == HALT_STOP and not problem.values[at]]
    others = sorted((at for at in optional if at not in worthless), key=lambda at: -problem.values[at])
    called = worthless[: min(halts, places)]
    called += others[: max(0, places - len(called))]
    return tuple(sorted(at for at in optional if at not in called))
