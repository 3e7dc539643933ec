"""How many station tokens a company may have, and those that are too many (rules 1863-TOKX)."""

from __future__ import annotations

from railhead.core.game import Game
from railhead.core.ids import Company
from railhead.core.rulebook import UNLIMITED
from railhead.rules import takeover
from railhead.rules.stations import tokens_of
from railhead.rules.takeover import RemoveToken, TakeoverRules
from railhead.titles.t1863.facts import NUMBERS
from railhead.titles.t1863.record import set_tokens

UERL = "UER"


def most_tokens(game: Game, company: Company) -> int:
    """Seven, of the UERL any number (1863-TOKEN-05, 1863-CO-03)."""
    return UNLIMITED if game.symbol(company) == UERL else NUMBERS.most_tokens


def recounted(game: Game, company: Company) -> None:
    """What is on the board and on the charter is all it has."""
    set_tokens(game, company, len(tokens_of(game, company)) + game.state.spare_tokens[company])


def buy(game: Game, company: Company, count: int) -> None:
    """A company gets tokens for its charter; what would be above the limit is discarded (1863-TOKX-01)."""
    room = most_tokens(game, company) - len(tokens_of(game, company))
    takeover.have_spare_tokens(game, company, min(game.state.spare_tokens[company] + count, room))


def discard(game: Game, company: Company, gone: Company) -> None:
    """Tokens on the board that are too many are discarded, after those on the charter (1863-TOKX-01, 1863-TOKX-03).

    Its president chooses which; the company it has taken over is gone.
    """
    game.push(takeover.RemoveTokens(company, gone))


RULES = TakeoverRules(most_tokens=most_tokens, recounted=recounted)
ACTIONS = (RemoveToken,)
