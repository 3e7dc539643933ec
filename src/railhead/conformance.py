"""The conformance suite: what must hold in every game of every title, whatever its rules say.

`check_title` plays random games of a title, at every size of table and with every option, and looks at each position:
are the choices complete and sound, is what is refused refused by a rule, do the books balance, does a replay agree.
A title is ready for players when it passes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import islice, product
from random import Random
from typing import Any, ClassVar, get_type_hints

from railhead.bots.careless import UNKNOWN, WEIGHTS
from railhead.core import engine
from railhead.core.actions import Action, parse, text_of
from railhead.core.audit import audit
from railhead.core.book import Rulebook
from railhead.core.choices import Choice, Choices, OneOf, Span
from railhead.core.events import sentence
from railhead.core.game import Game
from railhead.core.ids import POINTS_PER_HEX, THROUGH, Company, Hex, Owner, Place, Point, Private, Tile, Train
from railhead.core.refusal import Illegal, Malformed
from railhead.core.state import State
from railhead.core.view import view
from railhead.core.words import Count, Money, Price, Rotation
from railhead.coverage import rules_of
from railhead.play.gamefile import GameFile
from railhead.play.session import Session
from railhead.routes.model import Route
from railhead.routes.runs import Plan
from railhead.rules.track import LayTile
from railhead.titles import catalogue

MOST_ACTIONS = 5000
"""A random game that goes on longer than this has no end."""
LOW = 0.9
"""How often the lowest amount is named: players who throw their money away see little of a game."""
LISTED = 40
"""A choice of more actions than this is only sampled."""
PROBES = 6
"""How many actions of each way of guessing are tried in a position."""
SWEEPS = 0.004
"""In which part of the positions every action there could be is tried."""
LARGEST_SWEEP = 30_000

NONSENSE: tuple[Any, ...] = (-1, 10**9, True, 1.0, "1", None, (1, 2))
"""Values no field of any action may have."""


class ConformanceError(AssertionError):
    """Something that must hold does not: where, and what."""


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
        return GameFile.new(self.title, tuple("ABCDEFGHIJKL"[: self.players]), self.options, seed)


@dataclass(frozen=True, slots=True)
class Unheard(Action):
    """An action no title has."""

    form: ClassVar[str] = "unheard"


def tables(title: str) -> list[Table]:
    """Every number of players: without options, with each option alone, with as many together as go together."""
    known = catalogue.find(title)
    chosen: dict[tuple[str, ...], None] = {(): None}
    for players in known.players:
        for option in known.options:
            chosen[(option,)] = None
            chosen[_all_with(Table(title, players, (option,)), tuple(known.options))] = None
    return [Table(title, players, options) for players in known.players for options in chosen]


def _all_with(table: Table, options: tuple[str, ...]) -> tuple[str, ...]:
    for option in options:
        wider = replace(table, options=tuple(sorted({*table.options, option})))
        try:
            wider.game(0)
        except Malformed:
            continue
        table = wider
    return table.options


def check_title(title: str, games: int = 1, seed: int = 0, progress: Callable[[str], None] | None = None) -> None:
    """Play so many games at every table of a title; ConformanceError names the first thing that does not hold."""
    for table in tables(title):
        for game in range(seed, seed + games):
            actions = check_game(table, game)
            if progress is not None:
                progress(f"{table}, seed {game}: {actions} actions")


def check_game(table: Table, seed: int, sweeps: float = SWEEPS) -> int:
    """Play one random game and check all that must hold; the number of its actions."""
    walk = Walk(table, seed, sweeps)
    try:
        walk.play()
        walk.check_replay()
    except Exception as problem:
        # Whatever it was, its finder needs the way to get there.
        where = f"{table}, seed {seed}, action {len(walk.texts) + 1}"
        raise ConformanceError(f"{where}: {walk.doing}: {type(problem).__name__}: {problem}") from problem
    return len(walk.texts)


def ensure(holds: bool, otherwise: object) -> None:
    """Complain unless something holds."""
    if not holds:
        raise ConformanceError(str(otherwise))


def decide(choices: Choices, chance: Random) -> Action:
    """A random action by the weights of the careless bot; runs are drawn and not searched, which is quicker."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(choice.action.form.split()[0], []).append(choice)
    kind = chance.choices(list(kinds), [WEIGHTS.get(kind, UNKNOWN) for kind in kinds])[0]
    choice = chance.choice(kinds[kind])
    return choice.action(*(_value(domain, chance) for domain in choice.domains))


def _value(domain: Any, chance: Random) -> Any:
    low = isinstance(domain, Span) and chance.random() < LOW
    return next(iter(domain)) if low else domain.sample(chance)


class Walk:
    """One random game, looked at from all sides on the way."""

    def __init__(self, table: Table, seed: int, sweeps: float) -> None:
        self.file = table.game(seed)
        self.book = self.file.rulebook()
        self.rules = rules_of(table.title)
        self.chance = Random(f"{table}/{seed}")
        self.sweeps = sweeps
        self.doing = "setting up"
        self.state, events = engine.start(self.book)
        self.texts: list[str] = []
        self.marks = [(self.state.digest(), [sentence(self.book, event) for event in events])]
        """After every action: the digest and what was told."""

    def play(self) -> None:
        """Play to the end."""
        check_state(self.book, self.state)
        while (choices := engine.choices(self.book, self.state)) is not None:
            ensure(len(self.texts) < MOST_ACTIONS, "the game does not end")
            self.doing = "looking at the choices"
            self.check_position(choices)
            action = decide(choices, self.chance)
            text = self.doing = text_of(self.book, action)
            ensure(parse(self.book, text) == action, "the text does not read back as the same action")
            self.state, events = self.applied(action)
            check_state(self.book, self.state)
            self.texts.append(text)
            self.marks.append((self.state.digest(), [sentence(self.book, event) for event in events]))
        self.doing = "ending"
        ensure(not audit(self.book, self.state), "the books do not balance at the end")
        for kind in self.book.actions:
            self.check_probe([], next(guesses(self.book, kind, self.chance)))

    def applied(self, action: Action) -> tuple[State, list[Any]]:
        """The state after a legal action; the state before is untouched, and checked or not makes no difference."""
        before = self.state.digest()
        after, events = engine.apply(self.book, self.state, action)
        again, same = engine.advance(self.book, self.state, action)
        ensure(self.state.digest() == before, "applying an action changed the state it was given")
        ensure(after == again and events == same, "apply and advance differ")
        return after, events

    def check_position(self, choices: Choices) -> None:
        """What is offered is allowed, what is not offered is refused."""
        offered = list(choices)
        ensure(bool(offered), "nothing is offered")
        ensure(choices.seat in self.book.seat_ids(), f"{choices.seat} is not a player")
        ensure(choices.count() > 0, "nothing is counted")
        if all(choice.action.form == "pass" for choice in offered):
            asked = self.book.slots.asks_anyway(Game(self.book, self.state), choices.step)
            ensure(asked, "a player is asked who can only pass")
        legal = [action for choice in offered for action in self.some_of(choice)]
        for action in legal:
            ensure(choices.why_not(action) is None, f"offered but refused: {action}: {choices.why_not(action)}")
        other = self.chance.choice(legal)
        after, _ = self.applied(other)
        ensure(not audit(self.book, after), f"{text_of(self.book, other)}: {audit(self.book, after)}")
        before = self.state.digest()
        for action in self.probes(legal):
            self.check_probe(offered, action)
        self.check_nonsense(other)
        ensure(self.state.digest() == before, "asking for a refusal changed the state")

    def some_of(self, choice: Choice) -> list[Action]:
        """The actions of a choice: all of a small one, some of a large one."""
        symbolic = not all(isinstance(domain, OneOf | Span) for domain in choice.domains)
        if symbolic or choice.count() > LISTED:
            return [choice.sample(self.chance) for _ in range(2)]
        return list(choice)

    def probes(self, legal: list[Action]) -> Iterator[Action]:
        """Actions that may or may not be allowed: neighbours of legal ones, guesses, now and then all there are."""
        for _ in range(PROBES):
            yield neighbour(self.book, self.chance.choice(legal), self.chance)
            yield next(guesses(self.book, self.chance.choice(self.book.actions), self.chance))
        if self.chance.random() < self.sweeps:
            for kind in {type(action): None for action in legal}:
                yield from all_of(self.book, kind)

    def check_probe(self, offered: list[Choice], action: Action) -> None:
        """Offered and allowed are the same; a refusal quotes a rule and changes nothing."""
        refusal = engine.why_not(self.book, self.state, action)
        if refusal is None:
            ensure(is_offered(self.book, offered, action), f"allowed but not offered: {action}")
            written = parse(self.book, text_of(self.book, action))
            ensure(written == action, f"allowed, but its text does not read back as the same action: {action}")
            return
        if refusal.rule != "malformed":
            ensure(not any(action in choice for choice in offered), f"offered but refused: {action}: {refusal}")
            ensure(refusal.rule in self.rules, f"refused by a rule that is not in rules.toml: {refusal}")
            ensure(bool(refusal.reason.strip()), f"refused without a reason: {action}")
        try:
            engine.apply(self.book, self.state, action)
        except (Illegal, Malformed) as no:
            ensure(isinstance(no, Malformed) == (refusal.rule == "malformed"), f"{refusal} became {no!r}")
            return
        raise ConformanceError(f"refused but applied: {action}: {refusal}")

    def check_nonsense(self, action: Action) -> None:
        """Values that cannot be are Malformed, and so is text that says nothing."""
        wrong: list[Action] = [Unheard()]
        if fields(action):
            name = self.chance.choice(fields(action)).name
            wrong += [replace(action, **{name: value}) for value in NONSENSE]
        for bad in wrong:
            try:
                engine.apply(self.book, self.state, bad)
            except Malformed:
                continue
            raise ConformanceError(f"not refused as malformed: {bad}")
        try:
            text_of(self.book, parse(self.book, garbled(text_of(self.book, action), self.chance)))
        except Malformed as no:
            ensure(bool(str(no)), "malformed without a reason")

    def check_replay(self) -> None:
        """Stored as JSON and taken up again, the game is the same after every action, and so are the scores."""
        self.doing = "replaying"
        stored = replace(self.file, actions=tuple(self.texts))
        read = GameFile.from_json(stored.to_json())
        ensure(read == stored, "the game file does not read back as it was written")
        again = Session(read)
        for number, (digest, told) in enumerate(self.marks):
            ensure(again.at(number).digest() == digest, f"the replay differs after action {number}")
            ensure([sentence(self.book, event) for event in again.events(number)] == told, f"other events at {number}")
        game = Game(self.book, self.state)
        worth = {self.book.owner_names[seat]: self.book.slots.worth(game, seat) for seat in self.book.seat_ids()}
        shown = view(self.book, self.state, None)["players"]
        ensure(again.over and again.scores() == worth, f"scores {again.scores()}, worth {worth}")
        ensure({name: player["worth"] for name, player in shown.items()} == worth, "the view shows other scores")


def check_state(book: Rulebook, state: State) -> None:
    """The books balance, clones are independent, and nobody sees what he may not."""
    wrong = audit(book, state)
    ensure(not wrong, wrong)
    before = state.digest()
    clone = state.clone()
    ensure(clone == state and clone.digest() == before, "a clone is not equal")
    for name in State.__slots__:
        held = getattr(clone, name)
        if isinstance(held, list | dict):
            held.clear()
    ensure(state.digest() == before, "a change of the clone changed the original")
    game = Game(book, state)
    for seat in (*book.seat_ids(), None):
        seen = view(book, state, seat)
        json.dumps(seen, allow_nan=False)
        other = state.clone()
        for company, name in enumerate(book.company_names):
            lookers = book.seat_ids() if seat is None else (seat,)
            may = all(book.slots.sees_treasury(game, looker, company) for looker in lookers)
            shown = seen["companies"][name]["treasury"]
            ensure(shown == (game.treasury(company) if may else None), f"{seat} is shown {shown} for {name}")
            other.cash[book.purse(company)] += 0 if may else 10
        ensure(view(book, other, seat) == seen, f"the view of {seat} depends on a treasury he may not see")


def is_offered(book: Rulebook, offered: list[Choice], action: Action) -> bool:
    """Is an action in one of the choices? Of rotations of a tile that look alike, one is listed."""
    alike = [action]
    if isinstance(action, LayTile):
        turned = book.tiles.facts[action.tile].turned
        looks = [{frozenset(piece) for piece in track.pieces} for track in turned]
        alike += [replace(action, rotation=Rotation(r)) for r in range(6) if looks[r] == looks[action.rotation]]
    return any(same in choice for same in alike for choice in offered)


def values_of(book: Rulebook, kind: object) -> range | list[int] | None:
    """Every value a field of this type could have; None where they are not numbers."""
    ranges: dict[object, range | list[int]] = {
        Money: range(0, 1000, 5),
        Price: range(0, 1000, 5),
        Count: range(1, 12),
        Rotation: range(6),
        Company: range(book.company_count),
        Owner: range(book.owner_count),
        Private: range(len(book.privates)),
        Hex: range(len(book.board.names)),
        Tile: range(len(book.tiles.names)),
        Train: range(len(book.trains)),
        Place: range(len(book.market.prices)),
        Point: [hex_ * POINTS_PER_HEX + at for hex_ in range(len(book.board.names)) for at in (0, 1, 2, THROUGH)],
    }
    return ranges.get(kind)


def _hints(kind: type[Action]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def guesses(book: Rulebook, kind: type[Action], chance: Random) -> Iterator[Action]:
    """Actions of a kind with random values."""
    while True:
        yield kind(*(_guess(book, hint, chance) for hint in _hints(kind).values()))


def _guess(book: Rulebook, hint: object, chance: Random) -> Any:
    if hint == Plan:
        path = tuple(chance.choice(values_of(book, Point) or [0]) for _ in range(chance.randrange(4)))
        return (Route(chance.randrange(len(book.trains)), path),)
    return chance.choice(values_of(book, hint) or [0])


def all_of(book: Rulebook, kind: type[Action]) -> Iterator[Action]:
    """Every action of a kind, as far as they can be counted."""
    domains = [values_of(book, hint) for hint in _hints(kind).values()]
    for values in islice(product(*(domain for domain in domains if domain is not None)), LARGEST_SWEEP):
        if len(values) == len(domains):
            yield kind(*values)


def neighbour(book: Rulebook, action: Action, chance: Random) -> Action:
    """An action that differs from a legal one in one value: the next number, another hex, another company."""
    hints = _hints(type(action))
    if not hints:
        return action
    name = chance.choice(list(hints))
    old = getattr(action, name)
    if hints[name] == Plan:
        return replace(action, **{name: bent(book, old, chance)})
    known = values_of(book, hints[name])
    near = [old - 1, old + 1, old + 5, old + 10, old - 10] if isinstance(old, int) else [old]
    return replace(
        action, **{name: chance.choice(near) if known is None or chance.random() < 0.5 else chance.choice(known)}
    )


def bent(book: Rulebook, plan: Plan, chance: Random) -> Plan:
    """A set of runs with something changed: some are still allowed."""
    if not plan:
        return plan
    place = chance.randrange(len(plan))
    route = plan[place]
    spot = chance.randrange(len(route.path) + 1)
    changed = chance.choice(
        (
            (),
            (route, route),
            (replace(route, path=route.path[::-1]),),
            (replace(route, path=route.path[:-1]),),
            (replace(route, path=(*route.path[:spot], _guess(book, Point, chance), *route.path[spot:])),),
            (replace(route, train=chance.randrange(len(book.trains))),),
            (replace(route, passed_by=()),),
            (replace(route, passed_by=tuple(sorted(chance.sample(route.path, min(2, len(route.path)))))),),
        )
    )
    return (*plan[:place], *changed, *plan[place + 1 :])


def garbled(text: str, chance: Random) -> str:
    """A text with a letter or a word changed, left out or doubled."""
    parts: list[str] = chance.choice((list(text), text.split(" ")))
    spot = chance.randrange(len(parts))
    middle = chance.choice(([], [parts[spot]] * 2, [chance.choice(("-1", "²", "{}", "99999999", ".", "(", " "))]))
    joint = "" if len(parts) == len(text) else " "
    return joint.join([*parts[:spot], *middle, *parts[spot + 1 :]])
