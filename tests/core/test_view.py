"""Views on a made-up title in which only a company's director may see its treasury."""

from __future__ import annotations

import json

import pytest

from railhead.conformance import ConformanceError, check_state
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Seat
from railhead.core.information import InformationRules
from railhead.core.view import View, view, whole_view
from railhead.rules.directors import certificates
from tests.made_up import Toy


def directors_only(game: Game, seat: Seat, company: Company) -> bool:
    return game.controller(company) == seat


@pytest.fixture
def toy() -> Toy:
    """ONE is Ann's and has 300; the other players may not know that."""
    toy = Toy(InformationRules(sees_treasury=directors_only))
    toy.start(toy.book.company_names[0], toy.book.seat_names[0], cash=300)
    return toy


def seen(toy: Toy, place: int | None) -> View:
    return view(toy.book, toy.state, None if place is None else toy.book.seat_ids[place])


def test_a_treasury_is_known_to_those_who_may_see_it(toy: Toy) -> None:
    company = toy.book.company_ids[0]
    assert seen(toy, 0).companies[company].treasury == 300
    for place in (1, None):
        assert seen(toy, place).companies[company].treasury is None
        assert company in seen(toy, place).hidden
    assert whole_view(toy.book, toy.state).companies[company].treasury == 300


def test_a_rule_asked_through_a_view_is_told_no_more_than_the_seat_may_know(toy: Toy) -> None:
    company = toy.book.company_ids[0]

    def treasury(game: Game) -> int:
        return game.treasury(company)

    assert seen(toy, 0).ask(treasury) == 300
    assert seen(toy, 1).ask(treasury) == 0
    assert seen(toy, 1).ask(certificates, toy.book.seat_ids[0]) == certificates(toy.game, toy.book.seat_ids[0])


def test_views_that_differ_in_nothing_but_what_is_hidden_are_equal(toy: Toy) -> None:
    before = [seen(toy, place) for place in (0, 1)]
    toy.state = toy.state.clone()
    toy.state.cash[toy.book.purse(toy.book.company_ids[0])] += 40
    assert [seen(toy, place) == old for place, old in zip((0, 1), before, strict=True)] == [False, True]


def test_a_view_says_what_lies_on_the_table(toy: Toy) -> None:
    book, found = toy.book, seen(toy, 1)
    company, director = found.companies[book.company_ids[0]], book.seat_ids[0]
    assert (company.symbol, company.price, company.par) == (book.company_names[0], 100, 100)
    assert company.director == director
    assert company.holders == {director: toy.held(book.seat_names[0], company.symbol), BANK: company.held_by(BANK)}
    assert sum(company.holders.values()) == company.share_count
    assert found.players[director].shares == {company.company: company.held_by(director)}
    assert tuple(found.market.places) == (company.company,)
    assert found.bank == toy.state.cash[BANK]
    assert found.over


def test_a_view_can_be_read_by_people_and_programs(toy: Toy) -> None:
    hidden, known = seen(toy, 1), seen(toy, 0)
    company = toy.book.company_ids[0]
    assert "treasury hidden" in repr(hidden.companies[company])
    assert "treasury 300" in repr(known.companies[company])
    assert toy.book.seat_names[0] in repr(known)
    assert "spectator" in repr(seen(toy, None))
    data = json.loads(json.dumps(hidden.to_data()))
    assert data["companies"][toy.book.company_names[0]]["treasury"] is None
    assert set(data["players"]) == set(toy.book.seat_names)


def test_a_title_whose_bank_gives_a_hidden_treasury_away_is_found_out(toy: Toy) -> None:
    """Companies are paid in the players' money here, so what is missing in the bank is what they have."""
    with pytest.raises(ConformanceError, match="depends on a treasury"):
        check_state(toy.book, toy.state, toy.book.seat_ids)


def test_the_loans_and_privates_of_a_company_are_seen_by_all(toy: Toy) -> None:
    company = toy.book.company_ids[0]
    toy.state.loans[company] = 2
    toy.state.privates[1] = toy.book.purse(company)
    found = seen(toy, None).companies[company]
    assert (found.loans, found.privates) == (2, (1,))
    assert (found.to_data()["loans"], found.to_data()["privates"]) == (2, ["Q"])
