"""Why a bot did what it did, in words: a sentence made of the data that is kept with its decision."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from railhead.bots.reason import Considered, Reason
from railhead.core.actions import Pass, parse
from railhead.core.refusal import RailheadError
from railhead.core.rulebook import Rulebook
from railhead.core.text import Text, verbatim
from railhead.play import wording
from railhead.rules.dividends import PayOut

ALIKE = 1.0
"""Two actions whose values differ by less are equally good."""

PARTS = {
    "cash": Text("because of the cash in hand"),
    "dividends": Text("because of dividends"),
    "shares": Text("because of the final value of shares"),
    "privates": Text("because of private companies"),
    "control": Text("because of the control of companies"),
    "others": Text("because the others will have less"),
}
"""What an estimate is made of, as the reason why one is higher."""
BUILT = {
    "run": Text("The company can earn more at once"),
    "later": Text("The company can earn more with a later train"),
    "reach": Text("The company reaches more of the board"),
}
"""What building is good for."""
DONE = {
    "decline": Text("What others propose is mostly good for them"),
    "run": Text("It found no run that earns more"),
    "repay": Text("What is repaid bears no more interest"),
    "amount": Text("The company keeps what it has to pay soon, and pays out the rest"),
    "borrow": Text("The train will earn more than the loan costs"),
    "crisis": Text("This costs its owner least"),
    "train": Text("The train earns more than it costs while it lasts"),
    "return": Text("This train is worth least"),
    "bid": Text("What is for sale is worth more than that"),
    "start": Text("It is time for a company, and this is the best one to begin with"),
    "price": Text("At this price the company can soon pay for a train"),
    "sell": Text("Something has to be sold, and this earns least"),
    "share": Text("This share promises most for its price"),
    "private": Text("It pays best for its price"),
    "habit": Text("Players usually do this"),
    "plan": Text("It pays off later"),
    "escape": Text("Whoever holds enough of it may have to answer for its debts"),
    "flip": Text("A company will pay more for it"),
    "sell private": Text("The company has money to spare, and pays well"),
    "put in": Text("It counts more than it has cost"),
    "nothing": Text("There was nothing better to do"),
}
"""By rule of thumb: why something is done."""
LEFT = {
    "track": Text("No place is worth what it costs"),
    "token": Text("No place is worth what it costs"),
    "train": Text("No train earns what it costs"),
    "bid": Text("What is for sale is not worth a higher bid"),
    "borrow": Text("A loan would cost more than it brings"),
    "share": Text("No share promises enough for its price"),
    "habit": Text("There was nothing better to do"),
    "plan": Text("Nothing else would pay off later"),
    "flip": Text("What is for sale is not worth a higher bid"),
    "nothing": Text("There was nothing better to do"),
}
"""By rule of thumb: why nothing is done."""


def in_words(book: Rulebook, reason: Reason) -> str:
    """Why a bot did something, as a sentence or two; empty if it had no reason."""
    said = [_own(book, reason)]
    if reason.cut_short:
        said.append(Text("It could not look at everything"))
    if reason.instead_of:
        said.append(Text("The bot of this seat did not answer in time, so an easy one decided"))
    return " ".join(f"{each}." for each in said if each is not None)


def _own(book: Rulebook, reason: Reason) -> Text | None:
    if not reason.considered:
        return None
    decided, *others = reason.considered
    passed = decided.action == "pass"
    if reason.rule == "estimate":
        return _estimated(book, decided, others[0]) if others else None
    if reason.rule in ("track", "token") and not passed:
        return _built(decided)
    if reason.rule == "dividend":
        return _paid(book, decided)
    return LEFT.get(reason.rule, DONE.get(reason.rule)) if passed else DONE.get(reason.rule)


def _estimated(book: Rulebook, decided: Considered, other: Considered) -> Text | None:
    """How much more is expected of it than of the next best, and where most of that comes from."""
    said = _said(book, other)
    if said is None:
        return None
    gain = round(decided.value - other.value)
    if gain < ALIKE:
        return Text("As good as “{other}”, as far as it can tell", other=said)
    parts = dict(other.parts)
    because = mostly([(name, value - parts.get(name, 0.0)) for name, value in decided.parts])
    if because is None:
        return Text("Worth about {gain} more in the end than “{other}”", gain=gain, other=said)
    return Text(
        "Worth about {gain} more in the end than “{other}”, mostly {because}", gain=gain, other=said, because=because
    )


def mostly(parts: Iterable[tuple[str, float]]) -> Text | None:
    """Where most of what is gained comes from, if anything that has a name does."""
    gains = {name: value for name, value in parts if name in PARTS and value > 0}
    return PARTS[max(gains, key=lambda name: gains[name])] if gains else None


def _built(decided: Considered) -> Text:
    gains = {name: value for name, value in decided.parts if name in BUILT}
    return BUILT[max(gains, key=lambda name: gains[name], default="reach")]


def _paid(book: Rulebook, decided: Considered) -> Text | None:
    with suppress(RailheadError):
        if isinstance(parse(book, decided.action), PayOut):
            return Text("Shareholders get money for more shares, and the price rises")
        return Text("The company has to save for a train")
    return None


def _said(book: Rulebook, considered: Considered) -> Text | None:
    """An action in words; None if it cannot be read any more."""
    with suppress(RailheadError):
        action = parse(book, considered.action)
        return Text("Pass") if isinstance(action, Pass) else verbatim(wording.said(book, action))
    return None
