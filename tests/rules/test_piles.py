"""Piles of trains: sold one after the other or beside the others, exported, and the phases they begin."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.audit import audit
from railhead.core.choices import Span
from railhead.core.game import Game
from railhead.core.ids import Company, Train
from railhead.rules.phases import PhaseRules, reach_phase
from railhead.rules.trains import BuyTrains, TrainRules, on_offer
from tests.made_up import RULES, Toy


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
