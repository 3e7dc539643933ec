"""Who decides: players for themselves, for a company the player at the end of its chain of directors."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.audit import AuditRules, audit
from railhead.core.ids import POOL
from railhead.rules import directors
from tests.made_up import Busy, Toy


def chain() -> Toy:
    """Ann directs AAA, which directs BBB, which directs CCC."""
    toy = Toy()
    toy.start("AAA", "Ann", shares=3)
    toy.start("BBB", "AAA", shares=3)
    toy.start("CCC", "BBB", shares=1)
    return toy


@pytest.mark.parametrize("symbol", ["AAA", "BBB", "CCC"])
def test_every_company_of_a_chain_asks_the_player_at_its_end(symbol: str) -> None:
    toy = chain()
    toy.begin(Busy(toy.company(symbol)))
    assert toy.asked == "Ann"
    assert toy.choices.task == f"be busy for {symbol}"


@pytest.mark.parametrize("owner", ["Ann", "AAA", "BBB", "CCC"])
def test_the_decider_of_an_owner_is_found_up_the_chain(owner: str) -> None:
    toy = chain()
    assert toy.game.decider(toy.owner(owner)) == toy.seat("Ann")


def test_the_director_of_a_company_may_be_a_company() -> None:
    toy = chain()
    assert toy.game.director(toy.company("CCC")) == toy.owner("BBB")
    assert toy.game.controller(toy.company("CCC")) == toy.seat("Ann")


def test_when_a_company_at_the_top_changes_hands_so_do_all_below_it() -> None:
    toy = chain()
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("Ben"), toy.company("AAA"), 4)
    effects.set_director(toy.game, toy.company("AAA"), toy.owner("Ben"))
    toy.begin(Busy(toy.company("CCC")))
    assert toy.asked == "Ben"


@pytest.mark.parametrize("symbol", ["AAA", "BBB", "CCC"])
def test_nobody_decides_where_the_chain_ends_in_the_pool(symbol: str) -> None:
    toy = chain()
    toy.state.director[toy.company("AAA")] = POOL
    assert toy.game.controller(toy.company(symbol)) is None
    assert toy.game.decider(toy.owner("pool")) is None
    assert toy.game.decider(toy.owner("ipo")) is None


def test_a_company_below_another_can_never_become_its_director() -> None:
    toy = chain()
    heirs = directors.players_then_companies(toy.game, toy.company("AAA"), toy.owner("Ann"))
    assert [toy.game.name(owner) for owner in heirs] == ["Ben", "Cleo"]
    heirs = directors.players_then_companies(toy.game, toy.company("CCC"), toy.owner("BBB"))
    assert [toy.game.name(owner) for owner in heirs] == ["Ann", "Ben", "Cleo", "AAA"]


def test_a_company_that_holds_most_takes_over() -> None:
    toy = chain()
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("AAA"), toy.company("CCC"), 1)
    effects.move_shares(toy.game, toy.owner("BBB"), toy.owner("pool"), toy.company("CCC"), 1)
    directors.settle_after_sale(toy.game, toy.company("CCC"), toy.owner("BBB"))
    assert toy.game.director(toy.company("CCC")) == toy.owner("AAA")


def test_a_buyer_below_in_the_chain_does_not_take_over() -> None:
    toy = chain()
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("CCC"), toy.company("AAA"), 5)
    directors.settle_after_purchase(toy.game, toy.company("AAA"), toy.owner("CCC"))
    assert toy.game.director(toy.company("AAA")) == toy.owner("Ann")


def test_the_audit_finds_a_circle() -> None:
    toy = chain()
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("CCC"), toy.company("AAA"), 5)
    toy.state.director[toy.company("AAA")] = toy.owner("CCC")
    assert [line for line in audit(toy.book, toy.state) if "itself" in line] == [
        f"shares: {symbol} is directed by itself" for symbol in ("AAA", "BBB", "CCC")
    ]


def test_every_office_goes_to_whoever_has_most_and_may_have_it() -> None:
    toy = chain()
    for owner, company, count in (("Ben", "AAA", 4), ("Cleo", "BBB", 4)):
        effects.move_shares(toy.game, toy.owner("ipo"), toy.owner(owner), toy.company(company), count)
    directors.settle_all(toy.game)
    assert [toy.game.director(toy.company(symbol)) for symbol in ("AAA", "BBB", "CCC")] == [
        toy.seat("Ben"),
        toy.seat("Cleo"),
        toy.owner("BBB"),
    ]
    toy.check()


def test_whoever_was_passed_over_takes_office_once_they_are_free() -> None:
    toy = chain()
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("BBB"), toy.company("AAA"), 4)
    directors.settle_all(toy.game)
    assert toy.game.director(toy.company("AAA")) == toy.seat("Ann"), "AAA directs BBB"
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("Ben"), toy.company("BBB"), 4)
    directors.settle_all(toy.game)
    assert toy.game.director(toy.company("BBB")) == toy.seat("Ben")
    assert toy.game.director(toy.company("AAA")) == toy.owner("BBB")
    assert toy.game.controller(toy.company("AAA")) == toy.seat("Ben")


def test_the_audit_compares_all_who_may_direct_if_the_title_says_so() -> None:
    toy = Toy(AuditRules(rivals=directors.rivals))
    toy.start("AAA", "Ann", shares=3)
    toy.start("BBB", "AAA", shares=3)
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("BBB"), toy.company("AAA"), 4)
    toy.check()
    effects.move_shares(toy.game, toy.owner("ipo"), toy.owner("CCC"), toy.company("AAA"), 3)
    effects.move_shares(toy.game, toy.owner("BBB"), toy.owner("CCC"), toy.company("AAA"), 1)
    assert audit(toy.book, toy.state) == ["shares: somebody else has more of AAA than its director"]
