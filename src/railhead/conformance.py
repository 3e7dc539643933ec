"""The conformance suite: what must hold in every game of every title, whatever its rules.

`check_title` plays random games of a title, with every number of players and every option, and checks each position:
are the choices complete and sound, does every refusal cite a rule, do the books balance, does a replay agree?
A title is ready for players when it passes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice, product
from random import Random
from typing import Any, ClassVar, get_type_hints

from railhead.bots.careless import UNKNOWN, WEIGHTS
from railhead.core import engine
from railhead.core.actions import Action, parse, text_of
from railhead.core.agenda import AgendaRules
from railhead.core.audit import audit
from railhead.core.choices import Choice, Choices, OneOf, Span
from railhead.core.events import Event, sentence
from railhead.core.game import Game
from railhead.core.ids import (
    Company,
    Hex,
    Owner,
    Place,
    Point,
    Private,
    Seat,
    Stop,
    Tile,
    Train,
    a_train,
    stop_at,
    through,
)
from railhead.core.information import InformationRules
from railhead.core.refusal import Illegal, Malformed
from railhead.core.rulebook import Rulebook
from railhead.core.spelling import Companies, Count, Money, Price, Rotation, Stops, Tally
from railhead.core.state import State
from railhead.core.view import view
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.routes.model import Route
from railhead.routes.runs import Plan
from railhead.titles import catalogue
from railhead.titles.rule_texts import rules_of
from railhead.track.board import look

MOST_ACTIONS = 5000  # a random game that goes on longer than this has no end
LOW = 0.9  # how often the lowest amount is chosen: whoever wastes their money sees little of a game
LISTED = 40  # a choice of more actions than this is only sampled
PROBES = 4  # how many neighbours and how many guesses are tried in a position
LOOKS = 0.12  # the fraction of positions whose choices are examined closely
SWEEPS = 0.02  # the fraction of those in which every action of the kinds in question is tried
LARGEST_SWEEP = 30_000
NONSENSE = (-1, 10**9, True, 1.0, "1", None, (1, None))  # values no field of any action may have

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal")
"""Who plays: single letters are companies in some titles."""
SETS: dict[object, object] = {Companies: Company, Stops: Stop}
"""The kinds of fields that hold sets, and what the sets are made of."""


class ConformanceError(AssertionError):
    """Something that must hold does not: what, and where."""


def ensure(holds: bool, otherwise: object) -> None:
    """Raise ConformanceError unless something holds."""
    if not holds:
        raise ConformanceError(str(otherwise))


@dataclass(frozen=True, slots=True)
class Unheard(Action):
    """An action that no title has."""

    form: ClassVar[str] = "unheard"


@dataclass(frozen=True, slots=True)
class Table:
    """A way to play a title: how many players, with which options."""

    title: str
    players: int
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.title} for {self.players} players, options: {', '.join(self.options) or 'none'}"

    def game(self, seed: int) -> GameFile:
        """A new game at this table."""
        return GameFile.new(self.title, NAMES[: self.players], self.options, seed)


def tables(title: str) -> list[Table]:
    """Every number of players: without options, with each option alone, and with as many as can be combined."""
    known = catalogue.find(title)
    chosen: dict[tuple[str, ...], None] = {(): None}
    for option in known.options:
        chosen[(option,)] = None
        chosen[_with_all(Table(title, known.players[0], (option,)), tuple(known.options))] = None
    return [Table(title, players, options) for players in known.players for options in chosen]


def _with_all(table: Table, options: tuple[str, ...]) -> tuple[str, ...]:
    for option in options:
        wider = replace(table, options=tuple(sorted({*table.options, option})))
        try:
            wider.game(0)
        except Malformed:  # it is incompatible with one already chosen
            continue
        table = wider
    return table.options


def check_title(title: str, games: int = 1, seed: int = 0, progress: Callable[[str], None] | None = None) -> None:
    """Play this many games at every table of a title; ConformanceError reports the first failure."""
    for table in tables(title):
        for game in range(seed, seed + games):
            actions = check_game(table, game)
            if progress is not None:
                progress(f"{table}, seed {game}: {actions} actions")


def check_game(table: Table, seed: int, looks: float = LOOKS, fresh: bool = False, most: int | None = None) -> int:
    """Play one random game, or its first `most` actions, and check all that must hold; the number of its actions.

    A `fresh` replay works everything out again, the best runs too, which takes as long as the game itself.
    """
    walk = Walk(table, seed, looks, fresh)
    try:
        walk.play(most)
        walk.check_file()
    except Exception as problem:
        # Whatever it was, this is needed to reproduce it.
        where = f"{table}, seed {seed}, action {len(walk.texts) + 1} ({walk.doing})"
        raise ConformanceError(f"{where}: {type(problem).__name__}: {problem}") from problem
    return len(walk.texts)


def decide(choices: Choices, chance: Random) -> Action:
    """A random action by the weights of the careless bot; runs are sampled, not searched, which is faster."""
    kinds: dict[type[Action], list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(choice.action, []).append(choice)
    kind = chance.choices(list(kinds), [WEIGHTS.get(kind.deed, UNKNOWN) for kind in kinds])[0]
    choice = chance.choice(kinds[kind])
    lowest = [isinstance(domain, Span) and chance.random() < LOW for domain in choice.domains]
    values = (next(iter(d)) if low else d.sample(chance) for d, low in zip(choice.domains, lowest, strict=True))
    return choice.action(*values)


class Walk:
    """One random game, checked in every respect along the way."""

    def __init__(self, table: Table, seed: int, looks: float, fresh: bool) -> None:
        self.file = table.game(seed)
        self.book = self.file.rulebook()
        self.rules = rules_of(table.title)
        self.chance = Random(f"{table}/{seed}")
        self.guesses = Guesses(self.book, self.chance)
        self.looks = looks
        self.doing = "setting up"
        self.texts: list[str] = []
        self.replay = Session(self.file)
        self.fresh = fresh
        self.state, self.events = engine.start(self.book)

    def play(self, most: int | None = None) -> None:
        """Play to the end, or so many actions."""
        self.check_replay()
        check_state(self.book, self.state, self.book.seat_ids)
        while (choices := engine.choices(self.book, self.state)) is not None and len(self.texts) != most:
            ensure(len(self.texts) < MOST_ACTIONS, "the game does not end")
            if self.chance.random() < self.looks:
                self.doing = "looking at the choices"
                self.check_position(choices)
            action = decide(choices, self.chance)
            text = self.doing = text_of(self.book, action)
            ensure(parse(self.book, text) == action, "the text does not read back as the same action")
            self.state, self.events = self.applied(action)
            check_state(self.book, self.state, [self.chance.choice((None, *self.book.seat_ids))])
            self.texts.append(text)
            self.follow(text)
        self.doing = "the end"
        check_state(self.book, self.state, self.book.seat_ids)
        for kind in self.book.actions if choices is None else ():
            self.check_probe([], self.guesses.any_of(kind))

    def applied(self, action: Action) -> tuple[State, list[Event]]:
        """The state after a legal action: with or without checks it is the same, and the old state is untouched."""
        before = self.state.digest()
        after, events = engine.apply(self.book, self.state, action)
        again, same = engine.advance(self.book, self.state, action)
        ensure(self.state.digest() == before, "applying an action changed the state it was given")
        ensure(after == again and events == same, "apply and advance differ")
        return after, events

    def check_position(self, choices: Choices) -> None:
        """Whatever is offered is allowed; whatever is not offered is refused."""
        offered = list(choices)
        ensure(choices.seat in self.book.seat_ids, f"{choices.seat} is not a player")
        ensure(bool(offered) and choices.count() > 0, "nothing is offered")
        if all(choice.action.form == "pass" for choice in offered):
            asked = self.book.rules[AgendaRules].asks_idle(Game(self.book, self.state), choices.step)
            ensure(asked, "a player who can only pass is asked")
        legal = [action for choice in offered for action in self.some_of(choice)]
        for action in legal:
            ensure(choices.why_not(action) is None, f"offered but refused: {action}: {choices.why_not(action)}")
        other = self.chance.choice(legal)
        wrong = audit(self.book, self.applied(other)[0])
        ensure(not wrong, f"after {text_of(self.book, other)}: {wrong}")
        before = self.state.digest()
        for action in self.probes(legal):
            self.check_probe(offered, action)
        if self.chance.random() < SWEEPS:
            for move in choices.step.moves(Game(self.book, self.state)):
                for action in self.guesses.all_of(move.action):
                    self.check_probe(offered, action)
        self.check_nonsense(other)
        ensure(self.state.digest() == before, "a refusal changed the state")

    def some_of(self, choice: Choice) -> list[Action]:
        """The actions of a choice: all of a small one, some of a large one."""
        symbolic = not all(isinstance(domain, OneOf | Span) for domain in choice.domains)
        if symbolic or choice.count() > LISTED:
            return [choice.sample(self.chance) for _ in range(2)]
        return list(choice)

    def probes(self, legal: list[Action]) -> Iterator[Action]:
        """Actions that may or may not be allowed: neighbours of legal ones, and random guesses."""
        for _ in range(PROBES):
            yield self.guesses.near(self.chance.choice(legal))
            yield self.guesses.any_of(type(self.chance.choice(legal)))
        yield self.guesses.any_of(self.chance.choice(self.book.actions))
        yield from self.guesses.beside(self.chance.choice(legal))

    def check_probe(self, offered: list[Choice], action: Action) -> None:
        """An action is offered exactly if it is allowed; a refusal cites a rule, and the action is not applied."""
        refusal = engine.why_not(self.book, self.state, action)
        if refusal is None:
            ensure(is_offered(self.book, offered, action), f"allowed but not offered: {action}")
            written = parse(self.book, text_of(self.book, action))
            ensure(written == action, f"allowed, but its text does not read back as the same action: {action}")
            return
        nonsense = refusal.rule == "malformed"
        ensure(nonsense or not any(action in choice for choice in offered), f"offered but refused: {action}: {refusal}")
        ensure(nonsense or refusal.rule in self.rules, f"refused by a rule that is not in rules.toml: {refusal}")
        ensure(bool(refusal.reason.strip()), f"refused without a reason: {action}")
        try:
            engine.apply(self.book, self.state, action)
        except (Illegal, Malformed) as no:
            ensure(isinstance(no, Malformed) == nonsense, f"{refusal} became {no!r}")
        else:
            raise ConformanceError(f"refused but applied: {action}: {refusal}")

    def check_nonsense(self, action: Action) -> None:
        """Impossible values raise Malformed, and nonsense text never raises anything worse."""
        wrong: Action = Unheard()
        if fields(action):
            wrong = replace(action, **{self.chance.choice(fields(action)).name: self.chance.choice(NONSENSE)})
        try:
            engine.apply(self.book, self.state, wrong)
        except Malformed as no:
            ensure(bool(str(no)), f"malformed without a reason: {wrong}")
        else:
            raise ConformanceError(f"not refused as malformed: {wrong}")
        try:
            parse(self.book, garbled(text_of(self.book, action), self.chance))
        except Malformed as no:
            ensure(bool(str(no)), "a malformed text is refused without a reason")

    def follow(self, text: str) -> None:
        """Play an action again in another session, from its text.

        It follows the game action by action while what is costly to work out is still in the cache, unless that is to
        be worked out afresh.
        """
        if not self.fresh:
            self.replay.book.cache.update(self.book.cache)
        self.replay.act(text)
        self.check_replay()

    def check_replay(self) -> None:
        """Played again, the game has come to the same table, and the same has happened on the way."""
        number = len(self.texts)
        ensure(self.replay.state.digest() == self.state.digest(), f"the replay differs after action {number}")
        told, again = self.told(self.events), self.told(self.replay.events(number))
        ensure(told == again, f"other events at {number}")

    def told(self, events: Sequence[Event]) -> list[str]:
        """Events as sentences."""
        return [sentence(self.book, event) for event in events]

    def check_file(self) -> None:
        """The replay's game file is the one of this game, survives JSON, and its scores are the same."""
        self.doing = "storing"
        stored, again = replace(self.file, actions=tuple(self.texts)), self.replay
        ensure(again.game() == stored, "the replay would be stored as another game")
        ensure(GameFile.from_json(stored.to_json()) == stored, "the game file does not read back as it was written")
        game = Game(self.book, self.state)
        worth = {self.book.owner_names[seat]: self.book.worth(game, seat) for seat in self.book.seat_ids}
        shown = view(self.book, self.state, None).players
        ensure(again.over == (engine.choices(self.book, self.state) is None), "it is over in one of the two only")
        ensure(again.scores() == worth, f"scores {again.scores()}, worth {worth}")
        ensure({player.name: player.worth for player in shown.values()} == worth, "the view shows other scores")


def check_state(book: Rulebook, state: State, seats: Sequence[Seat | None]) -> None:
    """The books balance, clones are independent, and these seats (None: a spectator) see nothing hidden."""
    wrong = audit(book, state)
    ensure(not wrong, wrong)
    before = state.digest()
    clone = state.clone()
    ensure(clone.digest() == before, "a clone is not equal")
    for name in State.__slots__:
        if isinstance(held := getattr(clone, name), list):
            held.clear()
    ensure(state.digest() == before, "a change of the clone changed the original")
    for seat in seats:
        seen, other = view(book, state, seat), state.clone()
        json.dumps(seen.to_data(), allow_nan=False)
        for company in book.company_ids:
            name = book.company_names[company]
            lookers = book.seat_ids if seat is None else (seat,)
            may = all(
                book.rules[InformationRules].sees_treasury(Game(book, state), looker, company) for looker in lookers
            )
            cash, shown = state.cash[book.purse(company)], seen.companies[company].treasury
            ensure(shown == (cash if may else None), f"seat {seat} is shown {shown} for the treasury of {name}")
            # The money comes from the purse that pays companies: what is left there must not give it away either.
            other.cash[book.purse(company)] += 0 if may else 10
            other.cash[book.company_bank] -= 0 if may else 10
        ensure(view(book, other, seat) == seen, f"the view of seat {seat} depends on a treasury it may not see")


def is_offered(book: Rulebook, offered: list[Choice], action: Action) -> bool:
    """Is an action in one of the choices? Only one of several equivalent rotations of a tile is listed."""
    alike = [action]
    if {"tile", "rotation"} <= {field.name for field in fields(action)}:
        lying: Any = action
        looks = [look(book.tiles.facts[lying.tile], rotation) for rotation in range(6)]
        alike += [replace(lying, rotation=Rotation(r)) for r in range(6) if looks[r] == looks[lying.rotation]]
    return any(same in choice for same in alike for choice in offered)


class Guesses:
    """Actions that might be tried, allowed or not."""

    def __init__(self, book: Rulebook, chance: Random) -> None:
        self.chance = chance
        self.hints = {kind: [get_type_hints(kind)[field.name] for field in fields(kind)] for kind in book.actions}
        self.trains = [a_train(kind) for kind in range(len(book.trains))]
        self.points = [
            at
            for hex_ in book.board.all_hexes
            for at in (stop_at(hex_, 0), stop_at(hex_, 1), stop_at(hex_, 2), through(hex_))
        ]
        self.values: dict[object, Sequence[int]] = {
            Money: range(0, 1000, 5),
            Price: range(0, 1000, 5),
            Count: range(1, 12),
            Tally: range(12),
            Rotation: range(6),
            Company: book.company_ids,
            Owner: book.owner_ids,
            Private: book.private_ids,
            Hex: book.board.all_hexes,
            Tile: range(len(book.tiles.names)),
            Train: self.trains,
            Point: self.points,
            Stop: self.points,
            Place: range(len(book.market.prices)),
        }

    def any_of(self, kind: type[Action]) -> Action:
        """An action of a kind with random values."""
        return kind(*(self._value(hint) for hint in self.hints[kind]))

    def _value(self, hint: object) -> Any:
        if hint == Plan:
            return (Route(self.chance.choice(self.trains), tuple(self.chance.sample(self.points, 3))),)
        if hint in SETS:
            return tuple(sorted(self.chance.sample(self.values[SETS[hint]], self.chance.randint(1, 4))))
        return self.chance.choice(self.values.get(hint, [0]))

    def all_of(self, kind: type[Action]) -> Iterator[Action]:
        """Every action of a kind whose values can be enumerated."""
        if all(hint in self.values for hint in self.hints[kind]):
            every = product(*(self.values[hint] for hint in self.hints[kind]))
            yield from (kind(*values) for values in islice(every, LARGEST_SWEEP))

    def beside(self, action: Action) -> Iterator[Action]:
        """Every action that differs from a legal one in one value: all tiles there, all rotations, all companies."""
        for field, hint in zip(fields(action), self.hints[type(action)], strict=True):
            if hint in SETS:
                yield from (
                    replace(action, **{field.name: other}) for other in self._resized(getattr(action, field.name), hint)
                )
            yield from (replace(action, **{field.name: value}) for value in self.values.get(hint, ()))

    def near(self, action: Action) -> Action:
        """An action that differs from a legal one in one value: the next number, another hex, another company."""
        if not fields(action):
            return action
        place = self.chance.randrange(len(fields(action)))
        name, hint = fields(action)[place].name, self.hints[type(action)][place]
        old = getattr(action, name)
        if hint in SETS:
            return replace(action, **{name: self.chance.choice(list(self._resized(old, hint)))})
        if isinstance(old, tuple):
            return replace(action, **{name: self._bent(old) if hint == Plan else self._misfit(old)})
        return replace(action, **{name: self.chance.choice((old - 1, old + 1, old + 5, self._value(hint)))})

    def _misfit(self, old: tuple[int, ...]) -> tuple[int, ...]:
        """A set of a kind that only its title knows, with a member more or less."""
        return self.chance.choice((old[1:], old[:-1], (*old, *old[-1:]), (0, *old)))

    def _resized(self, old: tuple[int, ...], hint: object) -> Iterator[tuple[int, ...]]:
        """A set with one member more or less; without any it is malformed."""
        for member in old:
            yield tuple(other for other in old if other != member)
        for member in self.values[SETS[hint]]:
            yield tuple(sorted((*old, member)))

    def _bent(self, plan: Plan) -> Plan:
        """A set of runs with something changed in one of them; some are still allowed."""
        place = self.chance.randrange(len(plan))
        route = plan[place]
        spot = self.chance.randrange(len(route.path))
        beside = (*route.path[:spot], self.chance.choice(self.points), *route.path[spot:])
        changes: list[Plan] = [
            (),
            (route, route),
            (replace(route, train=self.chance.choice(self.trains)),),
            *((replace(route, path=path),) for path in (route.path[::-1], route.path[:-1], (), beside)),
            *((replace(route, passed_by=stops),) for stops in ((), route.path[spot : spot + 1], route.passed_by * 2)),
        ]
        return (*plan[:place], *self.chance.choice(changes), *plan[place + 1 :])


def garbled(text: str, chance: Random) -> str:
    """A text with a letter or a word changed, left out or doubled."""
    joint = chance.choice(("", " "))
    parts = text.split(" ") if joint else list(text)
    spot = chance.randrange(len(parts))
    instead = chance.choice(([], [parts[spot]] * 2, [chance.choice(("-1", "²", "{}", "99999999", ".", "(", " "))]))
    return joint.join([*parts[:spot], *instead, *parts[spot + 1 :]])
