"""A founder puts capital into a new company: assets, one at a time, and the rest in cash (rules 1863-START)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from railhead.core import effects
from railhead.core.actions import Action
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Owner, Private, a_train, hex_of, kind_of
from railhead.core.refusal import Refusal
from railhead.core.spelling import TRAIN as TRAIN_NAME
from railhead.core.steps import AnyMove, Move, filtered, passing
from railhead.core.text import Text, joined
from railhead.rules import directors
from railhead.titles.t1863.capital import Asset, PutInPrivate, PutInShares, PutInTrain, assets, best_sum, without
from railhead.titles.t1863.company_size import ChooseSize
from railhead.titles.t1863.facts import NINE_ELMS, PRIVATE, TRAIN
from railhead.titles.t1863.founder_step import FounderStep

LODGINGS, NINE_ELMS_CARD = PRIVATE["LOD"], PRIVATE["NEL"]


@dataclass(frozen=True, slots=True)
class Contribute(FounderStep):
    """The founder puts in assets, one at a time, and pays the rest in cash; all of it comes from one entity."""

    due: int
    given: tuple[Private, ...] = ()
    """The privates that were put in."""
    order: ClassVar[str] = "start.capital"
    on_pass: ClassVar[str] = "{player} pays the rest of the capital in cash"

    def task(self, game: Game) -> Text:
        """Which company, and whether cash would do."""
        if self.due > game.state.cash[self.founder]:
            return Text("put assets into {company}", company=game.symbol(self.company))
        return Text("put assets into {company}, or pass and pay in cash", company=game.symbol(self.company))

    def situation(self, game: Game) -> tuple[Text, ...]:
        """What is still to be put in, and how much of it not in cash."""
        cash = game.state.cash[self.founder]
        there_is = Text(
            "{founder} still has to put {due} into {company}, and has {cash} in cash",
            founder=game.name(self.founder),
            due=self.due,
            company=game.symbol(self.company),
            cash=cash,
        )
        rest = Text("At least {rest} of it must be assets", rest=self.due - cash)
        counted = joined(map(partial(_counted, game), assets(game, self.founder, self.company)))
        worth = Text("Assets and what they count: {assets}", assets=counted)
        return (there_is, worth) if self.due <= cash else (there_is, rest, worth)

    def moves(self, game: Game) -> tuple[AnyMove, ...]:
        return CAPITAL_MOVES

    def proceed(self, game: Game) -> bool:
        """If there is nothing else to put in, the rest is paid in cash."""
        ways = (way for asset in assets(game, self.founder, self.company) for way, _ in asset)
        if any(put_in_refusal(game, self, way) is None for way in ways):
            return False
        _complete(game, self)
        return True


def put_in_refusal(game: Game, step: Contribute, action: Action) -> Refusal | None:
    """Assets never exceed what is due (1863-START-26), and it must be possible to put in the rest."""
    found = assets(game, step.founder, step.company)
    worth = _worth(found, action)
    if worth is None:
        return game.forbid("start.asset", "{founder} cannot put that in", founder=game.name(step.founder))
    due = step.due - worth
    if due < 0:
        return game.forbid("start.excess", "Only {due} is still to be put in", due=step.due)
    if due - best_sum(without(found, action), due) > game.state.cash[step.founder]:
        return game.forbid("start.capital", "The rest could not be put in")
    return None


def _counted(game: Game, asset: Asset) -> Text:
    """An asset and what it counts; of shares, one of them."""
    (way, value), *_ = asset
    if isinstance(way, PutInPrivate):
        return Text("{asset} {value}", asset=game.book.private_names[way.private], value=value)
    if isinstance(way, PutInTrain):
        return Text("{asset} {value}", asset=TRAIN_NAME.write(game.book, way.train), value=value)
    assert isinstance(way, PutInShares)
    return Text("shares of {company} {price} each", company=game.symbol(way.shares), price=value // way.count)


def _worth(found: list[Asset], action: Action) -> int | None:
    """What a contribution counts; None if it cannot be made."""
    return next((value for asset in found for way, value in asset if way == action), None)


def cash_refusal(game: Game, step: Contribute, _: Action) -> Refusal | None:
    """The rest is paid in cash by the founder alone (1863-START-09)."""
    if game.state.cash[step.founder] < step.due:
        return game.forbid("start.capital", "{due} is still due, more than there is in cash", due=step.due)
    return None


def _put_in(game: Game, step: Contribute, action: Action) -> None:
    """One asset changes hands, at no change of any price."""
    company, purse = step.company, game.purse(step.company)
    worth = _worth(assets(game, step.founder, company), action)
    assert worth is not None
    given = step.given
    if isinstance(action, PutInPrivate):
        effects.give_private(game, action.private, purse)
        given = (*given, action.private)
    elif isinstance(action, PutInTrain):
        effects.move_train(game, step.founder, purse, action.train)
    elif isinstance(action, PutInShares):
        _give_shares(game, step.founder, company, action)
        directors.settle_all(game)
    game.put(replace(step, due=step.due - worth, given=given))


def _give_shares(game: Game, founder: Owner, company: Company, action: PutInShares) -> None:
    """Shares are given with the certificate, if the founder cannot keep it."""
    other, purse = action.shares, game.purse(company)
    effects.move_shares(game, founder, purse, other, action.count)
    size = directors.director_size(game, other)
    if game.state.director[other] == founder and game.held(founder, other) < size:
        heir = directors.successor(game, other, founder, game.held(founder, other))
        rival = heir is not None and game.held(heir, other) > game.held(purse, other)
        effects.set_director(game, other, heir if rival and heir is not None else purse)


def _options(kind: type[Action]) -> AnyMove:
    def candidates(game: Game, step: Contribute) -> Iterable[Action]:
        ways = (way for asset in assets(game, step.founder, step.company) for way, _ in asset)
        return dict.fromkeys(way for way in ways if type(way) is kind)

    return Move(kind, filtered(candidates, put_in_refusal), put_in_refusal, _put_in)


def _complete(game: Game, step: Contribute) -> None:
    """The rest is paid; then the size of the company is chosen."""
    company = step.company
    game.pop()
    purpose = Text("the capital of {company}", company=game.symbol(company))
    effects.pay(game, step.founder, game.purse(company), step.due, purpose)
    _grant_a_train(game, step)
    game.push(ChooseSize(company, step.stop, LODGINGS in step.given))


def _grant_a_train(game: Game, step: Contribute) -> None:
    """A company floated in Nine Elms with the card as capital gets a free 2T, if there is one (1863-PRIV-07)."""
    train = a_train(TRAIN["2T"])
    here = game.book.board.names[hex_of(step.stop)] == NINE_ELMS
    if here and NINE_ELMS_CARD in step.given and game.state.depot[game.book.trains[kind_of(train)].pile] > 0:
        effects.move_train(game, BANK, game.purse(step.company), train)


CAPITAL_MOVES: tuple[AnyMove, ...] = (
    _options(PutInPrivate),
    _options(PutInTrain),
    _options(PutInShares),
    passing(_complete, cash_refusal),
)
