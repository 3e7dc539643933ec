"""What a passable player of 18OE likes, and games among such players (see `railhead.core.habits`)."""

from __future__ import annotations

from random import Random

import pytest

from railhead.bots.careless import Careless
from railhead.core import engine
from railhead.core.audit import audit
from railhead.core.game import Game
from railhead.core.habits import Habits
from railhead.core.ids import FIRST_SEAT
from railhead.core.tallies import Tallies
from railhead.core.view import view
from railhead.rules.dividends import Dividend
from railhead.rules.running import Run, open_runs
from railhead.rules.track import LayTile
from railhead.rules.trains import BuyTrains
from railhead.titles.t18oe import rules, terrain
from tests.titles.t18oe.lines import railroad, sea
from tests.titles.t18oe.table import NAMES, Europe
from tests.titles.t18oe.test_express import RUN, orient
from tests.titles.t18oe.test_ferries import IRISH


def likings(at: Europe) -> dict[str, float]:
    """By the text of its form: how much each choice appeals now."""
    liking = at.book.rules[Habits].liking
    return {choice.action.form: liking(at.game, at.step, choice) for choice in at.choices}


def test_a_railroad_without_a_train_wants_one_and_others_want_better_ones() -> None:
    at = Europe(phase="5", railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, cash=1000)
    at.remember(provided=at.book.company_ids)
    at.facing(BuyTrains(at.company("GWR")))
    assert likings(at)["train {train} from {source}"] == 4.0
    at.give_trains("GWR", "4")
    assert likings(at)["train {train} from {source}"] == 3.0
    assert likings(at)["pass"] < 1.0, "it can pay for a train"
    at.give_trains("GWR", "5")
    assert likings(at)["train {train} from {source}"] == 0.5
    at.give_cash("GWR", 0)
    assert likings(at)["pass"] == 1.0


def test_old_trains_of_others_are_not_wanted() -> None:
    at = Europe(phase="5", railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, cash=100, trains=("4",))
    at.major("SB", 100, {"Ben": 2}, trains=("4", "5"))
    at.remember(provided=at.book.company_ids)
    at.facing(BuyTrains(at.company("GWR")))
    liking = at.book.rules[Habits].liking
    offers = [choice for choice in at.choices if choice.action.form.startswith("offer")]
    assert [liking(at.game, at.step, choice) for choice in offers] == [0.0, 1.0]


def test_a_major_without_a_lasting_train_saves_for_one() -> None:
    at = Europe(phase="5", railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, trains=("4",))
    at.state.revenue[at.company("GWR")] = 100
    at.facing(Dividend(at.company("GWR")))
    assert likings(at)["keep"] == 4.0
    at.give_trains("GWR", "5")
    assert likings(at)["keep"] == 0.5


def test_a_major_that_saves_pays_out_and_builds_less() -> None:
    at = Europe(phase="5", railroad_phase="major")
    at.major("GWR", 100, {"Ann": 2}, trains=("4",), cash=1000, tokens=("L25.0",))
    at.state.revenue[at.company("GWR")] = 100
    at.facing(Dividend(at.company("GWR")))
    assert likings(at)["pay"] < 1.0
    at.operate("GWR", "track")
    habits = at.book.rules[Habits]
    lays = [choice for choice in at.choices if choice.action is LayTile]
    by_hex = {next(iter(choice.domains[1])): habits.liking(at.game, at.step, choice) for choice in lays}
    costs = {hex_: terrain.fee(at.game, at.company("GWR"), hex_) for hex_ in by_hex}
    assert {liking for hex_, liking in by_hex.items() if costs[hex_]} <= {0.05}
    assert {liking for hex_, liking in by_hex.items() if not costs[hex_]} == {1.0}
    at.give_trains("GWR", "5")
    assert {habits.liking(at.game, at.step, choice) for choice in lays} == {1.0}


def test_trains_mostly_run_the_best_they_can() -> None:
    at = orient()
    at.operate("GWR", "run")
    choice = next(choice for choice in at.choices if choice.action is Run)
    runs = open_runs(at.game, at.company("GWR"))
    assert runs is not None
    narrowed = [at.book.rules[Habits].narrowed(at.game, at.step, choice, Random(seed)) for seed in range(40)]
    best = [each for each in narrowed if list(each.domains[0]) == [runs.best[1]]]
    assert 20 < len(best) < 40
    assert all(each is choice for each in narrowed if each not in best)


def counted(at: Europe, *texts: str) -> list[str]:
    """What the title counts while these actions are taken."""
    found: list[str] = []
    for text in texts:
        before, action = Game(at.book, at.state.clone()), at.action(text)
        events = at.do(text)
        found += at.book.rules[Tallies].notable(before, at.game, action, events)
    return found


def test_runs_of_the_orient_express_are_counted() -> None:
    at = orient()
    at.operate("GWR", "run")
    assert counted(at, f"run 2+2 {RUN}") == ["runs of the Orient Express"]
    assert counted(at, "pay") == ["first Orient Expresses"]


def test_crossings_of_the_sea_and_ferries_are_counted() -> None:
    at = railroad("GWR", (), ("3",), ("I20.0",))
    at.operate("GWR", "run")
    assert counted(at, f"run 3 {sea('L25.0', 'I20.0')}") == ["crossings of the sea"]
    at = railroad("LNWR", (), ("4",))
    at.operate("LNWR", "run")
    assert counted(at, f"run 4 {IRISH}") == ["rides on ferries"]


def test_the_last_action_of_a_game_is_counted_like_the_others() -> None:
    at = orient()
    at.operate("GWR", "run")
    at.do(f"run 2+2 {RUN}")
    before, action = Game(at.book, at.state.clone()), at.action("pay")
    events = at.do("pay")
    at.state.agenda = ()
    assert at.game.over
    assert [*at.book.rules[Tallies].notable(before, at.game, action, events)] == ["first Orient Expresses"]


@pytest.mark.parametrize("players", [3, 7])
@pytest.mark.parametrize("options", [(), ("no_concessions", "no_removal")])
def test_games_begin_and_balance(players: int, options: tuple[str, ...]) -> None:
    """The auction, concessions and the first stock round, audited after every action."""
    book = rules.rulebook(NAMES[:players], frozenset(options), 1, 1)
    state, _ = engine.start(book)
    bots, chance = [Careless() for _ in range(players)], Random(1)
    while state.round.kind != "operating":
        choices = engine.choices(book, state)
        assert choices is not None
        bot = bots[choices.seat - FIRST_SEAT]
        state, _ = engine.apply(book, state, bot.choose(view(book, state, choices.seat), choices, chance))
        assert audit(book, state) == []
    assert state.round.number == 1
