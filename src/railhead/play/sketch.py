"""A sketch: the board as somebody imagines it, on top of what their seat sees.

Tiles, tokens, trains and the phase can be anything that the board has room for; what trains may do there and what they
earn is up to the rules, as in the game. Nothing at the table changes, and nothing hidden from the seat is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from railhead.core import effects
from railhead.core.frozen import FrozenDict
from railhead.core.game import Game
from railhead.core.ids import Company, Hex, Stop, Train, a_train, hex_of, kind_of, kinds_in, stop_at
from railhead.core.refusal import Malformed
from railhead.core.spelling import POINT
from railhead.core.state import State
from railhead.core.view import View
from railhead.play.best_run import BestRun, best_run
from railhead.routes.runs import Runs
from railhead.rules.running import RunRules, open_runs
from railhead.track.board import PRINTED, Board
from railhead.track.tiles import StopFacts

MOST_TRAINS = 12
"""How many trains a sketch may give to a company."""

Tokens = FrozenDict[Stop, tuple[Company, ...]]
"""By stop of a hex: the companies whose tokens stand there."""


@dataclass(frozen=True, slots=True)
class HexSketch:
    """A hex that is not as it is at the table: what lies there, and who has tokens there."""

    placement: int = PRINTED
    tokens: Tokens = field(default_factory=FrozenDict)


@dataclass(frozen=True, slots=True)
class Sketch:
    """What is different from the table."""

    hexes: FrozenDict[Hex, HexSketch] = field(default_factory=FrozenDict)
    trains: FrozenDict[Company, tuple[Train, ...]] = field(default_factory=FrozenDict)
    phase: int | None = None
    any_tile: bool = False
    """May any tile be laid anywhere, whether it fits or not?"""

    @property
    def is_blank(self) -> bool:
        """Is everything as it is at the table?"""
        return not self.hexes and not self.trains and self.phase is None


class Sketched:
    """A sketch on a table as a seat sees it: the board it shows, what can be changed, and what trains would earn."""

    def __init__(self, table: View, sketch: Sketch) -> None:
        self.table = table
        self.book = table.book
        self.board: Board = table.book.board
        self.sketch = sketch

    @cached_property
    def state(self) -> State:
        """The position as sketched. It holds nothing that the seat may not know."""
        return self.table.ask(_supposed, self.sketch)

    @cached_property
    def view(self) -> View:
        """The table as sketched."""
        return View(self.book, self.table.seat, self.table.hidden, self.state)

    def runs(self, company: Company) -> Runs | None:
        """All runs open to a company; None if it has nothing to run."""
        return self.view.ask(open_runs, company)

    def best_run(self, company: Company, work: int | None = None) -> BestRun:
        """The best runs of a company, with proof; Malformed if it has nothing to run."""
        return best_run(self.book, self.state, company, work)

    # -- tiles ------------------------------------------------------------------------------------

    def placed(self, hex_: Hex) -> int:
        """What lies on a hex."""
        return self.board.placed(self.view.board.tiles, hex_)

    def placements(self, hex_: Hex) -> tuple[int, ...]:
        """The tiles that can be laid on a hex and how they may lie, each look once: by colour, as they are upgraded."""
        if not self.board.hexes[hex_].buildable:
            return ()
        if not self.sketch.any_tile:
            return self.board.distinct(self.board.ever_fits(hex_))
        tiles = [tile for colour in self.board.colours for tile in self.board.tiles.by_colour.get(colour, ())]
        return self.board.distinct(tile * 6 + rotation for tile in tiles for rotation in range(6))

    def lay(self, hex_: Hex, placement: int) -> Sketch:
        """Lay a tile; small stations stay on the lines that the new tile has too, and tokens in their stations."""
        facts = self.board.hexes[hex_]
        if not facts.buildable:
            raise Malformed("No tile can be laid on {name}", name=facts.name)
        name = self.board.tiles.names[placement // 6]
        if self.sketch.any_tile:
            if placement // 6 not in self.board.tiles.in_box:
                raise Malformed("{name} is not a tile in the box", name=name)
        elif placement not in self.board.ever_fits(hex_):
            raise Malformed("Tile {name} does not fit {hex} like this", name=name, hex=facts.name)
        dressed = self.board.with_stations_of(hex_, self.placed(hex_), placement)
        return self._with_tile(hex_, placement if dressed is None else dressed)

    def take_off(self, hex_: Hex) -> Sketch:
        """Take a tile off: what is printed on the board shows again."""
        return self._with_tile(hex_, PRINTED)

    def restore(self, hex_: Hex) -> Sketch:
        """Make a hex what it is at the table."""
        return replace(self.sketch, hexes=self.sketch.hexes.without(hex_))

    def lines(self, hex_: Hex) -> tuple[tuple[frozenset[int], bool], ...]:
        """The plain lines of the tile on a hex that could have a small station, and whether they have one."""
        tiles, placement = self.board.tiles, self.placed(hex_)
        if placement == PRINTED:
            return ()
        box, dressed = tiles.undressed[placement // 6]
        if (box, 1) not in tiles.dressings:
            return ()
        pieces = tiles.facts[box].turned[placement % 6].pieces
        return tuple((frozenset(piece), bool(dressed >> line & 1)) for line, piece in enumerate(pieces))

    def switch_station(self, hex_: Hex, line: int) -> Sketch:
        """Build a small station on one of the plain lines of a hex, or take it away."""
        if not 0 <= line < len(self.lines(hex_)):
            raise Malformed("There is no such line on {hex}", hex=self.board.names[hex_])
        tiles = self.board.tiles
        tile, rotation = divmod(self.placed(hex_), 6)
        box, dressed = tiles.undressed[tile]
        lines = dressed ^ 1 << line
        return self._with_tile(hex_, (tiles.dressings[box, lines] if lines else box) * 6 + rotation)

    def _with_tile(self, hex_: Hex, placement: int) -> Sketch:
        return self._with_hex(hex_, HexSketch(placement, _moved(self.board, hex_, self._here(hex_), placement)))

    def _with_hex(self, hex_: Hex, changed: HexSketch) -> Sketch:
        if changed == _hex_of(self.table, hex_):
            return self.restore(hex_)
        return replace(self.sketch, hexes=self.sketch.hexes.put(hex_, changed))

    def _here(self, hex_: Hex) -> HexSketch:
        return _hex_of(self.view, hex_)

    # -- tokens -----------------------------------------------------------------------------------

    def stops(self, hex_: Hex) -> Iterator[tuple[Stop, StopFacts, tuple[Company, ...]]]:
        """The places for tokens on a hex, and whose tokens stand there."""
        for number, facts in enumerate(self.board.facts(hex_, self.placed(hex_)).stops):
            if facts.slots:
                stop = stop_at(hex_, number)
                yield stop, facts, self.view.board.tokens.get(stop, ())

    def put_token(self, company: Company, stop: Stop) -> Sketch:
        """Put a token of a company on a free circle."""
        held, facts = self._tokens_at(stop)
        if company in held:
            already = self.book.in_words("{company} has a [token] there already")
            raise Malformed(already, company=self.book.company_names[company])
        if len(held) >= facts.slots:
            raise Malformed("All circles of this station are taken")
        return self._with_tokens(stop, (*held, company))

    def take_token(self, company: Company, stop: Stop) -> Sketch:
        """Take a token of a company away."""
        held, _ = self._tokens_at(stop)
        if company not in held:
            none = self.book.in_words("{company} has no [token] there")
            raise Malformed(none, company=self.book.company_names[company])
        left = list(held)
        left.remove(company)
        return self._with_tokens(stop, tuple(left))

    def home(self, company: Company) -> Stop | None:
        """Where the home token of a company can be put; None if it has one there, or there is no room or no home."""
        home = self.book.companies[company].home
        if home < 0:
            return None
        hex_ = hex_of(home)
        if self.placed(hex_) != PRINTED and not self.board.keeps_track(hex_, PRINTED, self.placed(hex_)):
            return None
        stop = self.board.current(self.view.board.tiles, home)
        found = next(((facts, held) for at, facts, held in self.stops(hex_) if at == stop), None)
        return stop if found and company not in found[1] and len(found[1]) < found[0].slots else None

    def _tokens_at(self, stop: Stop) -> tuple[tuple[Company, ...], StopFacts]:
        for at, facts, held in self.stops(hex_of(stop)):
            if at == stop:
                return held, facts
        raise Malformed(
            self.book.in_words("There is no circle for a [token] at {stop}"), stop=POINT.write(self.book, stop)
        )

    def _with_tokens(self, stop: Stop, held: tuple[Company, ...]) -> Sketch:
        here = self._here(hex_of(stop))
        tokens = here.tokens.put(stop, held) if held else here.tokens.without(stop)
        return self._with_hex(hex_of(stop), replace(here, tokens=tokens))

    # -- trains and phase -------------------------------------------------------------------------

    def give(self, company: Company, trains: Iterable[Train]) -> Sketch:
        """Let a company have exactly these trains."""
        given = tuple(sorted(trains))
        if len(given) > MOST_TRAINS:
            raise Malformed("A company has at most {most} trains on a sketch", most=MOST_TRAINS)
        kept = self.sketch.trains.without(company)
        same = given == self.table.companies[company].trains
        return replace(self.sketch, trains=kept if same else kept.put(company, given))

    def in_phase(self, phase: int) -> Sketch:
        """Let it be another phase."""
        return replace(self.sketch, phase=None if phase == self.table.phase else phase)

    def with_any_tile(self, any_tile: bool) -> Sketch:
        """Let any tile be laid anywhere, or only what fits."""
        return replace(self.sketch, any_tile=any_tile)

    # -- other tables -----------------------------------------------------------------------------

    def moved_to(self, table: View) -> tuple[Sketch, tuple[Hex, ...]]:
        """The sketch on a later board, and the hexes it no longer covers: where the table has changed, it is right."""
        hexes, dropped = {}, []
        for hex_, changed in self.sketch.hexes.items():
            there = _hex_of(table, hex_)
            if there != _hex_of(self.table, hex_):
                if there != changed:
                    dropped.append(hex_)
            elif there != changed:
                hexes[hex_] = changed
        trains = {
            company: given
            for company, given in self.sketch.trains.items()
            if table.companies[company].trains == self.table.companies[company].trains != given
        }
        phase = None if self.sketch.phase is None or self.sketch.phase <= table.phase else self.sketch.phase
        return Sketch(FrozenDict(hexes), FrozenDict(trains), phase, self.sketch.any_tile), tuple(sorted(dropped))

    def alone(self, blank: View) -> Sketch:
        """Everything on the board of this sketch, as a sketch of another table: one where nothing has happened yet.

        The companies of the other table are found by their symbols; tokens and trains of others are left out.
        """
        companies = {
            token: Company(blank.book.token_names.index(symbol))
            for token, symbol in zip(self.book.company_ids + self.book.marker_ids, self.book.token_names, strict=True)
            if symbol in blank.book.token_names
        }
        laid = self.view.board
        hexes = {*laid.tiles, *map(hex_of, laid.tokens)}
        found = {}
        for hex_ in sorted(hexes):
            here = self._here(hex_)
            tokens = {stop: tuple(companies[c] for c in held if c in companies) for stop, held in here.tokens.items()}
            found[hex_] = HexSketch(here.placement, FrozenDict({at: held for at, held in tokens.items() if held}))
        of_companies = [company for company in self.book.company_ids if company in companies]
        trains = {companies[company]: able for company in of_companies if (able := self._able(company))}
        return Sketch(FrozenDict(found), FrozenDict(trains), self.view.phase or None, self.sketch.any_tile)

    def _able(self, company: Company) -> tuple[Train, ...]:
        """The trains of a company that it may run at the table, which may depend on more than the board."""
        runs = self.runs(company)
        if runs is None:
            return ()
        running = {allowance.train for allowance in runs.problem.trains} | {haul.train for haul in runs.problem.hauls}
        kinds = {kind for consist in running for kind in kinds_in(consist)}
        return tuple(
            a_train(kind_of(train)) for train in self.view.companies[company].trains if kind_of(train) in kinds
        )


def _supposed(game: Game, sketch: Sketch) -> State:
    """The position with everything that a sketch changes."""
    supposed = Game(game.book, game.state.clone())
    tiles = {hex_: placed for hex_, placed in game.state.tiles.items() if hex_ not in sketch.hexes}
    tokens = {stop: held for stop, held in game.state.tokens.items() if hex_of(stop) not in sketch.hexes}
    for hex_, changed in sketch.hexes.items():
        tokens.update(changed.tokens)
        if changed.placement != PRINTED:
            tiles[hex_] = changed.placement
    effects.suppose_board(supposed, tiles, tokens)
    if sketch.phase is not None:
        effects.suppose_phase(supposed, sketch.phase)
    for company, trains in sketch.trains.items():
        effects.suppose_trains(supposed, company, trains)
        game.rules[RunRules].assumed(supposed, company)
    return supposed.state


def _hex_of(view: View, hex_: Hex) -> HexSketch:
    """A hex as it is on a table."""
    board, laid = view.book.board, view.board
    placement = board.placed(laid.tiles, hex_)
    stops = board.stops_of(placement, hex_)
    return HexSketch(placement, FrozenDict({stop: laid.tokens[stop] for stop in stops if stop in laid.tokens}))


def _moved(board: Board, hex_: Hex, here: HexSketch, placement: int) -> Tokens:
    """The tokens of a hex on another tile: in the same stations or, if it is no upgrade, in those of the same order."""
    if placement == here.placement:
        return here.tokens
    cities = [number for number, stop in enumerate(board.facts(hex_, placement).stops) if stop.slots]
    upgrade = board.keeps_track(hex_, here.placement, placement)
    moved: dict[Stop, tuple[Company, ...]] = {}
    for order, (stop, held) in enumerate(sorted(here.tokens.items())):
        if upgrade:
            new = board.carried(hex_, here.placement, placement, stop)
        elif cities:
            new = stop_at(hex_, cities[min(order, len(cities) - 1)])
        else:
            continue
        moved[new] = (*moved.get(new, ()), *held)
    return FrozenDict(moved)
