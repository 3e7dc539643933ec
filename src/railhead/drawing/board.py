"""Draws the whole board: every hex with its tile, barriers, tokens, homes and routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from railhead.core.ids import Company, Hex, Stop, hex_of, index_of, stop_at
from railhead.core.rulebook import Rulebook
from railhead.core.view import BoardView
from railhead.drawing import palette
from railhead.drawing.hexes import extent, middle, outline, side, side_ends
from railhead.drawing.insets import Inset, enlarged, insets_of
from railhead.drawing.layout import SLOT, STATIONS, lie, radius
from railhead.drawing.marks import Spot, at, box, group, moved, picture, tag, text
from railhead.drawing.stops import circles
from railhead.drawing.tile import Face, land, things
from railhead.drawing.tokens import place_for, token
from railhead.track.board import BLOCKED, PRINTED, Board
from railhead.track.tiles import CITY

MARGIN = 18.0
MAP = "map"
"""The id of the map within the picture of the board, of which insets show a part."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What to draw on the board: the position, and which hexes and stops can be chosen."""

    book: Rulebook
    laid: BoardView
    legal: frozenset[Hex] = frozenset()
    """Hexes to highlight because they can be chosen."""
    stops: frozenset[Stop] = frozenset()
    """Stops to highlight because they can be chosen."""
    routes: str = ""
    """Routes to draw, as returned by `routes.overlay`."""
    last: frozenset[Hex] = field(default=frozenset())
    """Hexes changed by the last action."""


def face_of(book: Rulebook, laid: BoardView, hex_: Hex, placement: int | None = None) -> Face:
    """What a hex shows, or would show with another tile on it."""
    board = book.board
    lies = board.placed(laid.tiles, hex_) if placement is None else placement
    rotation = 0 if lies == PRINTED else lies % 6
    stage = laid.stage
    walls = barriers(board)[hex_]
    return Face(board.facts(hex_, lies), rotation, board.layout, board.hexes[hex_], stage_colours(book), stage, walls)


def stage_colours(book: Rulebook) -> tuple[str, ...]:
    """The colours of the stages at which values change, where these are the colours of tiles."""
    same = all(phase.stage == len(phase.colours) - 1 for phase in book.phases)
    return book.board.colours if same else ()


def board_picture(sheet: Sheet) -> str:
    """The board as a complete picture."""
    book, laid = sheet.book, sheet.laid
    board = book.board
    middles = [middle(hex_.name, board.layout) for hex_ in board.hexes]
    faces = [face_of(book, laid, hex_) for hex_ in board.all_hexes]
    grounds = [moved(where, land(face)) for where, face in zip(middles, faces, strict=True)]
    standing = [
        moved(where, things(face) + tokens_on(book, laid, hex_, face))
        for hex_, where, face in zip(board.all_hexes, middles, faces, strict=True)
    ]
    map_ = (
        _shore(book, middles),
        group(grounds, class_="land"),
        group(_sides(book, middles), class_="sides"),
        group(_barriers(book, middles), class_="barriers"),
        tag("g", sheet.routes, class_="routes"),
        group(standing, class_="things"),
        tag("g", "", class_="preview"),
    )
    insets = insets_of(faces, middles, board.layout)
    return picture(
        _frame(middles, board.layout),
        (
            group(map_, id=MAP if insets else None),
            group(_targets(sheet, middles), class_="targets"),
            group(_stop_targets(sheet, middles, faces), class_="stop-targets"),
            group(_inset(sheet, inset, middles, faces) for inset in insets),
        ),
        class_="board",
        role="group",
        aria_label="Board",
    )


def proportion(book: Rulebook) -> float:
    """The width of the board for its height."""
    layout = book.board.layout
    _, _, width, height = _frame([middle(hex_.name, layout) for hex_ in book.board.hexes], layout)
    return width / height


def _frame(middles: list[Spot], layout: str) -> tuple[float, float, float, float]:
    """The part of the plane that the picture shows."""
    left, top, width, height = extent(middles, layout)
    return left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN


# -- tokens ---------------------------------------------------------------------------------------


def tokens_on(book: Rulebook, laid: BoardView, hex_: Hex, face: Face) -> str:
    """The tokens on a hex, and the homes of companies that have none there yet."""
    held = {number: laid.tokens.get(stop_at(hex_, number), ()) for number, stop in enumerate(face.tile.stops)}
    return _stand(book, laid, hex_, book.board.placed(laid.tiles, hex_), face, held)


def tokens_after(book: Rulebook, laid: BoardView, hex_: Hex, placement: int) -> str:
    """The tokens on a hex as they would be placed on another tile."""
    board = book.board
    old = board.placed(laid.tiles, hex_)
    held: dict[int, tuple[Company, ...]] = {}
    for number in range(len(board.facts(hex_, old).stops)):
        there = laid.tokens.get(stop_at(hex_, number), ())
        if there:
            after = index_of(board.carried(hex_, old, placement, stop_at(hex_, number)))
            held[after] = (*held.get(after, ()), *there)
    return _stand(book, laid, hex_, placement, face_of(book, laid, hex_, placement), held)


def _stand(
    book: Rulebook, laid: BoardView, hex_: Hex, placement: int, face: Face, held: dict[int, tuple[Company, ...]]
) -> str:
    lies = lie(face.tile, face.rotation, face.layout)
    homes = _waiting(book, laid, hex_, placement)
    drawn = []
    for number, stop in enumerate(face.tile.stops):
        companies = held.get(number, ())
        waiting = [company for company in homes.get(stop_at(hex_, number), ()) if company not in companies]
        places = circles(stop, lies.spots[number], lies.slot) if stop.kind in STATIONS else [lies.spots[number]]
        for order, company in enumerate(companies):
            drawn.append(token(book.companies[company], _place(places, order), lies.slot - 1.5))
        for order, company in enumerate(waiting if stop.kind == CITY else (), len(companies)):
            if order < len(places):
                drawn.append(place_for(book.companies[company], places[order], lies.slot))
    return "".join(drawn)


def _place(places: Sequence[Spot], order: int) -> Spot:
    """Where the nth token goes; one too many for the circles is drawn beside them."""
    if order < len(places):
        return places[order]
    x, y = places[-1]
    return x + SLOT * 0.9 * (order - len(places) + 1), y + SLOT * 1.1


def _waiting(book: Rulebook, laid: BoardView, hex_: Hex, placement: int) -> dict[Stop, list[Company]]:
    """By stop of a hex: the companies with their home there."""
    found: dict[Stop, list[Company]] = {}
    for company in book.company_ids:
        home = book.companies[company].home
        if hex_of(home) == hex_ and company not in laid.closed:
            now = home if placement == PRINTED else book.board.carried(hex_, PRINTED, placement, home)
            found.setdefault(now, []).append(company)
    return found


# -- sides, and what can be chosen ----------------------------------------------------------------


def _shore(book: Rulebook, middles: list[Spot]) -> str:
    """The outer border of the board, drawn beneath the land."""
    points = outline(book.board.layout)
    hexes = [tag("polygon", points=points, transform=f"translate({at(where)})") for where in middles]
    return group(hexes, fill=palette.SHORE, stroke=palette.SHORE, stroke_width=16, stroke_linejoin="round")


def _sides(book: Rulebook, middles: list[Spot]) -> Iterable[str]:
    """What is printed along sides: rivers and hills with the cost of crossing them, and borders."""
    layout = book.board.layout
    for (x, y), sides in zip(middles, book.board.sides, strict=True):
        for edge, facts in sides.items():
            if edge < 3 and facts.kind != BLOCKED:
                (ax, ay), (bx, by) = side_ends(edge, layout)
                line = {"d": f"M{at((x + ax, y + ay))}L{at((x + bx, y + by))}", "fill": "none"}
                if not facts.cost:
                    yield tag("path", stroke=palette.BORDER, stroke_width=5, stroke_dasharray="14 9", **line)
                    continue
                colour = palette.TERRAIN.get(facts.kind, palette.BORDER)
                yield tag("path", stroke=colour, stroke_width=13, stroke_linecap="round", **line)
                sx, sy = side(edge, layout)
                yield box((x + sx, y + sy), 40, 26, fill=palette.PAPER, stroke=colour, stroke_width=2.5, rx=8)
                yield text((x + sx, y + sy), str(facts.cost), 20, fill=palette.INK, font_weight="bold")


def _barriers(book: Rulebook, middles: list[Spot]) -> Iterable[str]:
    """Sides that track may not cross although there is land beyond."""
    for (x, y), edges in zip(middles, barriers(book.board), strict=True):
        for edge in edges:
            if edge < 3:  # the other hex has the same side as one of 3 to 5
                (ax, ay), (bx, by) = side_ends(edge, book.board.layout)
                line = f"M{at((x + ax, y + ay))}L{at((x + bx, y + by))}"
                style = {"d": line, "fill": "none", "stroke_linecap": "round"}
                yield tag("path", stroke=palette.PAPER, stroke_width=15, **style)
                yield tag("path", stroke=palette.BARRIER, stroke_width=9, **style)


@lru_cache(maxsize=32)
def barriers(board: Board) -> tuple[tuple[int, ...], ...]:
    """By hex: the sides that track may not cross although there is land to build on beyond."""
    return tuple(
        tuple(
            edge
            for edge, other in sorted(board.around[hex_].items())
            if edge not in board.beyond[hex_] and board.hexes[hex_].buildable and board.hexes[other].buildable
        )
        for hex_ in board.all_hexes
    )


def _targets(sheet: Sheet, middles: list[Spot]) -> Iterable[str]:
    """A clickable area for every hex; chosen and selectable ones are marked."""
    return (_target(sheet, hex_, middles[hex_]) for hex_ in sheet.book.board.all_hexes)


def _target(sheet: Sheet, hex_: Hex, where: Spot, scale: float = 1.0) -> str:
    board = sheet.book.board
    facts = board.hexes[hex_]
    legal = hex_ in sheet.legal
    kinds = ["target", *(["legal"] if legal else []), *(["last"] if hex_ in sheet.last else [])]
    name = f"{facts.name} {facts.title}".strip()
    return tag(
        "polygon",
        tag("title", _words(name)),
        points=outline(board.layout, 96.0 * scale),
        transform=f"translate({at(where)})",
        class_=" ".join(kinds),
        data_hex=facts.name,
        fill="transparent",
        tabindex="0" if legal else None,
        role="button" if legal else None,
        aria_label=name if legal else None,
    )


def _words(name: str) -> str:
    return name.replace("&", "&amp;").replace("<", "&lt;")


def _stop_targets(sheet: Sheet, middles: list[Spot], faces: list[Face]) -> Iterable[str]:
    """A clickable area for every stop that can be chosen."""
    return (_stop_target(sheet, stop, middles[hex_of(stop)], faces[hex_of(stop)]) for stop in sorted(sheet.stops))


def _stop_target(sheet: Sheet, stop: Stop, where: Spot, face: Face, scale: float = 1.0) -> str:
    hex_, index = hex_of(stop), index_of(stop)
    board = sheet.book.board
    if index >= len(face.tile.stops):
        return ""
    lies = lie(face.tile, face.rotation, face.layout)
    x, y = lies.spots[index]
    reach = max(radius(face.tile.stops[index]) + 6, 19.0) if lies.slot == SLOT else 2 * lies.slot
    return tag(
        "circle",
        cx=where[0] + x * scale,
        cy=where[1] + y * scale,
        r=reach * scale,
        fill="transparent",
        class_="stop-target",
        data_stop=f"{board.names[hex_]}.{index}",
        tabindex="0",
        role="button",
        aria_label=f"{board.names[hex_]} {board.hexes[hex_].title}".strip(),
    )


def _inset(sheet: Sheet, inset: Inset, middles: list[Spot], faces: list[Face]) -> str:
    """A hex enlarged beside the land: the same picture of it, with areas of its own to click."""
    hex_, layout = inset.hex, sheet.book.board.layout
    stops = [stop for stop in sorted(sheet.stops) if hex_of(stop) == hex_]
    return group(
        (
            enlarged(inset, middles[hex_], layout, MAP),
            _target(sheet, hex_, inset.where, inset.scale),
            *(_stop_target(sheet, stop, inset.where, faces[hex_], inset.scale) for stop in stops),
        ),
        class_="inset",
    )


def tile_picture(face: Face, tokens: str = "", margin: float = 6.0) -> str:
    """A single tile as a complete picture."""
    left, top, width, height = extent([(0.0, 0.0)], face.layout)
    view = (left - margin, top - margin, width + 2 * margin, height + 2 * margin)
    return picture(view, (land(face), things(face), tokens), class_="tile", aria_hidden="true")


def hex_picture(book: Rulebook, laid: BoardView, hex_: Hex, placement: int) -> str:
    """A hex as it would look with another tile, without a frame: a preview on the board."""
    face = face_of(book, laid, hex_, placement)
    where = middle(book.board.names[hex_], book.board.layout)
    return moved(where, land(face) + things(face) + tokens_after(book, laid, hex_, placement))
