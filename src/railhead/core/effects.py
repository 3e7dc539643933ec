"""The only functions that write to a state. Each does one thing, emits its event, and keeps the books balanced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from railhead.core import events as ev
from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import (
    BANK,
    NOBODY,
    NOWHERE,
    POOL,
    Company,
    Hex,
    Owner,
    Place,
    Point,
    Private,
    Seat,
    Stop,
    Tile,
    Train,
    kind_of,
)
from railhead.core.laws import GameEffect, nothing_follows
from railhead.core.rulebook import RuleGroup
from railhead.core.spelling import Count, Money, Purse, Rotation, Tally
from railhead.core.state import Round
from railhead.core.text import Text


@dataclass(frozen=True)
class MoneyRules(RuleGroup):
    """What happens when the bank runs out of money."""

    bank_broke: GameEffect = nothing_follows
    """What happens once the bank has paid out more than it had."""


def pay(game: Game, payer: Owner, payee: Owner, amount: int, purpose: Text) -> None:
    """Every transfer of money goes through here."""
    if amount == 0:
        return
    if amount < 0 or game.book.currency[payer] != game.book.currency[payee]:
        raise AssertionError(f"{game.name(payer)} cannot pay {amount} to {game.name(payee)}")
    game.state.cash[payer] -= amount
    game.state.cash[payee] += amount
    game.tell(ev.Paid(Purse(payer), Purse(payee), Money(amount), purpose))
    if payer == BANK and game.state.cash[BANK] < 0:
        game.rules[MoneyRules].bank_broke(game)


def move_shares(game: Game, giver: Owner, taker: Owner, company: Company, count: int) -> None:
    """Shares change hands; the director's certificate is moved by `set_director`."""
    if count == 0 or giver == taker:
        return
    companies = game.book.company_count
    shares = game.state.shares
    shares[giver * companies + company] -= count
    shares[taker * companies + company] += count
    game.tell(ev.SharesMoved(Owner(giver), Owner(taker), Company(company), Count(count)))


def set_director(game: Game, company: Company, owner: Owner) -> None:
    """The director's certificate has a new holder."""
    if game.state.director[company] != owner:
        game.state.director[company] = Owner(owner)
        game.tell(ev.DirectorChanged(Company(company), Owner(owner)))


def set_par(game: Game, company: Company, place: Place) -> None:
    """A company is started at this par."""
    game.state.par[company] = place
    game.tell(ev.ParSet(Company(company), Place(place)))


def move_par(game: Game, company: Company, place: Place) -> None:
    """The par of a company in play changes."""
    game.state.par[company] = place
    game.tell(ev.ParMoved(Company(company), Place(place)))


def clear_par(game: Game, company: Company) -> None:
    """A company in play has no par any more; its shares are sold at the market price."""
    game.state.par[company] = NOWHERE


def set_price(game: Game, company: Company, place: Place) -> None:
    """The marker moves to this place and goes under the markers there, even if it was there already."""
    state, was = game.state, game.state.price[company]
    state.price[company] = place
    state.stack = (*(other for other in state.stack if other != company), company)
    game.tell(ev.PriceMoved(Company(company), Place(place), Place(was)))


def take_off_market(game: Game, company: Company) -> None:
    """The company no longer has a marker or a par."""
    state = game.state
    state.price[company] = state.par[company] = NOWHERE
    state.stack = tuple(other for other in state.stack if other != company)


def set_kind(game: Game, company: Company, kind: int, issued_to: Owner) -> None:
    """A company becomes one of another kind; an owner receives the additional shares."""
    gained = game.book.kinds[kind].shares - game.share_count(company)
    game.state.kind[company] = kind
    game.state.shares[issued_to * game.book.company_count + company] += gained
    game.tell(ev.KindChanged(company, Text(game.book.kinds[kind].name)))


def take_loans(game: Game, company: Company, count: int, paid: int) -> None:
    """A company takes loans, and the bank pays it this total for them."""
    game.state.loans[company] += count
    game.tell(ev.LoansTaken(company, Count(count)))
    pay(game, game.book.company_bank, game.purse(company), paid, Text("its loans"))


def repay_loans(game: Game, company: Company, count: int, paid: int) -> None:
    """A company repays loans, paying the bank this total for them."""
    game.state.loans[company] -= count
    game.tell(ev.LoansRepaid(company, Count(count)))
    pay(game, game.purse(company), game.book.company_bank, paid, Text("its loans"))


def move_loans(game: Game, giver: Company, taker: Company) -> None:
    """A company takes over all the loans of another."""
    count = game.state.loans[giver]
    if count:
        game.state.loans[giver] = 0
        game.state.loans[taker] += count
        game.tell(ev.LoansMoved(giver, taker, Count(count)))


def cancel_loans(game: Game, company: Company) -> None:
    """A company's loans end with it; nobody repays them."""
    game.state.loans[company] = 0


def mark(game: Game, company: Company, flags: int) -> None:
    """Set flags of a company."""
    game.state.status[company] |= flags


def unmark(game: Game, company: Company, flags: int) -> None:
    """Clear flags of a company."""
    game.state.status[company] &= ~flags


def lay_tile(game: Game, company: Company, hex_: Hex, tile: Tile, rotation: int) -> None:
    """A tile is laid; the one it replaces goes back to the supply; tokens and small stations keep their places."""
    state, board = game.state, game.book.board
    old = board.placed(state.tiles, hex_)
    new = board.with_stations_of(hex_, old, tile * 6 + rotation)
    assert new is not None
    here = [at for at in board.stops_of(old, hex_) if at in state.tokens]
    if here:
        elsewhere = {at: held for at, held in state.tokens.items() if at not in here}
        carried = dict[Stop, tuple[Company, ...]]()
        for at in here:
            stop = board.carried(hex_, old, new, at)
            carried[stop] = (*carried.get(stop, ()), *state.tokens[at])
        state.tokens = FrozenDict({**elsewhere, **carried})
    if hex_ in state.tiles:
        state.supply[board.tiles.box(state.tiles[hex_])] += 1
    state.supply[tile] -= 1
    state.tiles = state.tiles.put(hex_, new)
    told = ev.TileUpgraded if board.facts(hex_, old).colour else ev.TileLaid
    game.tell(told(Company(company), Hex(hex_), Tile(tile), Rotation(rotation)))


def take_back_tile(game: Game, hex_: Hex, before: int | None) -> None:
    """The tile on a hex goes back to the supply, and the one before, if any, lies there again; tokens go with it.

    Those at stations that the one before does not have go to its first.
    """
    state, board = game.state, game.book.board
    now, earlier = state.tiles[hex_], state.tiles.without(hex_)
    state.supply[board.tiles.box(now)] += 1
    if before is not None:
        state.supply[board.tiles.box(before)] -= 1
        earlier = earlier.put(hex_, before)
    old = board.placed(earlier, hex_)
    stops = board.stops_of(old, hex_)
    back = dict.fromkeys(board.stops_of(now, hex_), stops[0]) if stops else {}
    back |= {board.carried(hex_, old, now, stop): stop for stop in stops}
    tokens = dict[Stop, tuple[Company, ...]]()
    for at, held in state.tokens.items():
        stop = back.get(at, at)
        tokens[stop] = (*tokens.get(stop, ()), *held)
    state.tokens = FrozenDict(tokens)
    state.tiles = earlier
    game.tell(ev.TileTakenBack(Hex(hex_), Tile(board.tiles.box(now))))


def build_small_station(game: Game, company: Company, hex_: Hex, sides: frozenset[int]) -> None:
    """A small station is put on the line that joins two sides of a hex."""
    placed = game.book.board.with_station(game.state.tiles[hex_], sides)
    assert placed is not None
    game.state.tiles = game.state.tiles.put(hex_, placed)
    game.tell(ev.SmallStationBuilt(Company(company), Hex(hex_), "-".join(str(side) for side in sorted(sides))))


def place_token(game: Game, company: Company, stop: Stop) -> None:
    """One of the company's spare tokens goes to the board."""
    state = game.state
    state.spare_tokens[company] -= 1
    state.tokens = state.tokens.put(stop, (*state.tokens.get(stop, ()), company))
    game.tell(ev.TokenPlaced(Company(company), Point(stop)))


def return_token(game: Game, company: Company, stop: Stop) -> None:
    """One token of a company leaves the board and can be placed again."""
    _take_off(game, company, stop)
    game.state.spare_tokens[company] += 1
    game.tell(ev.TokenReturned(Company(company), Point(stop)))


def move_token(game: Game, company: Company, stop: Stop, to: Stop) -> None:
    """One token of a company goes to another station."""
    _take_off(game, company, stop)
    state = game.state
    state.tokens = state.tokens.put(to, (*state.tokens.get(to, ()), company))
    game.tell(ev.TokenMoved(Company(company), Point(stop), Point(to)))


def remove_token(game: Game, company: Company, stop: Stop) -> None:
    """One token of a company leaves the board and is lost; those placed after it keep their order."""
    _take_off(game, company, stop)
    game.tell(ev.TokenRemoved(Company(company), Point(stop)))


def _take_off(game: Game, company: Company, stop: Stop) -> None:
    tokens = game.state.tokens
    left = list(tokens[stop])
    left.remove(company)
    game.state.tokens = tokens.put(stop, tuple(left)) if left else tokens.without(stop)


def replace_token(game: Game, company: Company, stop: Stop, instead: Company) -> None:
    """A company's token replaces one of another company."""
    state = game.state
    held = list(state.tokens[stop])
    held[held.index(instead)] = company
    state.tokens = state.tokens.put(stop, tuple(held))
    game.tell(ev.TokenPlaced(Company(company), Point(stop)))


def place_marker(game: Game, marker: Company, stop: Stop) -> None:
    """A token that is no company's goes to the board."""
    state = game.state
    state.tokens = state.tokens.put(stop, (*state.tokens.get(stop, ()), marker))
    game.tell(ev.MarkerPlaced(game.book.token_faces[marker].name, Point(stop)))


def remove_marker(game: Game, marker: Company, stop: Stop) -> None:
    """A token that is no company's leaves the board; those placed after it keep their order."""
    tokens = game.state.tokens
    left = tuple(token for token in tokens[stop] if token != marker)
    game.state.tokens = tokens.put(stop, left) if left else tokens.without(stop)
    game.tell(ev.MarkerRemoved(game.book.token_faces[marker].name, Point(stop)))


def replace_by_marker(game: Game, company: Company, stop: Stop, marker: Company) -> None:
    """A token that is no company's replaces one of a company, which is lost."""
    state = game.state
    held = list(state.tokens[stop])
    held[held.index(company)] = marker
    state.tokens = state.tokens.put(stop, tuple(held))
    game.tell(ev.MarkerPlaced(game.book.token_faces[marker].name, Point(stop)))


def give_tokens(game: Game, company: Company, count: int) -> None:
    """A company gains this many spare tokens; if the number is negative, it loses them."""
    game.state.spare_tokens[company] += count


def move_train(game: Game, giver: Owner, taker: Owner, train: Train) -> None:
    """A train goes from one owner to another; the bank's own are in the depot."""
    state = game.state
    if giver == BANK:
        state.depot[game.book.trains[kind_of(train)].pile] -= 1
    else:
        left = list(state.trains[giver])
        left.remove(train)
        state.trains[giver] = tuple(left)
    state.trains[taker] = tuple(sorted((*state.trains[taker], train)))
    game.tell(ev.TrainMoved(Train(train), Owner(giver), Owner(taker)))


def scrap_trains(game: Game, train: Train, spared: Collection[Owner] = ()) -> None:
    """All trains of a kind that carry no marks leave the game, whoever has them; some owners may be spared."""
    state, pile = game.state, game.book.trains[train].pile
    for owner, held in enumerate(state.trains):
        gone = held.count(train)
        if gone and owner not in spared:
            state.scrapped[pile] += gone
            state.trains[owner] = tuple(other for other in held if other != train)
    if state.depot[pile]:
        state.scrapped[pile] += state.depot[pile]
        state.depot[pile] = 0
    game.tell(ev.TrainsRusted(Train(train)))


def scrap_unowned(game: Game, pile: int) -> None:
    """Trains of a pile that no company has leave the game: those still to be sold, and those returned."""
    state = game.state
    returned = [train for train in state.trains[POOL] if game.book.trains[kind_of(train)].pile == pile]
    gone = state.depot[pile] + len(returned)
    if gone:
        state.depot[pile] = 0
        state.trains[POOL] = tuple(train for train in state.trains[POOL] if train not in returned)
        state.scrapped[pile] += gone
        game.tell(ev.UnownedTrainsRusted(game.book.piles[pile].name))


def scrap_train(game: Game, owner: Owner, train: Train) -> None:
    """One train of an owner leaves the game."""
    state = game.state
    left = list(state.trains[owner])
    left.remove(train)
    state.trains[owner] = tuple(left)
    state.scrapped[game.book.trains[kind_of(train)].pile] += 1
    game.tell(ev.TrainScrapped(Owner(owner), Train(train)))


def claim_train(game: Game, taker: Owner, train: Train) -> None:
    """Somebody takes a train of those that have left the game, with any face of its card."""
    state = game.state
    state.scrapped[game.book.trains[kind_of(train)].pile] -= 1
    state.trains[taker] = tuple(sorted((*state.trains[taker], train)))
    game.tell(ev.TrainClaimed(Owner(taker), Train(train)))


def turn_train(game: Game, owner: Owner, train: Train, face: Train) -> None:
    """A train of an owner runs from now on as another kind on the same card."""
    kinds = game.book.trains
    assert kinds[kind_of(train)].pile == kinds[kind_of(face)].pile, "a card has only its own faces"
    left = list(game.state.trains[owner])
    left.remove(train)
    game.state.trains[owner] = tuple(sorted((*left, face)))
    game.tell(ev.TrainTurned(Purse(owner), Train(train), Train(face)))


def export_train(game: Game, pile: int) -> None:
    """The next train of a pile leaves the game unsold."""
    game.state.depot[pile] -= 1
    game.state.scrapped[pile] += 1
    game.tell(ev.TrainExported(game.book.piles[pile].name))


def cut_pile(game: Game, pile: int, left: int) -> None:
    """All but this many trains of a pile leave the game unsold."""
    gone = max(0, game.state.depot[pile] - left)
    game.state.depot[pile] -= gone
    game.state.scrapped[pile] += gone
    if gone:
        game.tell(ev.PileCut(game.book.piles[pile].name, Tally(game.state.depot[pile])))


def mark_trains(game: Game, owner: Owner, trains: tuple[Train, ...]) -> None:
    """An owner keeps the same trains, but the marks they carry change."""
    assert sorted(map(kind_of, trains)) == sorted(map(kind_of, game.state.trains[owner]))
    game.state.trains[owner] = tuple(sorted(trains))


def set_phase(game: Game, phase: int) -> None:
    """A new phase begins."""
    game.state.phase = phase
    game.tell(ev.PhaseStarted(game.book.phases[phase].name))


def give_private(game: Game, private: Private, owner: Owner) -> None:
    """A private company has a new owner; BANK if it is for sale there."""
    game.state.privates[private] = Owner(owner)
    game.tell(ev.PrivateMoved(Private(private), Owner(owner)))


def close_private(game: Game, private: Private) -> None:
    """A private company leaves the game."""
    game.state.privates[private] = NOBODY
    game.tell(ev.PrivateClosed(Private(private)))


def set_priority(game: Game, seat: Seat) -> None:
    """The priority deal card is handed over."""
    if game.state.priority != seat:
        game.state.priority = seat
        game.tell(ev.PriorityMoved(Owner(seat)))


def put_out(game: Game, seat: Seat) -> None:
    """A player is out of the game: nobody asks them any more, and they come last."""
    game.state.out = (*game.state.out, seat)
    game.tell(ev.PlayerOut(seat))


def begin_round(game: Game, round_: Round) -> None:
    """A round begins."""
    game.state.round = round_
    game.tell(ev.RoundBegan(game.book.round_name(round_)))


def record_run(game: Game, company: Company, revenue: int, subsidy: int) -> None:
    """Record what a company's trains earned, which may be nothing."""
    game.state.revenue[company] = revenue
    game.state.subsidy[company] = subsidy
    if revenue or subsidy:
        game.tell(ev.Earned(Company(company), Money(revenue), Money(subsidy)))


def record_dividend(game: Game, company: Company, amount: int) -> None:
    """Record what a company paid out in its turn, which may be nothing."""
    game.state.dividend[company] = amount
    if amount:
        game.tell(ev.DividendPaid(Company(company), Money(amount)))
    else:
        game.tell(ev.RevenueKept(Company(company), Money(game.state.revenue[company])))


def declare(game: Game, company: Company, standing: Text) -> None:
    """A company's standing changed."""
    game.tell(ev.Declared(Company(company), standing))


def foresee_end(game: Game, reason: str) -> None:
    """The game will end for this reason as soon as the rules say so."""
    if not game.state.ending:
        game.state.ending = reason
        game.tell(ev.Noted(Text("The game will end: {reason}", reason=Text(reason))))


def end_game(game: Game) -> None:
    """Nothing is left to decide."""
    game.state.agenda = ()


def suppose_board(game: Game, tiles: Mapping[Hex, int], tokens: Mapping[Stop, tuple[Company, ...]]) -> None:
    """The board is as somebody imagines it. Nothing is taken from the supply: this is not a game that goes on."""
    game.state.tiles = FrozenDict(tiles)
    game.state.tokens = FrozenDict({stop: held for stop, held in tokens.items() if held})


def suppose_trains(game: Game, company: Company, trains: Iterable[Train]) -> None:
    """A company has the trains that somebody imagines."""
    game.state.trains[game.purse(company)] = tuple(sorted(trains))


def suppose_phase(game: Game, phase: int) -> None:
    """It is the phase that somebody imagines, without what its beginning would bring about."""
    game.state.phase = phase


def set_record(game: Game, record: object) -> None:
    """Replace the title's own record."""
    game.state.record = record
