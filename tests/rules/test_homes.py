"""Homes: the first token of a company, the tile beneath it, and the circle kept for it."""

from __future__ import annotations

from railhead.core import effects
from railhead.rules import homes
from railhead.rules.homes import LayHome
from tests.made_up import Busy, Toy


def settled(director: str = "Ann") -> Toy:
    """AAA has just placed its home token, in the middle of something of its own."""
    toy = Toy()
    toy.start("AAA", director)
    toy.begin(Busy(toy.company("AAA")))
    homes.settle(toy.game, toy.company("AAA"))
    return toy


def test_a_new_company_places_its_token_and_its_director_lays_the_tile_beneath() -> None:
    toy = settled("Ben")
    company = toy.company("AAA")
    assert toy.state.tokens == {homes.home(toy.game, company): (company,)}
    assert isinstance(toy.choices.step, LayHome)
    assert toy.asked == "Ben"
    toy.do("lay 2 on A1 turned 0")
    assert toy.state.tokens == {homes.home(toy.game, company): (company,)}
    assert isinstance(toy.choices.step, Busy)


def test_the_home_tile_goes_on_the_home_hex_and_must_fit() -> None:
    toy = settled()
    assert toy.refused("lay 1 on A3 turned 0") == "track.home"
    assert toy.refused("lay 1 on A1 turned 0") == "track.stations"
    assert toy.refused("pass") == "track.home"


def test_where_there_is_a_tile_none_is_laid() -> None:
    toy = settled()
    toy.do("lay 2 on A1 turned 0")
    toy.start("BBB", "Ann")
    homes.settle(toy.game, toy.company("BBB"))
    assert isinstance(toy.choices.step, Busy)
    assert not homes.needs_tile(toy.game, toy.company("CCC"))


def test_without_a_tile_that_fits_none_is_laid() -> None:
    toy = Toy()
    toy.state.supply[1] = 0
    assert not homes.needs_tile(toy.game, toy.company("AAA"))


def test_the_last_circle_is_kept_for_a_company_whose_home_it_is() -> None:
    toy = Toy()
    a, b, c = (toy.company(name) for name in ("AAA", "BBB", "CCC"))
    stop = homes.home(toy.game, a)
    assert homes.waiting_for(toy.game, a, stop) is None, "there are two circles"
    effects.place_token(toy.game, a, stop)
    assert homes.waiting_for(toy.game, b, stop) == c
    assert homes.waiting_for(toy.game, c, stop) == b
