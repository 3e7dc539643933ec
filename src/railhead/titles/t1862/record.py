"""What only 1862 has to remember, and what of it is shown for a company."""

from __future__ import annotations

from dataclasses import dataclass, replace

from railhead.core import effects
from railhead.core.game import Game
from railhead.core.ids import Company, Seat
from railhead.core.state import STARTED
from railhead.core.text import Text, to_translate, verbatim
from railhead.titles.t1862.facts import TYPE_NAMES


@dataclass(frozen=True, slots=True)
class Record1862:
    """What was dealt, what 1862 adds to companies, and what rounds and the end of the game leave behind."""

    group: tuple[int, ...]
    """By company: the phase from which it is available."""
    dealt: tuple[int, ...]
    """By company: the permit it was dealt, and gets back whenever it starts again."""
    permits: tuple[int, ...]
    """By company: the types of train it may run, added up."""
    markers: tuple[int, ...]
    """By company: all its station markers, on the board or not."""
    chartered: tuple[Company, ...] = ()
    """The companies with a charter from Parliament."""
    chartered_par: tuple[Company, ...] = ()
    """Merged companies whose par token has stayed in the column of the chartered ones."""
    settled: tuple[Company, ...] = ()
    """The companies that have placed their home marker."""
    obligations: tuple[tuple[Seat, Company], ...] = ()
    """Players and the companies they hold charters for that have not floated."""
    failed: tuple[Company, ...] = ()
    """Companies whose charter has failed and that are not available until the next stock round."""
    bought: tuple[tuple[Seat, Company], ...] = ()
    """Players and companies, once for every share bought in this stock round."""
    topped: bool = False
    """A share price has reached the top of the market: the game ends with this operating round."""
    lner: bool = False
    """The London & North Eastern Railway has formed."""
    limit: int = 0
    """The certificate limit from the LNER's formation on."""


def record(game: Game) -> Record1862:
    """The record of this game."""
    found = game.state.record
    assert isinstance(found, Record1862)
    return found


def amend(game: Game, **changes: object) -> None:
    """Change the record."""
    effects.set_record(game, replace(record(game), **changes))  # type: ignore[arg-type]


def entry(numbers: tuple[int, ...], company: Company, value: int) -> tuple[int, ...]:
    """Numbers by company, with another one for this company."""
    return (*numbers[:company], value, *numbers[company + 1 :])


def without(companies: tuple[Company, ...], company: Company) -> tuple[Company, ...]:
    """A list of companies without this one."""
    return tuple(other for other in companies if other != company)


def is_chartered(game: Game, company: Company) -> bool:
    """Does the company have a charter from Parliament?"""
    return company in record(game).chartered


REMARKS = (
    to_translate("permits {remark}"),
    to_translate("available {remark}"),
    to_translate("obligation {remark}"),
)
"""How remarks are introduced where it is not clear what they are about."""


def remarks(game: Game, company: Company) -> dict[str, Text]:
    """The permits of a company, whether Parliament has chartered it, and who is under obligation for it."""
    permits = record(game).permits[company]
    found = {"permits": verbatim("".join(name[0].upper() for sort, name in TYPE_NAMES.items() if permits & sort))}
    if game.state.has(company, STARTED):
        found["charter"] = Text("chartered" if is_chartered(game, company) else "non-chartered")
    elif game.state.phase < record(game).group[company]:
        found["available"] = Text("from phase {phase}", phase=game.book.phases[record(game).group[company]].name)
    owing = [game.name(seat) for seat, owed in record(game).obligations if owed == company]
    if owing:
        found["obligation"] = Text("owed by {player}", player=owing[0])
    return found
