"""Where a Minor's marker goes if its home has been built on before it starts (18BF-AUC-19)."""

from __future__ import annotations

import pytest

from railhead.core.ids import hex_of, index_of
from railhead.testing import rule
from railhead.titles.t18bf.auctions import MinorLot
from railhead.track.tiles import FIRST_STOP
from tests.titles.t18bf.table import BigFour


def sides_of(at: BigFour, company: str) -> set[int]:
    """The sides of its hex that the track of a company's only marker leads to."""
    stop = next(stop for stop, held in at.state.tokens.items() if at.company(company) in held)
    board, hex_ = at.book.board, hex_of(stop)
    track = board.track(hex_, board.placed(at.state.tiles, hex_))
    return {side for side, _ in (sorted(piece) for piece in track.pieces if FIRST_STOP + index_of(stop) in piece)}


@rule("18BF-AUC-19", "18BF-SETUP-16")
@pytest.mark.parametrize("rotation", range(6))
@pytest.mark.parametrize("company", ["EC", "EK", "LB", "LH", "LR", "LS", "LY", "SE"])
def test_homes_in_london_keep_their_exits_however_its_tile_lies(company: str, rotation: int) -> None:
    plain, upgraded = BigFour(), BigFour(phase="3")
    upgraded.lay(f"X9@{rotation} U23")
    for at in (plain, upgraded):
        MinorLot(at.company(company)).award(at.game, at.seat("A"), 100)
    assert sides_of(plain, company) == sides_of(upgraded, company) != set()
