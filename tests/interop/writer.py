"""Games of 1862 written as 18xx.games would write them: what is played by our rules, in that system's terms.

What that system does by itself is left out, or named among the automatic actions.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from railhead.core.actions import Accept, Action, Pass
from railhead.core.events import Event
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, THROUGH, Company, Hex, Stop, hex_of, index_of, kind_of
from railhead.core.steps import Step
from railhead.interop.as18xx.certificates import Ledger
from railhead.interop.as18xx.reader_1862 import COMPANY_STEPS
from railhead.interop.as18xx.stations_1862 import STATIONS, lines
from railhead.interop.as18xx.train_cards import Owned, TrainCards
from railhead.routes.model import Earnings, Route
from railhead.rules.auction import Auction, Bid
from railhead.rules.dividends import Keep, PayOut
from railhead.rules.exchange import Option, RedeemOption, RelinquishOption, redeem_refusal
from railhead.rules.redemption import RedeemShare
from railhead.rules.running import Run, RunTrains, judge
from railhead.rules.stock import Buy, Sell, Start
from railhead.rules.takeover import RemoveToken
from railhead.rules.tokens import PlaceToken
from railhead.rules.track import LayTile
from railhead.rules.trains import BuyTrains, OfferForTrain
from railhead.titles.t1862.building import BuildSmallStation, sides_of
from railhead.titles.t1862.buying import Refinance, SellTreasury, sale_refusal
from railhead.titles.t1862.dividends import Hudson
from railhead.titles.t1862.flotation import TakeMarkers
from railhead.titles.t1862.london import BuildLink
from railhead.titles.t1862.merging import Merge, MergeOrNot, Survive, connected
from railhead.titles.t1862.parliament import Charter, Propose
from railhead.titles.t1862.trains import BuyNewTrain
from railhead.track.tiles import station_sides

FIRST_ID = 100
"""Player ids are numbers that no seat has."""
LINKS = {"B15": "B15-0-3", "D15": "D15-0-4"}
Written = dict[str, Any]


class Writer:
    """Writes one game, action by action; it names tiles, trains and certificates as that system does."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.actions: list[Written] = []
        self.certificates = Ledger()
        self.trains = TrainCards()
        self.lying: dict[Hex, str] = {}
        self._copies: dict[str, int] = {}
        self._writers: dict[type[Action], Callable[[Game, Any, Any], Written | None]] = {
            Pass: self._pass,
            Accept: lambda *_: None,
            Propose: lambda game, _, action: self.bid(game, action.company, action.amount),
            Bid: self._raise,
            Start: self._start,
            Buy: self._buy,
            Sell: self._sell,
            TakeMarkers: lambda _, __, action: {"type": "choose", "choice": int(action.count)},
            Merge: lambda game, _, action: {"type": "merge", "corporation": game.symbol(action.partner)},
            Survive: self._survive,
            RedeemOption: lambda *_: {"type": "choose", "choice": "redeem"},
            RelinquishOption: lambda *_: {"type": "choose", "choice": "sell"},
            RemoveToken: lambda game, _, action: {"type": "remove_token", "slot": 0, **self.city(game, action.stop)},
            LayTile: self._lay,
            BuildSmallStation: self._station,
            BuildLink: lambda game, _, action: {"type": "place_token", "slot": 0, **self.city(game, action.stop)},
            PlaceToken: lambda game, _, action: {"type": "place_token", "slot": 0, **self.city(game, action.stop)},
            Run: self._run,
            PayOut: lambda *_: {"type": "dividend", "kind": "payout"},
            Keep: lambda *_: {"type": "dividend", "kind": "withhold"},
            Hudson: lambda *_: {"type": "dividend", "kind": "hudson"},
            BuyNewTrain: self._new_train,
            OfferForTrain: self._old_train,
            SellTreasury: self._sell_treasury,
            Refinance: self._refinance,
            RedeemShare: self._redeem,
        }

    # -- the file ---------------------------------------------------------------------------------------

    def write(self, game: Game, action: Action) -> None:
        """Write an action that is about to be made."""
        self.certificates.begin()
        step = game.step
        written = self._writers[type(action)](game, step, action)
        if written is None or (self._open_to_doubt(game, step, action) and self.chance.random() < 0.5):
            return
        whole = {**self.actor(game, step), **written}
        if isinstance(step, MergeOrNot) and isinstance(action, Pass) and not self.partners(game, step):
            self.by_itself(whole)
        else:
            self.actions.append({**whole, "id": len(self.actions) + 1})

    def happened(self, game: Game, events: list[Event]) -> None:
        """Take note of what came of it."""
        for event in events:
            self.trains.happened(game, event)
            self.certificates.happened(game, event)

    def by_itself(self, written: Written) -> None:
        """That system passes where no partner is connected, and says so."""
        self.actions[-1].setdefault("auto_actions", []).append(written)

    @staticmethod
    def _open_to_doubt(game: Game, step: Step, action: Action) -> bool:
        """Is somebody asked who can give this answer only? It is not known whether that system does so."""
        if isinstance(step, Option):
            return redeem_refusal(game, step, RedeemOption()) is not None
        return isinstance(step, BuyTrains) and isinstance(action, Pass) and not game.trains_of(step.company)

    def actor(self, game: Game, step: Step) -> Written:
        if isinstance(step, COMPANY_STEPS):
            return {"entity": game.symbol(step.company), "entity_type": "corporation"}
        if isinstance(step, Option) and step.holder not in game.book.seat_ids:
            return {"entity": game.symbol(step.company), "entity_type": "corporation"}
        return {"entity": FIRST_ID + step.seat(game), "entity_type": "player"}

    @staticmethod
    def partners(game: Game, step: MergeOrNot) -> bool:
        others = (other for other in game.all_companies() if other != step.company)
        return any(connected(game, step.company, other) for other in others)

    # -- players ----------------------------------------------------------------------------------------

    def _pass(self, _: Game, step: Step, __: Pass) -> Written | None:
        """A company that cannot run is not asked."""
        return None if isinstance(step, RunTrains) else {"type": "pass"}

    def bid(self, game: Game, company: Company, amount: int) -> Written:
        return {"type": "bid", "corporation": game.symbol(company), "price": int(amount)}

    def _raise(self, game: Game, step: Auction, action: Bid) -> Written:
        company = step.lot.about
        assert company is not None
        return self.bid(game, company, action.amount)

    def _start(self, game: Game, step: Step, action: Start) -> Written:
        company, price = action.company, game.book.market.prices[action.par]
        holder = BANK if isinstance(step, Charter) else game.purse(company)
        self.certificates.start(game, company, holder, step.seat(game))
        return {"type": "par", "corporation": game.symbol(company), "share_price": f"{price},0,{action.par}"}

    def _buy(self, game: Game, step: Step, action: Buy) -> Written:
        known = self.certificates.naming(game, action.company)
        share = self.chance.choice(known.held[action.source])
        known.give(share, step.seat(game))
        return {"type": "buy_shares", "shares": [share], "percent": 10}

    def _sell(self, game: Game, step: Step, action: Sell) -> Written:
        seat, count = step.seat(game), int(action.count)
        known = self.certificates.naming(game, action.company)
        shares = sorted(known.held.get(seat, []))[:count]
        for share in shares:
            known.give(share, POOL)
        if count > len(shares):
            shares = [*shares, f"{game.symbol(action.company)}_0"]
        return {"type": "sell_shares", "shares": shares, "percent": 10 * count}

    # -- companies --------------------------------------------------------------------------------------

    def _survive(self, _: Game, step: Any, action: Survive) -> Written:
        return {"type": "choose", "choice": "first" if action.company == step.company else "last"}

    def _redeem(self, game: Game, step: Any, _: RedeemShare) -> Written:
        known = self.certificates.naming(game, step.company)
        share = self.chance.choice(known.held[POOL])
        known.give(share, game.purse(step.company))
        return {"type": "buy_shares", "shares": [share], "percent": 10}

    def _sell_treasury(self, _: Game, __: Step, ___: SellTreasury) -> Written:
        self.certificates.sell_first()
        return {"type": "pass"}

    def _refinance(self, game: Game, step: Any, _: Refinance) -> Written:
        return {"type": "convert" if sale_refusal(game, step.company) is None else "pass"}

    def _new_train(self, game: Game, _: Step, action: BuyNewTrain) -> Written:
        facts = game.book.trains[action.train]
        card = game.book.piles[facts.pile].name
        number = sum(name.startswith(card) for name in self.trains.owned)
        name = game.book.train_names[action.train]
        train = {"train": f"{card}-{number}", "price": facts.price}
        return {"type": "buy_train", **train, "variant": name, "warranties": int(action.warranties)}

    def _old_train(self, _: Game, __: Step, action: OfferForTrain) -> Written:
        wanted = Owned(action.train, action.seller)
        name = self.chance.choice([name for name, owned in self.trains.owned.items() if owned == wanted])
        self.trains.put_first(name)
        return {"type": "buy_train", "train": name, "price": int(action.amount)}

    # -- the board --------------------------------------------------------------------------------------

    def city(self, game: Game, stop: Stop) -> Written:
        name = game.book.board.names[hex_of(stop)]
        if name in LINKS:
            return {"city": LINKS[name]}
        return {"city": f"{self.lying.get(hex_of(stop), f'{name}-0')}-0"}

    def lay(self, game: Game, hex_: Hex, tile: str, rotation: int) -> Written:
        self.lying[hex_] = f"{tile}-{self._copies.get(tile, 0)}"
        self._copies[tile] = self._copies.get(tile, 0) + 1
        name = game.book.board.names[hex_]
        return {"type": "lay_tile", "hex": name, "tile": self.lying[hex_], "rotation": rotation}

    def _lay(self, game: Game, _: Step, action: LayTile) -> Written:
        return self.lay(game, action.hex, game.book.tiles.names[action.tile], int(action.rotation))

    def _station(self, game: Game, _: Step, action: BuildSmallStation) -> Written:
        """The tile as it lies, under the name it has with these stations there."""
        board, placed = game.book.board, game.state.tiles[action.hex]
        built = station_sides(board.facts(action.hex, placed), board.track(action.hex, placed))
        wanted, tile = {*built, sides_of(action.line)}, game.book.tiles.facts[game.book.tiles.box(placed)]
        track = [{frozenset(piece) for piece in turned.pieces} for turned in tile.turned]
        base = game.book.tiles.names[game.book.tiles.box(placed)]
        names = [name for name in STATIONS if name.startswith(f"{base}_")] + [f"{base}_{len(track[0])}"]
        for name in names:
            for rotation in range(6):
                if track[rotation] == track[placed % 6] and set(lines(game, name, rotation)) == wanted:
                    return self.lay(game, action.hex, name, rotation)
        raise AssertionError(f"{base} has no name with stations on {wanted}")

    def _run(self, game: Game, step: Any, action: Run) -> Written:
        earned = judge(game, step.company, action.routes)
        assert isinstance(earned, Earnings)
        free = {name: owned.train for name, owned in self.trains.owned.items() if owned.company == step.company}
        routes = []
        for route in action.routes:
            name = next(name for name, train in free.items() if kind_of(train) == route.train)
            free.pop(name)
            routes.append({"train": name, **self.route(game, route), "revenue": 0, "subsidy": 0})
        routes[0].update(revenue=earned.revenue, subsidy=earned.subsidy)
        return {"type": "run_routes", "routes": routes, "extra_revenue": 0, "subsidy": earned.subsidy}

    def route(self, game: Game, route: Route) -> Written:
        """Chains of hexes from stop to stop, each in some direction."""
        names, chains, stops = game.book.board.names, [], []
        chain: list[str] = []
        for at in route.path:
            chain.append(names[hex_of(at)])
            if index_of(at) != THROUGH:
                text = chain[-1]
                stops.append(f"[{text}]" if at in route.passed_by else text)
                if len(chain) > 1:
                    chains.append(chain[:: self.chance.choice((1, -1))])
                chain = chain[-1:]
        return {"connections": chains, "hexes": [stop.strip("[]") for stop in stops], "revenue_str": "-".join(stops)}
