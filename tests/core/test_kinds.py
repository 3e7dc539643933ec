"""Kinds of company: facts by kind, and a company that changes its kind."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.audit import audit
from railhead.core.events import KindChanged
from railhead.core.text import Text
from railhead.rules import directors, trains
from railhead.rules.dividends import Dividend
from railhead.rules.operating import operating_order
from tests.made_up import MAJOR, Toy


def test_every_company_begins_as_what_it_is_printed_as() -> None:
    toy = Toy()
    assert [toy.game.kind_of(company).name for company in toy.book.company_ids] == ["major", "major", "minor"]
    assert [toy.held("ipo", symbol) for symbol in toy.book.company_names] == [10, 10, 2]


def test_the_director_certificate_goes_by_kind() -> None:
    toy = Toy()
    assert [directors.director_size(toy.game, company) for company in toy.book.company_ids] == [2, 2, 1]
    toy.start("CCC", "Ann", shares=2)
    assert directors.certificates(toy.game, toy.seat("Ann")) == 2


def test_a_minor_becomes_a_major_and_the_new_shares_go_where_the_title_says() -> None:
    toy = Toy()
    toy.start("CCC", "Ann", shares=2)
    game, company = toy.game, toy.company("CCC")
    effects.set_kind(game, company, MAJOR, issued_to=toy.book.purse(company))
    assert game.events == [KindChanged(company, Text("major"))]
    assert (toy.held("Ann", "CCC"), toy.held("CCC", "CCC"), toy.held("ipo", "CCC")) == (2, 8, 0)
    assert toy.game.share_count(company) == 10
    assert directors.director_size(toy.game, company) == 2
    assert audit(toy.book, toy.state) == []


def test_the_audit_counts_shares_by_kind() -> None:
    toy = Toy()
    toy.state.kind[toy.company("CCC")] = MAJOR
    assert audit(toy.book, toy.state) == ["shares: CCC has [2, 0, 0, 0, 0, 0, 0, 0]"]


def test_another_kind_is_another_state() -> None:
    one, other = Toy(), Toy()
    assert one.state.digest() == other.state.digest()
    other.state.kind[0] = 0
    assert one.state.digest() != other.state.digest()
    clone = one.state.clone()
    clone.kind[0] = 0
    assert one.state.kind[0] == MAJOR


def test_dividends_are_shared_out_by_the_number_of_shares_of_the_kind() -> None:
    toy = Toy()
    toy.start("CCC", "Ann", shares=1)
    toy.state.revenue[toy.company("CCC")] = 80
    toy.begin(Dividend(toy.company("CCC")))
    assert tuple(map(str, toy.choices.step.situation(toy.game))) == ("The trains have earned 80: 40 per share",)
    toy.do("pay")
    assert toy.cash("Ann") == 500 + 40


def test_train_limits_go_by_kind_and_phase() -> None:
    toy = Toy()
    limits = [[trains.limit_of_the_phase(toy.game, company) for company in toy.book.company_ids]]
    toy.state.phase = 1
    limits.append([trains.limit_of_the_phase(toy.game, company) for company in toy.book.company_ids])
    assert limits == [[4, 4, 2], [3, 3, 1]]


def test_kinds_of_a_lower_rank_operate_first_then_the_price_counts() -> None:
    toy = Toy()
    toy.start("AAA", "Ann", at=80)
    toy.start("BBB", "Ben", at=100)
    toy.start("CCC", "Cleo", at=40)
    assert [toy.game.symbol(company) for company in operating_order(toy.game)] == ["CCC", "BBB", "AAA"]
    toy.state.kind[toy.company("CCC")] = MAJOR
    assert [toy.game.symbol(company) for company in operating_order(toy.game)] == ["BBB", "AAA", "CCC"]


def test_of_equal_prices_the_square_further_right_operates_first() -> None:
    toy = Toy()
    toy.start("AAA", "Ann", at=80)
    toy.start("BBB", "Ben", at=80)
    effects.set_price(toy.game, toy.company("BBB"), toy.book.market.find("80.d2") or toy.state.price[0])
    assert [toy.game.symbol(company) for company in operating_order(toy.game)] == ["BBB", "AAA"]
