"""Piles of trains: sold one after the other or beside the others, exported, and the phases they begin."""

from __future__ import annotations

from dataclasses import replace

from railhead.core import effects
from railhead.core.agenda import AgendaRules
from railhead.core.audit import audit
from railhead.core.choices import Span
from railhead.core.events import sentence
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Train, a_train
from railhead.core.steps import Step
from railhead.rules.phases import PhaseRules, reach_phase
from railhead.rules.trains import BuyTrains, TrainRules, buy_from_bank, export_next, on_offer, return_excess
from tests.made_up import RULES, Idle, Toy


def offered(toy: Toy) -> list[str]:
    return [toy.book.train_names[train] for train, _ in on_offer(toy.game)]


def buyer(*groups: TrainRules) -> Toy:
    toy = Toy(*groups)
    toy.start("AAA", "Ann", cash=2000)
    toy.start("BBB", "Ben", cash=500)
    toy.begin(BuyTrains(toy.company("AAA")))
    return toy


def test_the_first_pile_that_is_not_empty_is_sold() -> None:
    toy = buyer()
    assert offered(toy) == ["2"]
    toy.do("train 2 from ipo", "train 2 from ipo", "train 2 from ipo")
    assert offered(toy) == ["3"]


def test_a_pile_that_opens_with_a_phase_is_sold_beside_the_others() -> None:
    toy = buyer()
    toy.state.phase = 1
    assert offered(toy) == ["2", "G"]
    toy.do("train G from ipo")
    assert toy.book.phases[toy.state.phase].name == "3", "it begins no phase"


def test_the_first_train_of_a_pile_begins_its_phase_and_rusts() -> None:
    toy = buyer()
    toy.do("train 2 from ipo", "train 2 from ipo", "train 2 from ipo")
    assert toy.state.phase == 0
    toy.do("train 3 from ipo")
    assert toy.state.phase == 1
    assert [toy.book.train_names[train] for train in toy.game.trains_of(toy.company("AAA"))] == ["3"]


def test_an_exported_train_leaves_the_game_unsold() -> None:
    toy = buyer()
    for _ in range(3):
        effects.export_train(toy.game, 0)
    assert audit(toy.book, toy.state) == []
    assert (toy.state.depot[0], toy.state.scrapped[0]) == (0, 3)
    assert offered(toy) == ["3"]
    reach_phase(toy.game, 0)
    assert toy.state.phase == 0
    reach_phase(toy.game, 1)
    assert toy.state.phase == 1


def test_a_title_says_when_trains_rust() -> None:
    later: list[int] = []

    def noted(game: Game) -> None:
        later.append(game.state.phase)

    toy = Toy(PhaseRules(rust=noted))
    toy.start("AAA", "Ann", cash=1000)
    toy.begin(BuyTrains(toy.company("AAA")))
    toy.do("train 2 from ipo", "train 2 from ipo", "train 2 from ipo", "train 3 from ipo")
    assert later == [1]
    assert [toy.book.train_names[train] for train in toy.game.trains_of(toy.company("AAA"))] == ["2", "2", "2", "3"]


def test_between_companies_any_whole_price_from_1() -> None:
    toy = buyer()
    effects.move_train(toy.game, toy.owner("ipo"), toy.owner("BBB"), Train(0))
    toy.do("offer 1 for 2 of BBB")
    assert toy.asked == "Ben"
    toy.do("decline")
    assert toy.refused("offer 1 for 2 of BBB") == "train.price"
    toy.do("offer 2 for 2 of BBB", "accept")
    assert toy.cash("BBB") == 502


def test_a_title_gives_prices_in_steps() -> None:
    def in_sevens(game: Game, company: Company, train: Train) -> Span:
        return Span(7, 70, 7)

    toy = buyer(TrainRules(moves=RULES[TrainRules].moves, second_hand=in_sevens))
    effects.move_train(toy.game, toy.owner("ipo"), toy.owner("BBB"), Train(0))
    assert toy.refused("offer 6 for 2 of BBB") == "train.price"
    assert toy.refused("offer 10 for 2 of BBB") == "train.price"
    toy.do("offer 14 for 2 of BBB", "decline")
    spans = [choice.domains[0] for choice in toy.choices if choice.action.form.startswith("offer")]
    assert spans == [Span(21, 70, 7)]


def test_an_exported_train_begins_its_phase() -> None:
    toy = buyer()
    for phase in (0, 0, 0, 1, 1):
        export_next(toy.game)
        assert toy.state.phase == phase
    export_next(toy.game)
    assert toy.state.scrapped == [3, 2, 0], "a pile sold beside the others is never exported"


def within_limits(game: Game) -> None:
    return_excess(game)


def crowded() -> Toy:
    """Phase 2 is about to end: AAA has two 3 trains and a G, BBB four G trains; CCC has a 2 and a 3."""
    toy = Toy(PhaseRules(began=within_limits))
    toy.start("BBB", "Ben", at=100)
    toy.start("AAA", "Ann", at=80)
    toy.start("CCC", "Cleo", at=40)
    toy.book = replace(toy.book, piles=tuple(replace(pile, count=9) for pile in toy.book.piles))
    toy.state.depot = [9, 9, 9]
    for owner, kinds in (("AAA", (1, 1, 2)), ("BBB", (2, 2, 1, 1)), ("CCC", (0, 1))):
        for kind in kinds:
            effects.move_train(toy.game, toy.owner("ipo"), toy.owner(owner), Train(kind))
    return toy


def test_after_a_new_phase_companies_above_the_limit_return_trains_in_operating_order() -> None:
    toy = crowded()
    effects.move_train(toy.game, toy.owner("ipo"), toy.owner("CCC"), Train(1))
    toy.begin(Idle(toy.company("AAA")))
    reach_phase(toy.game, 1)
    toy.begin(*toy.state.agenda)
    assert toy.asked == "Cleo", "minors come first; their 2 train rusted and counts no more"
    toy.do("return 3")
    assert toy.asked == "Ben"
    assert toy.refused("return 2") == "train.return"
    toy.do("return G")
    assert toy.asked == "Ann", "AAA is within its limit of three, so the step below goes on"
    assert [toy.book.train_names[train] for train in toy.state.trains[POOL]] == ["3", "G"]


def test_a_company_that_may_keep_no_train_returns_all_of_them_without_a_question() -> None:
    toy = crowded()
    toy.book = replace(toy.book, phases=(toy.book.phases[0], replace(toy.book.phases[1], train_limits=(0, 9))))
    toy.begin(Idle(toy.company("AAA")))
    reach_phase(toy.game, 1)
    toy.begin(*toy.state.agenda)
    assert toy.game.trains_of(toy.company("CCC")) == ()
    assert [toy.book.train_names[train] for train in toy.state.trains[POOL]] == ["3"]


def test_a_train_from_the_bank_may_be_cheaper() -> None:
    toy = buyer()
    buy_from_bank(toy.game, toy.company("AAA"), Train(0), BANK, discount=30)
    assert toy.cash("AAA") == 2000 - 70


# -- a question before trains rust, and piles that are cut --------------------------------------------


def asked_before_rust() -> Toy:
    """Whoever directs BBB is asked before trains rust; AAA buys the first 3."""

    def ask(game: Game) -> bool:
        game.push(Idle(game.book.find_company("BBB")))
        return True

    def always(game: Game, step: Step) -> bool:
        return type(step) is Idle

    toy = Toy(PhaseRules(ask_first=ask), replace(RULES[AgendaRules], asks_idle=always))
    toy.start("AAA", "Ann", cash=2000)
    toy.start("BBB", "Ben")
    effects.move_train(toy.game, BANK, toy.owner("BBB"), Train(0))
    toy.state.depot[0], toy.state.scrapped[0] = 0, 2
    toy.begin(BuyTrains(toy.company("AAA")))
    return toy


def test_a_phase_takes_effect_after_whoever_is_asked_first() -> None:
    toy = asked_before_rust()
    toy.do("train 3 from ipo")
    assert (toy.asked, toy.state.phase) == ("Ben", 1)
    assert toy.game.trains_of(toy.company("BBB")) == (Train(0),), "it has not rusted yet"
    toy.do("pass")
    assert toy.game.trains_of(toy.company("BBB")) == ()
    assert toy.asked == "Ann", "the purchase goes on"


def test_marked_trains_are_spared() -> None:
    toy = asked_before_rust()
    toy.book.__dict__["train_marks"] = 1
    toy.do("train 3 from ipo")
    effects.mark_trains(toy.game, toy.owner("BBB"), (a_train(0, 1),))
    toy.do("pass")
    assert toy.game.trains_of(toy.company("BBB")) == (a_train(0, 1),)


def test_a_pile_is_cut_to_what_is_left() -> None:
    toy = buyer()
    game = toy.game
    effects.cut_pile(game, 0, 1)
    assert (toy.state.depot[0], toy.state.scrapped[0]) == (1, 2)
    assert sentence(toy.book, game.events[-1]) == "Only 1 of the 2 trains are left; the others leave the game unsold"
    toy.check()
    effects.cut_pile(game, 0, 5)
    assert toy.state.depot[0] == 1, "nothing to cut"
