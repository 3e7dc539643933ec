"""Translating the actions of an 18xx.games 1862 file: charters, mergers, small stations, posted runs."""

from __future__ import annotations

from typing import Any, ClassVar

from railhead.core.actions import Accept, Action, Pass
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.ids import (
    BANK,
    POOL,
    Company,
    Owner,
    Stop,
    Tile,
    Train,
    hex_of,
    is_stop,
    kind_of,
    stop_at,
)
from railhead.core.refusal import Malformed
from railhead.core.spelling import Count, Money, Rotation, Tally
from railhead.interop.as18xx.certificates import Ledger
from railhead.interop.as18xx.posted import PostRun
from railhead.interop.as18xx.reader import Reader
from railhead.interop.as18xx.stations_1862 import new_station, plain_name
from railhead.interop.as18xx.train_cards import TrainCards
from railhead.routes.model import Earnings, Route
from railhead.routes.runs import Runs
from railhead.rules.auction import Auction, Bid
from railhead.rules.directors import ordinary
from railhead.rules.dividends import Dividend, Keep, PayOut
from railhead.rules.exchange import Option, RedeemOption, RelinquishOption
from railhead.rules.redemption import Redeem, RedeemShare
from railhead.rules.running import Run, RunTrains, judge, open_runs
from railhead.rules.stations import bases, network
from railhead.rules.stock import Buy, Sell, Start, StockTurn
from railhead.rules.takeover import RemoveToken, RemoveTokens
from railhead.rules.tokens import PlaceToken, PlaceTokens
from railhead.rules.track import LayTile, LayTrack
from railhead.rules.trains import BuyTrains, OfferForTrain
from railhead.titles.t1862.building import BuildSmallStation
from railhead.titles.t1862.buying import ForcedPurchase, Refinance, SellTreasury, refinance_refusal, sale_refusal
from railhead.titles.t1862.dividends import Hudson
from railhead.titles.t1862.flotation import ChooseMarkers, TakeMarkers
from railhead.titles.t1862.london import BuildLink
from railhead.titles.t1862.merging import ChooseSurvivor, Merge, MergeOrNot, Survive
from railhead.titles.t1862.obligations import Fine
from railhead.titles.t1862.parliament import Charter, Propose, Speech, Subscribe
from railhead.titles.t1862.trains import BuyNewTrain

LONDON = {"B15": 1, "D15": 1}
"""Hexes with spaces for London, and our stop there."""
COMPANY_STEPS = (
    MergeOrNot,
    ChooseSurvivor,
    RemoveTokens,
    LayTrack,
    PlaceTokens,
    RunTrains,
    Dividend,
    BuyTrains,
    ForcedPurchase,
    Redeem,
)
"""Steps in which a company acts; in the others it is a player."""


class Reader1862(Reader):
    """Translates the actions of an 1862 file into ours."""

    title = "1862"
    steps: ClassVar[dict[str, tuple[type, ...]]] = {
        "bid": (Speech, Auction),
        "par": (Charter, StockTurn),
        "buy_shares": (Subscribe, StockTurn, Redeem),
        "sell_shares": (StockTurn, Fine),
        "merge": (MergeOrNot,),
        "choose": (ChooseSurvivor, Option, ChooseMarkers),
        "remove_token": (RemoveTokens,),
        "lay_tile": (LayTrack,),
        "place_token": (PlaceTokens, LayTrack),
        "run_routes": (RunTrains,),
        "dividend": (Dividend,),
        "buy_train": (BuyTrains, ForcedPurchase),
        "convert": (BuyTrains,),
    }
    passable = (MergeOrNot, LayTrack, PlaceTokens, BuyTrains, Redeem, StockTurn, Speech, Auction, Subscribe)
    skippable = (*passable, RunTrains, Option)

    def __init__(self, names: dict[object, str]) -> None:
        super().__init__(names)
        self.certificates = Ledger()
        self.trains = TrainCards()

    @classmethod
    def played_options(cls, chosen: tuple[str, ...]) -> frozenset[str]:
        """Options have the same names here."""
        return frozenset(chosen)

    def read(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """No certificate is named until the action says so."""
        self.certificates.begin()
        return super().read(game, action)

    # -- whose step is open -------------------------------------------------------------------------

    def fits(self, game: Game, action: dict[str, Any]) -> bool:
        """A marker in London is a building of its own, choices answer different questions, and trains must be there."""
        if not super().fits(game, action):
            return False
        if action["type"] == "run_routes":
            return self._has_trains(game, action)
        if action["type"] == "place_token":
            return isinstance(game.step, LayTrack) == (str(action.get("city")).split("-")[0] in LONDON)
        if action["type"] == "choose":
            return isinstance(game.step, self._asked(action.get("choice")))
        return True

    def _has_trains(self, game: Game, action: dict[str, Any]) -> bool:
        """Does the company have the trains of a run? If not, the run belongs to a later turn."""
        company, routes = self.company(game, action.get("entity")), action.get("routes")
        names = [route.get("train") for route in routes if isinstance(route, dict)] if isinstance(routes, list) else []
        owned = self.trains.owned
        return all(isinstance(name, str) and name in owned and owned[name].company == company for name in names)

    def _asked(self, choice: object) -> type:
        """The step that a choice answers."""
        if choice in ("first", "last"):
            return ChooseSurvivor
        return Option if choice in ("redeem", "sell") else ChooseMarkers

    def acts(self, game: Game, action: dict[str, Any]) -> bool:
        """Companies act in their turns, and for shares of their own in a merge; players in all other steps."""
        step, by_company = game.step, action.get("entity_type") == "corporation"
        if isinstance(step, Option):
            return by_company == (step.holder not in game.book.seat_ids) and (by_company or super().acts(game, action))
        return by_company == isinstance(step, COMPANY_STEPS) and super().acts(game, action)

    def idle(self, game: Game) -> bool:
        """A company whose trains cannot run does not run them."""
        if game.over or not isinstance(game.step, RunTrains):
            return False
        runs: Runs | None = open_runs(game, game.step.company)
        return runs is None or not runs.possible

    def forced(self, game: Game) -> Action:
        """An option that nobody is asked about is given up."""
        return RelinquishOption() if isinstance(game.step, Option) else super().forced(game)

    def happened(self, game: Game, event: Event) -> None:
        """Trains and certificates change hands, even without being named."""
        self.trains.happened(game, event)
        self.certificates.happened(game, event)

    # -- Parliament and shares ------------------------------------------------------------------------

    def means_more(self, game: Game, after: dict[str, Any]) -> bool:
        """Passing without a train raises money; a new train is bought with it."""
        return after["type"] == "buy_train" and "variant" in after and self._raises_money(game) is not None

    def _raises_money(self, game: Game) -> Action | None:
        """How a company that passes without a train raises money: it sells shares if it can."""
        step = game.step
        if isinstance(step, BuyTrains) and not game.trains_of(step.company):
            if sale_refusal(game, step.company) is None:
                return SellTreasury()
            if refinance_refusal(game, step.company) is None:
                return Refinance()
        return None

    def _pass(self, game: Game, action: dict[str, Any]) -> list[Action]:
        raising = self._raises_money(game)
        if isinstance(raising, SellTreasury):
            self.certificates.sell_first()
        return [raising or Pass()]

    def _bid(self, game: Game, action: dict[str, Any]) -> list[Action]:
        amount = Money(action["price"])
        if isinstance(game.step, Speech):
            return [Propose(self.company(game, action["corporation"]), amount)]
        return [Bid(amount)]

    def _par(self, game: Game, action: dict[str, Any]) -> list[Action]:
        company = self.company(game, action["corporation"])
        holder = BANK if isinstance(game.step, Charter) else game.purse(company)
        self.certificates.start(game, company, holder, game.step.seat(game))
        return [Start(company, self.place(game, action["share_price"]))]

    def _buy_shares(self, game: Game, action: dict[str, Any]) -> list[Action]:
        share = action["shares"][0]
        company = self.company(game, share.rpartition("_")[0])
        known = self.certificates.naming(game, company)
        if isinstance(game.step, Redeem):
            known.give(share, game.purse(company))
            return [RedeemShare()]
        source = self._source(game, company, known.holder(share))
        known.give(share, game.step.seat(game))
        return [Buy(company, source)]

    def _source(self, game: Game, company: Company, holder: Owner | None) -> Owner:
        """Who sells a certificate: whoever has it, if possible; otherwise whoever can."""
        sellers = (POOL, game.purse(company), BANK)
        likely = [holder] if holder is not None and holder in sellers else []
        return next((owner for owner in (*likely, *sellers) if ordinary(game, owner, company) > 0), POOL)

    def _sell_shares(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """A director who sells part of the director's certificate takes ordinary ones from the pool instead."""
        company, count = self.company(game, action["shares"][0].rpartition("_")[0]), _sold(action)
        known = self.certificates.naming(game, company)
        for share in [share for share in action["shares"] if not share.endswith("_0")][:count]:
            known.give(share, POOL)
        return [Sell(Count(count), company)]

    # -- mergers --------------------------------------------------------------------------------------

    def _merge(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """The other director's consent is not recorded, or only in a note."""
        company, partner = self.company(game, action["entity"]), self.company(game, action["corporation"])
        same = game.director(company) == game.director(partner)
        return [Merge(partner)] if same else [Merge(partner), Accept()]

    def _choose(self, game: Game, action: dict[str, Any]) -> list[Action]:
        step, choice = game.step, action["choice"]
        if isinstance(step, ChooseSurvivor):
            return [Survive({"first": step.company, "last": step.partner}[choice])]
        if isinstance(step, Option):
            return [{"redeem": RedeemOption(), "sell": RelinquishOption()}[choice]]
        return [TakeMarkers(Count(int(choice)))]

    def _remove_token(self, game: Game, action: dict[str, Any]) -> list[Action]:
        return [RemoveToken(self._stop(game, action["city"]))]

    def _stop(self, game: Game, city: str) -> Stop:
        """The station that a city of the file is: each tile has one, and London is apart."""
        hex_, _ = self.city(game, city)
        return stop_at(hex_, LONDON.get(game.book.board.names[hex_], 0))

    # -- building -------------------------------------------------------------------------------------

    def _lay_tile(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """A tile, or a small station: then the same tile with one more."""
        name, hex_, rotation = action["tile"].rpartition("-")[0], self.hex(game, action["hex"]), action["rotation"]
        tile = game.book.tiles.index.get(plain_name(name))
        if tile is None:
            raise Malformed("18xx.games file: {tile} is not a tile", tile=repr(action["tile"]))
        self.laid[action["tile"]] = action["hex"]
        placed = game.state.tiles.get(hex_)
        if placed is None or game.book.tiles.box(placed) != tile:
            return [LayTile(Tile(tile), hex_, Rotation(rotation))]
        return [BuildSmallStation(hex_, new_station(game, hex_, name, rotation))]

    def _place_token(self, game: Game, action: dict[str, Any]) -> list[Action]:
        stop = self._stop(game, action["city"])
        return [BuildLink(stop) if isinstance(game.step, LayTrack) else PlaceToken(stop)]

    # -- running and trains -----------------------------------------------------------------------------

    def _run_routes(self, game: Game, action: dict[str, Any]) -> list[Action]:
        """A run as we judge it, or with the posted figure where ours differs."""
        company, routes = self.company(game, action["entity"]), [run for run in action["routes"] if run["connections"]]
        if not routes:
            return [Pass()]
        plan = tuple(self._route(game, company, posted) for posted in routes)
        if any(route.get("revenue") is None for route in routes):  # as in the oldest files
            return [Run(plan)]
        posted = Earnings(
            sum(int(route["revenue"]) for route in routes) + int(action.get("extra_revenue") or 0),
            sum(int(route.get("subsidy") or 0) for route in routes),
        )
        if judge(game, company, plan) == posted:
            return [Run(plan)]
        return [PostRun(Money(posted.revenue), Money(posted.subsidy), plan)]

    def _route(self, game: Game, company: Company, posted: dict[str, Any]) -> Route:
        """One train's route; stops that do not score are in brackets in its text."""
        path, _ = self.path(game, network(game), posted, frozenset(bases(game, company)))
        unpaid = {part.strip("[]") for part in str(posted.get("revenue_str", "")).split("-") if part.startswith("[")}
        stops = (at for at in path if is_stop(at))
        passed = sorted(at for at in stops if game.book.board.names[hex_of(at)] in unpaid)
        return Route(self._kind(posted["train"]), path, tuple(passed))

    def _kind(self, train: str) -> int:
        if train not in self.trains.owned:
            raise Malformed("18xx.games file: nobody has the train {train}", train=repr(train))
        return kind_of(self.trains.owned[train].train)

    def _dividend(self, _: Game, action: dict[str, Any]) -> list[Action]:
        return [{"payout": PayOut(), "withhold": Keep(), "hudson": Hudson()}[action["kind"]]]

    def _buy_train(self, game: Game, action: dict[str, Any]) -> list[Action]:
        buyer, name = self.company(game, action["entity"]), action["train"]
        if name not in self.trains.owned:
            variant = str(action["variant"]).rstrip("*")
            if variant not in game.book.train_names:
                raise Malformed("18xx.games file: {variant} is not a train", variant=repr(variant))
            kind = game.book.train_names.index(variant)
            return [BuyNewTrain(Train(kind), Tally(int(action.get("warranties") or 0)))]
        train, seller = self.trains.put_first(name)
        if seller is None:
            raise Malformed("18xx.games file: nobody has the train {name}", name=repr(name))
        offer = OfferForTrain(Money(action["price"]), train, seller)
        same = game.director(seller) == game.director(buyer)
        return [offer] if same else [offer, Accept()]

    def _convert(self, _: Game, __: dict[str, Any]) -> list[Action]:
        return [Refinance()]


def _sold(action: dict[str, Any]) -> int:
    """How many shares a sale is for: fewer than its certificates represent if one is returned in exchange."""
    listed = sum(_percent(share) for share in action["shares"])
    back = action.get("swap")
    return int(((action.get("percent") or listed) - (_percent(back) if back else 0)) // 10)


def _percent(share: str) -> int:
    """How many shares a certificate represents: the first of a company is the director's."""
    return 30 if share.endswith("_0") else 10
