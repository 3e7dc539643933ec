"""18xx.games files of 1862: every type of action is read as ours, also those that real games seldom have."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from railhead.core import effects, engine
from railhead.core.actions import text_of
from railhead.core.ids import BANK, POOL, Owner
from railhead.core.refusal import Malformed, RailheadError
from railhead.interop.as18xx import overlay
from railhead.interop.as18xx.certificates import Certificates
from railhead.interop.as18xx.importer import Mismatch, Replayed, replay
from railhead.interop.as18xx.posted import PostRun
from railhead.interop.as18xx.reader_1862 import Reader1862
from railhead.interop.as18xx.stations_1862 import STATIONS
from railhead.interop.as18xx.trace import line
from railhead.interop.as18xx.train_cards import Owned
from railhead.rules.exchange import Option
from railhead.rules.redemption import Redeem
from railhead.rules.stock import StockTurn
from railhead.rules.trains import BuyTrains
from railhead.testing import Table
from railhead.titles import catalogue
from railhead.titles.t1862.merging import ChooseSurvivor
from railhead.titles.t1862.obligations import Fine
from railhead.track.tiles import station_sides
from tests.titles.t1862.railways import SEED, operating, railway

ANN, BEN, CAT = 11, 22, 33
NAMES: dict[object, str] = {"11": "A", "22": "B", "33": "C", "44": "D"}
"""Stages of a turn: those that have begun when a company builds, or buys trains."""


class Imported(Table):
    """A table of an imported game."""

    def __init__(self) -> None:
        book = catalogue.rulebook("1862", tuple("ABCD"), frozenset(), SEED)
        self.book = overlay.overlaid(book, overlay.departures("1862"))
        self.state, self.events = engine.start(self.book)


def read(at: Table, reader: Reader1862, kind: str, entity: int | str, /, **more: Any) -> list[str]:
    """An action of a file in our words; it must be for the step that is open."""
    by = "player" if isinstance(entity, int) else "corporation"
    action = {"type": kind, "entity": entity, "entity_type": by, **more}
    assert reader.fits(at.game, action), f"{kind} is not for {at.step}"
    return [text_of(at.book, ours) for ours in reader.read(at.game, action)]


def building(*tiles: str, unused: int = 2) -> tuple[Imported, Reader1862]:
    at = Imported()
    at.lay(*tiles)
    railway(at, "SVR", {"A": 5}, treasury=500, markers=("D11.0",), unused=unused)
    at.set_phase("D")
    operating(at, "SVR", "build")
    at.settle()
    return at, Reader1862(NAMES)


# -- building ---------------------------------------------------------------------------------------


def test_a_tile_is_a_tile() -> None:
    at, reader = building("57@0 D11")
    assert read(at, reader, "lay_tile", "SVR", hex="D13", tile="57-3", rotation=0) == ["lay 57 on D13 turned 0"]


@pytest.mark.parametrize("name", sorted(STATIONS))
def test_a_tile_with_small_stations_is_that_tile_with_them(name: str) -> None:
    """Beginning with the plain tile, each of its names with one station is the building of that station."""
    base, wanted = name.partition("_")[0], [tuple(int(side) for side in line) for line in STATIONS[name]]
    at, reader = building("57@0 D11", f"{base}@0 E6")
    stations = [f"station on E6 line {min(line)}-{max(line)}" for line in wanted]
    for number in range(len(stations)):
        if number < len(stations) - 1:
            effects.build_small_station(at.game, at.company("SVR"), at.hex("E6"), frozenset(wanted[number]))
    assert read(at, reader, "lay_tile", "SVR", hex="E6", tile=f"{name}-0", rotation=0) == stations[-1:]


def test_the_last_station_of_a_tile() -> None:
    at, reader = building("57@0 D11", "20@0 E6")
    effects.build_small_station(at.game, at.company("SVR"), at.hex("E6"), frozenset((1, 4)))
    assert read(at, reader, "lay_tile", "SVR", hex="E6", tile="20_2-0", rotation=3) == ["station on E6 line 0-3"]


def test_a_turned_name_is_the_same_line() -> None:
    at, reader = building("57@0 D11", "20@0 E6")
    assert read(at, reader, "lay_tile", "SVR", hex="E6", tile="20_1-0", rotation=1) == ["station on E6 line 1-4"]


def test_an_upgrade_names_the_station_it_keeps() -> None:
    at, reader = building("57@0 D11", "8852@0 E10")
    assert read(at, reader, "lay_tile", "SVR", hex="E10", tile="20_1-2", rotation=0) == ["lay 20 on E10 turned 0"]
    at.lay("20@0 E10")
    hex_, board = at.hex("E10"), at.book.board
    placed = at.state.tiles[hex_]
    assert station_sides(board.facts(hex_, placed), board.track(hex_, placed)) == [frozenset((0, 3))]


def test_london_is_linked_in_the_build_step_and_towns_get_markers_afterwards() -> None:
    at, reader = building("57@0 D11", "57@0 D13")
    london = {"type": "place_token", "entity": "SVR", "entity_type": "corporation", "city": "B15-0-3", "slot": 0}
    town = {**london, "city": "57-1-0"}
    reader.laid["57-1"] = "D13"
    assert not reader.fits(at.game, town)
    assert read(at, reader, "place_token", "SVR", city="B15-0-3", slot=1) == ["link at B15.1"]
    at.do("pass")
    assert not reader.fits(at.game, london)
    assert read(at, reader, "place_token", "SVR", city="57-1-0", slot=0, tokener="SVR") == ["token at D13.0"]


def test_an_unknown_tile_is_refused() -> None:
    at, reader = building("57@0 D11")
    with pytest.raises(Malformed, match="not a tile"):
        read(at, reader, "lay_tile", "SVR", hex="D13", tile="9999-0", rotation=0)


# -- trains and money -------------------------------------------------------------------------------


def trainless(treasury: int, kept: int, par: int = 82, **holders: int) -> tuple[Imported, Reader1862]:
    """A company without a train in the train step, with shares of its own."""
    at = Imported()
    railway(at, "SVR", {"A": 10 - kept, **holders}, treasury=treasury, par=par, markers=("D11.0",))
    at.give_shares("SVR", "SVR", kept)
    operating(at, "SVR", "trains")
    at.state.agenda = (*at.state.agenda, BuyTrains(at.company("SVR")))
    return at, Reader1862(NAMES)


def test_a_pass_without_a_train_raises_money() -> None:
    at, reader = trainless(treasury=50, kept=2)
    assert read(at, reader, "pass", "SVR") == ["sell-treasury"]
    at, reader = trainless(treasury=50, kept=0)
    assert read(at, reader, "pass", "SVR") == ["refinance"]


def test_a_conversion_refinances_although_shares_could_be_sold() -> None:
    at, reader = trainless(treasury=50, kept=2)
    assert read(at, reader, "convert", "SVR") == ["refinance"]
    at.do("refinance")
    assert isinstance(at.step, Option) or at.offered("train")


def test_a_new_train_has_a_type_and_warranties() -> None:
    at, reader = trainless(treasury=500, kept=0)
    assert read(at, reader, "buy_train", "SVR", train="A-0", price=100, variant="2L*", warranties=2) == [
        "train 2L with 2 warranties"
    ]
    at.do("train 2L with 2 warranties")
    assert at.game.trains_of(at.company("SVR")) != ()


def test_a_train_of_another_company_needs_its_directors_consent_here() -> None:
    at, reader = trainless(treasury=500, kept=0)
    railway(at, "ESR", {"B": 5}, markers=("F11.0",))
    reader.trains.owned["A-0"] = Owned(at.train("2L"), at.company("ESR"))
    effects.move_train(at.game, BANK, at.game.purse(at.company("ESR")), at.train("2L"))
    assert read(at, reader, "buy_train", "SVR", train="A-0", price=100) == ["offer 100 for 2L of ESR", "accept"]


def test_a_company_redeems_a_share() -> None:
    at = Imported()
    railway(at, "SVR", {"A": 5, "pool": 2}, treasury=500, markers=("D11.0",))
    operating(at, "SVR", "redeem")
    at.state.agenda = (*at.state.agenda, Redeem(at.company("SVR")))
    assert read(at, Reader1862(NAMES), "buy_shares", "SVR", shares=["SVR_4"], percent=10) == ["redeem-share"]


def test_a_fine_is_paid_by_selling_shares() -> None:
    at = Imported()
    railway(at, "ESR", {"A": 4, "B": 5}, director="B", trains=("1F",))
    at.give_cash("A", 0)
    at.state.agenda = (at.state.agenda[0], Fine(at.seat("A"), at.company("SVR"), 100))
    assert read(at, Reader1862(NAMES), "sell_shares", ANN, shares=["ESR_1", "ESR_2"], percent=20) == ["sell 2 ESR"]


# -- mergers ------------------------------------------------------------------------------------------


def merging() -> tuple[Imported, Reader1862]:
    at = Imported()
    at.lay("790@1 F11", "6@2 G12")
    railway(at, "ESR", {"A": 5, "B": 1}, treasury=500, markers=("F11.0",), trains=("1F",))
    railway(at, "FDR", {"B": 4, "A": 2}, treasury=500, markers=("G12.0",), trains=("1F",))
    operating(at, "ESR", "merge")
    at.settle()
    return at, Reader1862(NAMES)


def test_a_merger_with_all_its_choices() -> None:
    at, reader = merging()
    assert read(at, reader, "merge", "ESR", corporation="FDR") == ["merge with FDR", "accept"]
    at.do("merge with FDR", "accept")
    assert read(at, reader, "choose", "ESR", choice="first") == ["survivor ESR"]
    assert read(at, reader, "choose", "ESR", choice="last") == ["survivor FDR"]
    at.do("survivor ESR")
    assert at.turn == "A"
    assert read(at, reader, "choose", ANN, choice="redeem") == ["redeem option"]
    assert read(at, reader, "choose", ANN, choice="sell") == ["relinquish option"]
    other = {"type": "choose", "entity": BEN, "entity_type": "player", "choice": "redeem"}
    assert not reader.fits(at.game, other), "Ben is not asked yet"


def test_a_company_decides_on_its_own_option() -> None:
    at = Imported()
    railway(at, "ESR", {"A": 5}, treasury=500)
    company = at.company("ESR")
    purse = at.game.purse(company)
    at.state.agenda = (at.state.agenda[0], Option(company, purse, at.seat("A"), 1, 45, 45, 0))
    assert read(at, Reader1862(NAMES), "choose", "ESR", choice="sell") == ["relinquish option"]


def test_markers_above_the_limit_are_removed_by_city() -> None:
    at = Imported()
    places = ("F11", "E12", "D13", "D11", "C10", "C8", "B13", "D9", "E8")
    at.lay(*(f"57@0 {hex_}" for hex_ in places if hex_ not in ("F11", "E12", "C8", "D9")))
    at.lay("790@1 F11", "790@0 E12", "621@0 C8", "621@0 D9")
    railway(at, "ESR", {"A": 10}, markers=tuple(f"{hex_}.0" for hex_ in places[:5]))
    railway(at, "FDR", {"A": 10}, markers=tuple(f"{hex_}.0" for hex_ in places[5:]))
    operating(at, "ESR", "merge")
    reader = Reader1862(NAMES)
    reader.laid["621-1"] = "C8"
    at.state.agenda = (*at.state.agenda, ChooseSurvivor(at.company("ESR"), at.company("FDR")))
    at.do("survivor ESR")
    assert read(at, reader, "remove_token", "ESR", city="621-1-0", slot=0) == ["remove C8.0"]


def test_the_number_of_markers_of_a_company_without_a_charter() -> None:
    at = Imported()
    at.stock_turn("A", number=1)
    at.give_cash("A", 1000)
    reader = Reader1862(NAMES)
    assert read(at, reader, "par", ANN, corporation="ENR", share_price="116,0,29") == ["start ENR at 116"]
    at.do("start ENR at 116")
    at.state.agenda = (*at.state.agenda[:2], StockTurn(at.seat("A")))
    for number in (1, 2):
        assert read(at, reader, "buy_shares", ANN, shares=[f"ENR_{number}"], percent=10) == ["buy ENR from ENR"]
        at.do("buy ENR from ENR")
        if number == 1:
            at.state.agenda = (*at.state.agenda[:2], StockTurn(at.seat("A")))
    assert read(at, reader, "choose", ANN, choice=4) == ["take 4 markers"]


# -- who sells a share --------------------------------------------------------------------------------


ONE, OTHER, THIRD = (Owner(number) for number in (2, 3, 4))


def test_named_certificates_are_where_they_were_put() -> None:
    known = Certificates(["X_1", "X_2", "X_3"], holder=BANK)
    known.give("X_2", ONE)
    assert (known.holder("X_2"), known.holder("X_1"), known.holder("X_9")) == (ONE, BANK, None)
    known.give("X_2", POOL)
    assert known.held == {BANK: ["X_1", "X_3"], ONE: [], POOL: ["X_2"]}


def test_given_up_from_the_end_and_swapped_from_the_front() -> None:
    known = Certificates(["X_1", "X_2", "X_3", "X_4"], holder=ONE)
    known.pass_on(ONE, POOL, 2)
    assert known.held == {ONE: ["X_1", "X_2"], POOL: ["X_4", "X_3"]}
    known.pass_on(POOL, OTHER, 1, front=True)
    assert known.held[OTHER] == ["X_4"]
    known.pass_on(POOL, ONE, -1)
    assert known.held == {ONE: ["X_1"], POOL: ["X_3", "X_2"], OTHER: ["X_4"]}


def test_a_new_director_gives_their_first_three() -> None:
    known = Certificates(["X_1", "X_2", "X_3", "X_4"], holder=OTHER, director=ONE)
    known.appoint(OTHER, 3)
    assert (known.held, known.director) == ({OTHER: ["X_4"], ONE: ["X_1", "X_2", "X_3"]}, OTHER)


def test_numbers_correct_what_was_thought() -> None:
    known = Certificates(["X_1", "X_2", "X_3"], holder=OTHER)
    known.settle({OTHER: 1, THIRD: 2, POOL: 0})
    assert known.held == {OTHER: ["X_1"], THIRD: ["X_2", "X_3"]}


@pytest.mark.parametrize(("share", "source"), [("SVR_3", "pool"), ("SVR_7", "SVR")])
def test_a_share_is_bought_from_whoever_has_it(share: str, source: str) -> None:
    """The pool and the company have shares; Ann's sale has named those of the pool."""
    at = Imported()
    railway(at, "SVR", {"A": 8}, director="A", trains=("1F",))
    at.give_shares("SVR", "SVR", 2)
    reader = Reader1862(NAMES)
    names = [f"SVR_{number}" for number in range(1, 8)]
    reader.certificates.companies[at.company("SVR")] = Certificates(names[:5], at.seat("A"), at.seat("A"))
    reader.certificates.companies[at.company("SVR")].held[at.owner("SVR")] = names[5:]
    at.stock_turn("A")
    assert read(at, reader, "sell_shares", ANN, shares=["SVR_3", "SVR_4"], percent=20) == ["sell 2 SVR"]
    at.do("sell 2 SVR")
    at.stock_turn("B")
    at.give_cash("B", 500)
    assert read(at, reader, "buy_shares", BEN, shares=[share], percent=10) == [f"buy SVR from {source}"]


# -- a small game -------------------------------------------------------------------------------------


def act(kind: str, entity: int | str, /, **more: Any) -> dict[str, Any]:
    by = "player" if isinstance(entity, int) else "corporation"
    return {"type": kind, "entity": entity, "entity_type": by, **more}


def opening() -> list[dict[str, Any]]:
    """Ann gains Y&N in the first Parliament, floats it, and nobody does anything else: seed 195901436."""
    return [
        act("bid", ANN, corporation="Y&N", price=0),
        *(act("pass", player) for player in (BEN, CAT, 44)),
        act("par", ANN, corporation="Y&N", share_price="62,0,16"),
        act("buy_shares", ANN, shares=["Y&N_1"], percent=10),
        act("buy_shares", ANN, shares=["Y&N_2"], percent=10),
        *(act("pass", player) for player in (BEN, CAT, 44)),
        *(act("pass", player) for player in (ANN, BEN, CAT, 44)),
        *(act("pass", player) for player in (ANN, BEN, CAT, 44)),
    ]


def file_of(actions: list[dict[str, Any]], **settings: Any) -> dict[str, Any]:
    return {
        "id": settings.pop("id", 1),
        "title": "1862",
        "players": [{"id": number, "name": NAMES[str(number)]} for number in (ANN, BEN, CAT, 44)],
        "settings": {"seed": 195901436, "optional_rules": [], **settings},
        "actions": [{**action, "id": number} for number, action in enumerate(actions, 1)],
    }


def played(*actions: dict[str, Any]) -> Replayed:
    *_, last = replay(file_of([*opening(), *actions]))
    return last


def test_a_game_opens_with_a_charter() -> None:
    last = played()
    shown = line(last)
    assert (shown["round"], shown["entity"]) == ("OR 1.1", "Y&N")
    assert shown["corporations"]["Y&N"]["cash"] == 620 - 180
    assert shown["players"]["A"] == {"cash": 600 - 310, "value": 290 + 155, "shares": {"Y&N": 50}, "privates": []}


def test_a_first_turn_with_a_run_paid_as_posted() -> None:
    route = {"train": "A-0", "connections": [["H5", "H7"]], "hexes": ["H7", "H5"], "revenue": 77, "subsidy": 10}
    turn = (
        act("pass", "Y&N"),
        act("lay_tile", "Y&N", hex="H5", tile="202-0", rotation=4),
        act("lay_tile", "Y&N", hex="H7", tile="57-0", rotation=0),
        act("pass", "Y&N"),
        act("buy_train", "Y&N", train="A-0", price=100, variant="2L*", warranties=1),
        act("pass", "Y&N"),
        act("pass", "Y&N"),
    )
    again = (*(act("pass", player) for player in (ANN, BEN, CAT, 44)),) * 2
    last = played(
        *turn,
        *again,
        act("pass", "Y&N"),
        act("pass", "Y&N"),
        act("pass", "Y&N"),
        act("run_routes", "Y&N", routes=[route]),
    )
    assert isinstance(last.actions[-1], PostRun)
    assert text_of(last.book, last.actions[-1]) == "posted 77 and 10 for 2L H5.0-H7.0"
    assert last.state.revenue[last.book.company_names.index("Y&N")] == 77
    shown = line(last)
    assert shown["corporations"]["Y&N"]["trains"] == ["2L**"], "they take the warranty with the dividend"
    assert shown["corporations"]["Y&N"]["cash"] == 440 - 150, "and pay the subsidy then"


@pytest.mark.parametrize("field", ["type", "entity", "entity_type", "corporation", "price", "shares", "share_price"])
@pytest.mark.parametrize("value", [None, -1, "x", [], {}, 10**9, "Y&N", ["Y&N_9"]])
def test_a_spoiled_file_is_replayed_or_refused_and_never_fails(field: str, value: Any) -> None:
    for number in range(len(opening())):
        actions = opening()
        actions[number] = {**actions[number], field: value}
        with suppress(RailheadError):
            list(replay(file_of(actions)))


@pytest.mark.parametrize("option", ["short_length", "long_length", "eight_tokens"])
def test_options_have_the_same_names(option: str) -> None:
    *_, last = replay(file_of(opening(), optional_rules=[option]))
    assert option in last.book.options


def test_a_game_without_a_seed_is_dealt_by_its_number() -> None:
    for settings in ({"seed": None, "id": 195901436}, {"seed": "", "id": "hs_abcdefgh_195901436"}):
        *_, last = replay(file_of(opening(), **settings))
        assert last.book.seed == 195901436


def test_what_is_not_known_is_said_with_its_number() -> None:
    with pytest.raises(Mismatch, match="Action 1 "):
        list(replay(file_of([act("discard_train", "Y&N", train="A-0")])))
    with pytest.raises(Mismatch, match="is not a company"):
        list(replay(file_of([act("bid", ANN, corporation="E&H", price=0)])))


def test_a_share_of_a_merged_company_comes_from_the_pool() -> None:
    at = Imported()
    railway(at, "SVR", {"A": 5, "pool": 2}, trains=("1F",))
    at.stock_turn("B")
    at.give_cash("B", 500)
    assert read(at, Reader1862(NAMES), "buy_shares", BEN, shares=["SVR_6"], percent=10) == ["buy SVR from pool"]
    assert at.game.held(POOL, at.company("SVR")) == 2
