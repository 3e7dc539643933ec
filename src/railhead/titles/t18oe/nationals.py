"""Forming nationals: by choice when trains rust, or by force (rules 18OE-NATL)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.events import KindChanged
from railhead.core.game import Game
from railhead.core.ids import POOL, Company, Seat
from railhead.core.refusal import Refusal
from railhead.core.steps import AnyMove, Move, PlayerStep, filtered, passing
from railhead.core.text import Text, series
from railhead.titles.t18oe import charter_assets
from railhead.titles.t18oe.abandoning import abandon
from railhead.titles.t18oe.facts import MAJOR, NATIONAL, PHASE
from railhead.titles.t18oe.record import amend, record

FORMING = (PHASE["4"], PHASE["6"], PHASE["8"])
"""The Train Phases with whose first train nationals may form (18OE-PHASE-16)."""


@dataclass(frozen=True, slots=True)
class FormNational(Action):
    """Convert a major into a national."""

    company: Company
    form: ClassVar[str] = "nationalise {company}"
    label: ClassVar[str] = "Make {company} a national"
    told: ClassVar[tuple[str, ...]] = ("{player} makes {company} a national",)
    covers: ClassVar[tuple[type[object], ...]] = (KindChanged,)
    topic: ClassVar[Topic] = Topic.MERGERS


@dataclass(frozen=True, slots=True)
class FormNationals(PlayerStep):
    """A player may convert any number of majors; then those to their left decide (18OE-NATL-02)."""

    others: tuple[Seat, ...]
    """The players who decide after this one."""
    purpose: ClassVar[str] = "decide which majors become nationals"
    order: ClassVar[str] = "national.turn"
    on_pass: ClassVar[str] = "{player} makes no major a national"
    on_pass_again: ClassVar[str] = "{player} makes no more majors nationals"

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What happens to the trains of railroads that remain majors (18OE-NATL-10, 18OE-PHASE-15)."""
        book, phase = game.book, game.state.phase
        rusting = (name for name, facts in zip(book.train_names, book.trains, strict=True) if facts.rusted_by == phase)
        return (Text("{trains} trains rust once everybody has decided; nationals keep theirs", trains=series(rusting)),)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return MOVES


def offer(game: Game, buyer: Company) -> None:
    """A phase with which trains rust has begun: the player who bought its first train decides first, then clockwise.

    Rules 18OE-NATL-01 and 18OE-NATL-02. Nothing has rusted yet, and nobody has discarded anything.
    """
    if game.state.phase in FORMING:
        first, *others = game.clockwise(game.player_for(buyer))
        game.push(FormNationals(first, tuple(others)))


def majors_of(game: Game, seat: Seat) -> list[Company]:
    """The majors that a player controls."""
    return [c for c in game.all_companies() if game.state.kind[c] == MAJOR and game.controller(c) == seat]


def form(game: Game, company: Company) -> None:
    """A major becomes a national: it keeps its trains, rusted ones included, its marker and its shareholders.

    All cash goes to the bank (18OE-NATL-03) and its own shares to the Open Market (18OE-NATL-04), so that it has no
    treasury (18OE-NATL-14). Pullman, tokens and markers go (18OE-NATL-05, 18OE-NATL-06, 18OE-NATL-08), its minors are
    abandoned (18OE-NATL-07). It keeps its trains (18OE-NATL-10) and shareholders (18OE-NATL-11). Any number of
    nationals may have one zone (18OE-NATL-15).
    """
    purse = game.purse(company)
    charter_assets.pay_to_bank(game, company)
    effects.move_shares(game, purse, POOL, company, game.held(purse, company))
    charter_assets.lose_pullman(game, company)
    charter_assets.lose_tokens(game, company)
    for minor in [c for c, into in zip(game.all_companies(), record(game).into, strict=True) if into == company]:
        abandon(game, minor, keep_trains=True)
    charter_assets.lose_markers(game, company)
    known = record(game)
    if known.custody is not None and known.custody[1] == company:
        amend(game, custody=None)
    effects.set_kind(game, company, NATIONAL, POOL)


def _refusal(game: Game, step: FormNationals, action: FormNational) -> Refusal | None:
    """Each converts majors of their own (18OE-NATL-02)."""
    if action.company not in majors_of(game, step.player):
        return game.forbid("national.own", "{company} is not a major of yours", company=game.symbol(action.company))
    return None


def _candidates(game: Game, step: FormNationals) -> Iterable[FormNational]:
    return [FormNational(company) for company in majors_of(game, step.player)]


def _form(game: Game, step: FormNationals, action: FormNational) -> None:
    form(game, action.company)


def _next(game: Game, step: FormNationals) -> None:
    """The next player decides; after the last one the phase takes effect."""
    game.pop()
    if step.others:
        game.push(FormNationals(step.others[0], step.others[1:]))


MOVES: tuple[AnyMove, ...] = (Move(FormNational, filtered(_candidates, _refusal), _refusal, _form), passing(_next))
ACTIONS = (FormNational,)
