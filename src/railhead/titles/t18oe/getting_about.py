"""How railroads get about: where their ways begin, what they pass, and where they may go to sea.

Ways are those of a train without city limit (18OE-TRACK-18, 18OE-TOKEN-03). For track they may use the tokens of Star
Harbor and Central Circle to get past, for tokens they may not (18OE-PRIV-28).
"""

from __future__ import annotations

from functools import cache, lru_cache

from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, hex_of, stop_at
from railhead.rules.cache import Kind, cached
from railhead.rules.stations import Standing, StationRules, bases, full_of_others
from railhead.titles.t18oe import powers, rights, white_cliffs
from railhead.titles.t18oe.facts import NATIONAL, READINGS, Port, land
from railhead.titles.t18oe.record import record
from railhead.track.board import PRINTED, Board
from railhead.track.hexgrid import EDGES
from railhead.track.tiles import CITY, TOWN
from railhead.track.water import Harbour, Harbours, Side

STANDINGS: Kind[Standing] = Kind("standings", 256)
BRANDT = "BBE"


def for_track(game: Game, company: Company) -> Standing:
    """How a railroad gets to where it builds."""
    return _standing(game, company, track=True)


def for_tokens(game: Game, company: Company) -> Standing:
    """How it gets to where it places tokens."""
    return _standing(game, company, track=False)


def _standing(game: Game, company: Company, track: bool) -> Standing:
    state, known = game.state, record(game)
    brandt = marked_for_others(game, company)
    cards = (known.harbor, known.circle) if track else ()
    key = (company, state.kind[company], state.tiles, state.tokens, brandt, cards, known.cliffs_open, track)
    return cached(game, STANDINGS, key, lambda: _make(game, company, brandt, track))


def _make(game: Game, company: Company, brandt: frozenset[Hex], track: bool) -> Standing:
    cards = cities_of_cards(game, company) if track else frozenset[Stop]()
    virtual = virtual_tokens(game, company)
    starts = virtual or tuple(_starts(game, company))
    passes = cards | frozenset(virtual)
    at_home = frozenset(map(hex_of, (*starts, *cards)))
    placed = tuple([game.state.tiles.get(port.hex, PRINTED) for port in land().ports])
    harbours = _harbours(game.book.board, placed, at_home & _hexes_of_ports(), READINGS.port_towns_by_sea)
    lille = _lille(game, company, cards)
    return Standing(
        starts, passes | lille.passes, brandt | lille.shut, harbours, bypasses=lille.bypasses, last=lille.last
    )


def _starts(game: Game, company: Company) -> list[Stop]:
    """Its tokens; one on the ferry position counts as one in Lille."""
    own = bases(game, company)
    return [*own, white_cliffs.lille()] if white_cliffs.holder(game) == company else own


def virtual_tokens(game: Game, company: Company) -> tuple[Stop, ...]:
    """The cities with virtual tokens of a national: all of its zone that have circles (18OE-NATREV-01)."""
    if game.state.kind[company] != NATIONAL:
        return ()
    board, zones = game.book.board, rights.zones(game, company)
    return tuple(
        stop_at(hex_, number)
        for hex_, zone in land().zone_of_stop.items()
        if zone in zones
        for number, stop in enumerate(board.facts(hex_, board.placed(game.state.tiles, hex_)).stops)
        if stop.kind == CITY
    )


def marked_for_others(game: Game, company: Company) -> frozenset[Hex]:
    """The hexes with a token of Brandt & Brandau whose track this railroad may not use (18OE-PRIV-41)."""
    marked = record(game).brandt
    return frozenset(marked) if marked and powers.owner(game, BRANDT) != game.controller(company) else frozenset()


def cities_of_cards(game: Game, company: Company) -> frozenset[Stop]:
    """The stations of cities that a railroad passes by the token of Star Harbor or Central Circle (18OE-PRIV-27)."""
    board = game.book.board
    placed = (token for token in (record(game).harbor, record(game).circle) if token is not None)
    hexes = [hex_of(stop) for holder, stop in placed if holder == company]
    return frozenset(stop for hex_ in hexes for stop in board.stops_of(board.placed(game.state.tiles, hex_), hex_))


# -- ports ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _harbours(board: Board, placed: tuple[int, ...], at_home: frozenset[Hex], towns_by_sea: bool) -> Harbours:
    """The public ports, and the private ones where a railroad has a token (18OE-PORT-20, 18OE-PORT-22).

    For track and tokens across the sea as well (18OE-WATER-06, 18OE-TRACK-20). What is placed on the hex of each port
    decides on its stations; by another reading also on whether it can be used.
    """
    return Harbours(
        harbour
        for port, placement in zip(land().ports, placed, strict=True)
        if (not port.private or port.hex in at_home) and (towns_by_sea or _has_track(board, port, placement))
        for harbour in _harbours_of(board, port, placement)
    )


def _has_track(board: Board, port: Port, placement: int) -> bool:
    """By another reading, a port at a town without track to its arrow cannot be reached (18OE-TRACK-19)."""
    if port.side is None:
        return True
    joined = board.track(port.hex, placement).exits >> port.side & 1
    return bool(joined) or board.facts(port.hex, placement).stops[0].kind != TOWN


def _harbours_of(board: Board, port: Port, placement: int) -> list[Harbour]:
    """Where ways go to sea from a port: over its arrow, or from every station of an offshore one (18OE-PORT-24)."""
    if port.side is not None:
        return [Harbour(side=(port.hex, port.side))]
    return [Harbour(stop=stop) for stop in board.stops_of(placement, port.hex)]


@cache
def _hexes_of_ports() -> frozenset[Hex]:
    return frozenset(port.hex for port in land().ports)


# -- Lille ----------------------------------------------------------------------------------------


def _lille(game: Game, company: Company, cards: frozenset[Stop]) -> Standing:
    """What the ferry position changes: past Lille, past it between some sides only, or only as far as Lille.

    While it is empty, ways by the ferry get past (18OE-LILLE-02, 18OE-LILLE-03). Once it is taken, those without a
    token in Lille come by the ferry only as far as Lille (18OE-LILLE-05, 18OE-LILLE-06). When that token is gone,
    everybody gets past (18OE-LILLE-07).
    """
    lille, ferry = white_cliffs.lille(), hex_of(white_cliffs.position())
    if white_cliffs.is_open(game) or white_cliffs.holder(game) == company:
        return Standing((), frozenset((lille,)))
    if white_cliffs.holder(game) is None:
        return Standing((), bypasses=_past_lille(game, company))
    if white_cliffs.counts_there(game, company) or lille in cards:
        return Standing(())
    from_london = next(
        side for side, (hex_, _) in game.book.board.across[ferry].items() if hex_ == white_cliffs.london()
    )
    return Standing((), shut=frozenset((ferry,)), last=(((ferry, from_london), lille),))


def _past_lille(game: Game, company: Company) -> tuple[tuple[Side, Side], ...]:
    """From the ferry's side of Lille to all others with track, if the city is full of others' tokens."""
    lille, board = white_cliffs.lille(), game.book.board
    if lille not in full_of_others(game, company, game.book.open_markers):
        return ()
    hex_ = hex_of(lille)
    quay = next(side for side, (other, _) in board.across[hex_].items() if other == hex_of(white_cliffs.position()))
    exits = board.track(hex_, game.state.tiles.get(hex_, PRINTED)).exits
    return tuple(((hex_, quay), (hex_, side)) for side in EDGES if side != quay and exits >> side & 1)


RULES = StationRules(standing=for_track, sides_are_track=True)
