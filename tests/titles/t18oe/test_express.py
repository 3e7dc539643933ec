"""The Orient Express (rules 18OE-OE), and better runs that others point out (18OE-ROUTE-16)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.ids import Hex, a_consist
from railhead.rules.running import open_runs
from railhead.testing import rule
from tests.titles.t18oe.lines import BERLIN_CONSTANTINOPLE, LILLE_PARIS, NORTH, Lines, railroad, sea

CITIES = {"Paris": "Q30", "London": "M28", "Berlin": "M50", "Madrid": "Y14", "Sankt-Peterburg": "C74"}
OTHERS = {"Wien": "R55", "Birmingham": "K26", "Napoli": "AB51"}
EXTRA = {"2": 30, "3": 30, "4": 30, "5": 60, "6": 60, "7": 100, "8": 100}
"""By Train Phase (worked example EX-42 of the rule list)."""
RUN = "-".join([f"{name}.0" if name in ("M50", "AA82") else name for name in BERLIN_CONSTANTINOPLE.split()])


def orient(
    phase: str = "4",
    trains: tuple[str, ...] = ("2+2",),
    kind: str = "major",
    tiles: tuple[str, ...] = (),
    tokens: tuple[str, ...] = (),
) -> Lines:
    """GWR with a token in Berlin (120) and a line from there to Constantinople (100)."""
    at = Lines(phase)
    at.lay("OE38@0 M50", "OE39@0 AA82", *tiles)
    at.railway(BERLIN_CONSTANTINOPLE)
    if kind == "major":
        at.major("GWR", 100, {"Ann": 6}, trains=trains, tokens=("M50.0", *tokens))
    else:
        at.regional("GWR", 60, {"Ann": 2}, trains=trains, tokens=("M50.0", *tokens))
    return at


# -- what it is -----------------------------------------------------------------------------------


@rule("18OE-OE-01")
def test_only_majors_run_it() -> None:
    assert orient().earns("GWR", f"2+2 {RUN}") == 120 + 100 + 30
    assert orient(kind="regional").earns("GWR", f"2+2 {RUN}") == 120 + 100


@rule("18OE-OE-02")
@pytest.mark.parametrize("place", [*CITIES, *OTHERS])
def test_it_joins_constantinople_and_one_of_five_cities(place: str) -> None:
    """Plain track from the city to Constantinople, the shortest way across land."""
    hex_ = (CITIES | OTHERS)[place]
    at = Lines("4")
    label = at.book.board.hexes[at.hex(hex_)].label
    tile = {"P": "OE37@0", "L": "OE40@0", "B": "OE38@0", "A": "OE37@0", "S": "OE37@0", "N": "OE41@0"}[label]
    at.lay(f"{tile} {hex_}", "OE39@0 AA82")
    run = line(at, hex_, "AA82")
    at.major("GWR", 100, {"Ann": 6}, trains=("2+2",), tokens=(f"{hex_}.0",))
    cities = {"B": 120, "L": 120}.get(label, 100) + 100
    assert at.earns("GWR", f"2+2 {run}") == cities + (30 if place in CITIES else 0)


@rule("18OE-OE-02", "18OE-OE-03", "18OE-FERRY-09", "18OE-ROUTE-10")
@pytest.mark.parametrize(("revision", "earned"), [(2, 220), (3, 250)])
def test_the_ferry_by_varna_counts_once_for_a_train_that_just_gets_there(revision: int, earned: int) -> None:
    """Two cities and a ferry of distance 1, with a town on it, are all that a 3 may include."""
    at = Lines("4", revision)
    inland = "M52 M54 M56 M58 M60 M62 M64 M66 M68 N69 O70 P71 Q72 R73 S74 T75 U76 V77 W76 X77"
    at.lay("OE38@0 M50", "OE39@0 AA82")
    at.railway(f"M50 {inland} X79")
    at.major("GWR", 100, {"Ann": 6}, trains=("3",), tokens=("M50.0",))
    run = f"M50.0-{inland.replace(' ', '-')}-(X79.0)-Y80-Z81-AA82.0"
    assert at.earns("GWR", f"3 {run}") == earned
    assert at.best("GWR") == earned


def line(at: Lines, start: str, end: str) -> str:
    """Plain track between two cities, the shortest way across hexes without track, and perhaps the ferry to London."""
    board, laid = at.book.board, at.state.tiles
    before: dict[Hex, Hex] = {}
    ahead = [at.hex(start)]
    while at.hex(end) not in before:
        here = ahead.pop(0)
        exits = board.track(here, board.placed(laid, here)).exits if here == at.hex(start) else -1
        for side, (other, _) in board.across[here].items():
            is_free = other not in laid and (board.hexes[other].buildable or other == at.hex("N29"))
            if exits >> side & 1 and other not in before and (is_free or other == at.hex(end)):
                before[other] = here
                ahead.append(other)
    hexes = [at.hex(end)]
    while hexes[0] != at.hex(start):
        hexes.insert(0, before[hexes[0]])
    names = [board.names[hex_] for hex_ in hexes]
    at.railway(" ".join(names))
    return "-".join([f"{start}.0", *names[1:-1], f"{end}.0"])


@rule("18OE-OE-03")
@pytest.mark.parametrize("phase", EXTRA)
def test_the_extra_revenue_goes_by_the_phase(phase: str) -> None:
    assert orient(phase, ("5",)).earns("GWR", f"5 {RUN}") == 220 + EXTRA[phase]


@rule("18OE-OE-04")
def test_one_train_a_turn_gets_it() -> None:
    at = orient("8", ("5", "5"), tiles=("OE37@0 Q30",), tokens=("AA82.0",))
    second = line(at, "Q30", "AA82")
    assert at.earns("GWR", f"5 {second}") == 100 + 100 + 100
    assert at.earns("GWR", f"5 {RUN}", f"5 {second}") == 220 + 200 + 100


@rule("18OE-OE-05")
@pytest.mark.parametrize(("phase", "extra"), [("7", 100), ("8", 100)])
def test_d_trains_do_not_double_it(phase: str, extra: int) -> None:
    assert orient(phase, ("5D",)).earns("GWR", f"5D {RUN}") == 2 * 220 + extra


@rule("18OE-OE-06")
def test_a_run_by_sea_alone_is_none() -> None:
    at = railroad("GWR", ("OE40@0 M28", "OE39@0 AA82", "4@4 AA84"), ("8+8",), ("M28.0", "AA82.0"), "8")
    at.remember(authorities=((at.company("GWR"), 1),))
    by_sea = sea("M28.0", "AA82.0")
    assert at.earns("GWR", f"8+8 {by_sea}") == 120 + 100
    at.lay("4@1 AA84")
    assert at.earns("GWR", f"8+8 {by_sea}-AA84.0") == 120 + 100 + 10 + 100


def test_the_city_of_a_card_still_makes_it_one() -> None:
    """AMB-104 of the rule list."""
    at = orient()
    at.remember(harbor=(at.company("GWR"), at.stop("AA82.0")))
    assert at.earns("GWR", f"2+2 {RUN}") == 120 + 30


# -- joined trains --------------------------------------------------------------------------------


@rule("18OE-OE-07", "18OE-OE-08", "18OE-OE-10")
@pytest.mark.parametrize(
    ("trains", "joined", "cities", "towns"),
    [
        (("2+2", "3", "2+2"), "2+2&2+2&3", 7, 4),
        (("2+2", "3+3"), "2+2&3+3", 5, 5),
        (("2+2", "3", "4+4"), "2+2&3&4+4", 9, 6),
    ],
)
def test_joined_trains_add_up(trains: tuple[str, ...], joined: str, cities: int, towns: int) -> None:
    """Worked examples EX-30 and EX-56 of the rule list."""
    at = orient(trains=trains)
    at.operate("GWR", "run")
    at.do(f"join {joined}")
    (allowance,) = at.problem("GWR").trains
    assert (allowance.visits, allowance.large, allowance.total) == (cities, cities, cities + towns)
    assert at.earns("GWR", f"{joined} {RUN}") == 250
    at.merged("L", "GWR")
    (larger,) = at.problem("GWR").trains
    assert (larger.visits, larger.total) == (cities + 1, cities + towns + 2)
    assert at.earns("GWR", f"{joined}^ {RUN}") == 250


@rule("18OE-OE-07", "18OE-OE-10", "18OE-OE-12")
def test_only_trains_that_rust_are_joined_and_swifts_is_not() -> None:
    at = orient("5", ("3", "4", "5", "2+2*"))
    at.operate("GWR", "run")
    assert at.offered("join") == ["join 3&4"]
    at.refuses("join 4&5", "18OE-OE-07")
    at.refuses("join 2+2&3", "18OE-OE-07")
    at.refuses("join 3", "18OE-OE-07")
    assert at.earns("GWR", f"5 {RUN}") == 220 + 60
    at.do("join 3&4")
    assert at.earns("GWR", f"3&4 {RUN}") == 220 + 60
    assert at.breaks("GWR", f"3 {RUN}") == "18OE-ROUTE-01"
    at.do("part trains")
    assert at.earns("GWR", f"3 {RUN}") == 280
    at.refuses("part trains", "18OE-OE-07")


@rule("18OE-OE-12", "18OE-MINOR-21", "18OE-REV-08")
def test_each_choice_is_made_once_for_trains_as_they_are_joined() -> None:
    """So nobody can go on joining and parting for ever; what was chosen before trains are joined is open again."""
    at = orient("5", ("3", "4", "5"))
    at.merged("L", "GWR")
    at.remember(pullmans=(at.company("GWR"),))
    at.operate("GWR", "run")
    at.do("marker on 4", "pullman on 3")
    at.refuses("marker on 3", "18OE-MINOR-21")
    at.refuses("pullman on 5", "18OE-REV-08")
    at.do("join 3&4", "marker on 5", "pullman on 3&4")
    at.refuses("marker on 3&4", "18OE-MINOR-21")
    at.refuses("pullman on 5^", "18OE-REV-08")
    at.refuses("join 3&4", "18OE-OE-12")
    at.do("part trains", "marker on 3", "pullman on 4")
    assert at.earns("GWR", f"4 {RUN}") == 220 + 60 + 40
    assert at.offered("marker") + at.offered("pullman") + at.offered("join") + at.offered("part") == []
    at.refuses("join 3&4", "18OE-OE-12")
    at.operate("GWR", "run")
    assert at.offered("join") == ["join 3&4"], "in another turn"


BALTIC = "J65 K66 L67 M68 N69 O70 P71 Q72 R73 S74 T75 U76 V77 W78 X77 Y78 Z79 AA80"


def across_the_baltic(revision: int | None = None) -> Lines:
    """MSP in Sankt-Peterburg (20), without track, and a line from Königsberg (30) to Constantinople (100).

    There are two zones to Königsberg, of which the home token waives one: a 2+2 does not get there.
    """
    at = Lines("3", revision)
    at.lay("621@1 J63", "OE39@0 AA82")
    at.railway(f"J63 {BALTIC} AA82")
    at.major("MSP", 100, {"Ann": 6}, trains=("2+2", "2+2"))
    at.remember(provided=(at.company("MSP"),))
    at.operate("MSP", "run")
    return at


@rule("18OE-OE-07", "18OE-OE-12")
def test_trains_are_joined_although_none_of_them_could_run_by_itself() -> None:
    at = across_the_baltic()
    assert at.offered() == ["join 2+2&2+2", "pass"]
    at.do("join 2+2&2+2")
    at.refuses("pass", "18OE-ROUTE-16")
    at.do("part trains")
    assert at.offered() == ["pass"], "nobody has to join them"
    at = across_the_baltic()
    run = f"run 2+2&2+2 C74.0-C74-J63-J63.0-{BALTIC.replace(' ', '-')}-AA82.0"
    at.do("join 2+2&2+2", run)
    assert at.state.revenue[at.company("MSP")] == 20 + 30 + 100 + 30
    at = across_the_baltic()
    at.do("pass")
    assert (at.state.revenue[at.company("MSP")], at.price("MSP")) == (0, 90)
    assert across_the_baltic(revision=2).asked == "TradeShares", "as it used to be: nobody was asked"


@rule("18OE-OE-09", "18OE-OE-01")
def test_trains_are_joined_for_nothing_else() -> None:
    at = orient(trains=("3", "4"), tiles=("4@1 M48",))
    at.operate("GWR", "run")
    at.do("join 3&4")
    assert at.breaks("GWR", "3&4 M48.0-M50.0") == "18OE-OE-09"
    more = orient("5", ("3", "4", "5"), tiles=NORTH, tokens=("Q30.0",))
    more.operate("GWR", "run")
    assert more.may_run("GWR", f"5 {LILLE_PARIS}")
    more.do("join 3&4")
    assert more.breaks("GWR", f"5 {LILLE_PARIS}") == "18OE-OE-09"
    assert more.may_run("GWR", f"5 {LILLE_PARIS}", f"3&4 {RUN}")
    assert at.may_run("GWR", f"3&4 M48.0-{RUN}")
    elsewhere = railroad("GWR", NORTH, ("3", "4"), ("Q30.0",))
    elsewhere.operate("GWR", "run")
    elsewhere.refuses("join 3&4", "18OE-OE-09")
    regional = orient(trains=("2+2", "3"), kind="regional")
    regional.operate("GWR", "run")
    regional.refuses("join 2+2&3", "18OE-OE-01")


@rule("18OE-OE-11")
def test_a_pullman_counts_one_of_the_joined_trains() -> None:
    """Worked example EX-31 of the rule list."""
    at = orient(trains=("2+2", "3+3"))
    at.remember(pullmans=(at.company("GWR"),))
    at.operate("GWR", "run")
    at.do("join 2+2&3+3")
    assert at.earns("GWR", f"2+2&3+3 {RUN}") == 250 + 30


@rule("18OE-OE-07")
def test_trains_are_joined_only_as_long_as_the_railroad_has_them_all() -> None:
    """Between turns the railroad loses its 4: what is left runs by itself."""
    at = orient(trains=("3", "4"))
    at.operate("GWR", "run")
    at.do("join 3&4")
    assert [allowed.train for allowed in at.problem("GWR").trains] == [a_consist((at.train("3"), at.train("4")))]
    effects.scrap_train(at.game, at.owner("GWR"), at.train("4"))
    assert [allowed.train for allowed in at.problem("GWR").trains] == [at.train("3")]


def test_the_search_finds_runs_of_joined_trains() -> None:
    at = orient(trains=("2+2", "3"), tiles=("4@1 M48",))
    at.operate("GWR", "run")
    at.do("join 2+2&3")
    runs = open_runs(at.game, at.company("GWR"))
    assert runs is not None
    assert runs.is_proven
    (run,) = runs.best[1]
    assert at.earns("GWR", f"2+2&3 M48.0-{RUN}") == 250 + 10
    assert runs.best[0].revenue == 250 + 10 + 50, "and over two sea zones to Alexandria"
    assert {at.stop("M50.0"), at.stop("AA82.0"), at.stop("AG88.0")} < set(run.path)


# -- the first one --------------------------------------------------------------------------------


def first(at: Lines) -> Lines:
    """GWR runs the Orient Express and keeps what it earns."""
    at.operate("GWR", "run")
    at.do(f"run 2+2 {RUN}")
    return at


@rule("18OE-OE-13", "18OE-OE-14")
def test_the_first_one_brings_the_revenue_of_its_train_once_more() -> None:
    at = first(orient())
    before = at.cash("GWR")
    at.do("keep")
    assert at.offered("express") == ["express revenue", "express squares"]
    assert not at.allows("pass")
    at.do("express revenue")
    assert at.cash("GWR") == before + 250 + 250
    assert at.record.express == (at.company("GWR"),)


@rule("18OE-OE-14", "18OE-REV-08")
@pytest.mark.parametrize(("pullman", "revenue"), [("4", 250), ("2+2", 270)])
def test_that_is_the_revenue_of_one_train_with_its_pullman(pullman: str, revenue: int) -> None:
    at = orient(trains=("2+2", "4"), tiles=NORTH, tokens=("Q30.0",))
    at.remember(pullmans=(at.company("GWR"),))
    at.operate("GWR", "run")
    at.do(f"pullman on {pullman}", f"run 2+2 {RUN}, 4 {LILLE_PARIS}", *["pass"] * 2)
    assert at.record.express_revenue == revenue
    assert at.state.revenue[at.company("GWR")] == 250 + 130 + (40 if pullman == "4" else 20)


@rule("18OE-OE-15", "18OE-MKT-15")
def test_or_three_squares_to_the_right_besides_the_dividend() -> None:
    at = first(orient())
    where = at.state.price[at.company("GWR")]
    at.do("pay", "express squares")
    row, column = at.book.market.squares[where]
    assert at.book.market.squares[at.state.price[at.company("GWR")]] == (row, column + 4)


@rule("18OE-OE-16")
def test_a_second_one_has_only_the_extra_revenue() -> None:
    at = orient()
    at.remember(express=(at.company("GWR"),))
    first(at)
    assert at.state.revenue[at.company("GWR")] == 250
    at.do("keep")
    assert "express revenue" not in at.offered()


# -- better runs ----------------------------------------------------------------------------------


@rule("18OE-ROUTE-16")
def test_any_player_may_point_out_a_better_run() -> None:
    at = railroad("GWR", NORTH, ("2+2",), ("Q30.0",))
    at.lay("4@0 R29", "4@1 Q32")
    at.operate("GWR", "run")
    at.do("run 2+2 Q30.0-R29.0")
    assert at.turn == "Ben"
    at.refuses("announce 2+2 Q30.0-Q32.0", "18OE-ROUTE-16")
    at.do(f"announce 2+2 {LILLE_PARIS}")
    assert at.turn == "Cleo"
    at.do(f"announce 2+2 {LILLE_PARIS}-R29.0")
    assert at.state.revenue[at.company("GWR")] == 30 + 100 + 10


BRUSSEL = {80: ("208@0 N31", "202@1 N35"), 90: ("208@0 N31", "207@0 N35"), 170: ("OE44@0 N31", "OE43@0 N35")}
"""By what the line from Lille by Gent pays: the tiles at its ends."""
FLEMISH, POOR = "N31.0-N33.0-N35.0", RUN.replace("M50.0", "M50.2")


def two_ways(pays: int) -> Lines:
    """GWR has one train, which earns 90 with the Orient Express, or as much as is said from Lille to Brussel."""
    at = Lines("4")
    at.lay("OE4@0 M50", "OE5@0 AA82", "4@1 N33", *BRUSSEL[pays])
    at.railway(BERLIN_CONSTANTINOPLE)
    at.major("GWR", 100, {"Ann": 6}, trains=("2+2",), tokens=("M50.2", "N31.0"))
    assert at.earns("GWR", f"2+2 {POOR}") == 30 + 30 + 30
    assert at.earns("GWR", f"2+2 {FLEMISH}") == pays
    at.operate("GWR", "run")
    return at


@rule("18OE-OE-17")
@pytest.mark.parametrize("pays", BRUSSEL)
def test_the_express_may_always_be_run(pays: int) -> None:
    at = two_ways(pays)
    at.do(f"run 2+2 {POOR}")
    assert at.state.revenue[at.company("GWR")] == at.record.express_revenue == 90


@rule("18OE-OE-18", "18OE-ROUTE-16")
@pytest.mark.parametrize("pays", BRUSSEL)
def test_it_has_to_be_run_only_if_nothing_else_pays_as_much(pays: int) -> None:
    at = two_ways(pays)
    at.do(f"run 2+2 {FLEMISH}")
    if pays < 90:
        assert at.turn == "Ben"
        at.do(f"announce 2+2 {POOR}")
        assert at.record.express_revenue == 90
    else:
        assert at.state.revenue[at.company("GWR")] == pays
        assert at.record.express_revenue == 0


@rule("18OE-OE-17")
def test_with_the_express_the_rest_has_to_be_the_best() -> None:
    """AMB-89 of the rule list."""
    at = orient("4", ("2+2", "2+2"), tiles=NORTH, tokens=("Q30.0",))
    at.operate("GWR", "run")
    at.do(f"run 2+2 {RUN}")
    assert at.turn == "Ben"
    at.refuses(f"announce 2+2 {LILLE_PARIS}", "18OE-ROUTE-16")
    at.do(f"announce 2+2 {RUN}, 2+2 {LILLE_PARIS}")
    assert at.state.revenue[at.company("GWR")] == 250 + 130
