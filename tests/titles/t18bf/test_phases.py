"""What each phase begins with and allows (18BF-PHASE), and how the game goes on from there to its end (18BF-END)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest

from railhead.core.ids import BANK, NOBODY, POOL
from railhead.core.state import Round
from railhead.rules.directors import CertificateRules
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.rules.trains import TrainRules
from railhead.testing import rule
from railhead.titles.t18bf.dealing import deal
from railhead.titles.t18bf.record import record
from railhead.titles.t18bf.rounds import EndOfRound, Timetable
from tests.titles.t18bf.mergers import minor, public
from tests.titles.t18bf.table import BigFour

PILES = ("2", "3", "4", "5/3G", "6/4G", "3+3/5G", "4+4/6G")
COLOURS = ("yellow", "green", "brown", "grey")


@dataclass(frozen=True)
class Phase:
    """What a phase of the rulebook says."""

    name: str
    begun_by: tuple[str, ...]
    rusts: str
    limits: tuple[int | None, int | None, int | None]
    """Of Minors, Publics and Systems; None where the rulebook has none."""
    colours: int
    column: int
    minors: int
    """How many Minors are on offer in a third stock round."""
    undergrounds: tuple[str, ...]
    publics_start: bool
    merges: bool
    systems: bool
    exports: bool
    certificates: tuple[int, int, int]
    railways: bool = True


PHASES = (
    Phase("2", (), "", (2, None, None), 1, 0, 18, (), False, False, False, False, (32, 24, 19)),
    Phase("3", ("3",), "", (2, 4, None), 2, 1, 24, (), False, True, False, False, (32, 24, 19)),
    Phase("4", ("4",), "2", (1, 3, None), 2, 1, 24, (), True, True, False, True, (32, 24, 19)),
    Phase("5", ("5", "3G"), "", (1, 3, None), 3, 2, 0, ("U1",), True, True, False, True, (32, 24, 19)),
    Phase("6", ("6", "4G"), "3", (1, 2, 4), 3, 2, 0, ("U1",), True, True, True, True, (32, 24, 19)),
    Phase("7", ("3+3", "5G"), "", (1, 2, 4), 4, 3, 0, ("U1", "U2"), True, True, True, True, (32, 24, 19)),
    Phase("8", ("4+4", "6G"), "4", (0, 2, 4), 4, 3, 0, ("U1", "U2"), True, True, True, False, (21, 16, 13), False),
)
BEGINNINGS = [
    pytest.param(before, phase, train, id=train) for before, phase in pairwise(PHASES) for train in phase.begun_by
]


def by_name(phase: Phase) -> str:
    """A phase as the name of a test."""
    return phase.name


def about_to_buy(before: Phase, index: int = 1) -> tuple[BigFour, str]:
    """A company without a train that may buy the first of the next phase; TV and the pool have what may be obsolete."""
    at = BigFour(phase=before.name)
    at.sold_out(*PILES[: int(before.name) - 1])
    buyer = "VN" if before.name == "2" else "MR"
    if buyer == "VN":
        minor(at, "VN", 100, cash=1000)
    else:
        public(at, "MR", 100, {"A": 4}, "A9.0", cash=1000)
    minor(at, "TV", 100, "B")
    for train in ("2", "3", "4"):
        if not any(phase.rusts == train for phase in PHASES[: int(before.name) - 1]):
            at.give_trains("TV", train)
            at.returned(train)
    at.turn_of(buyer, "trains", index)
    at.settle()
    return at, buyer


@rule(
    "18BF-PHASE-01", "18BF-PHASE-02", "18BF-PHASE-03", "18BF-PHASE-04", "18BF-PHASE-05", "18BF-PHASE-06",
    "18BF-TRAIN-16", "18BF-TRAIN-07",
)  # fmt: skip
@pytest.mark.parametrize(("before", "phase", "train"), BEGINNINGS)
def test_the_first_train_of_a_pile_begins_a_phase(before: Phase, phase: Phase, train: str) -> None:
    at, buyer = about_to_buy(before)
    had = set(at.trains("TV"))
    at.do(f"train {train} from ipo")
    assert at.phase == phase.name
    kept = had - {phase.rusts}
    limit = phase.limits[0]
    assert limit is not None
    assert set(at.trains("TV")) == (kept if limit else set()), "what is obsolete is gone before anything is returned"
    while at.offered("return"):
        assert at.turn == "B"
        at.do(at.offered("return")[0])
    assert len(at.trains("TV")) == min(len(kept), limit)
    assert at.trains(buyer) == [train]
    assert {at.book.train_names[kind] for kind in at.state.trains[POOL]} == kept


@rule("18BF-PHASE-01", "18BF-END-01")
@pytest.mark.parametrize(("before", "phase", "train"), BEGINNINGS)
def test_a_later_train_of_a_pile_begins_nothing(before: Phase, phase: Phase, train: str) -> None:
    at, buyer = about_to_buy(before)
    at.state.phase += 1
    at.remember(last_set=4)
    at.do(f"train {train} from ipo")
    assert at.phase == phase.name
    assert at.trains(buyer) == [train]
    assert len(at.trains("TV")) >= 1
    assert record(at.game).last_set == 4


@rule("18BF-TRAIN-08", "18BF-TRACK-04", "18BF-ROUTE-14", "18BF-SR-09", "18BF-SR-10", "18BF-EX-19", "18BF-EX-28")
@pytest.mark.parametrize("phase", PHASES, ids=by_name)
def test_the_numbers_of_a_phase(phase: Phase) -> None:
    for players, certificates in zip((3, 4, 5), phase.certificates, strict=True):
        at = BigFour(players, phase=phase.name)
        facts = at.book.phases[at.state.phase]
        assert facts.colours == COLOURS[: phase.colours]
        assert facts.stage == phase.column
        assert at.book.rules[CertificateRules].limit(at.game) == certificates
        limits = [at.book.rules[TrainRules].limit(at.game, at.company(name)) for name in ("TV", "MR", "GWR")]
        assert all(expected in (None, limit) for expected, limit in zip(phase.limits, limits, strict=True))


@rule(
    "18BF-PHASE-01", "18BF-PHASE-02", "18BF-PHASE-03", "18BF-PHASE-04", "18BF-PHASE-05", "18BF-PHASE-06",
    "18BF-AUC-13", "18BF-AUC-14", "18BF-PRIV-34", "18BF-PRIV-35", "18BF-START-01",
)  # fmt: skip
@pytest.mark.parametrize("phase", PHASES, ids=by_name)
def test_what_a_stock_round_offers_in_a_phase(phase: Phase) -> None:
    at = BigFour(phase=phase.name)
    at.stock_turn("A", 3)
    offered = at.offered()
    assert len({text.split()[2] for text in offered if text.startswith("auction minor")}) == phase.minors
    privates = {text.split()[2] for text in offered if text.startswith("auction private")}
    assert privates == {f"F{number}" for number in range(1, 9)} | set(phase.undergrounds)
    assert any(text.startswith("start") for text in offered) == phase.publics_start


@rule("18BF-PHASE-01", "18BF-PHASE-04", "18BF-SYSTEM-01", "18BF-OR-08")
@pytest.mark.parametrize("phase", PHASES, ids=by_name)
def test_what_a_merger_round_offers_in_a_phase(phase: Phase) -> None:
    at = BigFour(phase=phase.name)
    minor(at, "LR", 100)
    public(at, "MR", 100, {"B": 4}, "U23.2")
    at.state.round = Round("operating", 2, 1, 2)
    at.remember(last_set=9)
    at.state.agenda = (Timetable(),)
    at.settle()
    if phase.merges:
        assert at.state.round.kind == "merger"
        assert at.offered() == ["convert", "join MR", "pass"]
        at.do("pass")
        assert (at.state.round.kind == "merger") == phase.systems
        assert at.offered("system") == (["system MR"] if phase.systems else [])
    else:
        assert at.state.round == Round("operating", 2, 2, 2)


@rule("18BF-PRIV-26", "18BF-PHASE-06")
@pytest.mark.parametrize("phase", PHASES[1:], ids=by_name)
def test_railways_close_with_phase_8_only(phase: Phase) -> None:
    at, buyer = about_to_buy(PHASES[PHASES.index(phase) - 1])
    railways, others = deal(0).railways, [at.private(name) for name in ("F1", "F8", "U1", "U2")]
    owners = [at.seat("A"), at.owner(buyer), BANK]
    for number, private in enumerate((*railways[:3], *others[:3])):
        at.state.privates[private] = owners[number % 3]
    before = list(at.state.privates)
    at.do(f"train {phase.begun_by[0]} from ipo")
    expected = [NOBODY if private in railways and not phase.railways else owner for private, owner in enumerate(before)]
    assert at.state.privates == expected


# -- exports --------------------------------------------------------------------------------------


def end_of_second_round(at: BigFour) -> None:
    """Everything that happens between the last turn of a second round and the next decision."""
    at.state.round = Round("operating", 5, 2, 2)
    at.state.agenda = (Timetable(), EndOfRound())
    at.settle()


@rule("18BF-EXP-01", "18BF-EXP-02", "18BF-EXP-03", "18BF-END-04")
@pytest.mark.parametrize("phase", PHASES[1:], ids=by_name)
@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_next_new_train_is_exported_and_may_begin_a_phase(phase: Phase, left: int) -> None:
    """In phases 4 to 7; if the pile is empty, the first of the next one goes and its phase begins."""
    at = BigFour(phase=phase.name)
    pile = int(phase.name) - 2
    if phase.name != "8":
        at.state.scrapped[pile] += at.state.depot[pile] - left
        at.state.depot[pile] = left
    before = list(at.state.depot)
    for company in ("TV", "VN", "BE"):
        minor(at, company, 100)
    end_of_second_round(at)
    gone = [was - now for was, now in zip(before, at.state.depot, strict=True)]
    taken = pile if left else pile + 1
    assert gone == [1 if phase.exports and number == taken else 0 for number in range(len(gone))]
    begins = phase.exports and not left
    assert at.phase == (str(int(phase.name) + 1) if begins else phase.name)
    ended = (6, 3) if begins and phase.name == "7" else (0, 0)
    assert (record(at.game).last_set, record(at.game).last_rounds) == ended


@rule("18BF-EXP-01", "18BF-TRAIN-07", "18BF-MERGE-01")
def test_trains_above_the_limit_are_returned_before_the_merger_round() -> None:
    at = BigFour(phase="5")
    at.sold_out("5/3G")
    public(at, "MR", 100, {"A": 4}, "U23.1", trains=("4", "4", "5"))
    public(at, "CR", 110, {"B": 4}, "U23.2", trains=("3", "4", "5"))
    public(at, "NER", 120, {"C": 4}, "U23.3", trains=("5", "4", "5"))
    end_of_second_round(at)
    assert at.phase == "6"
    assert at.state.round.kind == "operating", "the Merger Round has not begun"
    assert (at.turn, at.offered("return")) == ("C", ["return 4", "return 5"])
    at.do("return 5")
    assert (at.turn, at.trains("CR")) == ("A", ["4", "5"]), "in operating order, without those that are obsolete"
    at.do("return 4")
    assert at.state.round.kind == "merger"
    assert at.offered("system"), "and Systems may be formed at once"


# -- the end --------------------------------------------------------------------------------------


def play_out(at: BigFour) -> list[str]:
    """Everybody does as little as possible until the game is over; the rounds that began."""
    names: list[str] = []
    while not at.over:
        now = at.state.round
        name = f"{now.kind} {now.number}.{now.index}" if now.kind != "stock" else f"stock {now.number}"
        if name not in names:
            names.append(name)
        offered = at.offered()
        at.do("pass" if "pass" in offered else offered[0])
    return names


@rule("18BF-END-01", "18BF-END-02", "18BF-END-03", "18BF-EX-08", "18BF-EX-09", "18BF-MERGE-01")
@pytest.mark.parametrize("train", ["4+4", "6G"])
@pytest.mark.parametrize("index", [1, 2])
def test_the_rounds_after_the_first_train_of_phase_8(train: str, index: int) -> None:
    """Complete the round, and three more operating rounds with one stock round in the normal sequence."""
    at, _ = about_to_buy(PHASES[5], index)
    public(at, "CR", 100, {"C": 4}, "U23.3", trains=("6G",))
    public(at, "NER", 90, {"B": 4}, "U23.4", trains=("6G",))
    own = at.state.agenda[3:]
    done = (at.company("TV"), at.company("MR"))
    at.state.agenda = (Timetable(), EndOfRound(), OperatingRound(done), *own)
    at.state.round = Round("operating", 6, index, 2)
    at.do(f"train {train} from ipo")
    rest = ["operating 6.1", "merger 6.1", "operating 6.2", "merger 6.2", "stock 7"][2 * index - 2 :]
    count = 2 if index == 1 else 3
    last = [f"{kind} 7.{number}" for number in range(1, count + 1) for kind in ("operating", "merger")][:-1]
    names = play_out(at)
    assert names == [*rest, *last]
    assert sum(name.startswith("operating") for name in names[1:]) == 3


@rule("18BF-END-04")
def test_the_rounds_after_an_exported_train_of_phase_8() -> None:
    at = BigFour(phase="7")
    at.sold_out("3+3/5G")
    public(at, "CR", 100, {"C": 4}, "U23.3", trains=("6G",))
    public(at, "NER", 90, {"B": 4}, "U23.4", trains=("6G",))
    end_of_second_round(at)
    names = play_out(at)
    assert [name for name in names if not name.startswith("merger")] == [
        "stock 6",
        "operating 6.1",
        "operating 6.2",
        "operating 6.3",
    ]


def test_the_turn_of_a_company_is_on_top_of_its_round() -> None:
    """The positions above are those of the real agenda: timetable, end of the round, round, turn."""
    at = BigFour(phase="7")
    public(at, "CR", 100, {"C": 4}, "U23.3", trains=("6G",))
    at.state.round = Round("stock", 3)
    at.state.agenda = (Timetable(),)
    at.settle()
    assert [type(step) for step in at.state.agenda[:4]] == [Timetable, EndOfRound, OperatingRound, OperatingTurn]
