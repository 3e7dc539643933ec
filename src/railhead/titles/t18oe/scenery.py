"""What the board shows besides tiles and tokens: seas, ports, ferries, zones, patrons, and the tokens of cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from railhead.core.game import Game
from railhead.core.ids import Company, Stop, hex_of
from railhead.core.rulebook import Rulebook
from railhead.core.scenery import Crossing, HexMark, Port, Region, Scenery, Sea
from railhead.core.state import State
from railhead.core.text import Text, verbatim
from railhead.titles.t18oe import patronage, powers
from railhead.titles.t18oe.facts import BY_PHASE, ZONES, Zone, land
from railhead.titles.t18oe.getting_about import BRANDT
from railhead.titles.t18oe.hochberg import HOCHBERG
from railhead.titles.t18oe.junction import MINOR_D
from railhead.titles.t18oe.port_cards import CIRCLE, HARBOR
from railhead.titles.t18oe.record import record


@cache
def scenery() -> Scenery:
    """The scenery of Europe."""
    here = land()
    return Scenery(
        marks=marks,
        seas=tuple(Sea(sea.name, sea.hexes) for sea in here.seas),
        ports=tuple(Port(port.hex, port.side, port.anchor, port.private) for port in here.ports),
        crossings=tuple(Crossing(ferry.over, ferry.distance) for ferry in here.ferries),
        regions=tuple(_region(Zone(number)) for number in range(len(ZONES))),
    )


def _region(zone: Zone) -> Region:
    hexes = frozenset(hex_ for hex_, zones in land().zones.items() if zone in zones)
    return Region(ZONES[zone].name, hexes, zone)


def marks(book: Rulebook, state: State) -> tuple[HexMark, ...]:
    """The patrons that are left, and the tokens of privates and of minor D."""
    game = Game(book, state)
    return (*_patrons(game), *_private_tokens(game), *_junction(game))


def _patrons(game: Game) -> Iterator[HexMark]:
    """What each would pay now (18OE-PATRON-02)."""
    for hex_, _ in record(game).patronage:
        pays = patronage.bounty(game, hex_)
        words = Text("Patronage: {amount} for the railroad that lays the first tile", amount=pays)
        yield HexMark(hex_, f"+{pays}", words, faint=True)


def _private_tokens(game: Game) -> Iterator[HexMark]:
    """Those of Hochberg, Brandt & Brandau, Star Harbor and Central Circle, whose owners may have removed the cards."""
    known = record(game)
    if known.hochberg is not None:
        yield HexMark(known.hochberg, HOCHBERG, _hochberg(game))
    for hex_ in known.brandt:
        yield HexMark(hex_, BRANDT, _brandt(game))
    yield from _in_a_city(game, known.harbor, HARBOR, Text("Token of Star Harbor"))
    yield from _in_a_city(game, known.circle, CIRCLE, Text("Token of Central Circle"))


def _hochberg(game: Game) -> Text:
    owner = powers.owner(game, HOCHBERG)
    if owner is None:
        return Text("Hochberg's token, which counts for nobody")
    pays, name = BY_PHASE["hochberg"][game.state.phase], verbatim(game.name(owner))
    return Text("Hochberg's token: a town of {amount} for the railroads of {player}", amount=pays, player=name)


def _brandt(game: Game) -> Text:
    owner = powers.owner(game, BRANDT)
    if owner is None:
        return Text("Token of Brandt & Brandau: nobody runs through")
    return Text("Token of Brandt & Brandau: only railroads of {player} run through", player=verbatim(game.name(owner)))


def _in_a_city(game: Game, token: tuple[Company, Stop] | None, sign: str, what: Text) -> Iterator[HexMark]:
    if token is not None:
        company, stop = token
        name = game.symbol(company)
        words = Text("{token}: {company} passes through and earns nothing here", token=what, company=name)
        yield HexMark(hex_of(stop), sign, words)


def _junction(game: Game) -> Iterator[HexMark]:
    """What it adds for the trains of the minor, or of the major it is merged into (18OE-MINOR-07)."""
    stop, holder = record(game).junction, powers.holder(game, MINOR_D)
    if stop is not None and holder is not None:
        more = BY_PHASE["junction"][game.state.phase]
        words = Text("Minor D's token: {amount} more for {company}", amount=more, company=game.symbol(holder))
        yield HexMark(hex_of(stop), MINOR_D, words)
