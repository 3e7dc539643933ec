"""What players expect who estimate: the defaults, and that each title's hooks agree with its rules."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from railhead.bots import selfplay
from railhead.bots.careless import Careless
from railhead.core import engine
from railhead.core.actions import Topic
from railhead.core.choices import OneOf, Span, Subsets
from railhead.core.events import PriceMoved
from railhead.core.game import Game
from railhead.core.ids import Place, a_train
from railhead.core.market import Market
from railhead.core.rulebook import Rules
from railhead.core.state import FLOATED
from railhead.core.steps import Matter
from railhead.routes.best import Best
from railhead.routes.runs import Runs
from railhead.rules.dividends import Dividend
from railhead.rules.earning import earnings_with, supposed_kept
from railhead.rules.outlook import OutlookRules
from railhead.rules.running import RunRules, open_runs
from railhead.titles import catalogue
from railhead.track.board import PRINTED

SEATS = ("A", "B", "C")


@pytest.mark.parametrize(("title", "seed"), [("1860", 5), ("1862", 1), ("18BF", 1), ("1863", 5)])
def test_a_dividend_takes_the_price_where_the_title_says(title: str, seed: int) -> None:
    book = catalogue.rulebook(title, SEATS, frozenset(), seed)
    after = book.rules[OutlookRules].place_after
    compared = set()
    for made in islice(selfplay.play(book, [Careless() for _ in SEATS], Random(seed), audited=False), 700):
        step = made.before.agenda[-1]
        if not isinstance(step, Dividend) or made.action.topic is not Topic.RUNS:
            continue
        company = step.company
        before, paid = made.before.price[company], made.state.dividend[company]
        moved = (event for event in made.events if isinstance(event, PriceMoved) and event.company == company)
        now = next((event.place for event in moved), before)
        expected = after(Game(book, made.before), company, before, paid)
        assert expected == now, f"{book.company_names[company]} at {before} pays {paid}"
        compared.add(expected - before)
    assert len(compared) >= 2
    assert min(compared) <= 0 < max(compared)


@pytest.mark.parametrize("title", ["1860", "1862", "18BF", "1863"])
def test_fewer_rounds_are_left_as_the_game_goes_on(title: str) -> None:
    book = catalogue.rulebook(title, SEATS, frozenset(), 1)
    state, _ = engine.start(book)
    rounds = book.rules[OutlookRules].rounds_left
    beginning = rounds(Game(book, state))
    assert beginning >= 15
    later = state.clone()
    later.depot = [left // 4 for left in later.depot]
    assert 1 <= rounds(Game(book, later)) < beginning


def test_the_bank_ends_the_game_soon_if_companies_pay_much() -> None:
    book = catalogue.rulebook("1860", SEATS)
    *_, made = islice(selfplay.play(book, [Careless() for _ in SEATS], Random(5), audited=False), 300)
    state = made.state.clone()
    state.cash[0] = 1_000
    company = next(c for c in book.company_ids if any(Game(book, state).held(s, c) > 2 for s in book.seat_ids))
    state.revenue[company] = 2_000
    assert book.rules[OutlookRules].rounds_left(Game(book, state)) < 3
    state.ending = "the bank is out of money"
    assert book.rules[OutlookRules].rounds_left(Game(book, state)) == max(0, state.round.of - state.round.index)


def test_defaults_know_a_ladder() -> None:
    book = catalogue.rulebook("1860", SEATS)
    game = Game(book, engine.start(book)[0])
    rules = Rules()[OutlookRules]
    company = book.company_ids[0]
    assert rules.place_after(game, company, Place(10), 30) == 11
    assert rules.place_after(game, company, Place(10), 0) == 9
    assert rules.share_value(game, company, Place(10)) == Market.ladder([*range(60)], ()).prices[10] + 40
    ryde = book.private_ids[3]
    assert rules.private_value(game, ryde) == 30 * rules.rounds_left(game) / 2


# -- earnings, steps, domains -----------------------------------------------------------------------


def test_supposed_trains_leave_the_game_alone() -> None:
    book = catalogue.rulebook("1860", SEATS, frozenset(), 5)
    for made in islice(selfplay.play(book, [Careless() for _ in SEATS], Random(5), audited=False), 500):
        step = made.state.agenda[-1] if made.state.agenda else None
        if step is None or step.matter is not Matter.RUN:
            continue
        game, company = Game(book, made.state), step.acting_company
        assert company is not None
        digest = made.state.digest()
        runs = open_runs(game, company)
        own = earnings_with(game, company, game.trains_of(company), 50_000)
        assert runs is not None
        assert own is not None
        assert own.earnings == runs.best[0]
        more = earnings_with(game, company, (*game.trains_of(company), a_train(5)), 50_000)
        assert more is not None
        assert more.earnings.revenue >= own.earnings.revenue
        assert game.state.digest() == digest
        return
    raise AssertionError("nobody ran")


def test_what_is_supposed_is_forgotten_with_the_networks_it_was_supposed_on() -> None:
    book = catalogue.rulebook("18OE", ("P", "Q", "R"), frozenset(), 5)
    *_, made = islice(selfplay.play(book, [Careless() for _ in SEATS], Random(5), audited=False), 250)
    game, kept = Game(book, made.state), supposed_kept(book.rules[RunRules].kept)
    company = next(each for each in game.all_companies() if game.state.has(each, FLOATED))
    trains = (a_train(0),)
    home = game.state.tiles
    found = earnings_with(game, company, trains, 500)
    assert earnings_with(game, company, trains, 500) is found, "asked for twice, searched for once"
    hexes = [hex_ for hex_ in book.board.all_hexes if hex_ not in home and book.board.hexes[hex_].buildable]
    for hex_ in hexes[: 2 * kept.most]:
        imagined = Game(book, made.state.clone())
        imagined.state.tiles = home.put(hex_, book.board.distinct_fits(hex_, PRINTED)[0])
        earnings_with(imagined, company, trains, 500)
    assert len(book.cache[kept]) == kept.most
    assert sum(map(len, book.cache[kept].values())) <= 2 * kept.most


def test_runs_are_searched_for_once_on_boards_that_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    book = catalogue.rulebook("18OE", ("P", "Q", "R"), frozenset(), 5)
    *_, made = islice(selfplay.play(book, [Careless() for _ in SEATS], Random(5), audited=False), 250)
    game, searched = Game(book, made.state), []
    company = next(each for each in game.all_companies() if game.state.has(each, FLOATED))
    within = Runs.within

    def counted(runs: Runs, work: int) -> Best:
        searched.append(work)
        return within(runs, work)

    monkeypatch.setattr(Runs, "within", counted)
    hexes = [hex_ for hex_ in book.board.all_hexes if book.board.hexes[hex_].buildable and hex_ not in game.state.tiles]
    for hex_ in hexes[:40]:
        imagined = Game(book, made.state.clone())
        imagined.state.tiles = game.state.tiles.put(hex_, book.board.distinct_fits(hex_, PRINTED)[0])
        earnings_with(imagined, company, (a_train(0),), 500)
    assert 0 < len(searched) < 40


def test_steps_say_what_they_decide() -> None:
    book = catalogue.rulebook("1860", SEATS, frozenset(), 5)
    found = {
        made.before.agenda[-1].matter
        for made in islice(selfplay.play(book, [Careless() for _ in SEATS], Random(5), audited=False), 500)
    }
    assert found >= {
        Matter.AUCTION,
        Matter.CHOICE,
        Matter.STOCK,
        Matter.TRACK,
        Matter.TOKEN,
        Matter.RUN,
        Matter.DIVIDEND,
        Matter.TRAINS,
        Matter.CONSENT,
    }


def test_large_domains_are_spread() -> None:
    assert Span(5, 500, 5).spread(4) == (5, 170, 335, 500)
    assert Span(1, 3).spread(4) == (1, 2, 3)
    assert OneOf(("a", "b", "c", "d", "e")).spread(3) == ("a", "c", "e")
    assert OneOf((1, 2)).spread(1) == (1,)
    assert Subsets((1, 2, 3), 1, 3).spread(4) == ((1,), (2,), (3,), (1, 2))
