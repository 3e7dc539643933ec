"""18xx.games files of 1862 stay in step where that system asks, passes, notes or ends otherwise than we do."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.core import effects
from railhead.core.actions import text_of
from railhead.core.events import TrainScrapped, TrainsRusted
from railhead.core.ids import POOL, a_train, kind_of
from railhead.core.refusal import Malformed
from railhead.core.state import FLOATED, Round
from railhead.interop.as18xx.certificates import Certificates
from railhead.interop.as18xx.file import File18xx
from railhead.interop.as18xx.importer import Mismatch, Replayed, _Replay, replay
from railhead.interop.as18xx.reader_1862 import Reader1862
from railhead.interop.as18xx.trace import Tracer, line
from railhead.interop.as18xx.train_cards import Owned, TrainCards
from railhead.rules.dividends import DividendRules
from railhead.rules.operating import OperatingRound, OperatingTurn
from railhead.rules.running import Run
from railhead.rules.stock import StockTurn
from railhead.titles.t1862.merging import ChooseSurvivor, MergeOrNot
from railhead.titles.t1862.record import record
from tests.interop.test_reader_1862 import (
    ANN,
    BEN,
    CAT,
    NAMES,
    Imported,
    act,
    file_of,
    merging,
    opening,
    played,
    read,
    trainless,
)
from tests.titles.t1862.railways import SEED, operating, railway

DAN = 44

MERGER = (act("merge", "ESR", corporation="FDR"), act("choose", "ESR", choice="first"))


def goes_on(at: Imported, *actions: dict[str, Any], finished: bool = False) -> list[Replayed]:
    """A file whose game has come to this table by some way; the first item is the table as it is."""
    numbered = tuple({**action, "id": number} for number, action in enumerate(actions, 1))
    game = File18xx("1862", tuple("ABCD"), NAMES, (), SEED, numbered, finished)
    replaying = _Replay(game, at.book)
    replaying.state = replaying.before = at.state
    replaying.now = at.game
    return list(replaying.run())


def done(item: Replayed) -> list[str]:
    return [text_of(item.book, action) for action in item.actions]


# -- notes --------------------------------------------------------------------------------------------


def test_a_note_is_an_action_that_changes_nothing() -> None:
    noted = [*opening()[:4], act("log", ANN, message="consent received from B"), *opening()[4:]]
    lines = [(item.id, item.type, item.state) for item in replay(file_of(noted))]
    assert lines[5][:2] == (5, "log")
    assert lines[5][2] == lines[4][2]
    assert lines[-1][2] == played().state


def test_chat_is_no_action() -> None:
    chatty = [*opening()[:4], act("message", ANN, message="hello"), *opening()[4:]]
    assert "message" not in [item.type for item in replay(file_of(chatty))]


def test_an_undone_note_counts_for_undoing() -> None:
    noted = [act("log", ANN, message="a slip"), act("undo", ANN), *opening()]
    assert list(replay(file_of(noted)))[-1].state == played().state


def test_consent_is_noted_before_the_merger() -> None:
    at, _ = merging()
    items = goes_on(
        at,
        act("log", ANN, message="consent received from B"),
        act("merge", "ESR", corporation="FDR"),
        act("choose", "ESR", choice="first"),
    )
    assert [done(item) for item in items[1:3]] == [[], ["merge with FDR", "accept"]]
    assert isinstance(items[2].state.agenda[-1], ChooseSurvivor)


def test_two_directors_merge_their_companies() -> None:
    """Ben has five shares and the vanishing company's certificate, for which he takes three of the pool."""
    at, _ = merging()
    choices = [act("choose", ANN, choice="redeem"), act("choose", BEN, choice="sell"), act("pass", "ESR")]
    tracer = Tracer()
    lines = [tracer.line(item) for item in goes_on(at, *MERGER, *choices)]
    assert [shown["entity"] for shown in lines] == ["ESR", "ESR", "A", "B", "ESR", "ESR"]
    assert lines[3]["corporations"]["FDR"]["president"] == "B", "in a merge the directors from before count"
    assert {name: shown["shares"] for name, shown in lines[4]["players"].items() if shown["shares"]} == {
        "A": {"ESR": 40},
        "B": {"ESR": 20},
    }
    assert lines[4]["corporations"]["ESR"]["cash"] == 1000


# -- options ------------------------------------------------------------------------------------------


def poor(cash: int) -> Imported:
    """Ann is about to merge; Ben, with one share, has so much money."""
    at = Imported()
    at.lay("790@1 F11", "6@2 G12")
    railway(at, "ESR", {"A": 6, "B": 1, "ESR": 3}, treasury=50, markers=("F11.0",), trains=("1F",))
    railway(at, "FDR", {"A": 6, "pool": 4}, treasury=500, markers=("G12.0",), trains=("1F",))
    at.give_cash("B", cash)
    operating(at, "ESR", "merge")
    at.settle()
    return at


@pytest.mark.parametrize("asked", [True, False])
def test_an_option_that_cannot_be_paid_for_is_given_up_asked_or_not(asked: bool) -> None:
    answers = (act("choose", BEN, choice="sell"),) if asked else ()
    items = goes_on(poor(0), *MERGER, *answers, act("choose", "ESR", choice="redeem"))
    assert Tracer().line(items[2])["entity"] == ("B" if asked else "ESR")
    assert items[-1].state.cash[items[-1].book.owner_names.index("B")] > 0


def test_an_option_that_can_be_paid_for_is_asked() -> None:
    items = goes_on(poor(500), *MERGER, act("choose", BEN, choice="redeem"), act("choose", "ESR", choice="sell"))
    assert done(items[3]) == ["redeem option"]
    assert done(items[4]) == ["relinquish option"]


@pytest.mark.parametrize(("choice", "survivor"), [("first", "ESR"), ("last", "FDR")])
def test_the_company_whose_turn_it_is_decides_on_shares_of_the_companies(choice: str, survivor: str) -> None:
    """Its treasury and the other's are shown apart until it has decided."""
    at = Imported()
    at.lay("790@1 F11", "6@2 G12")
    for name, treasury, marker in (("ESR", 50, "F11.0"), ("FDR", 500, "G12.0")):
        shares = {"A": 6, "pool": 1, name: 3} if name == survivor else {"A": 6, "pool": 4}
        railway(at, name, shares, treasury=treasury, trains=("1F",), markers=(marker,))
    operating(at, "ESR", "merge")
    at.settle()
    items = goes_on(
        at,
        act("merge", "ESR", corporation="FDR"),
        act("choose", "ESR", choice=choice),
        act("choose", "ESR", choice="sell"),
    )
    shown = line(items[2])
    assert shown["entity"] == "ESR"
    assert {name: shown["corporations"][name]["cash"] for name in ("ESR", "FDR")} == {"ESR": 50, "FDR": 500}
    assert done(items[3]) == ["relinquish option"]
    after = line(items[3])["corporations"][survivor]
    assert after["cash"] == 550 + after["price"] // 2


# -- trains -------------------------------------------------------------------------------------------


def test_a_company_that_finds_no_train_is_bankrupt_when_it_passes() -> None:
    at, _ = trainless(treasury=0, kept=0, par=54)
    at.set_phase("H")
    at.settle()
    *_, last = items = goes_on(at, act("program_disable", ANN, reason="", original_type=""), act("pass", "SVR"))
    assert items[1].state.has(at.company("SVR"), FLOATED)
    assert not last.state.has(at.company("SVR"), FLOATED)


def test_it_is_bankrupt_without_being_asked_if_the_file_goes_on() -> None:
    at, _ = trainless(treasury=0, kept=0, par=54)
    railway(at, "ESR", {"B": 5, "A": 5}, markers=("F11.0",), trains=("9F",))
    at.set_phase("H")
    operating(at, "SVR", "dividend")
    at.settle()
    *_, last = goes_on(at, act("dividend", "SVR", kind="withhold"), act("pass", "ESR"))
    assert not last.state.has(at.company("SVR"), FLOATED)
    assert last.state.has(at.company("ESR"), FLOATED)


@pytest.mark.parametrize("raise_by", ["pass", "convert"])
def test_money_is_raised_and_the_train_bought(raise_by: str) -> None:
    at, _ = trainless(treasury=50, kept=2)
    *_, last = goes_on(
        at,
        act(raise_by, "SVR"),
        act("buy_train", "SVR", train="A-0", price=100, variant="1F", warranties=0),
    )
    assert len(last.state.trains[at.owner("SVR")]) == 1


def test_shares_sold_for_a_train_are_the_first_of_the_company() -> None:
    at, reader = trainless(treasury=50, kept=3)
    names = [f"SVR_{number}" for number in range(1, 8)]
    known = Certificates(names[:4], at.seat("A"), at.seat("A"))
    known.held[at.owner("SVR")] = names[4:]
    reader.certificates.companies[at.company("SVR")] = known
    assert read(at, reader, "pass", "SVR") == ["sell-treasury"]
    for event in at.do("sell-treasury"):
        reader.happened(at.game, event)
    reader.certificates.begin()
    assert known.held[POOL] == ["SVR_5"]


def test_trains_that_left_the_game_are_nobodys_and_their_numbers_stay_taken() -> None:
    at, cards = Imported(), TrainCards()
    company, purse, train = at.company("SVR"), at.owner("SVR"), at.train("2L")
    cards.owned = {"A-0": Owned(a_train(kind_of(train), 2), company), "A-1": Owned(a_train(kind_of(train), 1), company)}
    cards.happened(at.game, TrainScrapped(purse, train))
    assert [owned.company for owned in cards.owned.values()] == [company, None], "the one with fewer warranties goes"
    cards.owned["A-0"] = Owned(train, company)
    cards.happened(at.game, TrainsRusted(train))
    assert [owned.company for owned in cards.owned.values()] == [None, None]
    assert sorted(cards.owned) == ["A-0", "A-1"]


def running(*trains: str) -> tuple[Imported, Reader1862]:
    at = Imported()
    at.lay("57@0 D11", "57@0 D13")
    railway(at, "SVR", {"A": 5, "B": 5}, markers=("D11.0",), trains=trains)
    operating(at, "SVR", "run")
    at.settle()
    reader = Reader1862(NAMES)
    reader.trains.owned["A-0"] = Owned(at.train(trains[0]), at.company("SVR"))
    return at, reader


def test_a_run_without_a_figure_is_paid_by_our_rules() -> None:
    at, reader = running("2L")
    route = {"train": "A-0", "connections": [["D13", "D11"]]}
    assert read(at, reader, "run_routes", "SVR", routes=[route]) == ["run 2L D13.0-D11.0"]


def test_a_run_with_trains_to_come_is_of_a_later_turn() -> None:
    at, reader = running("2L")
    for name in ("A-1", None, ["A-0"]):
        assert not reader.fits(at.game, act("run_routes", "SVR", routes=[{"train": name, "connections": []}]))


def test_a_train_without_a_route_has_not_run() -> None:
    at, reader = running("2L")
    routes = [{"train": "A-0", "connections": [["D13", "D11"]], "revenue": 99}, {"train": "A-0", "connections": []}]
    assert read(at, reader, "run_routes", "SVR", routes=routes) == ["posted 99 and 0 for 2L D13.0-D11.0"]
    assert read(at, reader, "run_routes", "SVR", routes=routes[1:]) == ["pass"]


def test_trains_that_could_run_may_stay_where_they_are() -> None:
    at, reader = running("2L")
    assert read(at, reader, "run_routes", "SVR", routes=[]) == ["pass"]


def test_a_tile_that_lies_there_already_needs_a_new_station() -> None:
    at, reader = running("2L")
    at.lay("20@0 E6")
    effects.build_small_station(at.game, at.company("SVR"), at.hex("E6"), frozenset((0, 3)))
    operating(at, "SVR", "build")
    at.settle()
    with pytest.raises(Malformed, match="no station"):
        read(at, reader, "lay_tile", "SVR", hex="E6", tile="20_1-1", rotation=0)


# -- players who are not asked --------------------------------------------------------------------------


def trading() -> Imported:
    at = Imported()
    railway(at, "ESR", {"A": 4, "B": 2, "pool": 4}, trains=("1F",), markers=("F11.0",))
    at.stock_turn("A")
    return at


def share(player: int, number: int) -> dict[str, Any]:
    return act("buy_shares", player, shares=[f"ESR_{number}"], percent=10)


@pytest.mark.parametrize("then", [share(CAT, 5), act("pass", CAT)], ids=["a purchase", "a pass"])
def test_who_is_not_asked_in_a_stock_round_has_passed(then: dict[str, Any]) -> None:
    """The turn of the one before him is over; the next to act in the file is the one after him."""
    items = goes_on(trading(), share(ANN, 4), then)
    assert line(items[1])["entity"] == "C"
    assert done(items[1]) == ["buy ESR from pool", "pass"]


def test_the_pass_of_one_who_has_dealt_is_for_the_turn_that_is_over() -> None:
    items = goes_on(trading(), share(ANN, 4), act("pass", ANN), share(BEN, 5))
    assert [done(item) for item in items[1:]] == [["buy ESR from pool"], [], ["buy ESR from pool"]]


def test_passes_of_a_round_that_is_over_here_change_nothing() -> None:
    """Parliament has ended, for nobody can bid; there two players were asked. The stock round begins with Ann."""
    at = trading()
    items = goes_on(at, act("program_disable", ANN), act("pass", CAT), act("pass", DAN), share(ANN, 4), share(BEN, 5))
    assert [done(item) for item in items[1:]] == [[], [], [], ["buy ESR from pool"], ["buy ESR from pool"]]


def test_passes_of_a_stock_round_that_is_over_here_change_nothing() -> None:
    at, _ = merging()
    items = goes_on(at, act("pass", CAT), act("pass", DAN), act("pass", "ESR"))
    assert [done(item) for item in items[1:]] == [[], [], ["pass"]]


# -- sales --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "count"),
    [
        ({"shares": ["ESR_1", "ESR_0"], "percent": 40}, 4),
        ({"shares": ["ESR_1", "ESR_0"]}, 4),
        ({"shares": ["ESR_1", "ESR_0"], "percent": 20}, 2),
        ({"shares": ["ESR_0"], "percent": 30, "swap": "ESR_5"}, 2),
        ({"shares": ["ESR_1"], "percent": 10, "share_price": 45, "swap": None}, 1),
    ],
)
def test_a_sale_is_for_what_it_comes_to(more: dict[str, Any], count: int) -> None:
    assert read(trading(), Reader1862(NAMES), "sell_shares", ANN, **more) == [f"sell {count} ESR"]


# -- the end ------------------------------------------------------------------------------------------


def last_turn() -> Imported:
    """The last company of the last round is to buy trains, and could redeem a share."""
    at = Imported()
    railway(at, "ESR", {"A": 5, "B": 4, "pool": 1}, treasury=200, trains=("1F",), markers=("F11.0",))
    at.remember(topped=True)
    operating(at, "ESR", "redeem")
    at.settle()
    return at


def test_the_top_counts_when_a_dividend_arrives_there() -> None:
    """Whoever is there by a merger stays, and the game goes on."""
    for price, topped in ((950, True), (1000, False)):
        at = Imported()
        railway(at, "ESR", {"A": 5, "B": 5}, price=price, trains=("1F",), markers=("F11.0",))
        operating(at, "ESR", "trains")
        at.book.rules[DividendRules].after_dividend(at.game, at.company("ESR"), 1000)
        assert record(at.game).topped == topped
        assert at.price("ESR") == 1000


def test_a_game_that_is_finished_there_is_finished_here() -> None:
    *_, last = goes_on(last_turn(), act("program_share_pass", ANN), act("buy_shares", "ESR", shares=["ESR_6"]))
    assert isinstance(last.state.agenda[-1], MergeOrNot)
    *_, last = goes_on(last_turn(), act("buy_shares", "ESR", shares=["ESR_6"]), finished=True)
    assert not last.state.agenda
    assert line(last)["entity"] == "ESR"


def test_a_pass_after_the_end_ends_a_turn_that_is_over() -> None:
    passes = (act("pass", "ESR"),) * 3
    *_, last = goes_on(last_turn(), *passes)
    assert not last.state.agenda
    with pytest.raises(Mismatch, match="over"):
        goes_on(last_turn(), *passes, act("merge", "ESR", corporation="FDR"))


def test_nothing_is_passed_when_the_players_stop() -> None:
    at = last_turn()
    *_, before, last = goes_on(at, act("buy_shares", "ESR", shares=["ESR_6"]), act("end_game", ANN))
    assert before.state == last.state
    assert isinstance(last.state.agenda[-1], MergeOrNot)


def test_rounds_in_which_nobody_can_do_anything_have_no_action() -> None:
    """Without a director and without a way to run, the company has two turns before the next action."""
    at = Imported()
    at.lay("57@0 D11")
    railway(at, "SVR", {"pool": 5, "A": 2}, director="pool", treasury=0, trains=("1F",), markers=("D11.0",))
    at.state.round = Round("stock", 2)
    at.stock_turn("A", number=2)
    at.set_phase("B")
    passes = [act("pass", player) for player in (ANN, BEN, CAT, DAN)]
    *_, last, _ = goes_on(at, *passes, act("pass", ANN))
    assert line(last)["round"] == "SR 3.1"
    assert not any(isinstance(step, OperatingRound | OperatingTurn | StockTurn) for step in last.state.agenda)
    assert not any(isinstance(action, Run) for action in last.actions)


# -- Parliament ---------------------------------------------------------------------------------------


def failed(*then: dict[str, Any]) -> list[Replayed]:
    """Ann gains Y&N, sets its par and buys no further share; nobody else does anything."""
    everybody = [act("pass", player) for player in (BEN, CAT, DAN)]
    actions = [
        act("bid", ANN, corporation="Y&N", price=0),
        *everybody,
        act("par", ANN, corporation="Y&N", share_price="100,0,26"),
        act("pass", ANN),
        *everybody,
        *(act("pass", player) for player in (ANN, BEN, CAT, DAN)),
        *(act("pass", player) for player in (ANN, BEN, CAT, DAN)),
    ]
    return list(replay(file_of([*actions, *then])))


def test_a_charter_that_fails_is_fined_without_an_action() -> None:
    *_, before, last = (Tracer().line(item) for item in failed())
    assert before["players"]["A"]["privates"] == ["Y&N"]
    assert (last["players"]["A"]["cash"], last["players"]["A"]["privates"]) == (0, [])
    assert "Y&N" not in last["corporations"]
    assert last["round"] == "SR 2.1"


def test_it_is_on_offer_again_at_once() -> None:
    *_, last = failed(act("bid", BEN, corporation="Y&N", price=5))
    assert done(last) == ["propose Y&N for 5"]


def test_everybody_may_raise_and_the_highest_bidder_starts_the_company() -> None:
    bids = [
        act("bid", ANN, corporation="Y&N", price=0),
        act("bid", BEN, corporation="Y&N", price=5),
        act("pass", CAT),
        act("bid", DAN, corporation="Y&N", price=20),
        act("pass", ANN),
        act("bid", BEN, corporation="Y&N", price=25),
        act("pass", DAN),
        act("par", BEN, corporation="Y&N", share_price="58,0,14"),
        act("buy_shares", BEN, shares=["Y&N_1"], percent=10),
        act("pass", BEN),
    ]
    lines = [Tracer().line(item) for item in replay(file_of(bids))]
    assert [shown["entity"] for shown in lines] == ["A", "B", "C", "D", "A", "B", "D", "B", "B", "B", "C"]
    assert lines[-1]["players"]["B"]["cash"] == 600 - 25 - 4 * 58
    assert lines[-1]["players"]["B"]["privates"] == ["Y&N"]
