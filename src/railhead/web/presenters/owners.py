"""Who decides for whom: below each player the companies they direct, and below these the companies those direct."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from railhead.core.ids import Company, Owner, Seat
from railhead.core.text import Text
from railhead.core.view import View
from railhead.play import wording
from railhead.rules.directors import CertificateRules
from railhead.rules.stock import StockRules
from railhead.web.presenters.charters import Charter, Holding, PlayerCard, holding


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A company, what its director holds of it, and the companies below it."""

    company: Charter
    held: Holding | None
    """What its director holds of it; None if nobody directs it."""
    minorities: tuple[Holding, ...]
    """What it holds of companies that it does not direct."""
    must_sell: tuple[str, ...]
    """The companies of which it has more than is allowed."""
    below: tuple[Branch, ...]

    @property
    def borrowed_all(self) -> bool:
        """Has it taken all the loans it may have?"""
        return bool(self.company.loans) and not self.company.more_loans


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A player with everything they decide for."""

    player: PlayerCard
    minorities: tuple[Holding, ...]
    must_sell: tuple[str, ...]
    branches: tuple[Branch, ...]

    @property
    def at_limit(self) -> bool:
        """Has the player as many certificates as they may have?"""
        return self.player.limit is not None and self.player.certificates >= self.player.limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Owners:
    """Everybody at the table, and the companies that nobody decides for."""

    trees: tuple[Tree, ...]
    ownerless: tuple[Branch, ...]


def owners(view: View, companies: tuple[Charter, ...], players: tuple[PlayerCard, ...]) -> Owners | None:
    """Who decides for whom; None in a title in which players direct all companies themselves."""
    if not view.book.rules[CertificateRules].chains:
        return None
    grower = _Grower(view, {charter.number: charter for charter in companies if charter.standing})
    return Owners(trees=tuple(grower.tree(player) for player in players), ownerless=tuple(grower.ownerless()))


@dataclass(frozen=True, slots=True)
class _Grower:
    view: View
    charters: Mapping[Company, Charter]

    def tree(self, player: PlayerCard) -> Tree:
        return Tree(
            player=player,
            minorities=tuple(held for held in player.holdings if not held.director),
            must_sell=self.must_sell(player.seat),
            branches=tuple(self.branches(player.seat)),
        )

    def branches(self, owner: Owner) -> Iterator[Branch]:
        """The companies that an owner directs, in the order of the charters."""
        for company in self.charters:
            if self.view.companies[company].director == owner:
                yield self.branch(company, owner)

    def ownerless(self) -> Iterator[Branch]:
        for company in self.charters:
            if self.view.companies[company].director is None:
                yield self.branch(company, None)

    def branch(self, company: Company, owner: Owner | None) -> Branch:
        seen, purse = self.view.companies[company], self.view.book.purse(company)
        charter = self.charters[company]
        return Branch(
            company=charter,
            held=None if owner is None else holding(self.view, owner, company, seen.held_by(owner)),
            minorities=tuple(held for held in charter.holdings if not held.director),
            must_sell=self.must_sell(purse),
            below=tuple(self.branches(purse)),
        )

    def must_sell(self, owner: Owner) -> tuple[str, ...]:
        too_many = self.view.ask(self.view.book.rules[StockRules].too_many, owner)
        return tuple(self.view.book.company_names[company] for company in too_many)


# -- the company that is decided for ----------------------------------------------------------------


def path_to(view: View, company: Company | None) -> tuple[str, ...]:
    """The player who decides for a company, the companies between them, and the company itself.

    Empty if nothing is between them.
    """
    above = () if company is None else view.companies[company].above
    if company is None or len(above) < 2:
        return ()
    return (*(wording.owner_name(view.book, owner) for owner in reversed(above)), view.companies[company].symbol)


def who_decides(view: View, company: Company | None, reader: Seat | None) -> str:
    """Who decides for a company that belongs to another one, and why; empty if that needs no words."""
    path = path_to(view, company)
    if company is None or not path:
        return ""
    player, *between, symbol = path
    mine = view.companies[company].controller == reader
    text = _yours(symbol, between) if mine else _theirs(player, symbol, between)
    return str(view.book.worded(text))


def _yours(company: str, between: list[str]) -> Text:
    if len(between) > 1:
        return Text(
            "You decide for {company} (owned by {owner}) through {companies}",
            company=company,
            owner=between[-1],
            companies=" → ".join(between),
        )
    return Text(
        "You decide for {company} (owned by {owner}, whose [director] you are)", company=company, owner=between[-1]
    )


def _theirs(player: str, company: str, between: list[str]) -> Text:
    if len(between) > 1:
        return Text(
            "{player} decides for {company} (owned by {owner}) through {companies}",
            player=player,
            company=company,
            owner=between[-1],
            companies=" → ".join(between),
        )
    return Text(
        "{player} decides for {company} (owned by {owner}, whose [director] is {player})",
        player=player,
        company=company,
        owner=between[-1],
    )
