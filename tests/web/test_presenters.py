"""What the table's page offers: everything the engine publishes and nothing else, with what would come of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from railhead.core import engine, place_names
from railhead.core.actions import Accept, Action, parse, text_of
from railhead.core.choices import Choice, Choices, Subsets, only
from railhead.core.game import Game
from railhead.core.ids import Company, Point, hex_of, stop_at
from railhead.core.information import InformationRules
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import POINT, Stops
from railhead.core.state import State
from railhead.core.view import BoardView, view
from railhead.drawing.areas import areas_of
from railhead.drawing.frame import middles
from railhead.play import wording
from railhead.play.offers import is_rated
from railhead.play.prospect import Prospect
from railhead.play.session import Session
from railhead.play.table import Table
from railhead.play.vantage import Vantage
from railhead.routes.breakdown import RunBreakdown
from railhead.routes.model import Earnings, Route
from railhead.rules.private_sales import BuyIn, BuyPrivates
from railhead.rules.running import Run, RunTrains
from railhead.rules.track import LayTile
from railhead.testing import Table as Position
from railhead.titles import catalogue
from railhead.web.presenters import (
    PARTS,
    Change,
    can_run,
    draft_run,
    hex_offers,
    judge_run,
    last_run,
    part,
    preview,
    run_after,
    table_page,
)
from railhead.web.presenters.charters import Deed, charters
from railhead.web.presenters.decision import Decision, Offer, decision
from railhead.web.presenters.earned import lines_of
from railhead.web.presenters.forms import Member, ticks_of
from railhead.web.presenters.hex_contents import contents
from railhead.web.presenters.manifest import manifest
from railhead.web.presenters.runs import RunShown
from railhead.web.presenters.scene import BOARD, scene
from tests.play.games import finished_game, some_game
from tests.positions import goods_train, irish_ferry, last_train
from tests.titles.t18bf.mergers import minor, public, turn
from tests.titles.t18bf.table import BigFour
from tests.titles.t18bf.test_systems import CITIES
from tests.titles.t18oe.table import Europe
from tests.titles.t18oe.test_express import orient


def choices_at(table: Table, number: int) -> Choices | None:
    return engine.choices(table.book, table.session.at(number))


def decider(book: Rulebook, state: State) -> Prospect:
    """A position in the hands of whoever decides."""
    choices = engine.choices(book, state)
    return Prospect(book, state, None if choices is None else choices.seat)


def offered(decided: Decision) -> set[str]:
    """The texts of all buttons."""
    found = {offer.action for group in (*decided.groups, *decided.asides) for _, row in group.rows for offer in row}
    found |= {offer.action for offer in (*decided.answers, *decided.alternatives)}
    return found | ({decided.passing.action} if decided.passing else set())


@pytest.fixture(scope="module")
def table() -> Table:
    return Table.of(some_game(seed=5, most=260))


@pytest.fixture(scope="module", params=["1860", "1862"])
def any_table(request: pytest.FixtureRequest) -> Table:
    """A game of each title, some way on."""
    return Table.of(some_game(seed=5, most=260, title=request.param))


# -- sets ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gather(Action):
    """Bring companies together at some stops."""

    company: Company
    stops: Stops
    form: ClassVar[str] = "gather {company} at {stops}"
    label: ClassVar[str] = "Gather {company} at {stops}"


def test_the_members_of_a_set_are_ticked() -> None:
    at = Position("1860")
    book = at.book
    stops = tuple(sorted(facts.home for facts in book.companies))[:3]
    names = [POINT.write(book, stop) for stop in stops]
    choice = Choice(Gather, (only(book.company_ids[0]), Subsets(stops, 1, 2, always=stops[:1])))
    ticks = ticks_of(decider(book, at.state).view, choice)
    assert ticks.template == f"gather {book.company_names[0]} at {{set}}"
    assert (ticks.least, ticks.most) == (1, 2)
    assert [(member.value, member.stop, member.always) for member in ticks.members] == [
        (names[0], names[0], True),
        (names[1], names[1], False),
        (names[2], names[2], False),
    ]
    assert ticks.members[0] == Member(
        value=names[0], label=place_names.stop_name(book, stops[0]), stop=names[0], always=True
    )


def merger_decision(count: int) -> Decision:
    """EC is asked, one of so many Minors in London that could merge with it; TV is far away."""
    at = BigFour(phase="3")
    for company in ("EC", "EK", "LB", "LH", "LR", "LS", "LY", "SE")[:count]:
        minor(at, company, 80)
    minor(at, "TV", 80)
    turn(at, "EC")
    return decision(decider(at.book, at.state), at.choices)


def test_a_few_mergers_are_buttons_and_many_are_ticked() -> None:
    assert offered(merger_decision(3)) == {"pass", "merge EC+EK", "merge EC+LB", "merge EC+EK+LB"}
    (group,) = merger_decision(8).groups
    (ticks,) = group.ticks
    assert (ticks.label, ticks.template, ticks.least) == ("Propose a merger of …", "merge {set}", 2)
    assert [member.label for member in ticks.members if member.always] == ["EC"]
    assert [member.value for member in ticks.members if not member.always][:2] == ["EK", "LB"]


def test_a_company_to_be_ticked_is_shown_with_its_director_and_price() -> None:
    (group,) = merger_decision(8).groups
    (ticks,) = group.ticks
    assert {member.note for member in ticks.members} == {"A, 80"}
    assert all("data-company" in member.badge for member in ticks.members)


def proposed_merger() -> BigFour:
    """EC has proposed a merger with EK, which belongs to somebody else."""
    at = BigFour(phase="3")
    minor(at, "EC", 80)
    minor(at, "EK", 100, owner="B")
    turn(at, "EC")
    return at


def test_passing_that_ends_the_company_says_so_and_asks_again() -> None:
    session = Session(last_train())
    assert session.choices is not None
    passing = decision(decider(session.book, session.state), session.choices).passing
    assert passing is not None
    assert passing.outlook is not None
    assert [(chip.text, chip.kind) for chip in passing.outlook.chips] == [("LS is closed", "grave")]
    assert passing.outlook.grave
    before = session.at(186)
    earlier = engine.choices(session.book, before)
    assert earlier is not None
    passing = decision(decider(session.book, before), earlier).passing
    assert passing is not None
    assert passing.outlook is not None
    assert not passing.outlook.chips
    assert not passing.outlook.grave


def test_a_run_says_what_its_stops_owe_to_privates_and_what_its_bonuses_are_for() -> None:
    session = Session(goods_train())
    run = judge_run(decider(session.book, session.state), "announce 3 U23.5-V24-U25-V26.0, 3 V26.0-V28.0-V30.0")
    shown = [[(stop.value, dict(stop.extras)) for stop in route.stops] for route in run.routes]
    assert shown == [
        [(60, {"P8": 10}), (40, {})],
        [(40, {}), (10, {}), (40, {})],
        [(60, {"P8": 10}), (40, {})],
    ]
    assert [(route.bonus, route.bonuses) for route in run.routes] == [(0, ()), (0, ()), (0, (("+50", "for the mine"),))]


def test_the_stops_that_a_train_counts_without_a_route_are_ringed_and_lettered() -> None:
    session = Session(goods_train())
    run = judge_run(decider(session.book, session.state), "announce 3 U23.5-V24-U25-V26.0, 3 V26.0-V28.0-V30.0")
    assert run.lettered
    assert [([line.letter for line in route.lines], route.ringed) for route in run.routes] == [
        (["A"], False),
        (["B"], False),
        (["C"], True),
    ]
    _, rings = run.overlay.split('<g class="route rings route-2"')
    assert rings.count(">C</text>") == 2


def test_the_preview_of_a_proposal_says_what_would_be_asked() -> None:
    at = proposed_merger()
    told = preview(decider(at.book, at.state), "merge EC+EK")
    assert told.label == "Propose a merger of EC and EK"
    assert told.next.startswith("B is to answer the proposed merger of EC and EK into a Public at ")
    at.do("merge EC+EK")
    assert told.known == decider(at.book, at.state).view.situation, "what the one who answers is told"


def test_a_proposal_on_a_button_says_what_the_other_would_be_told() -> None:
    at = proposed_merger()
    (offer,) = (offer for group in decided_in(at).groups for _, row in group.rows for offer in row)
    assert offer.action == "merge EC+EK"
    assert offer.foresight
    assert offer.foresight.asks.startswith("B is to answer the proposed merger of EC and EK")
    assert [said.partition(":")[0] for said in offer.foresight.terms][:2] == ["shares", "Director"]


def decided_in(at: BigFour) -> Decision:
    """What is decided now, as the page shows it."""
    return decision(decider(at.book, at.state), at.choices)


def taken_over() -> BigFour:
    """CR has taken over LB, whose marker it may replace."""
    at = BigFour(phase="4")
    minor(at, "LB", 80)
    public(at, "CR", 110, {"A": 3}, "U23.3")
    turn(at, "LB").do("join CR")
    return at


def test_the_place_that_a_decision_is_about_is_lit_and_the_board_has_room() -> None:
    at = taken_over()
    assert decided_in(at).stops == {at.stop("U23.0")}
    assert scene(decider(at.book, at.state)) == BOARD


def test_places_to_be_ticked_are_lit_and_show_whose_marker_is_there() -> None:
    at = BigFour(phase="8")
    cities = iter(CITIES)
    for company, exit_ in (("CR", "U23.1"), ("GER", "U23.1"), ("GNR", "U23.2"), ("LBSC", "U23.3")):
        public(at, company, 100, {"A": 5}, exit_, *(next(cities) for _ in range(3)))
    turn(at, "CR").do("system CR+GER+GNR+LBSC", "charter GCR")
    found = decided_in(at)
    (ticks,) = found.groups[0].ticks
    assert at.stop(CITIES[0]) in found.stops
    assert found.concerned == {at.company(company) for company in ("CR", "GER", "GNR", "LBSC")}
    assert [member.note for member in ticks.members if member.value == "U23.1"] == ["CR", "GER"]
    assert [member.note for member in ticks.members if member.value == CITIES[0]] == ["CR"]


def test_whoever_is_asked_sees_the_terms_one_by_one_and_all_the_companies() -> None:
    at = proposed_merger()
    at.do("merge EC+EK")
    now = decider(at.book, at.state)
    asked = decision(now, at.choices)
    assert asked.task.startswith("answer the proposed merger of EC and EK into a Public at ")
    assert "(" not in asked.task
    assert [said.partition(":")[0] for said in now.view.situation][:2] == ["shares", "Director"]
    assert asked.concerned >= {at.company("EC"), at.company("EK")}


def test_the_page_says_which_mergers_are_not_possible() -> None:
    reasons = {entry.label: entry.rule for entry in merger_decision(3).why}
    assert reasons["Propose a merger of EC and TV"] == "18BF-MERGE-08"
    assert "Propose a merger of EC and GA" not in reasons, "GA is not in play"


# -- everything, and nothing else -----------------------------------------------------------------


def test_every_choice_can_be_clicked_and_nothing_else(any_table: Table) -> None:
    table = any_table
    for number in range(0, table.actions + 1, 3):
        choices = choices_at(table, number)
        assert choices is not None
        decided = decision(decider(table.book, table.session.at(number)), choices)
        buttons = offered(decided)
        assert all(parse(table.book, text) in choices for text in buttons)
        for choice in choices:
            check_choice(table, number, decided, choice.action, [*choice] if choice.count() < 40 else [], buttons)
            if any(is_rated(domain) for domain in choice.domains):
                assert decided.runs


def check_choice(
    table: Table, number: int, decided: Decision, kind: type[Action], actions: list[Action], buttons: set[str]
) -> None:
    state = table.session.at(number)
    for action in actions:
        if isinstance(action, LayTile):
            shown = hex_offers(decider(table.book, state), table.book.board.names[action.hex], deciding=True)
            assert text_of(table.book, action) in {way.action for tile in shown.tiles for way in tile.ways}
            assert action.hex in decided.hexes
        elif kind is not Run:
            amounts = {
                amount.template.replace("{amount}", str(value))
                for group in (*decided.groups, *decided.asides)
                for amount in group.amounts
                for value in range(amount.low, amount.high + 1, amount.step)
            }
            assert text_of(table.book, action) in buttons | amounts


def test_what_is_open_in_every_step_is_offered_apart_from_what_the_step_is_about() -> None:
    session = Session(irish_ferry())
    choices = engine.choices(session.book, session.state)
    assert choices is not None
    assert choices.asides == {BuyIn}
    decided = decision(decider(session.book, session.state), choices)
    assert {offer.action.split()[0] for group in decided.groups for _, row in group.rows for offer in row} == {"ferry"}
    assert not any(group.amounts for group in decided.groups)
    amounts = [amount for group in decided.asides for amount in group.amounts]
    assert len(amounts) == 7
    assert {amount.asked for amount in amounts} == {"Price, 1 to 19"}


def test_a_step_that_only_asks_about_what_is_open_in_every_step_is_about_that() -> None:
    session = Session(goods_train())
    state = next(state for state in map(session.at, range(900)) if isinstance(state.agenda[-1], BuyPrivates))
    choices = engine.choices(session.book, state)
    assert choices is not None
    decided = decision(decider(session.book, state), choices)
    assert not decided.asides
    assert any(group.amounts or group.rows for group in decided.groups)


def test_what_is_said_to_be_forbidden_is_forbidden_by_that_rule(any_table: Table) -> None:
    table = any_table
    seen = 0
    for number in range(40, table.actions, 9):
        choices = choices_at(table, number)
        assert choices is not None
        decided = decision(decider(table.book, table.session.at(number)), choices)
        for entry in (*decided.why, *(entry for group in decided.groups for entry in group.refused)):
            assert entry.rule.startswith(f"{table.book.title}-")
            assert entry.reason
            seen += 1
    assert seen > 20


def test_a_hex_on_which_nothing_may_be_laid_says_why() -> None:
    position = Position()
    position.float("IOW", par=74, shares={"A": 5}, operated=True)
    position.lay("758@0 I3")
    position.operating_turn("IOW", "track")
    shown = hex_offers(decider(position.book, position.state), "A7", deciding=True)
    assert not shown.tiles
    assert shown.plans
    assert "1860-TRACK-11" in {entry.rule for entry in shown.refused}


def test_an_area_has_the_same_name_in_runs_as_on_the_board() -> None:
    book = catalogue.rulebook("1862", ("A", "B", "C"))
    for name in ("A8.1", "A10.0", "A12.1"):
        hex_, index = name.split(".")
        at = stop_at(book.board.index[hex_], int(index))
        assert wording.place_name(book, at) == "The West"
        assert wording.call_name(book, BoardView({}, {}, 0, frozenset()), at) == "The West"
    assert "The West" in {area.name for area in areas_of(book.board)}
    assert any(
        words.startswith("A10 The West. The West worth") for words in contents(book, BoardView({}, {}, 0, frozenset()))
    )


def test_a_hex_says_what_its_signs_mean() -> None:
    book = catalogue.rulebook("1863", ("A", "B", "C", "D", "E"))
    now = decider(book, engine.start(book)[0])
    assert hex_offers(now, "C10", deciding=False).signs == ("A mail marker can come here",)
    assert hex_offers(now, "Q20", deciding=False).signs == ("On the southern edge", "On the eastern edge")
    assert hex_offers(now, "C4", deciding=False).signs == ()


def test_any_hex_can_be_planned_at_any_time_by_anybody(any_table: Table) -> None:
    table = any_table
    before = table.session.state.digest()
    for name in table.book.board.names:
        shown = hex_offers(decider(table.book, table.session.state), name, deciding=False)
        assert not shown.tiles
        assert not shown.refused
        assert all(way.action == "" for tile in shown.plans for way in tile.ways)
    assert table.session.state.digest() == before
    with pytest.raises(Malformed):
        hex_offers(decider(table.book, table.session.state), "Z99", deciding=False)


# -- what would come of it ------------------------------------------------------------------------


def test_a_sale_tells_the_money_and_the_price_after_it() -> None:
    position = Position()
    position.float("IOW", par=74, shares={"A": 5, "B": 3}, price=100, operated=True)
    position.give_trains("IOW", "2+1")
    position.stock_turn("B")
    told = preview(decider(position.book, position.state), "sell 2 IOW")
    assert [chip.text for chip in told.chips] == ["+200", "IOW 100 → 90"]
    assert told.refusal is None
    position.do("sell 2 IOW")
    assert position.price("IOW") == 90


def test_a_forbidden_action_tells_the_rule() -> None:
    position = Position()
    position.float("IOW", par=74, shares={"A": 5, "B": 3}, price=100, operated=True)
    position.stock_turn("B")
    told = preview(decider(position.book, position.state), "sell 9 IOW")
    assert told.refusal is not None
    assert told.refusal.rule == "1860-SR-05"


def test_a_dividend_tells_who_gets_what_and_where_the_price_goes() -> None:
    position = Position()
    position.float("IOW", par=74, shares={"A": 5, "B": 3}, price=100, operated=True)
    position.state.revenue[position.company("IOW")] = 200
    position.operating_turn("IOW", "dividend")
    told = preview(decider(position.book, position.state), "pay")
    assert told.gets == (("A", 100), ("B", 60))
    assert "IOW 100 → 122" in [chip.text for chip in told.chips]
    kept = preview(decider(position.book, position.state), "keep")
    assert "IOW 100 → 90" in [chip.text for chip in kept.chips]


def test_a_train_tells_what_it_sends_out_of_the_game_and_is_asked_about_once() -> None:
    position = Position()
    for company, owner in (("IOW", "A"), ("C&N", "B")):
        position.float(company, par=74, shares={owner: 5}, operated=True, treasury=1000)
    position.give_trains("C&N", "2+1")
    position.set_phase("3")
    position.state.depot[position.train("3+2")] = 0
    position.state.scrapped[position.train("3+2")] = 4
    position.operating_turn("IOW", "trains")
    told = preview(decider(position.book, position.state), "train 4+2 from ipo")
    assert "2+1 trains rust: C&N 1" in [chip.text for chip in told.chips]
    assert "phase 4" in [chip.text for chip in told.chips]
    assert told.grave


def test_looking_ahead_changes_nothing(table: Table) -> None:
    state = table.session.at(60)
    before = state.digest()
    table_page(Vantage(table, None), 60, True)
    assert state.digest() == before


# -- secrets --------------------------------------------------------------------------------------


def test_a_treasury_is_shown_to_those_who_may_know_it_only() -> None:
    table = Table.of(some_game(seed=5, most=200))
    state = table.session.state
    game = Game(table.book, state)
    for seat in (*table.book.seat_ids, None):
        shown = table_page(Vantage(table, seat), table.actions, False)
        for charter in shown.companies:
            may = (
                all(
                    table.book.rules[InformationRules].sees_treasury(game, other, charter.number)
                    for other in table.book.seat_ids
                )
                if seat is None
                else table.book.rules[InformationRules].sees_treasury(game, seat, charter.number)
            )
            assert (charter.treasury is not None) == (may and bool(charter.standing))


# -- runs -----------------------------------------------------------------------------------------


def running(table: Table) -> tuple[int, str]:
    """A point at which trains run, and the run that was made."""
    for number in range(table.actions, 0, -1):
        played = table.session.played(number)
        if isinstance(played.action, Run) and len(played.text) > 40:
            return number - 1, played.text
    raise AssertionError("no trains ran")


def test_a_run_is_judged_and_drawn(table: Table) -> None:
    number, text = running(table)
    shown = judge_run(decider(table.book, table.session.at(number)), text)
    assert shown.action == text
    assert shown.refused is None
    company = shown_company(table, number)
    assert shown.revenue == table.session.at(number + 1).revenue[company]
    assert shown.overlay.count('class="route ') == len(shown.routes)


def test_the_runs_of_a_turn_add_up_and_every_line_belongs_to_one(any_table: Table) -> None:
    seen = 0
    for number, text in enumerate(any_table.session.actions):
        action = parse(any_table.book, text)
        if isinstance(action, Run) and action.routes:
            seen += 1
            shown = judge_run(decider(any_table.book, any_table.session.at(number)), text)
            assert sum(route.revenue or 0 for route in shown.routes) == shown.revenue
            assert sum(route.subsidy for route in shown.routes) == shown.subsidy
            for route in shown.routes:
                assert route.revenue == sum(stop.value or 0 for stop in route.stops) + route.bonus
            assert sum(len(route.lines) for route in shown.routes) == len(action.routes)
    assert seen


def test_trains_joined_end_to_end_are_one_run_of_two_lines() -> None:
    at = tuple(Point(number) for number in range(11))
    lines = {0: Route(4, at[1:4]), 1: Route(5, at[9:]), 2: Route(4, at[3:5])}
    joined = RunBreakdown((4, 4), at[1:5], (), 0, Earnings())
    assert lines_of(joined, lines) == [0, 2]
    assert list(lines) == [1], "a line belongs to one run only"


def test_what_is_clicked_is_worth_something_before_all_trains_run(table: Table) -> None:
    """A draft with one of two trains shows what that one earns, whether or not the other has to run too."""
    number, text = next(
        (number, text)
        for number, text in enumerate(table.session.actions)
        if isinstance(action := parse(table.book, text), Run) and len(action.routes) > 1
    )
    state = table.session.at(number)
    first = draft_run(decider(table.book, state), clicked(table, text).split(" | ")[0])
    assert len(first.routes) == 1
    assert 0 < first.revenue < judge_run(decider(table.book, state), text).revenue


def shown_company(table: Table, number: int) -> Company:
    step = table.session.at(number).agenda[-1]
    assert isinstance(step, RunTrains)
    return step.company


def clicked(table: Table, text: str) -> str:
    """The draft of a player who clicks every stop of a run."""
    action = parse(table.book, text)
    assert isinstance(action, Run)
    parts = []
    for route, written in zip(action.routes, text.removeprefix("run ").split(", "), strict=True):
        train, path = written.split(" ")
        stops = [stop for stop in path.split("-") if "." in stop]
        parts.append(f"{train}: {' '.join(stops)}")
        assert route.train == table.book.train_names.index(train)
    return " | ".join(parts)


def test_a_run_put_together_by_clicking_its_stops_is_the_run(table: Table) -> None:
    number, text = running(table)
    shown = draft_run(decider(table.book, table.session.at(number)), clicked(table, text))
    made = judge_run(decider(table.book, table.session.at(number)), text)
    assert (shown.revenue, shown.subsidy) == (made.revenue, made.subsidy)
    assert [route.stops for route in shown.routes] == [route.stops for route in made.routes]


def test_a_draft_grows_click_by_click_and_says_what_is_wrong(table: Table) -> None:
    number, text = running(table)
    state = table.session.at(number)
    train, first, *_ = clicked(table, text).split()
    empty = draft_run(decider(table.book, state), train)
    assert isinstance(empty, RunShown)
    assert empty.routes == ()
    assert empty.action == ""
    one = draft_run(decider(table.book, state), f"{train} {first}")
    assert one.routes == ()
    for nonsense in ("", "no-train: A1.0", f"{train} Z9.0", f"{train} {first}/x", "x" * 5000):
        with pytest.raises(Malformed):
            draft_run(decider(table.book, state), nonsense)


def test_a_draft_is_changed_click_by_click(table: Table) -> None:
    number, text = running(table)
    now = decider(table.book, table.session.at(number))
    whole = draft_run(now, clicked(table, text))
    train = next(index for index, each in enumerate(whole.draft.split("|")) if each.split(":")[1].strip())
    stops = whole.draft.split("|")[train].split(":")[1].split()
    shorter = draft_run(now, whole.draft, Change(train, "click", stops[-1].strip("()").partition("/")[0]))
    assert shorter.draft.split("|")[train].split(":")[1].split() == stops[:-1]
    assert draft_run(now, whole.draft, Change(train, "back")).draft == shorter.draft
    blank = draft_run(now, None)
    assert draft_run(now, whole.draft, Change(train, "clear")).draft.split("|")[train] == blank.draft.split("|")[train]
    for nonsense in (Change(train, "fly"), Change(train, "click", "Z99.0")):
        unchanged = draft_run(now, whole.draft, nonsense)
        assert unchanged.note
        assert unchanged.draft == whole.draft
    with pytest.raises(Malformed):
        draft_run(now, whole.draft, Change(99, "back"))


def test_a_click_does_not_wait_for_a_maximum_that_must_be_run(table: Table) -> None:
    number, text = next(
        (number, text)
        for number, text in enumerate(table.session.actions)
        if isinstance(action := parse(table.book, text), Run) and len(action.routes) > 1
    )
    state = table.session.at(number).clone()
    state.record = replace(state.record, nationalised=True)  # type: ignore[type-var]
    draft = clicked(table, text)
    early = draft_run(decider(table.book, state), draft)
    assert early.unsettled
    assert early.action, "it may be tried before the maximum is known"
    judged = judge_run(decider(table.book, state), text)
    late = draft_run(decider(table.book, state), draft)
    assert not late.unsettled
    assert (late.refused is None) == (judged.refused is None)


def test_runs_are_only_judged_when_trains_run(table: Table) -> None:
    with pytest.raises(Malformed):
        draft_run(decider(table.book, table.session.at(0)), "2+1: F2.0")


# -- the parts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PARTS)
def test_every_part_can_be_made_at_every_stage(any_table: Table, name: str) -> None:
    for number in (0, 30, any_table.actions):
        assert part(name, Vantage(any_table, None), number, 0)


def test_the_last_run_of_a_company_is_drawn_on_the_board_as_it_is_now(table: Table) -> None:
    number, _ = running(table)
    company = table.book.company_names[shown_company(table, number)]
    runs = {run.symbol: run for run in part("runs", Vantage(table, None), table.actions)["runs"]}
    assert "<path" in runs[company].lines
    assert runs[company].revenue == table.session.at(number + 1).revenue[table.book.company_names.index(company)]


def test_stops_counted_by_a_train_that_runs_no_route_are_ringed_in_past_runs() -> None:
    table = Table.of(goods_train())
    seen = Vantage(table, None)
    ran = next(number for number in range(table.actions, 0, -1) if seen.plan_at(number))
    (counted,) = seen.counted_at(ran)
    assert len(counted) > 1
    drawn = str(table_page(seen, ran, True).board)
    (last,) = (run for run in part("runs", seen, table.actions)["runs"] if run.symbol == "MR")
    for picture in (drawn, last.lines):
        assert picture.count('class="route rings') == 1
    assert seen.counted_at(0) == ()
    assert "rings" not in str(table_page(seen, ran - 1, True).board)


def test_a_part_nobody_knows_is_refused(table: Table) -> None:
    with pytest.raises(Malformed):
        part("secrets", Vantage(table, None), 0)


def test_charts_follow_the_players_worth() -> None:
    table = Table.of(finished_game())
    worth = part("charts", Vantage(table, None), table.actions)["charts"][0]
    assert [figures[-1] for _, figures in worth.rows] == list(table.session.scores().values())


def test_one_goes_from_round_to_round(any_table: Table) -> None:
    table = any_table
    visited, at = [], 0
    while (on := table_page(Vantage(table, None), at, False).rounds.on) is not None:
        assert table_page(Vantage(table, None), on, False).rounds.back == at
        visited.append(table.session.at(on).round)
        at = on
    assert at == table.actions
    assert len(set(visited)) >= len(visited) - 1, "every round once, and the end"


def test_a_finished_game_shows_the_standings() -> None:
    table = Table.of(finished_game())
    shown = table_page(Vantage(table, None), table.actions, False)
    assert shown.over
    assert shown.ending
    assert [entry.worth for entry, _ in shown.standings] == sorted(table.session.scores().values(), reverse=True)
    assert shown.decision is None


def test_the_manifest_says_what_each_tile_may_become(table: Table) -> None:
    shown = {tile.name: set(tile.becomes) for row in manifest(Vantage(table, None).view(0)) for tile in row.tiles}
    assert shown["7"] >= {"18", "21", "22", "625", "626"}
    assert shown["758"] == {"786"}
    assert shown["786"] == set()


def test_the_log_on_the_page_holds_all_that_is_new(table: Table) -> None:
    shown = table_page(Vantage(table, None), table.actions, False, since=table.actions - 60)
    fresh = [line for turn in shown.turns for line in turn.lines if line.fresh and line.number]
    assert len({line.number for line in fresh}) == 60
    assert shown.more_turns


# -- where a proposal leads -----------------------------------------------------------------------


def proposals(table: Table) -> Iterator[tuple[int, Offer]]:
    """Offers that change nothing by themselves, with the number of actions before them."""
    for number in range(table.actions + 1):
        choices = choices_at(table, number)
        assert choices is not None
        decided = decision(decider(table.book, table.session.at(number)), choices)
        for offer in (*(offer for group in decided.groups for _, row in group.rows for offer in row), *decided.answers):
            if offer.foresight is not None:
                yield number, offer


def proposed(title: str, word: str) -> tuple[Table, int, Offer]:
    """Some game in which something may be proposed that another player has to agree to."""
    for seed in range(5, 30):
        table = Table.of(some_game(seed=seed, most=260, title=title))
        for number, offer in proposals(table):
            if offer.action.startswith(word) and Accept() in after(table, number, offer.action):
                return table, number, offer
    raise AssertionError("nothing is proposed in any of these games")


def after(table: Table, number: int, *actions: str) -> Choices:
    """The choices after some more actions."""
    state = table.session.at(number)
    for action in actions:
        state, _ = engine.apply(table.book, state, parse(table.book, action))
    choices = engine.choices(table.book, state)
    assert choices is not None
    return choices


def test_a_proposal_tells_what_comes_if_it_is_agreed_to() -> None:
    _, _, offer = proposed("1860", "offer")
    assert offer.outlook is not None
    assert not offer.outlook.chips
    assert offer.foresight is not None
    (course,) = offer.foresight.courses
    assert course.label.endswith("agrees")
    assert {chip.kind for chip in course.chips} == {"gain", "cost"}


def test_where_a_further_decision_follows_each_way_is_told() -> None:
    table, number, offer = proposed("1862", "merge")
    assert offer.foresight is not None
    ways = [action for choice in after(table, number, offer.action, "accept") for action in choice]
    assert [course.label.rpartition(": ")[2] for course in offer.foresight.courses] == [
        wording.said(table.book, action) for action in ways
    ]
    assert all(course.lines for course in offer.foresight.courses)


def test_who_is_asked_sees_the_companies_and_what_would_come_of_it() -> None:
    table, number, offer = proposed("1862", "merge")
    state, _ = engine.apply(table.book, table.session.at(number), parse(table.book, offer.action))
    decided = decision(decider(table.book, state), after(table, number, offer.action))
    accept, decline = decided.answers
    assert decline.foresight is None
    assert accept.foresight is not None
    assert len(accept.foresight.courses) == len(decided.concerned) == 2


def test_the_charter_of_a_company_shows_its_loans_and_privates() -> None:
    at = BigFour(phase="3")
    at.minor("TV", cash=45, loans=1, trains=("3",))
    at.give_private("F4", "TV")
    shown = next(charter for charter in charters(view(at.book, at.state, None)) if charter.symbol == "TV")
    assert shown.loans == 1
    assert shown.privates == (Deed("F4", "Hull Ferry", 30, 100),)
    assert all(charter.privates == () for charter in charters(view(at.book, at.state, None)) if charter.symbol != "TV")


def test_companies_are_in_the_order_in_which_they_operate() -> None:
    """On a market in two dimensions too, where a square further on need not be a higher price."""
    at = Europe(3, railroad_phase="major", phase="3")
    at.major("GWR", "70.a5", {"Ann": 3})
    at.major("PLM", "110.g6", {"Ben": 3})
    at.national("SB", 100, {"Cleo": 3})
    at.major("OU", 100, {"Ann": 3})
    at.regional("MAV", 60, {"Ben": 2})
    at.minor("A", "Ann", "SP", "AD17.0")
    at.charter("B", "Cleo")
    found = charters(view(at.book, at.state, None))
    shown = [charter.symbol for charter in found if charter.order is not None]
    assert shown == ["MAV", "A", "PLM", "SB", "OU", "GWR"]
    assert [charter.order for charter in found[:6]] == [1, 2, 3, 4, 5, 6]
    assert found[6].symbol == "B", "its charter is sold, but it does not operate yet"


def test_a_title_without_loans_shows_none() -> None:
    at = Position("1862")
    assert {charter.loans for charter in charters(view(at.book, at.state, None))} == {None}


def test_a_tile_that_a_private_lays_says_so_and_is_not_priced_like_the_others() -> None:
    position = BigFour()
    position.minor("GA", cash=500)
    position.token("GA", "D6.0")
    position.token("CR", "D6.2")
    position.lay("9@0 E5")
    position.give_private("P3", "A")
    position.operate("GA", "track")
    shown = hex_offers(decider(position.book, position.state), "D8", deciding=True)
    assert {tile.note.split()[1] for tile in shown.tiles} == {"P3"}
    assert {tile.name for tile in shown.tiles} == {"3", "4", "58"}
    assert all(way.action.startswith("use P3 to lay ") for tile in shown.tiles for way in tile.ways)
    assert shown.cost is None
    paid = hex_offers(decider(position.book, position.state), "F4", deciding=True)
    assert {tile.note for tile in paid.tiles} == {""}
    assert all(way.action.startswith("lay ") for tile in paid.tiles for way in tile.ways)


def test_a_company_without_a_home_says_nothing_about_one() -> None:
    at = Position("18BF")
    homes = {charter.symbol: charter.home for charter in charters(view(at.book, at.state, None))}
    assert homes["TV"]
    assert homes["MR"] == homes["GWR"] == ""


def test_the_page_just_after_a_run_shows_its_routes(table: Table) -> None:
    number, _ = running(table)
    for at, drawn in ((number, False), (number + 1, True)):
        assert ('class="routes"><' in table_page(Vantage(table, None), at, False).board) == drawn


def test_a_run_is_shown_as_long_as_it_is_decided_about() -> None:
    """Also if a loan has been taken in between; no longer once the dividend is paid."""
    seen = some_game(4, 87, title="1863")
    for actions, drawn in (((), True), (("borrow 1",), True), (("borrow 1", "dividend 0"), False)):
        table = Table.of(replace(seen, actions=(*seen.actions, *actions)))
        vantage = Vantage(table, None)
        assert ('class="routes"><' in table_page(vantage, table.actions, False).board) == drawn, actions
        assert vantage.run_before(table.actions) == (87 if drawn else 0)
    assert vantage.run_before(0) == 0


def test_narrow_buttons_have_short_labels() -> None:
    session = Session(some_game(most=300))
    paid = next(number for number in range(300) if session.actions[number] == "pay")
    choices = session.choices_at(paid)
    assert choices is not None
    decided = decision(decider(session.book, session.at(paid)), choices)
    assert [offer.short for offer in decided.alternatives] == ["Pay out", "Keep it"]
    assert [offer.label for offer in decided.alternatives] == [
        "Pay the revenue to the shareholders",
        "Keep the revenue in the company",
    ]


def test_a_display_too_small_for_names_begins_where_the_company_is_whose_turn_it_is(table: Table) -> None:
    number, _ = running(table)
    company = shown_company(table, number)
    board = table.session.at(number)
    homes = [stop for stop, there in board.tokens.items() if company in there]
    assert homes
    picture = table_page(Vantage(table, None), number, False).board
    x, y, wide, high = map(float, re.search(r'data-home="([^"]+)"', picture).group(1).split())  # type: ignore[union-attr]
    centres = middles(table.book.board)
    for stop in homes:
        across, down = centres[hex_of(stop)]
        assert x + 119 < across < x + wide - 119
        assert y + 119 < down < y + high - 119
    assert "data-home" not in table_page(Vantage(table, None), 0, False).board


def test_the_last_run_of_a_company_is_where_its_next_one_may_begin(table: Table) -> None:
    """As far as it can be made again; a company that has not run before has nothing to begin with."""
    seen, known = Vantage(table, None), 0
    for number, text in enumerate(table.session.actions):
        run = parse(table.book, text)
        if isinstance(run, Run):
            company = shown_company(table, number)
            plan = seen.last_plan(number, company)
            shown = last_run(decider(table.book, table.session.at(number)), plan)
            assert (shown is None) or plan
            if shown is not None:
                known += 1
                assert shown.draft
                assert len(shown.routes) <= len(plan)
            assert seen.last_plan(number + 1, company) == run.routes
    assert known


def test_joining_trains_leads_to_their_run_and_to_nothing_else() -> None:
    at = orient("5", ("3", "4", "5"))
    at.operate("GWR", "run")
    now = decider(at.book, at.state)
    assert now.choices is not None
    decided = decision(now, now.choices)
    groups = (*decided.groups, *decided.asides)
    offers = {offer.action: offer for group in groups for _, row in group.rows for offer in row}
    joins = offers["join 3&4"]
    assert joins.runs_next
    assert joins.foresight is None, "that they can be parted again is no consequence"
    after = run_after(now, parse(at.book, joins.action))
    assert after is not None
    assert can_run(after)
