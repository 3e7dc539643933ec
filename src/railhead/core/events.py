"""Events: what happened, in order. They are derived, never stored; the log a player reads is made from them.

An event's `says` is its sentence. Its fields are spelled like those of actions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from railhead.core import spelling
from railhead.core.actions import Action
from railhead.core.ids import BANK, NOWHERE, POOL, Company, Hex, Owner, Place, Point, Private, Tile, Train
from railhead.core.spelling import Count, Money, Purse, Rotation, Tally
from railhead.core.text import Text, translated

if TYPE_CHECKING:
    from railhead.core.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    says: ClassVar[str]
    irreversible: ClassVar[bool] = False
    """Does it change the game for good, so that whoever brings it about had better be asked first?"""

    def template(self) -> str:
        """Its sentence with the fields still to be filled in; amounts of zero are left out."""
        return self.says


def sentence(book: Rulebook, event: Event) -> str:
    """The event in words, in the language of whoever is reading."""
    template = book.in_words(event.template())
    known = spelling.of(type(event))
    values = {name: known[name].write(book, getattr(event, name)) for name in spelling.fields_in(template)}
    return translated(template).format(**values)


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """A player decided something; what follows are its consequences."""

    seat: Owner
    action: Action
    says: ClassVar[str] = "{seat}: {action}"


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Money changed hands."""

    payer: Purse
    payee: Purse
    amount: Money
    purpose: Text
    says: ClassVar[str] = "{payer} pays {amount} to {payee} for {purpose}"

    @property
    def giver(self) -> Owner:
        """The payer."""
        return Owner(self.payer)

    @property
    def taker(self) -> Owner:
        """The payee."""
        return Owner(self.payee)


@dataclass(frozen=True, slots=True)
class SharesMoved(Event):
    """Shares changed hands."""

    giver: Owner
    taker: Owner
    company: Company
    count: Count
    says: ClassVar[str] = "{count} shares of {company} go from {giver} to {taker}"
    says_one: ClassVar[str] = "A share of {company} goes from {giver} to {taker}"

    def template(self) -> str:
        return self.says_one if self.count == 1 else self.says


@dataclass(frozen=True, slots=True)
class DirectorChanged(Event):
    """The director's certificate has a new holder."""

    company: Company
    director: Owner
    irreversible: ClassVar[bool] = True
    says: ClassVar[str] = "{director} becomes [director] of {company}"
    says_nobody: ClassVar[str] = "{company} is left without a [director]"

    def template(self) -> str:
        return self.says_nobody if self.director in (BANK, POOL) else self.says


@dataclass(frozen=True, slots=True)
class ParSet(Event):
    """A company was started."""

    company: Company
    par: Place
    says: ClassVar[str] = "{company} is started at par {par}"


@dataclass(frozen=True, slots=True)
class ParMoved(Event):
    """The par of a company in play changed."""

    company: Company
    par: Place
    says: ClassVar[str] = "The par of {company} is now {par}"


@dataclass(frozen=True, slots=True)
class PriceMoved(Event):
    """A company's marker moved on the market."""

    company: Company
    place: Place
    was: Place
    """Where it was before; NOWHERE if it was not on the market."""
    says: ClassVar[str] = "{company}'s price moves from {was} to {place}"
    says_first: ClassVar[str] = "{company}'s price is {place}"
    says_unmoved: ClassVar[str] = "{company}'s price stays at {place}"

    def template(self) -> str:
        """Where it was before is said only if it was elsewhere."""
        if self.was == NOWHERE:
            return self.says_first
        return self.says_unmoved if self.was == self.place else self.says


@dataclass(frozen=True, slots=True)
class KindChanged(Event):
    """A company became one of another kind."""

    company: Company
    kind: Text
    says: ClassVar[str] = "{company} is now a {kind}"


@dataclass(frozen=True, slots=True)
class LoansTaken(Event):
    """A company took loans."""

    company: Company
    count: Count
    says: ClassVar[str] = "{company} takes {count} loans"
    says_one: ClassVar[str] = "{company} takes a loan"

    def template(self) -> str:
        return self.says_one if self.count == 1 else self.says


@dataclass(frozen=True, slots=True)
class LoansRepaid(Event):
    """A company repaid loans."""

    company: Company
    count: Count
    says: ClassVar[str] = "{company} repays {count} loans"
    says_one: ClassVar[str] = "{company} repays a loan"

    def template(self) -> str:
        return self.says_one if self.count == 1 else self.says


@dataclass(frozen=True, slots=True)
class LoansMoved(Event):
    """A company took over loans of another."""

    giver: Company
    taker: Company
    count: Count
    says: ClassVar[str] = "{taker} takes over {count} loans of {giver}"
    says_one: ClassVar[str] = "{taker} takes over a loan of {giver}"

    def template(self) -> str:
        return self.says_one if self.count == 1 else self.says


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    """A tile was laid."""

    company: Company
    hex: Hex
    tile: Tile
    rotation: Rotation
    says: ClassVar[str] = "{company} lays tile {tile} at {hex}"


@dataclass(frozen=True, slots=True)
class TileUpgraded(TileLaid):
    """A tile was laid in place of another, or on a hex with printed track."""

    says: ClassVar[str] = "{company} upgrades {hex} to tile {tile}"


@dataclass(frozen=True, slots=True)
class TileTakenBack(Event):
    """A tile that was laid is taken off the board."""

    hex: Hex
    tile: Tile
    says: ClassVar[str] = "Tile {tile} at {hex} is taken back"


@dataclass(frozen=True, slots=True)
class SmallStationBuilt(Event):
    """A small station was built on plain track."""

    company: Company
    hex: Hex
    line: str
    says: ClassVar[str] = "{company} builds a small station at {hex}"


@dataclass(frozen=True, slots=True)
class TokenPlaced(Event):
    """A token was placed."""

    company: Company
    stop: Point
    says: ClassVar[str] = "{company} places a [token] at {stop}"


@dataclass(frozen=True, slots=True)
class TokenRemoved(Event):
    """A token was removed from the board."""

    company: Company
    stop: Point
    says: ClassVar[str] = "The [token] of {company} at {stop} is removed"


@dataclass(frozen=True, slots=True)
class TokenMoved(Event):
    """A token changes its station."""

    company: Company
    stop: Point
    to: Point
    says: ClassVar[str] = "The [token] of {company} moves from {stop} to {to}"


@dataclass(frozen=True, slots=True)
class TokenReturned(Event):
    """A token leaves the board and can be placed again."""

    company: Company
    stop: Point
    says: ClassVar[str] = "{company} takes back its [token] at {stop}"


@dataclass(frozen=True, slots=True)
class MarkerPlaced(Event):
    """A token that is no company's was placed."""

    marker: str
    stop: Point
    says: ClassVar[str] = "The {marker} is placed at {stop}"


@dataclass(frozen=True, slots=True)
class MarkerRemoved(Event):
    """A token that is no company's was removed from the board."""

    marker: str
    stop: Point
    says: ClassVar[str] = "The {marker} at {stop} is removed"


@dataclass(frozen=True, slots=True)
class Earned(Event):
    """A company's trains have run."""

    company: Company
    revenue: Money
    subsidy: Money
    says: ClassVar[str] = "{company} earns {revenue} and a subsidy of {subsidy}"
    says_plain: ClassVar[str] = "{company} earns {revenue}"

    def template(self) -> str:
        return self.says if self.subsidy else self.says_plain


@dataclass(frozen=True, slots=True)
class DividendPaid(Event):
    """Revenue was paid out."""

    company: Company
    amount: Money
    says: ClassVar[str] = "{company} pays a dividend of {amount}"


@dataclass(frozen=True, slots=True)
class RevenueKept(Event):
    """Revenue, if there was any, was kept."""

    company: Company
    amount: Money
    says: ClassVar[str] = "{company} keeps its revenue of {amount}"
    says_none: ClassVar[str] = "{company} pays no dividend"

    def template(self) -> str:
        return self.says if self.amount else self.says_none


@dataclass(frozen=True, slots=True)
class TrainMoved(Event):
    """A train has a new owner."""

    train: Train
    giver: Owner
    taker: Owner
    says: ClassVar[str] = "A {train} train goes from {giver} to {taker}"
    says_new: ClassVar[str] = "{taker} receives a {train} train"
    says_returned: ClassVar[str] = "{giver} returns a {train} train"

    def template(self) -> str:
        """The bank is not mentioned."""
        if self.giver in (BANK, POOL):
            return self.says_new
        return self.says_returned if self.taker in (BANK, POOL) else self.says


@dataclass(frozen=True, slots=True)
class LotAwarded(Event):
    """An auction is over."""

    winner: Owner
    lot: Text
    price: Money
    says: ClassVar[str] = "{winner} wins {lot} for {price}"
    says_free: ClassVar[str] = "{winner} receives {lot} for nothing"

    def template(self) -> str:
        return self.says if self.price else self.says_free


@dataclass(frozen=True, slots=True)
class TrainsRusted(Event):
    """All trains of a kind left the game."""

    train: Train
    irreversible: ClassVar[bool] = True
    says: ClassVar[str] = "All {train} trains rust"


@dataclass(frozen=True, slots=True)
class UnownedTrainsRusted(Event):
    """The trains of a pile that no company had left the game."""

    pile: str
    irreversible: ClassVar[bool] = True
    says: ClassVar[str] = "{pile} trains that no company owns rust"


@dataclass(frozen=True, slots=True)
class TrainExported(Event):
    """A train left the game unsold."""

    pile: str
    says: ClassVar[str] = "A {pile} train leaves the game unsold"


@dataclass(frozen=True, slots=True)
class PileCut(Event):
    """Most trains of a pile left the game unsold."""

    pile: str
    left: Tally
    says: ClassVar[str] = "Only {left} of the {pile} trains are left; the others leave the game unsold"


@dataclass(frozen=True, slots=True)
class TrainScrapped(Event):
    """A single train left the game."""

    owner: Owner
    train: Train
    says: ClassVar[str] = "A {train} train of {owner} leaves the game"


@dataclass(frozen=True, slots=True)
class TrainClaimed(Event):
    """Somebody takes a train that had left the game."""

    owner: Owner
    train: Train
    says: ClassVar[str] = "{owner} takes a {train} train that was out of use"


@dataclass(frozen=True, slots=True)
class TrainTurned(Event):
    """A train runs from now on as another kind on the same card."""

    owner: Purse
    train: Train
    face: Train
    says: ClassVar[str] = "A {train} train of {owner} becomes a {face} train"


@dataclass(frozen=True, slots=True)
class PhaseStarted(Event):
    """A new phase has begun."""

    phase: str
    irreversible: ClassVar[bool] = True
    says: ClassVar[str] = "Phase {phase} begins"


@dataclass(frozen=True, slots=True)
class PrivateMoved(Event):
    """A private company has a new owner."""

    private: Private
    owner: Owner
    says: ClassVar[str] = "{private} goes to {owner}"
    says_returned: ClassVar[str] = "{private} goes back to the bank"

    def template(self) -> str:
        return self.says_returned if self.owner in (BANK, POOL) else self.says


@dataclass(frozen=True, slots=True)
class IncomePaid(Event):
    """The owner of a private company was paid its income."""

    owner: Owner
    amount: Money
    says: ClassVar[str] = "A private company pays {amount} to {owner}"


@dataclass(frozen=True, slots=True)
class PrivateClosed(Event):
    """A private company left the game."""

    private: Private
    irreversible: ClassVar[bool] = True
    says: ClassVar[str] = "{private} is closed"


@dataclass(frozen=True, slots=True)
class PriorityMoved(Event):
    """The priority deal card has a new holder."""

    seat: Owner
    says: ClassVar[str] = "{seat} has the priority deal"


@dataclass(frozen=True, slots=True)
class PlayerOut(Event):
    """A player is out of the game."""

    seat: Owner
    irreversible: ClassVar[bool] = True
    says: ClassVar[str] = "{seat} is out of the game"


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A new round has begun."""

    round: Text
    says: ClassVar[str] = "{round} begins"


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A company's turn has begun."""

    company: Company
    says: ClassVar[str] = "It is the turn of {company}"


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A company's standing changed: insolvent, bankrupt, closed."""

    company: Company
    standing: Text
    irreversible: ClassVar[bool] = True
    says: ClassVar[str] = "{company} is {standing}"


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """Something specific to the title, in words."""

    text: Text
    says: ClassVar[str] = "{text}"
