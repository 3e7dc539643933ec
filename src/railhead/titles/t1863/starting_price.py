"""The price at which a new company is floated, which also settles its capital (rules 1863-START)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action, Topic
from railhead.core.choices import Choice, OneOf
from railhead.core.game import Game
from railhead.core.ids import BANK, Place
from railhead.core.refusal import Refusal
from railhead.core.state import FLOATED, STARTED
from railhead.core.steps import AnyMove, Move
from railhead.core.text import Text, joined, verbatim
from railhead.titles.t1863.capital import assets, capital_at, most_in_kind
from railhead.titles.t1863.contribution import Contribute
from railhead.titles.t1863.founder_step import FounderStep
from railhead.titles.t1863.prices import WHITE_PLACES


@dataclass(frozen=True, slots=True)
class Capitalise(Action):
    """Set the price of a new company, and with it its capital."""

    price: Place
    form: ClassVar[str] = "float at {price}"
    label: ClassVar[str] = "Float it at {price}"
    topic: ClassVar[Topic] = Topic.SHARES


@dataclass(frozen=True, slots=True)
class SetPrice(FounderStep):
    """The founder sets the price at which the company is floated."""

    order: ClassVar[str] = "start.price"

    def task(self, game: Game) -> Text:
        """Which company."""
        return Text("set the price of {company}", company=game.symbol(self.company))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What it costs, what there is for it, and which prices that rules out."""
        values = (max(value for _, value in asset) for asset in assets(game, self.founder, self.company))
        there_is = Text(
            "Twice the price is put into {company}: {founder} has {cash} in cash, and assets worth {worth}",
            company=game.symbol(self.company),
            founder=game.name(self.founder),
            cash=game.state.cash[self.founder],
            worth=sum(values),
        )
        gaps = joined(_gaps(game, self))
        why = "Not at {prices}: more than there is in cash, and no assets fit, as they may not exceed what is due"
        return (there_is, Text(why, prices=gaps)) if gaps.values else (there_is,)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return PRICE_MOVES

    def proceed(self, game: Game) -> bool:
        """There is always a price to be chosen."""
        return False


def price_refusal(game: Game, step: SetPrice, action: Capitalise) -> Refusal | None:
    """Any white space whose capital the founder can put in (1863-START-08)."""
    if action.price not in WHITE_PLACES:
        return game.forbid("start.price", "A company is floated at a price in the white zone")
    due = capital_at(game, action.price)
    if due - most_in_kind(game, step.founder, step.company, due) > game.state.cash[step.founder]:
        return game.forbid("start.capital", "{founder} cannot put in {due}", founder=game.name(step.founder), due=due)
    return None


def _able(game: Game, step: SetPrice) -> tuple[Place, ...]:
    """The prices that may be set."""
    return tuple(place for place in WHITE_PLACES if price_refusal(game, step, Capitalise(place)) is None)


def _price_options(game: Game, step: SetPrice) -> Iterable[Choice]:
    able = _able(game, step)
    return (Choice(Capitalise, (OneOf(able),)),) if able else ()


def _gaps(game: Game, step: SetPrice) -> Iterator[Text]:
    """The prices below the highest possible one that cannot be set (1863-START-26)."""
    able, prices = _able(game, step), game.book.market.prices
    below = [place for place in WHITE_PLACES if place < max(able, default=WHITE_PLACES[0])]
    for possible, places in groupby(below, key=able.__contains__):
        low, *rest = (prices[place] for place in places)
        if not possible:
            yield Text("{low} to {high}", low=low, high=rest[-1]) if rest else verbatim(str(low))


def _set_price(game: Game, step: SetPrice, action: Capitalise) -> None:
    """The company is floated; its founder is president, with both shares (1863-START-20, 1863-START-23)."""
    company, founder = step.company, step.founder
    effects.set_price(game, company, action.price)
    effects.mark(game, company, STARTED | FLOATED)
    effects.move_shares(game, BANK, founder, company, game.share_count(company))
    effects.set_director(game, company, founder)
    game.put(Contribute(step.founder, step.company, step.stop, capital_at(game, action.price)))


PRICE_MOVES: tuple[AnyMove, ...] = (Move(Capitalise, _price_options, price_refusal, _set_price),)
ACTIONS = (Capitalise,)
