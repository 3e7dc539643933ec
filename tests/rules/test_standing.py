"""How a company gets about where its tokens alone do not decide: other starts, open stations, shut hexes, harbours."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Stop, hex_of, stop_at
from railhead.rules.stations import (
    Standing,
    StationRules,
    barred_to,
    company_reach,
    ends_of_ways,
    reach_as,
    starts,
    unhindered_reach,
)
from railhead.titles import loading
from railhead.track.water import Harbour
from tests.made_up import Toy

HEXES = {
    "A1": {"stops": ["city 20"], "track": ["0-a"]},
    "A3": {"stops": ["city 20"], "track": ["0-a", "3-a"]},
    "A5": {"stops": ["city 20"], "track": ["3-a"]},
    "A21": {"stops": ["city 20"]},
}
"""Three cities in a line, each with a circle, and one far away."""


def table(standing: Standing | None = None) -> Toy:
    """AAA has a token in the first city, BBB one in the second."""

    def found(game: Game, company: Company) -> Standing | None:
        return standing if company == 0 else None

    toy = Toy(StationRules(standing=found))
    toy.book = replace(toy.book, board=loading.board(HEXES, toy.book.tiles, ("yellow",)), cache={})
    effects.place_token(toy.game, toy.company("AAA"), at(toy, "A1"))
    effects.place_token(toy.game, toy.company("BBB"), at(toy, "A3"))
    return toy


def at(toy: Toy, name: str) -> Stop:
    return stop_at(toy.book.board.index[name], 0)


def reached(toy: Toy, company: str = "AAA") -> set[str]:
    return {toy.book.board.names[hex_of(stop)] for stop in company_reach(toy.game, toy.company(company)).stops}


PLAIN = table()
FIRST, SECOND, THIRD, ISLAND = (at(PLAIN, name) for name in HEXES)


def test_tokens_decide_unless_a_title_says_otherwise() -> None:
    assert reached(PLAIN) == {"A1", "A3"}
    assert barred_to(PLAIN.game, PLAIN.company("AAA")) == {SECOND}


def test_a_company_may_pass_stations_that_are_full() -> None:
    toy = table(Standing((FIRST,), passes=frozenset((SECOND,))))
    assert reached(toy) == {"A1", "A3", "A5"}
    assert barred_to(toy.game, toy.company("AAA")) == ends_of_ways(toy.game, toy.company("AAA")) == frozenset()
    assert reached(toy, "BBB") == {"A1", "A3", "A5"}, "the others go by their tokens"


def test_ways_may_begin_elsewhere_than_at_tokens() -> None:
    assert reached(table(Standing((THIRD,)))) == {"A3", "A5"}


def test_track_on_shut_hexes_is_not_used() -> None:
    toy = table(Standing((FIRST,), shut=frozenset((hex_of(SECOND),))))
    assert reached(toy) == {"A1"}
    assert unhindered_reach(toy.game, toy.company("AAA")).stops == {FIRST}


def test_harbours_lead_across_the_sea() -> None:
    toy = table(Standing((FIRST,), harbours=(Harbour(stop=FIRST), Harbour(stop=ISLAND))))
    assert reached(toy) == {"A1", "A3", "A21"}


def test_a_bypass_leads_past_a_full_station() -> None:
    hex_ = hex_of(SECOND)
    toy = table(Standing((FIRST,), bypasses=(((hex_, 3), (hex_, 0)),)))
    assert reached(toy) == {"A1", "A3", "A5"}
    assert ends_of_ways(toy.game, toy.company("AAA")) == {SECOND}, "from other sides the way ends there"


def test_some_ways_end_at_a_stop_that_others_pass() -> None:
    hex_ = hex_of(SECOND)
    way = Standing((FIRST,), frozenset((SECOND,)), shut=frozenset((hex_,)), last=(((hex_, 3), SECOND),))
    assert reached(table(way)) == {"A1", "A3"}
    assert reached(table(replace(way, starts=(THIRD,)))) == {"A5"}, "only from one side"


def test_how_far_a_company_would_get_in_another_way() -> None:
    found = reach_as(PLAIN.game, PLAIN.company("AAA"), Standing((FIRST,), frozenset((SECOND,))))
    assert found.stops == {FIRST, SECOND, THIRD}
    assert reached(PLAIN) == {"A1", "A3"}


def test_ways_begin_at_tokens_unless_a_title_says_otherwise() -> None:
    assert list(starts(PLAIN.game, PLAIN.company("AAA"))) == [FIRST]
    toy = table(Standing((THIRD,)))
    assert list(starts(toy.game, toy.company("AAA"))) == [THIRD]


def test_what_is_known_of_one_standing_is_not_used_for_another() -> None:
    now = [Standing((FIRST,))]
    toy = Toy(StationRules(standing=lambda game, company: now[0]))
    toy.book = replace(PLAIN.book, rules=toy.book.rules, cache={})
    toy.state = PLAIN.state
    assert reached(toy) == {"A1", "A3"}
    now[0] = Standing((THIRD,))
    assert reached(toy) == {"A3", "A5"}
