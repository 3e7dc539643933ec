"""The log in a person's words: whatever happens in whole games of every title is told as a player would tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache

import pytest

from railhead.core import deals, events
from railhead.core.actions import Action, Pass
from railhead.core.deals import condense
from railhead.core.events import (
    DirectorChanged,
    DividendPaid,
    Earned,
    Event,
    IncomePaid,
    LotAwarded,
    Paid,
    ParSet,
    PriceMoved,
    RevenueKept,
    SharesMoved,
    TokenPlaced,
    TrainMoved,
)
from railhead.core.ids import BANK, NOWHERE, POOL, Company, Owner, Place, Point, Seat, Train
from railhead.core.spelling import Count, Money, Purse, fields_in
from railhead.core.text import Text
from railhead.play import wording
from railhead.play.chronicle import Line
from railhead.play.table import Table
from railhead.titles import catalogue
from tests.play.games import some_game
from tests.play.test_table import ANN, BEN, table

GAMES = [("1860", 3), ("1862", 3), *(("18BF", seed) for seed in range(1, 7))]
"""Titles and seeds of whole games."""
COMMANDS = (
    r"\bipo\b",  # the initial offer
    r"\b[A-Z]+\d+\.\d",  # a stop as a file writes it
    r"\bturned \d",
    r"\bline \d-\d",
    r"[{}\[\]…_]",
    r"--",
    r"\b[Aa] (8|11\b|18\b)",
    r"\b[a-z]+-[a-z]+ [A-Z0-9]",  # buy-private P1
    r"\b(\w+) \1\b(?<!\d)",  # the the
)
"""What no line of the log may contain."""


@cache
def played(title: str, seed: int) -> Table:
    """A whole game among bots."""
    return Table.of(some_game(seed, 5000, 4, (), title))


def told(title: str, seed: int) -> Iterator[Line]:
    for turn in played(title, seed).chronicle():
        yield from turn.lines


@pytest.mark.parametrize(("title", "seed"), GAMES)
def test_no_line_speaks_like_a_command(title: str, seed: int) -> None:
    for line in told(title, seed):
        for text in map(str, (line.text, *line.consequences)):
            found = [pattern for pattern in COMMANDS if re.search(pattern, text)]
            assert not found, f"{line.action}: {text}: {found}"
            assert text[0].isupper() or text[0].isdigit() or not text[0].isalpha(), text


@pytest.mark.parametrize(("title", "seed"), GAMES)
def test_every_action_is_told_by_a_sentence_and_nothing_is_said_twice(title: str, seed: int) -> None:
    book = played(title, seed).book
    for number, line in enumerate((line for line in told(title, seed) if line.player), 1):
        action = played(title, seed).session.played(number).action
        label = wording.said(book, action)
        assert not str(line.text).endswith(f": {label}"), f"{line.action} has no sentence"
        assert line.text not in line.consequences
        assert len(set(line.consequences)) == len(line.consequences) or len(line.consequences) > 5, line


@pytest.mark.parametrize("title", sorted({title for title, _ in GAMES}))
def test_every_kind_of_action_has_a_sentence_or_was_told_by_its_events(title: str) -> None:
    seen: set[type[Action]] = set()
    for name, seed in GAMES:
        session = played(name, seed).session
        seen |= {type(session.played(number).action) for number in range(1, len(session) + 1)}
    for kind in played(title, 3).book.actions:
        assert kind.told or kind is Pass or kind in seen, f"{kind.__name__} has no sentence and was never played"


def all_actions() -> list[type[Action]]:
    """Every kind of action of every title."""
    kinds = {kind for title in catalogue.TITLES for kind in played(title, 3).book.actions}
    return sorted(kinds, key=lambda kind: kind.__qualname__)


def test_sentences_of_actions_use_fields_that_there_are() -> None:
    for kind in all_actions():
        known = {"player", "actor", "lot", *wording.kinds(kind)}
        for covered in kind.covers:
            known |= {field.name for field in fields(covered)}  # type: ignore[arg-type]
        for template in kind.told:
            assert set(fields_in(template)) <= known, f"{kind.__name__}: {template}"


def event_kinds() -> list[type[Event]]:
    """Every kind of event and deal."""
    found = {kind for module in (events, deals) for kind in vars(module).values() if isinstance(kind, type)}
    return sorted((kind for kind in found if issubclass(kind, Event) and kind is not Event), key=lambda k: k.__name__)


@pytest.mark.parametrize("kind", event_kinds(), ids=lambda kind: kind.__name__)
def test_sentences_of_events_use_fields_that_there_are(kind: type[Event]) -> None:
    known = {field.name for field in fields(kind)}
    templates = [text for name, text in vars(kind).items() if name.startswith("says")]
    assert templates
    for template in templates:
        assert set(fields_in(template)) <= known


# -- what belongs together is told as one -----------------------------------------------------------

C_AND_N, IOW = Company(0), Company(1)


def sentences(*happened: Event) -> list[str]:
    """Events at a table of 1860 in words, with those that belong together told as one."""
    book = table().book
    return [str(wording.sentence(book, event)) for event in condense(book, happened)]


def paid(payer: Owner, payee: Owner, amount: int, purpose: str = "something") -> Paid:
    return Paid(Purse(payer), Purse(payee), Money(amount), Text(purpose))


def purse(company: Company) -> Owner:
    return table().book.purse(company)


def test_a_purchase_is_a_payment_and_a_share() -> None:
    names = table().book.company_names
    bought = paid(ANN, BANK, 74), SharesMoved(BANK, ANN, C_AND_N, Count(1))
    assert sentences(*bought) == [f"Ann buys a share of {names[0]} from the initial offer for 74"]
    sold = paid(BANK, ANN, 120), SharesMoved(ANN, POOL, C_AND_N, Count(2))
    assert sentences(*sold) == [f"Ann sells 2 shares of {names[0]} for 120"]
    other = paid(purse(IOW), ANN, 120), SharesMoved(ANN, POOL, C_AND_N, Count(2))
    assert len(sentences(*other)) == 2


def test_a_company_is_started_with_its_certificate() -> None:
    name = table().book.company_names[0]
    place = Place(table().book.market.place[74])
    started = (
        ParSet(C_AND_N, place),
        PriceMoved(C_AND_N, place, Place(NOWHERE)),
        paid(ANN, BANK, 148),
        SharesMoved(BANK, ANN, C_AND_N, Count(2)),
        DirectorChanged(C_AND_N, ANN),
    )
    assert sentences(*started) == [f"Ann starts {name} at a par of 74 and pays 148 for the director's certificate"]


def test_a_dividend_says_who_receives_what() -> None:
    name = table().book.company_names[0]
    shared = DividendPaid(C_AND_N, Money(100)), paid(BANK, ANN, 60, "x"), paid(BANK, BEN, 40, "x")
    assert sentences(*shared, paid(BANK, purse(C_AND_N), 10, "its subsidy")) == [
        f"{name} pays a dividend of 100: Ann 60, Ben 40",
        f"The bank pays 10 to {name} for its subsidy",
    ]
    assert sentences(RevenueKept(C_AND_N, Money(30)), paid(BANK, purse(C_AND_N), 30)) == [
        f"{name} keeps its revenue of 30"
    ]
    assert sentences(Earned(C_AND_N, Money(0), Money(20)), paid(BANK, purse(C_AND_N), 20)) == [
        f"{name} earns 0 and a subsidy of 20"
    ]


def test_trains_are_bought_from_somebody_and_an_8_is_an_8() -> None:
    book = table().book
    train = Train(book.train_names.index("8+4"))
    new = paid(purse(C_AND_N), BANK, 700), TrainMoved(train, BANK, purse(C_AND_N))
    assert sentences(*new) == [f"{book.company_names[0]} buys an 8+4 train from the bank for 700"]
    used = paid(purse(C_AND_N), purse(IOW), 1), TrainMoved(train, purse(IOW), purse(C_AND_N))
    assert sentences(*used) == [f"{book.company_names[0]} buys an 8+4 train from {book.company_names[1]} for 1"]
    assert sentences(TrainMoved(train, purse(IOW), POOL)) == [f"{book.company_names[1]} returns an 8+4 train"]


def test_shares_that_go_from_one_to_many_are_one_sentence() -> None:
    book = table().book
    out = [SharesMoved(BANK, owner, C_AND_N, Count(2)) for owner in (ANN, BEN, purse(C_AND_N))]
    assert sentences(*out) == [
        f"Shares of {book.company_names[0]} from the initial offer: Ann 2, Ben 2, its treasury 2"
    ]
    back = [SharesMoved(owner, POOL, C_AND_N, Count(1)) for owner in (ANN, BEN, ANN)]
    assert sentences(*back) == [f"Shares of {book.company_names[0]} to the pool: Ann 2, Ben 1"]
    twice = [SharesMoved(ANN, POOL, C_AND_N, Count(1)) for _ in range(2)]
    assert sentences(*twice) == [f"2 shares of {book.company_names[0]} go from Ann to the pool"]


def test_a_lot_says_what_it_cost_and_incomes_are_added_up() -> None:
    assert sentences(LotAwarded(ANN, Text("the right to choose"), Money(25)), paid(ANN, BANK, 25)) == [
        "Ann wins the right to choose for 25"
    ]
    assert sentences(LotAwarded(ANN, Text("the right to choose"), Money(0))) == [
        "Ann receives the right to choose for nothing"
    ]
    income = [event for seat in (ANN, BEN, ANN) for event in (paid(BANK, seat, 10), IncomePaid(seat, Money(10)))]
    assert sentences(*income) == ["The private companies pay their owners: Ann 20, Ben 10"]


def test_tokens_placed_together_are_one_sentence() -> None:
    book = table().book
    homes = [facts.home for facts in book.companies if facts.home][:2]
    placed = [TokenPlaced(C_AND_N, Point(home)) for home in homes]
    (text,) = sentences(*placed)
    assert text == f"{book.company_names[0]} places bases at {' and '.join(wording.place_name(book, h) for h in homes)}"


def test_what_belongs_to_different_matters_stays_apart() -> None:
    alone = paid(ANN, BANK, 5), TokenPlaced(C_AND_N, Point(table().book.companies[0].home))
    assert len(sentences(*alone)) == 2
    assert Seat(ANN) in table().book.seat_ids
