"""A sketch on the page: the board as imagined, what can be changed on a hex, and what a company would earn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from railhead.core import place_names
from railhead.core.actions import parse
from railhead.core.ids import Company, Hex, kind_of
from railhead.core.refusal import Malformed
from railhead.core.spelling import POINT
from railhead.core.text import Text
from railhead.drawing import routes
from railhead.drawing.board import Sheet, board_picture, tile_picture
from railhead.drawing.faces import face_of
from railhead.drawing.placed_tokens import tokens_on
from railhead.drawing.tile import Face
from railhead.play.sketch import Sketched
from railhead.play.sketch_file import write_tile
from railhead.routes.check import Fault, value
from railhead.routes.model import Earnings
from railhead.routes.runs import Plan, Runs
from railhead.rules.running import Run, open_runs
from railhead.track.board import PRINTED
from railhead.track.hexgrid import COMPASS
from railhead.web.presenters.badges import badge
from railhead.web.presenters.earned import RouteShown, counted, routes_shown
from railhead.web.presenters.hex_contents import contents


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyShown:
    """A company on a sketch."""

    symbol: str
    name: str
    badge: SafeString
    there: bool
    """Does it have a token or a train?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class TileShown:
    """A tile that can be laid on a hex: its number, a picture of how it would lie first, and whether it lies there."""

    name: str
    placed: str
    """The tile and its rotation, as a sketch is told to lay it."""
    picture: SafeString
    lies: bool
    upgrade: bool
    """Would it be an upgrade of what lies there?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopShown:
    """A place for tokens on a hex."""

    stop: str
    name: str
    free: int
    tokens: tuple[CompanyShown, ...]
    others: tuple[str, ...]
    """The companies that could have a token there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineShown:
    """A plain line of a tile, which may have a small station."""

    number: int
    name: str
    station: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HexShown:
    """A hex of a sketch, and what can be done there."""

    hex: str
    title: str
    now: SafeString
    tile: str
    changed: bool
    turned: str
    """The tile that lies there, turned to its next rotation; empty if it has only one."""
    bare: bool
    """Is there nothing to take off?"""
    colours: tuple[tuple[str, tuple[TileShown, ...]], ...]
    stops: tuple[StopShown, ...]
    lines: tuple[LineShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SketchShown:
    """A whole sketch."""

    board: SafeString
    choosable: tuple[str, ...]
    """The hexes on which something can be done."""
    companies: tuple[CompanyShown, ...]
    company: CompanyShown
    trains: tuple[str, ...]
    kinds: tuple[str, ...]
    home: str
    """Where the company's home token could be put; empty if that is done or impossible."""
    phase: str
    phases: tuple[str, ...]
    any_tile: bool
    changed: tuple[str, ...]
    """The hexes that are not as they are at the table."""
    blank: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BestShown:
    """The best run of a company on a sketch."""

    company: str
    proven: bool
    revenue: int
    subsidy: int
    routes: tuple[RouteShown, ...]
    lettered: bool
    overlay: SafeString
    before: int | None
    """What the company's best run earns at the table, if that is something else."""
    hint: str
    """Why nothing runs, if nothing does."""


def sketch_shown(sketched: Sketched, company: Company) -> SketchShown:
    """Everything about a sketch that the page shows from the start."""
    book, view = sketched.book, sketched.view
    board = book.board
    choosable = frozenset(
        hex_ for hex_ in board.all_hexes if board.hexes[hex_].buildable or _has_circles(sketched, hex_)
    )
    words = contents(book, view.board, choosable)
    sheet = Sheet(book, view.board, last=frozenset(sketched.sketch.hexes), contents=words)
    home = sketched.home(company)
    return SketchShown(
        board=mark_safe(board_picture(sheet)),
        choosable=tuple(board.names[hex_] for hex_ in sorted(choosable)),
        companies=tuple(_company(sketched, each) for each in book.company_ids),
        company=_company(sketched, company),
        trains=tuple(book.train_names[kind_of(train)] for train in view.companies[company].trains),
        kinds=book.train_names,
        home="" if home is None else POINT.write(book, home),
        phase=view.phase_facts.name,
        phases=tuple(phase.name for phase in book.phases),
        any_tile=sketched.sketch.any_tile,
        changed=tuple(board.names[hex_] for hex_ in sorted(sketched.sketch.hexes)),
        blank=sketched.sketch.is_blank,
    )


def _has_circles(sketched: Sketched, hex_: Hex) -> bool:
    return next(sketched.stops(hex_), None) is not None


def _company(sketched: Sketched, company: Company) -> CompanyShown:
    facts, view = sketched.book.companies[company], sketched.view
    tokens = any(company in held for held in view.board.tokens.values())
    return CompanyShown(
        symbol=facts.symbol,
        name=facts.name,
        badge=badge(facts),
        there=tokens or bool(view.companies[company].trains),
    )


# -- one hex --------------------------------------------------------------------------------------


def hex_shown(sketched: Sketched, hex_: Hex) -> HexShown:
    """A hex, and what can be laid and placed there."""
    book, laid = sketched.book, sketched.view.board
    face = face_of(book, laid, hex_)
    lies = sketched.placed(hex_)
    offered = sketched.placements(hex_)
    return HexShown(
        hex=book.board.names[hex_],
        title=place_names.hex_name(book, hex_),
        now=mark_safe(tile_picture(face, tokens_on(book, laid, hex_, face))),
        tile="" if lies == PRINTED else book.tiles.names[lies // 6],
        changed=hex_ in sketched.sketch.hexes,
        turned=_turned(sketched, hex_, offered),
        bare=lies == PRINTED,
        colours=tuple(_by_colour(sketched, hex_, offered)),
        stops=tuple(_stops(sketched, hex_)),
        lines=tuple(_lines(sketched, hex_)),
    )


def _turned(sketched: Sketched, hex_: Hex, offered: tuple[int, ...]) -> str:
    """The next way in which the tile may lie."""
    lies = sketched.placed(hex_)
    if lies == PRINTED:
        return ""
    tiles = sketched.board.tiles
    box = tiles.box(lies)
    ways = [placed for placed in offered if placed // 6 == box]
    later = [placed for placed in ways if placed % 6 > lies % 6]
    following = (later or ways or [lies])[0]
    return "" if following % 6 == lies % 6 else write_tile(sketched.book, following)


def _by_colour(sketched: Sketched, hex_: Hex, offered: tuple[int, ...]) -> Iterator[tuple[str, tuple[TileShown, ...]]]:
    tiles = sketched.board.tiles
    lies = sketched.placed(hex_)
    upgrades = frozenset(sketched.board.fits(hex_, lies))
    ways: dict[int, list[int]] = {}
    for placed in offered:
        ways.setdefault(placed // 6, []).append(placed)
    for colour in sketched.board.colours:
        found = tuple(
            _tile(sketched, hex_, placements, upgrades)
            for tile, placements in ways.items()
            if tiles.facts[tile].colour == colour
        )
        if found:
            yield colour, found


def _tile(sketched: Sketched, hex_: Hex, placements: list[int], upgrades: frozenset[int]) -> TileShown:
    """A tile as it would be laid first: as an upgrade, if it can be."""
    book = sketched.book
    keeping = [placed for placed in placements if placed in upgrades]
    first = (keeping or placements)[0]
    lies = sketched.placed(hex_)
    board = book.board
    face = Face(board.facts(hex_, first), first % 6, board.layout)
    return TileShown(
        name=book.tiles.names[first // 6],
        placed=write_tile(book, first),
        picture=mark_safe(tile_picture(face)),
        lies=lies != PRINTED and sketched.board.tiles.box(lies) == first // 6,
        upgrade=bool(keeping),
    )


def _stops(sketched: Sketched, hex_: Hex) -> Iterator[StopShown]:
    for stop, facts, held in sketched.stops(hex_):
        free = facts.slots - len(held)
        others = [c for c in sketched.book.company_ids if c not in held] if free > 0 else []
        yield StopShown(
            stop=POINT.write(sketched.book, stop),
            name=place_names.stop_name(sketched.book, stop),
            free=free,
            tokens=tuple(_company(sketched, company) for company in held),
            others=tuple(sketched.book.company_names[company] for company in others),
        )


def _lines(sketched: Sketched, hex_: Hex) -> Iterator[LineShown]:
    sides = COMPASS[sketched.board.layout]
    for number, (line, station) in enumerate(sketched.lines(hex_)):
        yield LineShown(number=number, name=" – ".join(sides[side] for side in sorted(line)), station=station)


# -- the best run ---------------------------------------------------------------------------------


def best_shown(
    sketched: Sketched, company: Company, action: str, proven: bool, at_the_table: str | None = None
) -> BestShown:
    """A run that was found for a company, and perhaps one at the table; no action if no train has a route."""
    book, runs = sketched.book, sketched.runs(company)
    plan = _plan(sketched, action)
    earned = _earned(runs, plan)
    rings = [] if runs is None else counted(runs.problem, plan)
    before = None
    if at_the_table is not None:
        before = _earned(sketched.table.ask(open_runs, company), _plan(sketched, at_the_table)).revenue
    return BestShown(
        company=book.company_names[company],
        proven=proven,
        revenue=earned.revenue,
        subsidy=earned.subsidy,
        routes=() if runs is None else routes_shown(book, sketched.view.board, runs.problem, plan),
        lettered=len(plan) + len(rings) > 1,
        overlay=mark_safe(routes.overlay(book, sketched.view.board, [route.path for route in plan], rings)),
        before=before,
        hint="" if plan else _why_nothing(sketched, company),
    )


def _plan(sketched: Sketched, action: str) -> Plan:
    run = parse(sketched.book, action) if action else Run(())
    if not isinstance(run, Run):
        raise Malformed("That is not a run")
    return run.routes


def _earned(runs: Runs | None, plan: Plan) -> Earnings:
    worth = Earnings() if runs is None else value(runs.problem, plan)
    return Earnings() if isinstance(worth, Fault) else worth


def _why_nothing(sketched: Sketched, company: Company) -> str:
    """What a company lacks that does not run."""
    book, name = sketched.book, sketched.book.company_names[company]
    if not sketched.view.companies[company].trains:
        return str(Text("{company} has no train: give it one", company=name))
    if not any(company in held for held in sketched.view.board.tokens.values()):
        missing = book.in_words("{company} has no [token] on the board: click a station to place one")
        return str(Text(missing, company=name))
    return str(Text("No train of {company} has a route", company=name))
