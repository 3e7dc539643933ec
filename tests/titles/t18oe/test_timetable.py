"""Railroad Phases, Train Phases and rounds (rules 18OE-PHASE)."""

from __future__ import annotations

import pytest

from railhead.core.state import Round
from railhead.testing import rule
from railhead.titles.t18oe import consolidation
from railhead.titles.t18oe.facts import PHASE, REGIONALS
from railhead.titles.t18oe.record import AUCTION, CONCESSION, MAJOR_PHASE, REGIONAL_PHASE
from tests.titles.t18oe.table import Europe


def after(round_: Round, railroad_phase: str = "major", phase: str = "3") -> Europe:
    """A table at which this round is over and the next one begins; Ann presides over a regional."""
    table = Europe(railroad_phase=railroad_phase, phase=phase)
    table.regional("GWR", 60, {"Ann": 2}, cash=500)
    table.state.round = round_
    table.state.agenda = table.state.agenda[:1]
    return table


@pytest.mark.parametrize("options", [(), ("no_concessions",)])
@rule("18OE-PHASE-01", "18OE-CONC-10", "18OE-PHASE-03")
def test_the_railroad_phases_follow_one_another(options: tuple[str, ...]) -> None:
    table = Europe(options=options)
    table.begin()
    assert (table.record.railroad_phase, table.phase) == (AUCTION, "1")
    assert table.state.round == Round("auction", 0)
    table.remember(rows=())
    for number in range(1, 11):
        if not options:
            table.give_private(f"CO{number}", "Ann")
    table.do("pass")
    if not options:
        assert (table.record.railroad_phase, table.phase, table.turn) == (CONCESSION, "1", "Ann")
        assert table.state.round == Round("concession", 0)
        for entry in REGIONALS[:10]:
            table.give_cash("Ann", 500)
            table.do(f"start {entry['symbol']} at par60")
    assert (table.record.railroad_phase, table.phase) == (REGIONAL_PHASE, "1")
    table.do("start WW at par60", "pass", "pass", "pass")
    assert (table.state.round, table.phase) == (Round("operating", 1, 1, 2), "2")
    assert table.record.railroad_phase == REGIONAL_PHASE, "the phases overlap freely"


@pytest.mark.parametrize(
    ("before", "following"),
    [
        (Round("stock", 1), Round("operating", 1, 1, 2)),
        (Round("operating", 1, 1, 2), Round("operating", 1, 2, 2)),
        (Round("operating", 1, 2, 2), Round("stock", 2)),
        (Round("stock", 6), Round("operating", 6, 1, 2)),
        (Round("operating", 6, 2, 2), Round("stock", 7)),
    ],
)
@rule("18OE-PHASE-02")
def test_two_operating_rounds_and_a_stock_round(before: Round, following: Round) -> None:
    table = after(before)
    table.settle()
    assert table.state.round == following


@rule("18OE-PHASE-03")
def test_train_phase_2_begins_with_the_first_operating_round() -> None:
    table = after(Round("stock", 1), "regional", "1")
    assert table.state.phase == PHASE["1"]
    table.settle()
    assert table.phase == "2"
    table = after(Round("stock", 4), "major", "5")
    table.settle()
    assert table.phase == "5"


LEVEL = {"3": "3", "4+4": "4", "5": "5", "6": "6", "4D": "7", "5D": "8", "7+7": "7", "8+8": "8"}


@pytest.mark.parametrize(("train", "phase"), LEVEL.items())
@rule("18OE-PHASE-04")
def test_the_first_train_of_a_level_begins_its_phase(train: str, phase: str) -> None:
    """Whichever side of the card is bought: a 4D is of level 7, a 5D of level 8."""
    table = Europe(railroad_phase="major", phase=str(int(phase) - 1))
    pile = table.book.trains[table.book.train_names.index(train)].pile
    for earlier in range(pile):
        sold = table.state.depot[earlier]
        table.state.scrapped[earlier] += sold
        table.state.depot[earlier] = 0
    table.major("GWR", 100, {"Ann": 6}, cash=2000)
    table.mark("GWR", 4)
    table.remember(provided=(table.company("GWR"),), consolidated=2 if int(phase) > 5 else 0)
    table.operating_turn("GWR", "buy", number=4, index=1, of=2)
    table.do(f"train {train} from ipo")
    assert table.phase == phase


@rule("18OE-PHASE-18")
def test_the_consolidation_is_the_first_stock_round_after_train_phase_5_begins() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.major("GWR", 100, {"Ann": 6}, cash=2000)
    table.major("PLM", 100, {"Ben": 6}, cash=2000)
    table.mark("GWR", 4)
    for pile in (0, 1, 2):
        table.state.scrapped[pile] += table.state.depot[pile]
        table.state.depot[pile] = 0
    table.remember(provided=(table.company("GWR"),))
    table.operating_turn("GWR", "buy", number=4, index=1, of=2)
    table.do("train 5 from ipo")
    assert table.record.consolidated == consolidation.COMING
    assert not consolidation.is_on(table.game), "the operating rounds of the set come first"
    table.state.agenda = table.state.agenda[:1]
    table.state.round = Round("operating", 4, 2, 2)
    table.settle()
    assert table.state.round == Round("stock", 5)
    assert consolidation.is_on(table.game)
    table.do("pass", "pass", "pass")
    assert table.record.consolidated == consolidation.OVER
    table.state.agenda = table.state.agenda[:1]
    table.state.round = Round("operating", 5, 2, 2)
    table.settle()
    assert table.state.round == Round("stock", 6)
    assert not consolidation.is_on(table.game)
    assert table.record.railroad_phase == MAJOR_PHASE


@pytest.mark.parametrize(("sold", "offered"), [(3, False), (4, True), (14, True)])
@rule("18OE-PHASE-19")
def test_level_8_is_for_sale_after_four_of_level_7(sold: int, offered: bool) -> None:
    table = Europe(railroad_phase="major", phase="7")
    for pile in range(5):
        table.state.scrapped[pile] += table.state.depot[pile]
        table.state.depot[pile] = 0
    table.state.depot[5] = 14 - sold
    table.state.scrapped[5] = sold
    table.major("GWR", 100, {"Ann": 6}, cash=2000)
    table.mark("GWR", 4)
    table.remember(provided=(table.company("GWR"),), consolidated=consolidation.OVER)
    table.operating_turn("GWR", "buy", number=6, index=1, of=2)
    found = {text.split()[1] for text in table.offered("train")}
    assert ({"8+8", "5D"} <= found) == offered
    assert ({"7+7", "4D"} <= found) == (sold < 14)


@pytest.mark.parametrize(
    ("phase", "major", "national"),
    [("2", False, False), ("3", True, False), *((phase, True, True) for phase in "45678")],
)
@rule("18OE-PHASE-09", "18OE-PHASE-10")
def test_when_minors_merge(phase: str, major: bool, national: bool) -> None:
    table = Europe(railroad_phase="major", phase=phase)
    table.minor("B", "Ann", "FB", "U32.0")
    table.major("PLM", 90, {"Ann": 4})
    table.national("MIDI", 90, {"Ann": 4})
    table.stock_turn("Ann", number=3)
    offered = table.offered("merge")
    assert ("merge B into PLM" in offered) == major
    assert ("merge B into MIDI" in offered) == national
