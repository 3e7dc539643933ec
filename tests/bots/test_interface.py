"""The interface of bots: what they see, what they answer, and that nothing else decides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from railhead.bots import registry, selfplay
from railhead.bots.bot import Bot, Budget, Decision
from railhead.bots.careless import Careless
from railhead.bots.character import CHARACTERS, PLAIN
from railhead.bots.position import Notes, Position, position
from railhead.bots.thumb import Thumb
from railhead.core import engine
from railhead.core.game import Game
from railhead.core.ids import Seat
from railhead.core.information import hidden_treasuries
from railhead.core.refusal import Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.state import State
from railhead.titles import catalogue

SEATS = ("A", "B", "C")
PLAYED = [title for title in ("1860", "1862", "18BF", "1863") if title in catalogue.TITLES]


def with_rubbish(book: Rulebook, state: State, seat: Seat) -> State:
    """The position with other figures wherever the seat may not look."""
    given, chance = state.clone(), Random(seat)
    hidden = hidden_treasuries(Game(book, state), seat)
    for company in hidden:
        given.cash[book.purse(company)] = chance.randrange(1, 999)
    if hidden and book.separate_credits:
        given.cash[book.company_bank] = chance.randrange(-999, 0)
    return given


def decisions(title: str, name: str, rubbish: bool = False, seed: int = 3) -> Iterator[Decision]:
    """A game of bots; perhaps each of them is given a table that is rubbish where it may not look."""
    book = catalogue.rulebook(title, SEATS, frozenset(), seed)
    bots = {seat: registry.find(name) for seat in book.seat_ids}
    state, begun = engine.start(book)
    notes, chance = Notes(book, begun), Random(seed)
    while (choices := engine.choices(book, state)) is not None:
        seat = choices.seat
        given = with_rubbish(book, state, seat) if rubbish else state
        made = bots[seat].decide(position(book, given, seat, notes), chance, Budget())
        yield made
        state, events = engine.apply(book, state, made.action)
        notes.read(events)


@pytest.mark.parametrize("name", ["random", "easy", "medium:trader"])
def test_a_bot_decides_the_same_whatever_it_may_not_know(name: str) -> None:
    one, other = decisions("1860", name), decisions("1860", name, rubbish=True)
    for true, given in zip(islice(one, 160), islice(other, 160), strict=True):
        assert true.action == given.action


def test_something_is_hidden_in_such_a_game() -> None:
    hidden = 0
    book = catalogue.rulebook("1860", SEATS, frozenset(), 3)
    for made in islice(selfplay.play(book, [Thumb() for _ in SEATS], Random(3), audited=False), 160):
        hidden += sum(len(hidden_treasuries(Game(book, made.state), seat)) for seat in book.seat_ids)
    assert hidden > 20


@pytest.mark.parametrize("title", PLAYED)
@pytest.mark.parametrize("name", ["easy", "medium"])
def test_the_same_seed_gives_the_same_decisions_and_reasons(title: str, name: str) -> None:
    one, other = islice(decisions(title, name), 60), islice(decisions(title, name), 60)
    assert list(one) == list(other)


def test_noise_comes_from_chance_alone() -> None:
    one, other = decisions("1860", "easy", seed=1), decisions("1860", "easy", seed=2)
    assert [made.action for made in islice(one, 60)] != [made.action for made in islice(other, 60)]


def test_somebody_who_keeps_notes_knows_every_treasury() -> None:
    book = catalogue.rulebook("1860", SEATS, frozenset(), 5)
    state, begun = engine.start(book)
    notes = Notes(book, begun)
    for made in islice(selfplay.play(book, [Careless() for _ in SEATS], Random(5), audited=False), 400):
        notes.read(made.events)
        assert notes.cash == made.state.cash
    assert any(made.state.cash[book.purse(company)] for company in book.company_ids)
    assert state.cash != made.state.cash


def test_a_position_without_notes_shows_no_hidden_treasury() -> None:
    book = catalogue.rulebook("1860", SEATS, frozenset(), 5)
    *_, made = islice(selfplay.play(book, [Careless() for _ in SEATS], Random(5), audited=False), 200)
    seat = engine.choices(book, made.state).seat  # type: ignore[union-attr]
    hidden = hidden_treasuries(Game(book, made.state), seat)
    known = position(book, made.state, seat)
    assert hidden
    assert all(known.state.cash[book.purse(company)] == 0 for company in hidden)
    assert known.view.hidden == hidden


def test_a_bot_is_told_what_happened_since_its_last_decision() -> None:
    seen: list[Position] = []

    class Listener:
        def __init__(self) -> None:
            self.bot = Thumb()

        def decide(self, seen_: Position, chance: Random, budget: Budget) -> Decision:
            seen.append(seen_)
            return self.bot.decide(seen_, chance, budget)

    book = catalogue.rulebook("1860", SEATS, frozenset(), 1)
    made = list(islice(selfplay.play(book, [Listener() for _ in SEATS], Random(1), audited=False), 8))
    told = {seat: [each for each in seen if each.seat == seat] for seat in book.seat_ids}
    first, second = told[book.seat_ids[0]][:2]
    assert not any("bids" in str(event) for event in first.log)
    between = made[seen.index(first) : seen.index(second)]
    assert [event for each in between for event in each.events] == list(second.log)


# -- the registry -----------------------------------------------------------------------------------


def test_bots_have_characters_and_settings() -> None:
    assert registry.find("medium") == Thumb(0.0, PLAIN)
    assert registry.find("medium:miser") == Thumb(0.0, CHARACTERS["miser"])
    assert registry.find("easy:raider?noise=0.25") == Thumb(0.25, CHARACTERS["raider"])
    easy = registry.find("easy")
    assert isinstance(easy, Thumb)
    assert easy.noise > 0
    assert sorted(CHARACTERS) == ["builder", "miser", "raider", "trader"]


@pytest.mark.parametrize(
    "name", ["clever", "medium:saint", "medium?noise=loud", "medium?volume=1", "random:trader", "random?noise=1"]
)
def test_what_is_no_bot_is_rejected(name: str) -> None:
    with pytest.raises(Malformed):
        registry.find(name)


def test_other_packages_bring_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plugged:
        name = "plugged"

        def load(self) -> registry.Maker:
            def make(character: str, settings: object) -> Bot:
                return Thumb(character=CHARACTERS[character])

            return make

    monkeypatch.setattr(registry, "entry_points", lambda group: [Plugged()] if group == "railhead.bots" else [])
    registry._others.cache_clear()
    try:
        assert registry.find("plugged:trader") == Thumb(character=CHARACTERS["trader"])
    finally:
        registry._others.cache_clear()


# -- budgets ----------------------------------------------------------------------------------------


def test_work_is_counted() -> None:
    budget = Budget(work=300)
    budget.spend()
    budget.spend(150)
    assert (budget.done, budget.left) == (250, 50)
    budget.spend(100)
    assert budget.left == 0
    works = [made.work for made in islice(decisions("1860", "medium"), 60)]
    assert max(works) > 300
    assert min(works) == 0
