"""What the bank sells to whom, with which face and for how much; trains that come back; trains outside the limit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railhead.core import effects
from railhead.core.audit import audit
from railhead.core.events import sentence
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL, Company, Owner, Train, a_train, marks_of
from railhead.core.rulebook import TrainFacts
from railhead.core.text import Text
from railhead.rules.trains import BuyTrains, ReturnTrains, TrainRules, on_offer
from tests.made_up import RULES, TRAINS, Toy

TWO, THREE, OTHER = a_train(0), a_train(1), a_train(3)
"""The last is the other face of the second."""


def either_face(game: Game, company: Company) -> list[tuple[Train, Owner]]:
    """A returned train with any face of its card, and what the bank sells otherwise."""
    piles = {game.book.trains[train].pile for train in game.state.trains[POOL]}
    faces = [(a_train(kind), POOL) for kind, facts in enumerate(game.book.trains) if facts.pile in piles]
    return [*faces, *(offer for offer in on_offer(game) if offer[1] == BANK)]


def cheaper_for_the_first(game: Game, company: Company, train: Train) -> int:
    return game.book.trains[train].price * (9 if company == 0 else 10) // 10


def unmarked(game: Game, company: Company, train: Train) -> bool:
    return not marks_of(train)


def buyer(rules: TrainRules = RULES[TrainRules]) -> Toy:
    """AAA may buy trains; the 3 has a second face."""
    toy = Toy(replace(rules, moves=RULES[TrainRules].moves))
    toy.book = replace(toy.book, trains=(*TRAINS, TrainFacts("3X", 200, 3, 3, 9, 1)), train_marks=1, cache={})
    toy.start("AAA", "Ann", cash=1000)
    toy.start("BBB", "Ben", cash=1000)
    toy.begin(BuyTrains(toy.company("AAA")))
    return toy


def test_a_returned_train_is_bought_with_another_face_if_the_title_offers_it() -> None:
    toy = buyer(TrainRules(offers=either_face))
    toy.state.depot[1] -= 1
    toy.state.trains[POOL] = (THREE,)
    assert toy.refused("train 3X from ipo") == "train.order"
    toy.do("train 3X from pool")
    assert toy.game.trains_of(toy.company("AAA")) == (OTHER,)
    assert toy.cash("AAA") == 800
    assert toy.state.trains[POOL] == ()
    assert audit(toy.book, toy.state) == []


def test_without_such_a_rule_a_returned_train_is_sold_as_it_is() -> None:
    toy = buyer()
    toy.state.depot[1] -= 1
    toy.state.trains[POOL] = (THREE,)
    assert toy.refused("train 3X from pool") == "train.order"
    toy.do("train 3 from pool")


def test_a_title_says_what_a_company_pays() -> None:
    toy = buyer(TrainRules(price=cheaper_for_the_first))
    toy.do("train 2 from ipo")
    assert toy.cash("AAA") == 910
    toy.begin(BuyTrains(toy.company("BBB")))
    toy.do("train 2 from ipo")
    assert toy.cash("BBB") == 900


def test_a_train_that_left_the_game_can_be_claimed() -> None:
    toy = buyer()
    game = toy.game
    effects.export_train(game, 0)
    effects.claim_train(game, toy.book.purse(toy.company("AAA")), TWO)
    assert (toy.state.scrapped[0], toy.game.trains_of(toy.company("AAA"))) == (0, (TWO,))
    assert audit(toy.book, toy.state) == []
    assert sentence(toy.book, game.events[-1]) == "AAA takes a 2 train that was out of use"


def test_a_card_is_turned_only_to_its_own_faces() -> None:
    toy = buyer()
    game, purse = toy.game, toy.book.purse(toy.company("AAA"))
    effects.move_train(game, BANK, purse, THREE)
    effects.turn_train(game, purse, THREE, OTHER)
    assert toy.game.trains_of(toy.company("AAA")) == (OTHER,)
    assert sentence(toy.book, game.events[-1]) == "A 3 train of AAA becomes a 3X train"
    with pytest.raises(AssertionError, match="faces"):
        effects.turn_train(game, purse, OTHER, TWO)


def test_trains_that_do_not_count_leave_room_and_are_not_returned() -> None:
    toy = buyer(TrainRules(counts=unmarked))
    toy.start("CCC", "Cleo", cash=500)
    company = toy.company("CCC")
    purse = toy.book.purse(company)
    for _ in range(2):
        effects.move_train(toy.game, BANK, purse, TWO)
    effects.mark_trains(toy.game, purse, (a_train(0, 1), TWO))
    toy.begin(BuyTrains(company))
    toy.do("train 2 from ipo")
    assert len(toy.game.trains_of(company)) == 3, "two of them count, and a minor may have two"
    assert toy.refused("train 3 from ipo") == "train.limit"
    toy.state.phase = 1
    toy.begin(ReturnTrains(company))
    assert toy.refused("return 2*") == "train.return"
    toy.do("return 2")
    assert toy.game.trains_of(company) == (TWO, a_train(0, 1))


def what_is_missing(game: Game, company: Company, train: Train) -> int:
    """What the treasury lacks, if the director has it."""
    missing = max(0, game.book.trains[train].price - game.treasury(company))
    return missing if missing <= game.state.cash[game.player_for(company)] else 0


def test_a_director_adds_to_the_price_what_the_title_says() -> None:
    toy = buyer(TrainRules(aid=what_is_missing))
    effects.pay(toy.game, toy.book.purse(toy.company("AAA")), BANK, 970, Text("everything but 30"))
    before = toy.cash("Ann")
    toy.do("train 2 from ipo")
    assert (toy.cash("AAA"), toy.cash("Ann")) == (0, before - 70)
    effects.pay(toy.game, toy.book.find_seat("Ann"), BANK, toy.cash("Ann") - 99, Text("everything but 99"))
    assert toy.refused("train 2 from ipo") == "train.cash"
    effects.pay(toy.game, BANK, toy.book.find_seat("Ann"), 1, Text("one more"))
    toy.do("train 2 from ipo")
    assert (toy.cash("AAA"), toy.cash("Ann")) == (0, 0)


def test_trains_that_no_company_owns_rust_apart_from_the_others() -> None:
    toy = buyer()
    game, purse = toy.game, toy.book.purse(toy.company("AAA"))
    effects.move_train(game, BANK, POOL, TWO)
    effects.move_train(game, BANK, purse, TWO)
    effects.move_train(game, BANK, POOL, THREE)
    effects.scrap_unowned(game, 0)
    assert (toy.state.depot[0], toy.state.scrapped[0], toy.state.trains[POOL]) == (0, 2, (THREE,))
    assert game.trains_of(toy.company("AAA")) == (TWO,)
    assert sentence(toy.book, game.events[-1]) == "2 trains that no company owns rust"
    told = len(game.events)
    effects.scrap_unowned(game, 0)
    assert (len(game.events), toy.state.scrapped[0]) == (told, 2), "nothing is left to rust"
    assert audit(toy.book, toy.state) == []


def test_some_owners_may_keep_trains_that_rust() -> None:
    toy = buyer()
    game = toy.game
    kept, lost = (toy.book.purse(toy.company(name)) for name in ("AAA", "BBB"))
    for purse in (kept, lost):
        effects.move_train(game, BANK, purse, TWO)
    effects.scrap_trains(game, TWO, spared=(kept,))
    assert (toy.state.trains[kept], toy.state.trains[lost]) == ((TWO,), ())
    assert (toy.state.depot[0], toy.state.scrapped[0]) == (0, 2)
    assert audit(toy.book, toy.state) == []
