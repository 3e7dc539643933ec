"""Draws the whole board: every hex with its tile, areas, barriers, tokens, homes, routes and labels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVarTuple, Unpack
from zlib import crc32

from railhead.core.ids import Company, Hex, Stop, hex_of, index_of, stop_at
from railhead.core.place_names import side_of
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text, language
from railhead.core.view import BoardView
from railhead.drawing.area_blocks import block_picture, blocks
from railhead.drawing.areas import borders, overflow
from railhead.drawing.board_labels import Scene, Settings, fine_labels, fine_level, labels_of
from railhead.drawing.captions import QUIET, STYLE, captions, definitions, references
from railhead.drawing.country import country
from railhead.drawing.faces import faces_of
from railhead.drawing.frame import (
    axes,
    fine_scales,
    frame,
    is_by_the_sea,
    is_vast,
    levels_for,
    middles,
    part_with,
    scales_for,
)
from railhead.drawing.hexes import SIDE, extent, hexagon
from railhead.drawing.insets import Inset, Words, enlarged, insets_of, lettered, side_name
from railhead.drawing.labels import Label, tolls
from railhead.drawing.levels import FINE_TYPE, LARGE, USUAL, Level
from railhead.drawing.marks import Spot, at, group, moved, number, picture, tag
from railhead.drawing.memory import TEXTS
from railhead.drawing.palette import paint
from railhead.drawing.placed_tokens import guests_on, tokens_on
from railhead.drawing.scenery import regions
from railhead.drawing.seascape import seascape
from railhead.drawing.setting import Wish, name_of, on_its_own
from railhead.drawing.sides import coast, rivers, walls
from railhead.drawing.stops import STYLE as STATION
from railhead.drawing.stops import around
from railhead.drawing.tile import STYLE as LAND
from railhead.drawing.tile import Face, land, stations
from railhead.track.board import Board

Parts = TypeVarTuple("Parts")

MAP = "map"
"""The id of the map within the picture of the board, of which insets show a part."""
AREA = "hex"
"""The id of the area of a hex that can be clicked."""
WITHIN = 96.0
"""Its size: it stays within the hex."""


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
    contents: Sequence[str] = ()
    """By hex: what is there, in words, for those who cannot see it."""
    acting: Company | None = None
    """The company whose turn it is: where it is, a display begins on which nothing can be read of the whole board."""
    lean: bool = False
    """Are layers that are seldom seen left out, for a page that fetches them when somebody wants to see them?"""

    @property
    def apart(self) -> Collection[str]:
        """The names of the layers that are left out."""
        return layers_apart(self.book) if self.lean else ()


def board_picture(sheet: Sheet) -> str:
    """The board as a complete picture."""
    book, laid = sheet.book, sheet.laid
    board, centres, faces = book.board, middles(book.board), faces_of(book, laid)
    shown = frame(board)
    standing = [
        moved(where, stations(face) + tokens_on(book, laid, hex_, face))
        for hex_, where, face in zip(board.all_hexes, centres, faces, strict=True)
        if face.tile.stops
    ]
    sea_around = seascape(board, book.scenery)
    water = "sea" if is_by_the_sea(board) else "sea plain"
    sea = {"x": shown.left, "y": shown.top, "width": shown.width, "height": shown.height}
    map_ = (
        tag("rect", class_=water, rx=10, fill=paint(water.split()[-1]), **sea),
        overflow(board),
        coast(board),
        sea_around.below,
        group(_country(sheet, faces), class_="land", **LAND),
        sea_around.above,
        borders(board),
        rivers(board),
        walls(board),
        tag("g", sheet.routes, class_="routes"),
        group(standing, class_="things", **STATION),
        tag("g", "", class_="preview"),
    )
    insets = insets_of(faces, centres, board.layout)
    return picture(
        shown.view,
        (
            group(map_, id=MAP if insets else None),
            group(_targets(sheet), class_="targets", fill="transparent"),
            group(_stop_targets(sheet, faces), class_="stop-targets"),
            # Words come last: what marks a hex does not cross them out. A click goes through them.
            _labels(sheet, faces),
            group(_inset(sheet, inset, faces) for inset in insets),
        ),
        class_="board",
        role="group",
        aria_label=str(Text("Board")),
        data_focus=part_with(board, sheet.legal | {hex_of(stop) for stop in sheet.stops}),
        data_home=part_with(board, {hex_of(stop) for stop, there in laid.tokens.items() if sheet.acting in there}),
        data_levels=" ".join(str(scale) for scale in scales_for(board)),
    )


def proportion(book: Rulebook) -> float:
    """The width of the board for its height."""
    _, _, width, height = frame(book.board).view
    return width / height


# -- labels ---------------------------------------------------------------------------------------


def scene_of(sheet: Sheet, faces: tuple[Face, ...]) -> Scene:
    """The board as far as labels are concerned."""
    crowded = {hex_of(stop) for stop in sheet.laid.tokens}
    guests = ((hex_, guests_on(sheet.laid, hex_, faces[hex_])) for hex_ in sorted(crowded))
    chosen = sheet.legal | {hex_of(stop) for stop in sheet.stops}
    beside = tuple((hex_, discs) for hex_, discs in guests if discs)
    at_sea = seascape(sheet.book.board, sheet.book.scenery).boxes
    return Scene(sheet.book.board, faces, tuple(sheet.book.phases), beside, chosen, at_sea)


def _labels(sheet: Sheet, faces: tuple[Face, ...]) -> str:
    """The labels of every level; a page shows one level, a picture on its own the usual one."""
    scene = scene_of(sheet, faces)
    levels, apart = levels_for(sheet.book.board), sheet.apart
    here = tuple(level for level in levels if level_name(level) not in apart)
    fine = (scale for scale in fine_scales(levels) if fine_name(scale) not in apart)
    drawn = [_kept(_level, scene.at(level), level, sheet.laid.stage) for level in here]
    drawn += [_kept(_fine, scene.at(fine_level(scale)), scale) for scale in fine]
    drawn += [_place_of(sheet, name) for name in apart if name != REGIONS]
    defined = _kept(_definitions, scene, here)
    return defined + group(drawn, class_="labels", pointer_events="none", **STYLE)


def _kept(draw: Callable[[Unpack[Parts]], str], *parts: *Parts) -> str:
    """What is drawn of these, in the language of whoever reads it; equal ones are drawn once."""
    return TEXTS.get((draw, language(), parts), lambda: draw(*parts))


def _country(sheet: Sheet, faces: tuple[Face, ...]) -> str:
    """The land; where regions are left out, it has a place for them."""
    centres, scenery = middles(sheet.book.board), sheet.book.scenery
    if REGIONS in sheet.apart:
        return country(faces, centres, scenery, tinted=_place_of(sheet, REGIONS))
    return country(faces, centres, scenery, tinted=regions(scenery, centres, sheet.book.board.layout))


# -- layers that a page fetches when they are wanted ----------------------------------------------

REGIONS = "regions"


def level_name(level: Level) -> str:
    """What pages call the labels of a level."""
    return f"level-{level.key}"


def fine_name(scale: int) -> str:
    """What pages call coordinates and numbers of tiles at a scale."""
    return f"fine-{scale}"


@lru_cache(maxsize=32)
def layers_apart(book: Rulebook) -> tuple[str, ...]:
    """What a page does not need to show a board at first: fine print and regions, and what is legible only close by."""
    levels = levels_for(book.board)
    close = [level_name(level) for level in levels[1:]] if is_vast(book.board) else []
    tinted = [REGIONS] if book.scenery.regions else []
    return (*close, *(fine_name(scale) for scale in fine_scales(levels)), *tinted)


def layer_picture(sheet: Sheet, name: str) -> str:
    """A layer that was left out, with everything that it refers to."""
    board = sheet.book.board
    if name not in layers_apart(sheet.book):
        raise Malformed("'{name}' is not a layer of this board", name=name[:20])
    if name == REGIONS:
        return regions(sheet.book.scenery, middles(board), board.layout)
    scene, levels = scene_of(sheet, faces_of(sheet.book, sheet.laid)), levels_for(board)
    for level in levels:
        if level_name(level) == name:
            seen = scene.at(level)
            return _kept(_definitions, seen, (level,)) + _kept(_level, seen, level, sheet.laid.stage)
    scale = next(each for each in fine_scales(levels) if fine_name(each) == name)
    return _kept(_fine, scene.at(fine_level(scale)), scale)


def _place_of(sheet: Sheet, name: str) -> str:
    """Where a layer goes that was left out, and which version of it."""
    return tag("g", data_layer=name, data_version="" if name == REGIONS else _version(sheet.laid))


def _version(laid: BoardView) -> str:
    """What is equal exactly if all labels of two positions are."""
    shown = (sorted(laid.tiles.items()), sorted(laid.tokens.items()), laid.marks, laid.stage)
    return f"{crc32(repr(shown).encode()):x}"


def _definitions(scene: Scene, levels: tuple[Level, ...]) -> str:
    """The labels that others refer to because they look alike."""
    found: dict[str, str] = {}
    for level in levels:
        for setting in labels_of(scene, level):
            found |= setting.definitions
        for face in scene.faces:
            if face.tolls:
                found |= definitions(tolls(face, level), "")
        found |= definitions(scene.area_marks(level), "")
    return tag("defs", "".join(found.values()))


def _fine(scene: Scene, scale: int) -> str:
    """Coordinates and numbers of tiles: so many that they are not even grouped by hex."""
    placed = [
        label.moved(where)
        for where, setting in zip(middles(scene.board), fine_labels(scene, scale), strict=True)
        for label in setting.labels
    ]
    kinds = [group(captions(label for label in placed if label.form.kind == kind), class_=kind) for kind in QUIET]
    size = FINE_TYPE * SIDE / scale
    return group(kinds, class_=f"fine fine-{scale}", display="none", font_size=size, fill_opacity=0.75)


def _level(scene: Scene, level: Level, stage: int) -> str:
    board = scene.board
    areas = [block_picture(block, stage) for block in blocks(board, scene.phases, level)]
    costs = (
        moved(where, references(_own_tolls(face, level), "", 0.0))
        for where, face in zip(middles(board), scene.faces, strict=True)
        if face.tolls and level.complete
    )
    signs = references(scene.area_marks(level), "", 0.0)
    parts = (*_moved(board, labels_of(scene, level)), *costs, *areas, signs, captions(axes(board, level)))
    shown = None if level is _alone(board) else "none"
    size = level.units(level.names.usual)
    return group(parts, class_=f"level level-{level.key}", display=shown, font_size=size)


def _alone(board: Board) -> Level:
    """The level of a picture on its own, which no page chooses for it."""
    levels = levels_for(board)
    return USUAL if USUAL in levels else levels[-1]


def _own_tolls(face: Face, level: Level) -> Iterable[Label]:
    """The costs of crossing sides that are drawn with this hex; the others are drawn with its neighbours."""
    return (label for (edge, _, _), label in zip(face.tolls, tolls(face, level), strict=True) if edge < 3)


def _moved(board: Board, settings: Settings) -> Iterable[str]:
    for where, setting in zip(middles(board), settings, strict=True):
        if setting.labels:
            yield moved(where, setting.referring)


# -- what can be chosen ---------------------------------------------------------------------------


def _targets(sheet: Sheet) -> Iterable[str]:
    """A clickable area for every hex, all of one shape; chosen and selectable ones are marked."""
    board, centres = sheet.book.board, middles(sheet.book.board)
    yield tag("defs", tag("path", id=AREA, d=hexagon((0.0, 0.0), board.layout, WITHIN)))
    yield from (_target(sheet, hex_, centres[hex_]) for hex_ in board.all_hexes)


def _target(sheet: Sheet, hex_: Hex, where: Spot, scale: float = 1.0) -> str:
    board = sheet.book.board
    facts = board.hexes[hex_]
    legal = hex_ in sheet.legal
    kinds = ["target", *(["legal"] if legal else []), *(["last"] if hex_ in sheet.last else [])]
    words = sheet.contents[hex_] if sheet.contents else f"{facts.name} {facts.title}".strip()
    shape, area = "use", {"x": number(where[0]), "y": number(where[1]), "href": f"#{AREA}"}
    if scale != 1.0:
        d = hexagon((0.0, 0.0), board.layout, WITHIN * scale)
        shape, area = "path", {"transform": f"translate({at(where)})", "d": d}
    halo = tag(shape, class_="halo", fill="none", **area) if legal else ""
    return halo + tag(
        shape,
        tag("title", _escaped(words)),
        class_=" ".join(kinds),
        data_hex=facts.name,
        tabindex="0" if legal else None,
        role="button" if legal else None,
        aria_label=words if legal else None,
        **area,
    )


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def _stop_targets(sheet: Sheet, faces: Sequence[Face]) -> Iterable[str]:
    """A clickable area for every stop that can be chosen."""
    centres = middles(sheet.book.board)
    return (_stop_target(sheet, stop, centres[hex_of(stop)], faces[hex_of(stop)]) for stop in sorted(sheet.stops))


def _stop_target(sheet: Sheet, stop: Stop, where: Spot, face: Face, scale: float = 1.0) -> str:
    hex_, index = hex_of(stop), index_of(stop)
    board = sheet.book.board
    if index >= len(face.tile.stops):
        return ""
    x, y = face.lie.spots[index]
    return around(
        face.tile.stops[index],
        (where[0] + x * scale, where[1] + y * scale),
        face.lie,
        index,
        face.layout,
        scale,
        fill="transparent",
        class_="stop-target",
        data_stop=f"{board.names[hex_]}.{index}",
        tabindex="0",
        role="button",
        aria_label=f"{board.names[hex_]} {board.hexes[hex_].title}".strip(),
    )


def _inset(sheet: Sheet, inset: Inset, faces: Sequence[Face]) -> str:
    """A hex enlarged beside the land: the same picture of it, with areas of its own to click."""
    hex_, board = inset.hex, sheet.book.board
    where = middles(board)[hex_]
    stops = [stop for stop in sorted(sheet.stops) if hex_of(stop) == hex_]
    return group(
        (
            enlarged(inset, where, board.layout, MAP),
            lettered(inset, where, _inset_words(sheet.book, hex_, faces[hex_])),
            _target(sheet, hex_, inset.where, inset.scale),
            *(_stop_target(sheet, stop, inset.where, faces[hex_], inset.scale) for stop in stops),
        ),
        class_="inset",
        fill="transparent",
    )


def _inset_words(book: Rulebook, hex_: Hex, face: Face) -> Words:
    # The stations of a divided city are called by the sides at which they are.
    divided = side_of(book, stop_at(hex_, 0))
    stops = tuple((side_name(face, n), spot) for n, spot in enumerate(face.lie.spots)) if divided else ()
    return Words(name_of(face), max((stop.value for stop in face.tile.stops), default=0), stops)


# -- single hexes ---------------------------------------------------------------------------------


def tile_picture(face: Face, tokens: str = "", margin: float = 6.0) -> str:
    """A single tile as a complete picture."""
    left, top, width, height = extent([(0.0, 0.0)], face.layout)
    view = (left - margin, top - margin, width + 2 * margin, height + 2 * margin)
    return picture(view, _hex(face, tokens), class_="tile", aria_hidden="true")


def _hex(face: Face, tokens: str) -> str:
    return (
        group(land(face), **LAND)
        + group(stations(face) + tokens, **STATION)
        + group(on_its_own(Wish(face, LARGE)).drawn, **STYLE)
    )
