"""Properties of random games: whatever is played, the sums agree, histories agree, and the audit misses nothing.

The sums here are counted from the state alone and do not use the audit, so that each is a check of the other.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railhead import conformance
from railhead.conformance import Table
from railhead.core import engine
from railhead.core.actions import parse, text_of
from railhead.core.audit import AuditRules, audit
from railhead.core.game import Game
from railhead.core.ids import BANK, NOWHERE, Company, Place, Stop, a_train, hex_of, kind_of, stop_at
from railhead.core.refusal import Illegal, Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.state import STARTED, State
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.titles import catalogue

LENGTHS = (500, 60, 250, 500)
STRIDE = 37
"""From one game to the next so many tables are passed over, so that sizes and options change together."""
GAMES = 14
"""How many random games of each title are played."""
FEW = settings(max_examples=2, deadline=None, derandomize=True)


@dataclass(frozen=True, slots=True)
class History:
    """A game, and the table after every action, the start first."""

    session: Session
    states: list[State]

    @property
    def book(self) -> Rulebook:
        """Its rulebook."""
        return self.session.book


@cache
def played(table: Table, seed: int, actions: int) -> History:
    """A random game of at most so many actions."""
    session, chance = Session(table.game(seed)), Random(seed)
    states = [session.state]
    while len(session) < actions and (choices := session.choices) is not None:
        session.act(conformance.decide(choices, chance))
        states.append(session.state)
    return History(session, states)


def random_games(title: str) -> list[tuple[Table, int, int]]:
    """Tables with a seed and a number of actions for each."""
    tables = conformance.tables(title)
    return [(tables[number * STRIDE % len(tables)], number, LENGTHS[number % len(LENGTHS)]) for number in range(GAMES)]


ALL_GAMES = [game for title in catalogue.TITLES for game in random_games(title)]


def name(game: tuple[Table, int, int]) -> str:
    table, seed, actions = game
    return f"{table.title}-{table.players}-{seed}-{actions}"


@pytest.fixture(scope="module", params=ALL_GAMES, ids=name)
def history(request: pytest.FixtureRequest) -> History:
    """A random game; all tests of one game come together, so that it is played once."""
    found: History = played(*request.param)
    return found


def test_games_are_of_all_sizes_and_with_many_options() -> None:
    for title in catalogue.TITLES:
        tables = [table for table, _, _ in random_games(title)]
        assert {table.players for table in tables} == set(catalogue.find(title).players)
        assert {option for table in tables for option in table.options} == set(catalogue.find(title).options)


# -- conservation, counted independently ----------------------------------------------------------


def test_money_is_neither_made_nor_lost(history: History) -> None:
    book, start = history.book, history.states[0]
    for state in history.states:
        assert sum(state.cash) == sum(start.cash)
        players = [state.cash[seat] for seat in book.seat_ids]
        companies = [state.cash[book.purse(company)] for company in book.company_ids]
        if book.separate_credits:
            assert sum(players) + state.cash[BANK] == book.bank, "credits do not mix with money"
        assert min(players + companies) >= 0


def test_certificates_are_neither_made_nor_lost(history: History) -> None:
    book = history.book
    for state in history.states:
        for company in book.company_ids:
            held = state.shares[company :: book.company_count]
            assert sum(held) == book.kinds[state.kind[company]].shares
            owed = -sum(count for count in held if count < 0)
            assert owed <= book.shorts, "no more shares are owed than may be sold short"
            assert all(count >= 0 for owner, count in enumerate(held) if owner not in book.seat_ids)
            if book.rules[AuditRules].directors_settled(Game(book, state)):
                assert held[state.director[company]] >= book.kinds[state.kind[company]].director_shares
        assert len(state.privates) == len(book.privates)


def test_trains_tiles_and_tokens_are_neither_made_nor_lost(history: History) -> None:
    book = history.book
    for state in history.states:
        owned = Counter(book.piles[book.trains[kind_of(train)].pile].name for held in state.trains for train in held)
        for pile, (left, gone) in zip(book.piles, zip(state.depot, state.scrapped, strict=True), strict=True):
            assert owned[pile.name] + left + gone == pile.count
        laid = Counter(book.tiles.box(placed) for placed in state.tiles.values())
        assert [laid[tile] + left for tile, left in enumerate(state.supply)] == [f.count for f in book.tiles.facts]
        placed = Counter(company for held in state.tokens.values() for company in held)
        for company, spare in zip(book.company_ids, state.spare_tokens, strict=True):
            assert placed[company] + spare == book.rules[AuditRules].token_count(Game(book, state), company)


# -- histories ------------------------------------------------------------------------------------


@FEW
@given(data=st.data())
def test_undone_and_redone_a_game_is_the_same(history: History, data: st.DataObject) -> None:
    session, game = history.session.fork(), history.session.game()
    digests = [state.digest() for state in history.states]
    back = data.draw(st.integers(0, len(session)))
    for number in range(len(session), back, -1):
        assert session.undo() == game.actions[number - 1]
        assert session.state.digest() == digests[number - 1]
    assert GameFile.from_json(session.game().to_json()) == session.game()
    for number in range(back + 1, len(digests)):
        assert session.redo().text == game.actions[number - 1]
        assert session.state.digest() == digests[number]
    assert session.game() == game


def test_saved_and_loaded_a_game_is_the_same(history: History) -> None:
    game = history.session.game()
    read = GameFile.from_json(game.to_json())
    assert read == game
    assert Session(read).state == history.states[-1]


@FEW
@given(data=st.data())
def test_a_position_does_not_know_what_else_was_tried_from_it(history: History, data: st.DataObject) -> None:
    book = history.book
    number = data.draw(st.integers(0, len(history.session)))
    state = history.states[number]
    before = state.digest()
    choices = engine.choices(book, state)
    chance = Random(number)
    for _ in range(5 if choices else 0):
        assert choices is not None
        action = choices.sample(chance)
        assert action in choices
        assert parse(book, text_of(book, action)) == action
        after, events = engine.apply(book, state, action)
        assert (after, events) == engine.advance(book, state.clone(), action)
        assert audit(book, after) == []
        assert state.digest() == before


@FEW
@given(noise=st.text(max_size=40), data=st.data())
def test_any_text_is_an_action_or_malformed_and_nothing_else(history: History, noise: str, data: st.DataObject) -> None:
    session, book = history.session, history.book
    before = session.state.digest()
    texts = [noise, *(data.draw(st.sampled_from(session.actions)) + noise for _ in range(3))]
    texts += [data.draw(st.sampled_from(book.actions)).form.split()[0] + " " + noise]
    for text in texts:
        try:
            action = parse(book, text)
        except Malformed:
            continue
        assert parse(book, text_of(book, action)) == action
        refusal = engine.why_not(book, session.state, action)
        assert (refusal is None) == (session.choices is not None and action in session.choices)
    assert session.state.digest() == before


def test_a_refused_action_leaves_the_session_as_it_was(history: History) -> None:
    session, game = history.session, history.session.game()
    guesses = conformance.Guesses(session.book, Random(len(game.actions)))
    for kind in session.book.actions:
        action = guesses.any_of(kind)
        if session.choices is None or action not in session.choices:
            with pytest.raises((Illegal, Malformed)):
                session.act(action)
    assert session.game() == game
    assert session.state.digest() == history.states[-1].digest()


HASHED = ALL_GAMES[2::4]
"""Games that are also played where hashes are others."""


def fingerprints() -> str:
    """How these games went."""
    sessions = [played(*game).session for game in HASHED]
    return "".join(f"{session.actions[-3:]} {session.state.digest()}\n" for session in sessions)


def test_the_order_of_sets_and_hashes_decides_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from tests.titles import test_properties as t; print(t.fingerprints(), end='')"],
        env={**os.environ, "PYTHONHASHSEED": "4242", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == fingerprints()


# -- the audit finds what is broken ---------------------------------------------------------------


@cache
def busy() -> Session:
    """A game of 1860 in which everything is out on the table."""
    return played(Table("1860", 3), 11, 300).session


def a_company(state: State) -> Company:
    return next(Company(number) for number, flags in enumerate(state.status) if flags & STARTED)


def a_stop(state: State) -> Stop:
    return next(iter(state.tokens))


def steal_money(book: Rulebook, state: State) -> None:
    state.cash[book.seat_ids[0]] += 1


def mix_currencies(book: Rulebook, state: State) -> None:
    state.cash[book.purse(book.company_ids[0])] += 10
    state.cash[BANK] -= 10


def overdraw(book: Rulebook, state: State) -> None:
    seat = book.seat_ids[0]
    state.cash[BANK] += state.cash[seat] + 5
    state.cash[seat] = -5


def forge_share(book: Rulebook, state: State) -> None:
    state.shares[BANK * book.company_count] += 1


def owe_share(book: Rulebook, state: State) -> None:
    one, other = (seat * book.company_count + a_company(state) for seat in book.seat_ids[:2])
    state.shares[one] += 20
    state.shares[other] -= 20


def lose_director(book: Rulebook, state: State) -> None:
    state.director[a_company(state)] = BANK


def outvote_director(book: Rulebook, state: State) -> None:
    company = a_company(state)
    director = state.director[company]
    rival = next(seat for seat in book.seat_ids if seat != director)
    for owner in book.owner_ids:
        state.shares[owner * book.company_count + company] = 0
    state.shares[director * book.company_count + company] = book.kinds[0].director_shares
    state.shares[rival * book.company_count + company] = book.kinds[0].shares - book.kinds[0].director_shares


def forge_train(book: Rulebook, state: State) -> None:
    purse = book.purse(book.company_ids[0])
    state.trains[purse] = (*state.trains[purse], a_train(0))


def oversell_trains(book: Rulebook, state: State) -> None:
    state.scrapped[0] += state.depot[0] + 1
    state.depot[0] = -1


def lose_tile(book: Rulebook, state: State) -> None:
    state.tiles = state.tiles.without(next(iter(state.tiles)))


def turn_tile_into_another(book: Rulebook, state: State) -> None:
    hex_ = next(iter(state.tiles))
    state.tiles = state.tiles.put(hex_, (state.tiles[hex_] + 6) % (6 * len(book.tiles.facts)))


def forge_token(book: Rulebook, state: State) -> None:
    state.spare_tokens[0] += 1


def crowd_station(book: Rulebook, state: State) -> None:
    state.tokens = state.tokens.put(a_stop(state), book.company_ids[:6])


def double_token(book: Rulebook, state: State) -> None:
    stop = a_stop(state)
    state.tokens = state.tokens.put(stop, (state.tokens[stop][0],) * 2)


def token_in_the_country(book: Rulebook, state: State) -> None:
    stop = a_stop(state)
    state.tokens = state.tokens.without(stop).put(stop_at(hex_of(stop), 9), state.tokens[stop])


def lose_marker(book: Rulebook, state: State) -> None:
    state.stack = state.stack[1:]


def unpriced_marker(book: Rulebook, state: State) -> None:
    state.price[state.stack[0]] = NOWHERE


def off_market(book: Rulebook, state: State) -> None:
    state.price[state.stack[0]] = Place(len(book.market.prices))


def company_owns_private(book: Rulebook, state: State) -> None:
    state.privates[0] = book.purse(book.company_ids[0])


BREAKS: list[tuple[str, Callable[[Rulebook, State], None]]] = [
    ("money", steal_money),
    ("money", mix_currencies),
    ("money", overdraw),
    ("shares", forge_share),
    ("shares", owe_share),
    ("shares", lose_director),
    ("shares", outvote_director),
    ("trains", forge_train),
    ("trains", oversell_trains),
    ("tiles", lose_tile),
    ("tiles", turn_tile_into_another),
    ("tokens", forge_token),
    ("tokens", crowd_station),
    ("tokens", double_token),
    ("tokens", token_in_the_country),
    ("market", lose_marker),
    ("market", unpriced_marker),
    ("market", off_market),
    ("privates", company_owns_private),
]


@pytest.mark.parametrize(("part", "spoil"), BREAKS, ids=[spoil.__name__ for _, spoil in BREAKS])
def test_the_audit_names_what_is_broken(part: str, spoil: Callable[[Rulebook, State], None]) -> None:
    session = busy()
    state = session.state.clone()
    assert audit(session.book, state) == []
    spoil(session.book, state)
    wrong = audit(session.book, state)
    assert any(found.startswith(f"{part}: ") for found in wrong), wrong
    assert audit(session.book, session.state) == []
