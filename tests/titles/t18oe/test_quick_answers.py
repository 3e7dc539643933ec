"""Quick answers about track and tokens of 18OE are those of the longer way, in the positions of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from railhead.core.game import Game
from railhead.core.hindsight import knowing
from railhead.core.ids import Company, Tile
from railhead.core.spelling import Rotation
from railhead.play.session import Session
from railhead.rules.stations import company_reach
from railhead.rules.track import LayTile
from railhead.titles.t18oe import across_water, building, lay_track, right_of_way, stations
from railhead.titles.t18oe.building import BuildTrack
from railhead.titles.t18oe.stations import PlaceStation
from railhead.track.board import PRINTED
from railhead.track.hexgrid import EDGES
from railhead.track.overland import Overland
from railhead.track.reach import Reach
from tests.titles.t18oe.test_laying import crowded
from tests.titles.test_playthrough import FOLDER, read

HEXES = 25
"""How many hexes are asked about in a position."""


def nothing_known(_: Overland) -> Iterator[Reach]:
    """Ways over land of which no part is known."""
    return iter(())


def positions(kind: type[BuildTrack] | type[PlaceStation]) -> Iterator[tuple[Game, Company]]:
    """The positions of a game in which railroads lay track or place tokens."""
    for moment in Session.replay(read((FOLDER / "18OE.txt").read_text(encoding="utf-8"))):
        step = moment.state.agenda[-1] if moment.state.agenda else None
        if isinstance(step, kind):
            yield Game(moment.book, moment.state), step.company


def placements(game: Game, company: Company, chance: Random) -> Iterator[LayTile]:
    """Tiles that fit some hexes, most of them hexes that track of the railroad leads to."""
    board, reached = game.book.board, sorted(company_reach(game, company).arrivals)
    for hex_ in [*chance.sample(reached, min(len(reached), HEXES)), *chance.sample(board.all_hexes, HEXES)]:
        for new in board.distinct_fits(hex_, game.state.tiles.get(hex_, PRINTED))[:4]:
            yield LayTile(Tile(new // 6), hex_, Rotation(new % 6))


def about_track(game: Game, company: Company, seed: int) -> list[tuple[LayTile, bool, int]]:
    """Which tiles would be joined to tokens of a railroad, and the fees for them."""
    tiles = placements(game, company, Random(seed))
    return [
        (action, building.is_joined(game, company, action.hex, action.tile * 6 + action.rotation), fee)
        for action in tiles
        for fee in [building.water_fee(game, company, action)]
    ]


def can_lay(game: Game, company: Company) -> bool:
    step = BuildTrack(company)
    found = building.can_lay(game, step)
    assert found == any(building.lay_options(game, step))
    return found


def test_tiles_are_joined_and_cost_the_same_in_every_position_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list(positions(BuildTrack))
    quick = [(about_track(*position, seed), can_lay(*position)) for seed, position in enumerate(asked)]
    monkeypatch.setattr(Overland, "parts", nothing_known)
    assert quick == [(about_track(*position, seed), can_lay(*position)) for seed, position in enumerate(asked)]
    answers = [answer for answers, _ in quick for answer in answers]
    assert {joined for _, joined, _ in answers} == {True, False}
    assert any(fee for _, _, fee in answers)


def test_a_record_that_goes_on_with_a_tile_shows_that_one_can_be_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anything else leaves it open, also a tile that cannot be laid now."""
    replayed = list(Session.replay(read((FOLDER / "18OE.txt").read_text(encoding="utf-8"))))
    building_track = [
        (Game(before.book, before.state), before.state.agenda[-1], after.text)
        for before, after in pairwise(replayed)
        if isinstance(before.state.agenda[-1], BuildTrack)
    ]
    searched_for: object = "searched for"
    monkeypatch.setattr(building, "can_lay", lambda *_: searched_for)
    monkeypatch.setattr(right_of_way, "ways_to_keep", lambda *_: [])
    answers = Counter[tuple[str, object]]()
    for game, step, text in building_track:
        assert isinstance(step, BuildTrack)
        with knowing(text):
            answers[text.partition(" ")[0], lay_track.is_possible(game, step)] += 1
        with knowing("lay 57 on A42 turned 0"):
            assert lay_track.is_possible(game, step) == searched_for
    assert {answer for (kind, answer) in answers if kind == "lay"} == {True}
    assert answers["lay", True] > 20
    assert answers["pass", searched_for] > 5
    assert not answers["pass", True]


@pytest.mark.parametrize(("seed", "cash", "phase"), [(1, 900, "3"), (2, 37, "5"), (3, 0, "7"), (4, 20, "7")])
def test_tiles_are_joined_and_cost_the_same_on_crowded_boards(
    seed: int, cash: int, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = crowded(seed, cash, phase)
    railroads = [table.company(name) for name in ("OU", "PLM", "A", "C")]
    quick = [(about_track(table.game, company, seed), can_lay(table.game, company)) for company in railroads]
    monkeypatch.setattr(Overland, "parts", nothing_known)
    assert quick == [(about_track(table.game, company, seed), can_lay(table.game, company)) for company in railroads]


def test_tokens_cost_the_same_in_every_position_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [
        (game, company, stop)
        for game, company in positions(PlaceStation)
        for stop in sorted(stations.token_reach(game, company).stops)
    ]
    quick = [stations.fee(*question) for question in asked]
    monkeypatch.setattr(Overland, "parts", nothing_known)
    assert quick == [stations.fee(*question) for question in asked]
    assert any(quick)
    assert not all(quick)


def test_a_fee_is_due_for_what_ways_without_fees_do_not_come_to() -> None:
    """The quick way knows no more than what costs nothing."""
    for game, company in positions(BuildTrack):
        fares = across_water.track_fares(game, company)
        for part in building.ways_without_fees(game, company).parts():
            assert all(fares.to_stop(stop) == 0 for stop in part.stops)
            assert all(
                fares.to_hex(hex_, 1 << side) == 0
                for hex_, sides in part.arrivals.items()
                for side in EDGES
                if sides >> side & 1
            )
