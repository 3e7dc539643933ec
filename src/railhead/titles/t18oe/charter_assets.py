"""What leaves play with a charter, when a minor is abandoned or a major becomes a national (18OE-NATL-08)."""

from __future__ import annotations

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import BANK, Company, Stop, a_train, kind_of
from railhead.core.text import Text
from railhead.rules.stations import tokens_of
from railhead.titles.t18oe import powers, white_cliffs
from railhead.titles.t18oe.record import amend, entry, record


def pay_to_bank(game: Game, company: Company) -> None:
    """All cash of a treasury goes to the bank (18OE-NATL-03, 18OE-ABANDON-06)."""
    effects.pay(game, game.purse(company), BANK, game.treasury(company), Text("its treasury"))


def lose_tokens(game: Game, company: Company) -> None:
    """All tokens leave the map and the charter (18OE-NATL-06, 18OE-ABANDON-03)."""
    for stop in tokens_of(game, company):
        lose_token(game, company, stop)
    effects.give_tokens(game, company, -game.state.spare_tokens[company])
    amend(game, slots=entry(record(game).slots, company, ()))


def lose_token(game: Game, company: Company, stop: Stop) -> None:
    """A token leaves the map; if it stood on the ferry position, Lille is open to all for good (18OE-LILLE-07)."""
    effects.remove_token(game, company, stop)
    if stop == white_cliffs.position():
        amend(game, cliffs_open=True)


def lose_markers(game: Game, company: Company) -> None:
    """Markers of privates, port authorities and the Orient Express leave play; nothing goes back to its supply.

    The tokens of Star Harbor and Central Circle leave the map with them (18OE-NATL-08). The train of Swift stays where
    it is, but is now an ordinary train (18OE-NATL-09).
    """
    known = record(game)
    effects.mark_trains(game, game.purse(company), tuple(a_train(kind_of(train)) for train in game.trains_of(company)))
    amend(
        game,
        harbor=None if known.harbor is not None and known.harbor[0] == company else known.harbor,
        circle=None if known.circle is not None and known.circle[0] == company else known.circle,
        authorities=tuple(held for held in known.authorities if held[0] != company),
        express=tuple(other for other in known.express if other != company),
    )


def lose_pullman(game: Game, company: Company) -> None:
    """A Pullman goes to the Open Market; that of minor M stays with M's charter (18OE-NATL-05, 18OE-ABANDON-05)."""
    known = record(game)
    if company in known.pullmans:
        own = known.own_pullman and powers.has(game, company, "M")
        amend(
            game,
            pullmans=tuple(other for other in known.pullmans if other != company),
            pullmans_in_market=known.pullmans_in_market + (0 if own else 1),
        )
