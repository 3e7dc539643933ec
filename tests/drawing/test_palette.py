"""Colours: text has a contrast of at least 4.5 and marks one of 3 with what is behind them, on light and dark pages."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from railhead.drawing.levels import LEVELS
from railhead.drawing.palette import AREAS, DARK, INK, LIGHT, STRONG, TERRAIN, TILES, contrast, edge, ground, paint

THEMES = [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark"), pytest.param(STRONG, id="strong")]
LANDS = ("land", *TILES, *(f"{kind}-ground" for kind in TERRAIN))
SPACES = ("space", "par", "zone-1", "zone-2", "zone-3", "zone-4", "end", "below")
STYLES = files("railhead.web").joinpath("static/railhead/pictures.css").read_text("utf-8")
LEVELS_SCRIPT = files("railhead.web").joinpath("static/railhead/levels.js").read_text("utf-8")


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read_on_every_ground(theme: dict[str, str]) -> None:
    for behind in (*LANDS, *SPACES, "casing", "sea", "plain"):
        assert contrast(theme["ink"], theme[behind]) >= 4.5, behind
    for area in AREAS:
        for behind in (area, "sea", "plain"):
            assert contrast(theme[f"{area}-ink"], theme[behind]) >= 4.5, (area, behind)
    assert contrast(INK, theme["slot"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_marks_stand_out_from_every_ground(theme: dict[str, str]) -> None:
    for tile in TILES:
        assert contrast(theme[edge(tile)], theme[tile]) >= 3, tile
    for kind in TERRAIN:
        assert contrast(theme[kind], theme[f"{kind}-ground"]) >= 3, kind
    for mark in ("barrier", "choice", "last", "water", "mountain"):
        assert contrast(theme[mark], theme["casing"]) >= 3, mark
    for area in AREAS:
        assert contrast(theme[f"{area}-line"], theme[area]) >= 3, area
    for mark in ("coast", "blue-line"):
        assert contrast(theme[mark], theme["sea"]) >= 2.8, mark
    for outline in ("brown", "red", "purple"):
        assert contrast(theme[f"outline-{outline}"], theme["space"]) >= 3, outline


def test_strong_contrast_is_stronger() -> None:
    for behind in (*LANDS, *SPACES, "casing", "sea", "plain"):
        assert contrast(STRONG["ink"], STRONG[behind]) >= 7, behind
    for ground_ in ("land", *TILES):
        assert contrast(STRONG[edge(ground_)], STRONG[ground_]) >= 4.5, ground_
    for area in AREAS:
        assert contrast(STRONG[f"{area}-ink"], STRONG[area]) >= 7, area
        assert contrast(STRONG[f"{area}-line"], STRONG[area]) >= 4.5, area
    for mark in ("coast", "barrier", "choice", "last", "space-edge"):
        assert contrast(STRONG[mark], STRONG["casing"]) >= 4.5, mark


def test_every_theme_has_every_paint_and_the_stylesheet_has_those_that_are_not_light() -> None:
    assert LIGHT.keys() == DARK.keys() == STRONG.keys()
    for start, theme in (('[data-theme="dark"] {', DARK), ('[data-contrast="more"] {', STRONG)):
        shades, _, _ = STYLES.partition(start)[2].partition("}")
        assert dict(re.findall(r"--b-([\w-]+): (#\w+);", shades)) == theme
    for name, shade in re.findall(r"var\(--b-([\w-]+), (#\w+)\)", STYLES):
        assert LIGHT[name] == shade
    assert paint("sea") == f"var(--b-sea,{LIGHT['sea']})"


def test_pages_know_every_level_of_detail() -> None:
    assert "board.dataset.levels" in LEVELS_SCRIPT  # each board says which levels it has
    for level in LEVELS:
        assert f'.board[data-level="{level.key}"] .level-{level.key}' in STYLES


def test_every_colour_has_a_ground() -> None:
    assert [ground(colour) for colour in ("", "yellow", "brown", "gray", "blue", "pink")] == [
        "land",
        "yellow",
        "russet",
        "grey",
        "blue",
        "grey",
    ]
    assert ground("", "river") == "water-ground"
    assert ground("green", "river") == "green"
    assert ground("", "desert") == "land"
