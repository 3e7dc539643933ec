"""How a game of 18OE is set up (rules 18OE-SETUP)."""

from __future__ import annotations

from collections import Counter

import pytest

from railhead.core.audit import audit
from railhead.core.ids import Seat, Tile
from railhead.core.refusal import Malformed
from railhead.core.spelling import Rotation
from railhead.rules.track import LayTile, placement_refusal
from railhead.testing import rule
from railhead.titles.t18oe import rules
from railhead.titles.t18oe.facts import CHARTER, CONCESSIONS, MINORS, PLAYERS, REGIONS, value
from railhead.titles.t18oe.setting_up import drawn_patronage
from tests.titles.t18oe.table import NAMES, Europe

CASH = {3: 1800, 4: 1350, 5: 1080, 6: 900, 7: 775}
CASH_WITHOUT = {3: 1735, 4: 1300, 5: 1040, 6: 870, 7: 745}


@pytest.mark.parametrize("players", PLAYERS)
@rule("18OE-SETUP-01", "18OE-SETUP-11", "18OE-SETUP-12")
def test_starting_cash_comes_out_of_the_bank(players: int) -> None:
    for options, cash in (((), CASH), (("no_concessions",), CASH_WITHOUT)):
        table = Europe(players, options)
        assert {table.cash(name) for name in NAMES[:players]} == {cash[players]}
        assert table.cash("ipo") == 54000 - players * cash[players]
        assert audit(table.book, table.state) == []


@pytest.mark.parametrize("players", [2, 8])
def test_only_three_to_seven_can_play(players: int) -> None:
    with pytest.raises(Malformed, match="3 to 7"):
        rules.rulebook(tuple("NOPQRSTU"[:players]), frozenset(), 0, 1)


@rule("18OE-SETUP-07")
def test_patronage_tiles_are_drawn_at_random() -> None:
    printed = {name: group["cities"] for name, group in REGIONS["patronage"].items()}
    assert sum(map(len, printed.values())) == 45
    names = Europe().book.board.names
    seen: dict[str, set[str]] = {colour: set() for colour in printed}
    for seed in range(200):
        drawn = drawn_patronage(seed)
        assert Counter(colour for _, colour in drawn) == {"pink": 3, "yellow": 3, "white": 3, "green": 8}
        assert len({hex_ for hex_, _ in drawn}) == 17
        for hex_, colour in drawn:
            seen[colour].add(names[hex_])
    assert {colour: sorted(cities) for colour, cities in seen.items()} == {
        colour: sorted(cities) for colour, cities in printed.items()
    }


@rule("18OE-SETUP-07")
def test_what_is_drawn_depends_on_the_seed_alone() -> None:
    assert Europe(3, seed=5).record.patronage == Europe(7, seed=5).record.patronage == drawn_patronage(5)
    assert Europe(3, seed=6).record.patronage != Europe(3, seed=5).record.patronage


@rule("18OE-SETUP-09")
def test_the_first_seat_has_the_priority_deal_and_seats_never_change() -> None:
    table = Europe(4)
    assert table.book.owner_names[table.state.priority] == "Ann"
    assert [table.book.owner_names[table.game.left_of(Seat(table.owner(name)))] for name in NAMES[:4]] == [
        "Ben",
        "Cleo",
        "Dan",
        "Ann",
    ]


@rule("18OE-CONC-10")
def test_without_concessions_their_cards_are_out() -> None:
    with_them, without = Europe(), Europe(options=("no_concessions",))
    assert {with_them.state.privates[card] for card in CONCESSIONS} == {with_them.owner("ipo")}
    assert all(without.state.privates[card] not in without.book.owner_ids for card in CONCESSIONS)


@rule("18OE-SETUP-08", "18OE-SETUP-06")
def test_what_waits_beside_a_charter() -> None:
    """A regional has two tokens and three certificates: what a major has besides is not there yet."""
    table = Europe()
    for company in table.book.company_ids[12:]:
        assert table.state.spare_tokens[company] == 2
        assert table.game.share_count(company) == 4
        assert table.record.slots[company] == (20,)


def test_positions_are_sound() -> None:
    """What tests set up keeps the books balanced."""
    table = Europe(4, railroad_phase="major", phase="4")
    table.minor("A", "Ann", "FB", "U32.0", cash=50, trains=("4",))
    table.charter("B", "Ben")
    table.regional("GWR", 60, {"Ben": 2, "Cleo": 1}, trains=("4+4",), tokens=("K26.0",))
    table.major("PLM", 90, {"Cleo": 3, "Dan": 2, "pool": 1}, cash=400, trains=("4", "5"), tokens=("X33.0",))
    table.national("KBS", "100.d4", {"Dan": 4}, trains=("5",))
    assert audit(table.book, table.state) == []
    assert (table.price("PLM"), table.price("KBS"), table.price("GWR")) == (90, 100, 60)
    assert table.record.order == tuple(map(table.company, ("A", "GWR")))
    assert table.record.slots[table.company("PLM")] == (40, 60, 60, 80, 80, 80)


@pytest.mark.parametrize("minor", [entry["symbol"] for entry in MINORS])
@rule("18OE-SETUP-15")
def test_every_minor_costs_120_and_has_two_tokens(minor: str) -> None:
    table = Europe()
    company = table.company(minor)
    assert value((CHARTER, company)) == 120
    assert (table.state.spare_tokens[company], table.record.slots[company]) == (2, (20,))
    assert table.game.share_count(company) == 1


@pytest.mark.parametrize(
    ("phase", "colours"),
    [
        ("2", ["yellow"]),
        ("3", ["yellow", "green"]),
        ("4", ["yellow", "green"]),
        ("5", ["yellow", "green", "brown"]),
        ("6", ["yellow", "green", "brown"]),
        ("7", ["yellow", "green", "brown", "grey"]),
        ("8", ["yellow", "green", "brown", "grey"]),
    ],
)
@rule("18OE-PHASE-05", "18OE-SETUP-20")
def test_the_colours_of_tiles_by_train_phase(phase: str, colours: list[str]) -> None:
    """Which tiles the rules of track refuse for their phase, and that none is laid that is not there."""
    table = Europe(railroad_phase="major", phase=phase)
    table.major("PLM", 90, {"Ann": 2}, cash=1000)
    refused = set()
    for tile, facts in enumerate(table.book.tiles.facts):
        action = LayTile(Tile(tile), table.hex("T35"), Rotation(0))
        refusal = placement_refusal(table.game, action)
        if refusal is not None and refusal.rule == table.book.cites["track.phase"]:
            refused.add(facts.colour)
    assert refused == {"yellow", "green", "brown", "grey"} - set(colours)
    yellow = next(tile for tile, facts in enumerate(table.book.tiles.facts) if facts.colour == "yellow")
    table.state.supply[yellow] = 0
    refusal = placement_refusal(table.game, LayTile(Tile(yellow), table.hex("T35"), Rotation(0)))
    assert refusal is not None
    assert refusal.rule == table.book.cites["track.supply"]
