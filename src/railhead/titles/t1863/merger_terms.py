"""What a merger would come to, for those who propose it and those who are asked (rules 1863-MERGE)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railhead.core.game import Game
from railhead.core.ids import Company, Owner
from railhead.core.text import Text, joined, series
from railhead.titles.t1863 import joining, major_merger, minor_merger
from railhead.titles.t1863.facts import MINOR


def details(game: Game, members: Sequence[Company], survivors: Sequence[Company]) -> tuple[Text, ...]:
    """The price, who would be president, who would hold what, and what the company would have."""
    return (
        _price(game, members),
        *_presidents(game, members, survivors),
        *_holdings(game, members),
        _means(game, members),
    )


def _price(game: Game, members: Sequence[Company]) -> Text:
    prices = [Text("{company} at {price}", company=game.symbol(each), price=game.price_of(each)) for each in members]
    joint = joining.joint_price(game, members)
    return Text("{companies} become one company at {price}", companies=series(prices), price=joint)


def _means(game: Game, members: Sequence[Company]) -> Text:
    cash, loans = sum(map(game.treasury, members)), sum(game.state.loans[company] for company in members)
    if loans == 1:
        return Text("It has {cash} in cash and one loan", cash=cash)
    return Text("It has {cash} in cash and {loans} loans", cash=cash, loans=loans)


def _presidents(game: Game, members: Sequence[Company], survivors: Sequence[Company]) -> Iterator[Text]:
    """Who would be president, and what they would have to buy; if that depends on it, by which company survives."""
    found = {survivor: _president(game, members, survivor) for survivor in survivors}
    if len(set(found.values())) == 1:
        yield found[survivors[0]]
        return
    for survivor, said in found.items():
        yield Text("If {company} survives: {president}", company=game.symbol(survivor), president=said)


def _president(game: Game, members: Sequence[Company], survivor: Company) -> Text:
    terms = minor_merger if game.state.kind[survivor] == MINOR else major_merger
    chosen = terms.president(game, members, survivor)
    assert chosen is not None  # or it would not be among the survivors
    name, missing = game.name(chosen), terms.lacking(game, members, chosen)
    if not missing:
        return Text("{president} will be [director]", president=name)
    cost = missing * joining.joint_price(game, members)
    if missing == 1:
        return Text("{president} will be [director], and buys one more share for {cost}", president=name, cost=cost)
    buys = "{president} will be [director], and buys {count} more shares for {cost}"
    return Text(buys, president=name, count=missing, cost=cost)


def _holdings(game: Game, members: Sequence[Company]) -> Iterator[Text]:
    """Who would hold how many new shares, and owe how many; halves are made whole or paid out then."""
    if game.state.kind[members[0]] == MINOR:
        halves = {owner: 2 * count for owner, count in minor_merger.shares_of_owners(game, members).items()}
    else:
        halves = major_merger.holders(game, members)
    held = {owner: count for owner, count in halves.items() if count > 0}
    owed = {owner: -count for owner, count in halves.items() if count < 0}
    yield Text("New shares: {shares}", shares=_counted(game, held))
    if owed:
        yield Text("Sold short then: {shares}", shares=_counted(game, owed))
    if any(count % 2 for count in halves.values()):
        half = joining.joint_price(game, members) // 2
        yield Text("Whoever has a half makes it whole for {half} or is paid {half}; of shorts, the reverse", half=half)


def _counted(game: Game, halves: dict[Owner, int]) -> Text:
    """Names with numbers of shares, given in halves."""
    return joined(
        Text("{owner} {count}", owner=game.name(owner), count=_number(count)) for owner, count in halves.items()
    )


def _number(halves: int) -> str:
    whole, odd = divmod(halves, 2)
    return f"{whole or ''}½" if odd else str(whole)
