"""Reading the actions of an 18xx.games 1862 file as ours: charters, mergers, small stations, posted runs."""

from __future__ import annotations

from typing import Any, ClassVar

from railhead.core.actions import Accept, Action, Pass
from railhead.core.events import Event, SharesMoved, TrainMoved
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Point, Tile, Train, kind_of, point
from railhead.core.refusal import Malformed
from railhead.core.words import Count, Money, Rotation, Tally
from railhead.interop.certificates import Certificates
from railhead.interop.reader import Reader
from railhead.routes.model import Earnings, Route
from railhead.rules.bidding import Bid
from railhead.rules.directors import ordinary
from railhead.rules.dividends import Dividend, Keep, PayOut
from railhead.rules.running import Run, judge
from railhead.rules.stations import bases, network
from railhead.rules.stock import Buy, Sell, Start, StockTurn
from railhead.rules.tokens import BuildBase, PlaceToken
from railhead.rules.track import LayTile, LayTrack
from railhead.rules.trains import BuyTrains, OfferForTrain
from railhead.titles.t1862 import options
from railhead.titles.t1862.dividends import Hudson
from railhead.titles.t1862.flotation import ChooseMarkers, TakeMarkers
from railhead.titles.t1862.forced import ForcedPurchase, Refinance, SellTreasury, refinance_refusal, sale_refusal
from railhead.titles.t1862.london import BuildLink
from railhead.titles.t1862.merging import ChooseSurvivor, Merge, MergeOrNot, Survive
from railhead.titles.t1862.new_trains import BuyNewTrain
from railhead.titles.t1862.obligations import Fine
from railhead.titles.t1862.parliament import Auction, Charter, Propose, Speech, Subscribe
from railhead.titles.t1862.possessions import RemoveMarker, RemoveMarkers
from railhead.titles.t1862.posted import PostedRun, PostRun
from railhead.titles.t1862.redeeming import Redeem, RedeemShare
from railhead.titles.t1862.share_merge import Option, RedeemOption, RelinquishOption
from railhead.titles.t1862.small_stations import BuildSmallStation, line_of
from railhead.track.tiles import station_sides

LONDON = {"B15": 1, "D15": 1}
"""Hexes with spaces for London, and our stop there."""
COMPANY_STEPS = (
    MergeOrNot,
    ChooseSurvivor,
    RemoveMarkers,
    LayTrack,
    BuildBase,
    PostedRun,
    Dividend,
    BuyTrains,
    ForcedPurchase,
    Redeem,
)
"""Steps in which a company acts; in the others it is a player."""

STATIONS = {
    "16_1a": ["02"],
    "16_1b": ["13"],
    "17_1": ["04"],
    "18_1a": ["03"],
    "18_1b": ["12"],
    "19_1a": ["03"],
    "19_1b": ["24"],
    "20_1": ["03"],
    "20_1b": ["14"],
    "21_1a": ["02"],
    "21_1b": ["34"],
    "22_1a": ["04"],
    "22_1b": ["23"],
    "778_1a": ["04"],
    "778_1b": ["25"],
    "778_2a": ["04", "25"],
    "778_2b": ["04", "13"],
    "779_1a": ["04"],
    "779_1b": ["15"],
    "779_1c": ["23"],
    "779_2a": ["04", "15"],
    "779_2b": ["04", "23"],
    "779_2c": ["15", "23"],
    "780_1a": ["03"],
    "780_1b": ["12"],
    "780_2a": ["03", "12"],
    "780_2b": ["12", "45"],
    "798_1": ["03"],
    "798_2": ["03", "14"],
}
"""Their tiles with small stations on some lines, which are given by their sides. On others all lines have one."""


class Reader1862(Reader):
    """Turns the actions of an 1862 file into ours."""

    title = "1862"
    steps: ClassVar[dict[str, tuple[type, ...]]] = {
        "bid": (Speech, Auction),
        "par": (Charter, StockTurn),
        "buy_shares": (Subscribe, StockTurn, Redeem),
        "sell_shares": (StockTurn, Fine),
        "merge": (MergeOrNot,),
        "choose": (ChooseSurvivor, Option, ChooseMarkers),
        "remove_token": (RemoveMarkers,),
        "lay_tile": (LayTrack,),
        "place_token": (BuildBase, LayTrack),
        "run_routes": (PostedRun,),
        "dividend": (Dividend,),
        "buy_train": (BuyTrains, ForcedPurchase),
        "convert": (BuyTrains,),
    }
    skippable = (MergeOrNot, LayTrack, BuildBase, PostedRun, BuyTrains, Redeem, StockTurn, Speech, Auction, Subscribe)
    passable = skippable

    def __init__(self, names: dict[object, str]) -> None:
        super().__init__(names)
        self.certificates: dict[str, Certificates] = {}
        self.trains: dict[str, tuple[int, int]] = {}
        """By train of the file: its kind and the company that has it."""

    @classmethod
    def played_options(cls, chosen: tuple[str, ...]) -> frozenset[str]:
        """Options have the same names here."""
        return frozenset({*chosen, *options.PEER_SWITCHES})

    # -- whose step is open -------------------------------------------------------------------------

    def fits(self, game: Game, action: dict[str, Any]) -> bool:
        """A marker in London is a building of its own, and choices answer different questions."""
        if not super().fits(game, action):
            return False
        if action["type"] == "place_token":
            return isinstance(game.step, LayTrack) == (str(action.get("city")).split("-")[0] in LONDON)
        if action["type"] == "choose":
            return isinstance(game.step, self._asked(action.get("choice")))
        return True

    def _asked(self, choice: object) -> type:
        """The step that a choice answers."""
        if choice in ("first", "last"):
            return ChooseSurvivor
        return Option if choice in ("redeem", "sell") else ChooseMarkers

    def acts(self, game: Game, action: dict[str, Any]) -> bool:
        """Companies act in their turns, and for shares of their own in a merge; players in all other steps."""
        step, by_company = game.step, action.get("entity_type") == "corporation"
        if isinstance(step, Option):
            return by_company == (step.holder not in game.book.seat_ids()) and (
                by_company or super().acts(game, action)
            )
        return by_company == isinstance(step, COMPANY_STEPS) and super().acts(game, action)

    def happened(self, game: Game, event: Event) -> None:
        """Trains go to the survivor of a merger; shares leave the offer and treasuries without being bought."""
        if isinstance(event, TrainMoved):
            moved = kind_of(event.train), self._company_of(game, event.giver)
            for train, place in self.trains.items():
                if place == moved:
                    self.trains[train] = moved[0], self._company_of(game, event.taker)
                    break
        elif isinstance(event, SharesMoved):
            company = event.company
            places = (BANK, game.purse(company), POOL)
            self._known(game.symbol(company)).left(*(ordinary(game, place, company) for place in places))

    def _known(self, symbol: str) -> Certificates:
        """What is known of a company's certificates."""
        return self.certificates.setdefault(symbol, Certificates())

    def _company_of(self, game: Game, owner: int) -> int:
        return owner - game.purse(0)

    # -- Parliament and shares ------------------------------------------------------------------------

    def _pass(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """A company that must raise money for a train does it by passing: it sells shares if it can."""
        step = game.step
        if isinstance(step, BuyTrains) and not game.trains_of(step.company):
            if sale_refusal(game, step.company) is None:
                return [SellTreasury()]
            if refinance_refusal(game, step.company) is None:
                return [Refinance()]
        return [Pass()]

    def _bid(self, game: Game, action: dict[str, Any]) -> list[Action]:
        amount = Money(action["price"])
        return [Propose(self.company(game, action["corporation"]), amount)] if self._opens(game) else [Bid(amount)]

    def _opens(self, game: Game) -> bool:
        return isinstance(game.step, Speech)

    def _par(self, game: Game, action: dict[str, Any]) -> list[Action]:
        company = self.company(game, action["corporation"])
        facts, symbol = game.book.companies[company], action["corporation"]
        ordinary_ones = (f"{symbol}_{number + 1}" for number in range(facts.shares - facts.director_shares))
        self.certificates[symbol] = Certificates(ordinary_ones, chartered=isinstance(game.step, Charter))
        return [Start(company, self.place(game, action["share_price"]))]

    def _buy_shares(self, game: Game, action: dict[str, Any]) -> list[Action]:
        share = action["shares"][0]
        symbol = share.rpartition("_")[0]
        if isinstance(game.step, Redeem):
            self._known(symbol).redeemed(share)
            return [RedeemShare()]
        source = self._source(game, symbol, share)
        self._known(symbol).bought(share)
        return [Buy(self.company(game, symbol), source)]

    def _source(self, game: Game, symbol: str, share: str) -> Owner:
        """Who sells a certificate: whoever is known to have it, else whoever can."""
        company, known = self.company(game, symbol), self._known(symbol)
        treasury = game.purse(company)
        likely: Owner = POOL
        if share in known.offered:
            likely = BANK
        elif known.is_kept(share, ordinary(game, POOL, company), ordinary(game, treasury, company)):
            likely = treasury
        return next((owner for owner in (likely, POOL, treasury, BANK) if ordinary(game, owner, company) > 0), likely)

    def _sell_shares(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """A director who sells part of his certificate takes ordinary ones from the pool instead."""
        symbol, count = action["shares"][0].rpartition("_")[0], action["percent"] // 10
        ordinary_ones = [share for share in action["shares"] if not share.endswith("_0")]
        self._known(symbol).sold(ordinary_ones[:count])
        return [Sell(Count(count), self.company(game, symbol))]

    # -- mergers --------------------------------------------------------------------------------------

    def _merge(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """The other director's consent is not recorded, or only in a note."""
        company, partner = self.company(game, action["entity"]), self.company(game, action["corporation"])
        same = game.director(company) == game.director(partner)
        return [Merge(partner)] if same else [Merge(partner), Accept()]

    def _choose(self, game: Game, action: dict[str, Any]) -> list[Action]:
        step, choice = game.step, action["choice"]
        if isinstance(step, ChooseSurvivor):
            return [Survive(Company({"first": step.company, "last": step.partner}[choice]))]
        if isinstance(step, Option):
            return [{"redeem": RedeemOption(), "sell": RelinquishOption()}[choice]]
        return [TakeMarkers(Count(int(choice)))]

    def _remove_token(self, game: Game, action: dict[str, Any]) -> list[Action]:
        return [RemoveMarker(self._stop(game, action["city"]))]

    def _stop(self, game: Game, city: str) -> Point:
        """The station that a city of the file is: each tile has one, and London is apart."""
        hex_, _ = self.city(game, city)
        return Point(point(hex_, LONDON.get(game.book.board.names[hex_], 0)))

    # -- building -------------------------------------------------------------------------------------

    def _lay_tile(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """A tile, or a small station: then the same tile with one more."""
        name, hex_, rotation = action["tile"].rpartition("-")[0], self.hex(game, action["hex"]), action["rotation"]
        tile = game.book.tiles.index.get(name.partition("_")[0])
        if tile is None:
            raise Malformed(f"18xx.games file: {action['tile']!r} is not a tile")
        self.laid[action["tile"]] = action["hex"]
        placed = game.state.tiles.get(hex_)
        if placed is None or game.book.tiles.box(placed) != tile:
            return [LayTile(Tile(tile), hex_, Rotation(rotation))]
        board = game.book.board
        there = station_sides(board.facts(hex_, placed), board.track(hex_, placed))
        lines = STATIONS.get(name)
        if lines is None:
            every = [frozenset(piece) for piece in game.book.tiles.facts[tile].turned[rotation].pieces]
        else:
            every = [frozenset((int(side) + rotation) % 6 for side in line) for line in lines]
        new = [sides for sides in every if sides not in there]
        return [BuildSmallStation(hex_, line_of(new[0]))]

    def _place_token(self, game: Game, action: dict[str, Any]) -> list[Action]:
        stop = self._stop(game, action["city"])
        return [BuildLink(stop) if isinstance(game.step, LayTrack) else PlaceToken(stop)]

    # -- running and trains -----------------------------------------------------------------------------

    def _run_routes(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """A run as we judge it, or with the posted figure where ours differs."""
        company = self.company(game, action["entity"])
        own = frozenset(bases(game, company))
        plan = tuple(
            Route(self._kind(posted["train"]), self.path(game, network(game), posted, own)[0], ())
            for posted in action["routes"]
        )
        posted = Earnings(
            sum(route["revenue"] for route in action["routes"]) + int(action.get("extra_revenue") or 0),
            sum(int(route.get("subsidy") or 0) for route in action["routes"]),
        )
        if not plan:
            return [Pass()]
        if judge(game, company, plan) == posted:
            return [Run(plan)]
        return [PostRun(Money(posted.revenue), Money(posted.subsidy), plan)]

    def _kind(self, train: str) -> int:
        if train not in self.trains:
            raise Malformed(f"18xx.games file: nobody has the train {train!r}")
        return self.trains[train][0]

    def _dividend(self, _: Game, action: dict[str, Any]) -> list[Action]:
        return [{"payout": PayOut(), "withhold": Keep(), "hudson": Hudson()}[action["kind"]]]

    def _buy_train(self, game: Game, action: dict[str, Any]) -> list[Action]:
        buyer, name = self.company(game, action["entity"]), action["train"]
        if name not in self.trains:
            variant = str(action["variant"]).rstrip("*")
            if variant not in game.book.train_names:
                raise Malformed(f"18xx.games file: {variant!r} is not a train")
            kind = game.book.train_names.index(variant)
            self.trains[name] = kind, buyer
            return [BuyNewTrain(Train(kind), Tally(int(action.get("warranties") or 0)))]
        kind, seller = self.trains[name]
        train = next((train for train in game.trains_of(seller) if kind_of(train) == kind), kind)
        offer = OfferForTrain(Money(action["price"]), Train(train), Company(seller))
        same = game.director(seller) == game.director(buyer)
        return [offer] if same else [offer, Accept()]

    def _convert(self, _: Game, __: dict[str, Any]) -> list[Action]:
        return [Refinance()]
