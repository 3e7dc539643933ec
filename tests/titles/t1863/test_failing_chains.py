"""Companies that end while they own others, or while somebody owes their shares (1863-LIQ-11, 1863-LPTB-05)."""

from __future__ import annotations

import pytest

from railhead.core import effects
from railhead.core.state import FLOATED
from railhead.testing import rule
from railhead.titles.t1863 import pirate
from railhead.titles.t1863.liquidation import Subsidiary
from tests.titles.t1863.mergers import Mergers


def parent_and_minor(parent_cash: int = 0, cash: int = 10, loans: int = 0) -> Mergers:
    """A's Metropolitan is in liquidation and owns the City & South London, at 60."""
    at = Mergers()
    at.minor("MET", 0, "A", cash=parent_cash)
    at.minor("CSL", 60, "MET", cash=cash, loans=loans)
    return at


# -- a subsidiary that fails as well ------------------------------------------------------------------


@rule("1863-LIQ-11", "1863-LIQ-07")
def test_loans_of_a_subsidiary_that_fails_come_up_to_the_player() -> None:
    at = parent_and_minor(loans=2)
    at.mergers()
    assert isinstance(at.step, Subsidiary)
    at.finish()
    assert at.cash("A") == 350 - 200 + 10
    assert sum(at.state.loans) == 0
    assert not at.has("MET", FLOATED)
    assert not at.has("CSL", FLOATED)


@rule("1863-LIQ-11", "1863-LIQ-08")
def test_what_is_left_of_a_subsidiary_goes_to_its_owner() -> None:
    """The minor's 500 come to the Metropolitan, which repays its two loans; A gets 300."""
    at = parent_and_minor(cash=500)
    at.state.loans[at.company("MET")] = 2
    at.mergers()
    at.finish()
    assert at.cash("A") == 350 + 300


@rule("1863-LIQ-11", "1863-LIQ-04")
def test_the_lots_of_a_subsidiary_come_first_and_its_shares_are_worth_nothing_by_then() -> None:
    at = parent_and_minor()
    at.minor("EHL", 60, "B", cash=100)
    at.mergers()
    at.do("pass")
    assert at.choices.task == "bid for the station tokens of CSL"
    assert at.price("CSL") == 0
    at.do("bid 10")
    assert at.choices.task == "bid for the station tokens of MET"
    at.do("bid 20")
    assert at.cash_of("A", "EHL") == [350 + 10 + 10 + 20, 70]


@rule("1863-LIQ-11")
def test_a_chain_of_three_fails_from_the_bottom() -> None:
    at = Mergers()
    at.minor("MET", 0, "A")
    at.minor("CSL", 60, "MET", cash=30, loans=1)
    at.minor("DIS", 50, "CSL", cash=40, loans=1)
    at.mergers()
    at.finish()
    assert at.cash("A") == 350 - 200 + 70
    assert not any(at.has(name, FLOATED) for name in ("MET", "CSL", "DIS"))


@rule("1863-LIQ-11")
def test_the_player_may_save_the_end_of_a_chain() -> None:
    """A lets the City & South London go, but keeps the District: its price is paid to the one that fails."""
    at = Mergers()
    at.minor("MET", 0, "A", cash=500)
    at.minor("CSL", 60, "MET")
    at.minor("DIS", 50, "CSL")
    at.mergers()
    at.do("pass")
    assert (at.turn, at.step.subjects) == ("A", (at.company("DIS"),))
    at.do("take-subsidiary")
    assert (at.director("DIS"), at.price("DIS")) == ("A", 40), "not the Metropolitan, which ends itself"
    at.finish()
    assert at.cash("A") == 350 + 500


@rule("1863-LIQ-11")
def test_a_company_above_that_goes_on_buys_the_subsidiary() -> None:
    at = Mergers()
    at.minor("DIS", 100, "A", cash=200)
    at.minor("MET", 0, "DIS")
    at.minor("CSL", 60, "MET")
    at.mergers()
    at.do("take-subsidiary")
    assert at.cash_of("A", "DIS", "MET") == [350, 80, 120]
    at.finish()
    assert (at.director("CSL"), at.cash("A"), at.cash("DIS")) == ("DIS", 350, 200), "its 120 come back from MET"


@rule("1863-LIQ-11", "1863-CRISIS-09")
def test_without_a_player_above_nobody_is_asked_and_loans_are_void() -> None:
    at = parent_and_minor(parent_cash=20, loans=2)
    effects.move_shares(at.game, at.owner("A"), at.owner("pool"), at.company("MET"), 2)
    effects.set_director(at.game, at.company("MET"), at.owner("pool"))
    effects.set_price(at.game, at.company("CSL"), at.book.market.place[0])
    at.mergers()
    assert at.waits
    assert at.cash("A") == 350
    assert not at.has("CSL", FLOATED)


@rule("1863-LIQ-11", "1863-LPTB-05")
@pytest.mark.parametrize("offered", [True, False])
def test_a_subsidiary_of_a_company_that_the_lptb_takes_fails_too(offered: bool) -> None:
    at = Mergers(phase="V")
    at.major("MET", 60, {"A": 4}, cash=100, trains=("5T",) if offered else ())
    at.minor("CSL", 70, "MET", cash=50, loans=1, trains=("5T",))
    at.give_cash("A", 0)
    at.mergers()
    if offered:
        at.do("sell-to-lptb")
    at.finish()
    assert not at.has("MET", FLOATED)
    assert not at.has("CSL", FLOATED)
    assert at.cash("A") == 4 * 12, "of its 100 the Metropolitan answers for 50; neither 60 nor 24 / 2 a share is there"


@rule("1863-LIQ-11", "1863-LIQ-02")
def test_ordinary_shares_of_a_subsidiary_are_sold_before_the_certificate_is_bought() -> None:
    """Two of four shares go to the Pool at 100, which takes the price four places down, to 70."""
    at = Mergers()
    at.minor("MET", 0, "A")
    at.major("EHL", 100, {"MET": 4})
    at.mergers()
    assert (at.price("EHL"), at.shares("pool", "EHL"), at.cash("MET")) == (70, 2, 200)
    at.do("take-subsidiary")
    assert (at.price("EHL"), at.director("EHL"), at.shares("A", "EHL")) == (60, "A", 2)
    at.finish()
    assert at.cash("A") == 350 - 140 + 340


# -- who may buy it ---------------------------------------------------------------------------------


@rule("1863-LIQ-11")
@pytest.mark.parametrize(("cash", "able"), [(120, True), (119, False)])
def test_the_price_must_be_there(cash: int, able: bool) -> None:
    at = parent_and_minor()
    at.give_cash("A", cash)
    at.mergers()
    assert isinstance(at.step, Subsidiary) == able


@rule("1863-LIQ-11", "1863-SHORT-15")
@pytest.mark.parametrize("shorts", [1, 3])
def test_the_certificate_covers_no_short(shorts: int) -> None:
    at = Mergers()
    at.minor("MET", 0, "A")
    at.major("EHL", 60, {"MET": 2})
    at.short("A", "EHL", shorts)
    at.mergers()
    at.finish()
    assert not at.has("EHL", FLOATED)
    assert at.shares("A", "EHL") == 0


@rule("1863-LIQ-11", "1863-BUY-07")
@pytest.mark.parametrize(("certificates", "able"), [(14, True), (15, False)])
def test_the_certificate_limit_holds(certificates: int, able: bool) -> None:
    """Four players: 16 certificates, the Metropolitan among them."""
    at = Mergers()
    at.minor("MET", 0, "A")
    at.major("EHL", 60, {"MET": 2})
    for company, held in zip(("DIS", "CLR", "BAK"), (5, 5, certificates - 10), strict=True):
        at.major(company, 60, {"B": 5, "A": held})
    at.mergers()
    assert isinstance(at.step, Subsidiary) == able


@rule("1863-LIQ-11", "1863-SR-05")
def test_whoever_has_sold_it_may_not_buy_it_back() -> None:
    at = Mergers()
    at.minor("MET", 0, "A")
    at.major("EHL", 60, {"MET": 2})
    at.remember(sold=((at.seat("A"), at.company("EHL")),))
    at.mergers()
    assert not isinstance(at.step, Subsidiary)


@rule("1863-LIQ-11", "1863-OWN-03")
@pytest.mark.parametrize(("held", "able"), [(3, True), (4, False)])
def test_a_company_above_stays_within_half(held: int, able: bool) -> None:
    at = Mergers()
    at.major("DIS", 100, {"A": 4}, cash=500)
    at.minor("MET", 0, "DIS")
    at.major("EHL", 60, {"DIS": held})
    effects.move_shares(at.game, at.game.purse(at.company("EHL")), at.owner("MET"), at.company("EHL"), 2)
    effects.set_director(at.game, at.company("EHL"), at.owner("MET"))
    step = Subsidiary(at.company("MET"), at.company("EHL"))
    at.state.agenda = (*at.state.agenda[:1], step)
    assert at.allows("take-subsidiary") == able
    if not able:
        at.refuses("take-subsidiary", "1863-OWN-03")


# -- the pirate's token -------------------------------------------------------------------------------


def with_pirate() -> Mergers:
    """The District, in liquidation, has the Chocolate Express, whose token is at H11."""
    at = Mergers(5)
    at.minor("DIS", 0, "A")
    at.minor("MET", 60, "B", cash=100)
    at.privates(CHO="DIS")
    effects.place_marker(at.game, pirate.bus(at.game), at.stop("H11.0"))
    at.mergers()
    at.do("pass")
    return at


@rule("1863-LIQ-05", "1863-PRIV-22")
def test_the_pirate_leaves_the_board_with_a_lot_that_nobody_wants() -> None:
    at = with_pirate()
    at.finish()
    assert at.owners("CHO") == ""
    assert pirate.stop(at.game) is None


@rule("1863-LIQ-04", "1863-PRIV-22")
@pytest.mark.parametrize("buyer", ["B", "MET"])
def test_the_pirate_stays_if_a_company_buys_it_and_leaves_if_a_player_does(buyer: str) -> None:
    at = with_pirate()
    at.do("pass", "bid 5", "pass", "pass", "pass", f"buy as {buyer}")
    assert at.owners("CHO") == buyer
    assert (pirate.stop(at.game) is None) == (buyer == "B")
