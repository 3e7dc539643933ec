"""Properties of random games of 1863: chains of companies end, shares add up with shorts, and no debt is forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from railhead.bots.careless import Careless
from railhead.bots.selfplay import play
from railhead.core import engine
from railhead.core.actions import Action
from railhead.core.choices import Choice, Choices, only
from railhead.core.events import Event, Paid
from railhead.core.game import Game
from railhead.core.ids import BANK, POOL
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import Money, Purse
from railhead.core.state import FLOATED, State
from railhead.core.view import View
from railhead.rules.borrowing import Borrow
from railhead.rules.debts import Debt
from railhead.titles.t1863 import rules

ACTIONS = 350
RARE = ("borrow", "repay", "give", "put-up", "offer", "crisis")
"""What would fill a game of chance, or end it soon."""


def decide(book: Rulebook, state: State, chance: Random) -> Action:
    """A random action; kinds of action are equally likely, but for those that would be all there is."""
    choices = engine.choices(book, state)
    assert choices is not None
    offered: dict[type[Action], list[Choice]] = {}
    for choice in choices:
        offered.setdefault(choice.action, []).append(choice)
    kinds = sorted(offered, key=lambda kind: kind.form)
    kind = chance.choices(kinds, [0.05 if kind.form.startswith(RARE) else 1.0 for kind in kinds])[0]
    choice = chance.choice(offered[kind])
    cheap = kind.form.startswith(("auction", "open", "bid")) and chance.random() < 0.8
    if not cheap:
        return choice.sample(chance)
    *others, amounts = choice.domains
    return Choice(kind, (*others, only(next(iter(amounts))))).sample(chance)


def check_chains(game: Game) -> None:
    """Whoever directs a company directs no company above it; every chain ends at a player, the bank or the Pool."""
    for company in game.all_companies():
        owner, seen = game.state.director[company], {company}
        above = game.book.company_of(owner)
        while above is not None:
            assert above not in seen, f"{game.symbol(company)} is above itself"
            seen.add(above)
            owner = game.state.director[above]
            above = game.book.company_of(owner)
        assert owner in (BANK, POOL) or game.book.seat_of(owner) is not None
        if game.state.has(company, FLOATED) and game.controller(company) is None:
            assert game.price_of(company) == 0, "a company without a player waits for its liquidation"


def check_shares(game: Game) -> None:
    """What is held of a company, what is owed counted below zero, is what it has issued; only players owe."""
    for company in game.all_companies():
        held = {owner: game.held(owner, company) for owner in game.book.owner_ids}
        assert sum(held.values()) == game.share_count(company)
        assert all(count >= 0 or game.book.seat_of(owner) is not None for owner, count in held.items())


def debts(state: State) -> list[Debt]:
    return [step for step in state.agenda if isinstance(step, Debt)]


def check_debts(before: State, after: State, events: list[Event]) -> None:
    """A debt that was open is still open, has been paid in full, or has ruined the debtor."""
    paid = [event for event in events if isinstance(event, Paid)]
    for debt in debts(before):
        payment = (Purse(debt.debtor), Purse(debt.creditor), Money(debt.amount))
        settled = any((event.payer, event.payee, event.amount) == payment for event in paid)
        assert debt in debts(after) or settled or debt.debtor in after.out


def check(book: Rulebook, before: State, after: State, events: Sequence[Event]) -> None:
    check_debts(before, after, list(events))
    game = Game(book, after)
    check_chains(game)
    check_shares(game)


OPTIONS: tuple[tuple[str, ...], ...] = ((), ("equal",), ("loose_valuations", "refinancing"), ("common_costs",))


@pytest.mark.parametrize("seed", range(16))
def test_random_games(seed: int) -> None:
    players, options = 3 + seed % 4, OPTIONS[seed // 4]
    chance = Random(seed)
    book = rules.rulebook(tuple("ABCDEF"[:players]), frozenset(options), seed, 1)
    state, _ = engine.start(book)
    for _ in range(ACTIONS):
        if not state.agenda:
            break
        after, events = engine.advance(book, state, decide(book, state, chance))
        check(book, state, after, events)
        state = after


class Spendthrift(Careless):
    """Borrows whenever it comes to mind, in the middle of anything."""

    def choose(self, view: View, choices: Choices, chance: Random) -> Action:
        """A loan, often, if one may be taken."""
        loan = next((choice for choice in choices if choice.action is Borrow), None)
        if loan is not None and chance.random() < 0.25:
            return loan.sample(chance)
        return super().choose(view, choices, chance)


def whole_game(bot: type[Careless], players: int, options: tuple[str, ...], seed: int) -> State:
    """A game of bots to its end, in which everything above holds after every action."""
    book = rules.rulebook(tuple("ABCDEF"[:players]), frozenset(options), seed, 1)
    last = None
    for last in play(book, [bot() for _ in range(players)], Random(seed)):
        check(book, last.before, last.state, last.events)
    assert last is not None
    return last.state


def test_a_game_with_loans_everywhere_ends() -> None:
    assert whole_game(Spendthrift, 4, (), 1).ending


@pytest.mark.long
@pytest.mark.parametrize("seed", range(16))
def test_games_with_loans_everywhere_end(seed: int) -> None:
    assert whole_game(Spendthrift, 3 + seed % 4, OPTIONS[seed // 4], seed).ending


@pytest.mark.long
@pytest.mark.parametrize("seed", range(16))
def test_games_of_bots(seed: int) -> None:
    """These go through the later phases as well, with mergers, seizures and long chains."""
    assert whole_game(Careless, 3 + seed % 4, OPTIONS[seed // 4], seed).ending
