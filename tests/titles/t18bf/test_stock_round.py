"""Stock rounds: turns, the certificate limit, selling and buying (18BF-SR, 18BF-SELL and 18BF-BUY)."""

from __future__ import annotations

import pytest

from railhead.core.ids import BANK, POOL
from railhead.core.state import CLOSED, OPERATED
from railhead.rules import directors
from railhead.rules.stock import StockRound, StockTurn
from railhead.testing import rule
from railhead.titles.t18bf import rounds
from railhead.titles.t18bf.dealing import deal
from tests.titles.t18bf.table import BigFour
from tests.titles.waiting import Waiting


def table(players: int = 4, phase: str = "4") -> BigFour:
    """Stock round 3 with A's turn to come; nobody has a railway."""
    at = BigFour(players, phase=phase)
    for private in deal(0).railways:
        at.close_private(at.book.private_names[private])
    return at


def stock_turn(at: BigFour, player: str) -> None:
    """A player's turn; once the stock round is over everything waits."""
    at.stock_turn(player, 3)
    at.state.agenda = (at.state.agenda[0], Waiting(at.seat("A")), *at.state.agenda[1:])


def passes(at: BigFour) -> None:
    """Everybody passes until the stock round is over."""
    while not at.waits:
        at.do("pass")


def round_of(at: BigFour) -> StockRound:
    """The stock round."""
    return next(step for step in at.state.agenda if isinstance(step, StockRound))


def hold(at: BigFour, player: str, certificates: int) -> None:
    """Give a player ordinary shares of Systems until they have this many certificates; B directs them."""
    for system in ("LMS", "LNE", "GCR", "GWR"):
        missing = certificates - directors.certificates(at.game, at.seat(player))
        at.in_play(system, 100, {"B": 10, player: min(missing, 10)} if missing > 0 else {"B": 10})
    assert directors.certificates(at.game, at.seat(player)) == certificates


# -- turns ----------------------------------------------------------------------------------------


@rule("18BF-SR-01")
@pytest.mark.parametrize("holder", "ABCD")
def test_turns_run_clockwise_from_the_priority_deal(holder: str) -> None:
    at = table()
    at.priority(holder)
    rounds.begin_stock_round(at.game, 3)
    at.settle()
    order = "ABCDABC"["ABCD".index(holder) :][:4]
    asked = []
    for _ in range(4):
        asked.append(at.turn)
        at.do("pass")
    assert "".join(asked) == order


@rule("18BF-SR-02")
def test_sales_come_before_the_purchase() -> None:
    at = table()
    at.in_play("MR", 70, {"B": 3, "A": 2})
    at.in_play("CR", 70, {"B": 3, "A": 2})
    at.in_play("NER", 70, {"B": 3})
    at.stock_turn("A", 3)
    at.do("sell 1 MR", "sell 1 CR", "buy NER from NER")
    at.stock_turn("A", 3)
    at.state.agenda = (*at.state.agenda[:-1], StockTurn(at.seat("A"), bought=True, dealt=True))
    at.refuses("sell 1 MR", "18BF-SR-02")


@rule("18BF-SR-03", "18BF-SR-04")
def test_a_pass_locks_nobody_out_and_all_must_pass_in_a_row() -> None:
    at = table()
    at.in_play("MR", 70, {"B": 3, "C": 2})
    stock_turn(at, "A")
    at.do("pass", "pass", "sell 1 MR", "pass")
    assert at.turn == "D"
    at.do("pass")
    assert at.turn == "A", "A passed and is asked again"
    at.do("buy MR from pool")
    round_ = round_of(at)
    assert (round_.passes, round_.next) == (0, at.seat("B"))
    at.do("pass", "pass", "pass")
    assert isinstance(at.step, StockTurn), "three passes after a deal do not end the round"
    at.do("pass")
    assert at.waits


@rule("18BF-SR-04", "18BF-SR-15", "18BF-SR-05")
def test_whoever_opened_an_auction_has_another_turn() -> None:
    at = table(players=3)
    stock_turn(at, "A")
    at.do("auction private F1 for 50", "bid 55", "pass", "pass")
    assert at.state.privates[at.private("F1")] == at.seat("B")
    assert at.turn == "C"
    at.do("pass")
    assert at.turn == "A"
    at.do("pass")
    assert at.turn == "B"
    at.do("pass")
    assert at.waits
    assert at.state.priority == at.seat("C"), "left of the winner"


@rule("18BF-SR-05")
@pytest.mark.parametrize(("deal_", "priority"), [("buy MR from MR", "B"), ("sell 1 CR", "B")])
def test_priority_goes_to_the_left_of_the_last_dealer(deal_: str, priority: str) -> None:
    at = table()
    at.in_play("MR", 70, {"D": 3})
    at.in_play("CR", 70, {"D": 3, "A": 2})
    at.priority("D")
    stock_turn(at, "A")
    at.do(deal_)
    passes(at)
    assert at.state.priority == at.seat(priority)


@rule("18BF-SR-06")
@pytest.mark.parametrize("holder", "ABCD")
def test_without_a_deal_priority_stays(holder: str) -> None:
    at = table()
    at.priority(holder)
    stock_turn(at, holder)
    passes(at)
    assert at.state.priority == at.seat(holder)


@rule("18BF-SR-07")
def test_stock_moves_between_players_and_the_bank_or_companies_only() -> None:
    at = table()
    at.in_play("MR", 70, {"B": 3, "A": 2})
    at.into_pool("MR", 1)
    at.stock_turn("A", 3)
    assert set(at.offered("buy")) == {"buy MR from MR", "buy MR from pool"}
    at.refuses("buy MR from B", "18BF-BUY-01")
    at.refuses("sell 3 MR", "18BF-SR-02")


@rule("18BF-SR-08")
@pytest.mark.parametrize(("company", "shares"), [("MR", {"A": 6, "B": 4}), ("GWR", {"A": 12, "B": 8})])
def test_no_price_moves_at_the_end_of_a_round(company: str, shares: dict[str, int]) -> None:
    at = table(phase="6")
    at.in_play(company, 100, shares)
    stock_turn(at, "A")
    passes(at)
    assert at.price(company) == 100


# -- the certificate limit ------------------------------------------------------------------------

LIMITS = {3: (32, 21), 4: (24, 16), 5: (19, 13)}


@rule("18BF-SR-09", "18BF-SR-10")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("phase", ["2", "3", "4", "5", "6", "7", "8"])
def test_the_certificate_limit_of_every_phase(players: int, phase: str) -> None:
    """Worked example 18BF-EX-28."""
    at = table(players, phase)
    assert at.book.rules[directors.CertificateRules].limit(at.game) == LIMITS[players][phase == "8"]


@rule("18BF-SR-11", "18BF-PRIV-03")
def test_what_counts_as_a_certificate() -> None:
    at = table(phase="6")
    seat = at.seat("A")
    at.in_play("MR", 100, {"A": 5})
    assert directors.certificates(at.game, seat) == 4, "the Director's certificate and three others"
    at.in_play("GWR", 100, {"A": 6})
    assert directors.certificates(at.game, seat) == 7
    at.in_play("CR", 100, {"B": 4, "A": 3})
    assert directors.certificates(at.game, seat) == 10
    at.minor("TV")
    assert directors.certificates(at.game, seat) == 11
    at.give_private("P1", "A")
    at.give_private("F1", "A")
    at.give_private("U1", "A")
    assert directors.certificates(at.game, seat) == 14
    at.give_private("F1", "TV")
    assert directors.certificates(at.game, seat) == 13, "a private counts only if a player owns it"


@rule("18BF-SR-12", "18BF-SR-09", "18BF-SR-10")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("phase", ["7", "8"])
def test_nobody_buys_at_the_limit(players: int, phase: str) -> None:
    limit = LIMITS[players][phase == "8"]
    for held in (limit - 1, limit):
        at = table(players, phase)
        at.in_play("MR", 70, {"C": 3})
        hold(at, "A", held)
        at.give_cash("A", 1000)
        at.stock_turn("A", 3)
        if held < limit:
            assert at.allows("buy MR from MR")
        else:
            at.refuses("buy MR from MR", "18BF-SR-12")
            assert at.allows("sell 1 LMS")


@rule("18BF-SR-13")
def test_a_player_above_the_limit_must_sell() -> None:
    at = table(phase="8")
    hold(at, "A", 17)
    at.stock_turn("A", 3)
    at.refuses("pass", "18BF-SR-13")
    at.refuses("auction private F1 for 50", "18BF-SR-13")
    (said,) = at.step.situation(at.game)
    assert str(said) == "A has 17 certificates, more than the limit of 16, and must sell before anything else"
    at.do("sell 1 LMS")
    assert directors.certificates(at.game, at.seat("A")) == 16
    assert at.step.situation(at.game) == ()


@rule("18BF-SR-13", "18BF-SR-14")
def test_unsellable_certificates_do_not_excuse_selling_too_few() -> None:
    at = table(phase="8")
    at.in_play("LMS", 100, {"B": 10, "A": 4})
    at.in_play("LNE", 100, {"B": 10, "A": 10}, operated=False)
    for private in ("F1", "F2", "F3", "U1", "U2"):
        at.give_private(private, "A")
    at.stock_turn("A", 3)
    assert directors.certificates(at.game, at.seat("A")) == 19
    at.refuses("pass", "18BF-SR-13")
    at.refuses("sell 2 LMS", "18BF-SR-13")
    at.do("sell 3 LMS")
    assert directors.certificates(at.game, at.seat("A")) == 16


@rule("18BF-SR-14")
def test_with_nothing_to_sell_a_player_stays_above_the_limit() -> None:
    at = table(phase="8")
    at.in_play("LNE", 100, {"A": 10}, operated=False)
    for private in ("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "U1", "U2"):
        at.give_private(private, "A")
    at.minor("TV")
    at.stock_turn("A", 3)
    assert directors.certificates(at.game, at.seat("A")) == 18
    assert at.offered("sell") == []
    at.do("pass")


PRIVATES = ("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "U1", "U2")


@rule("18BF-SR-13", "18BF-SELL-03")
@pytest.mark.parametrize("room", [0, 1, 2, 3])
def test_a_player_above_the_limit_sells_as_much_as_the_pool_takes(room: int) -> None:
    at = table(phase="8")
    at.in_play("LMS", 100, {"B": 5, "A": 5})
    at.into_pool("LMS", 10 - room)
    for private in PRIVATES:
        at.give_private(private, "A")
    for company in ("TV", "VN", "BE"):
        at.minor(company)
    assert directors.certificates(at.game, at.seat("A")) == 18
    at.stock_turn("A", 3)
    enough = range(min(room, 2), room + 1) if room else ()
    assert at.offered("sell") == [f"sell {count} LMS" for count in enough]
    if room:
        at.refuses("pass", "18BF-SR-13")
    else:
        at.do("pass")


@rule("18BF-SR-13", "18BF-SELL-03")
def test_what_the_pool_takes_of_another_company_counts() -> None:
    """A is two above the limit: one share of LMS is all the pool takes, so one of LNE is enough as well."""
    at = table(phase="8")
    at.in_play("LMS", 100, {"B": 5, "A": 5})
    at.into_pool("LMS", 9)
    at.in_play("LNE", 100, {"B": 5, "A": 3})
    for private in PRIVATES:
        at.give_private(private, "A")
    assert directors.certificates(at.game, at.seat("A")) == 18
    at.stock_turn("A", 3)
    assert at.offered("sell") == ["sell 1 LMS", "sell 1 LNE", "sell 2 LNE", "sell 3 LNE"]
    at.do("sell 1 LNE")
    assert at.offered() == ["sell 1 LMS"]


@rule("18BF-SR-13", "18BF-SELL-09")
def test_a_sale_that_costs_the_directorship_is_not_the_one_that_frees_certificates() -> None:
    """A could sell two shares of GWR, but would have three certificates then and not two; one is enough elsewhere."""
    at = table(phase="8")
    at.in_play("GWR", 100, {"A": 5, "B": 4})
    at.into_pool("GWR", 8)
    at.in_play("LMS", 100, {"B": 8, "A": 5})
    for private in PRIVATES:
        at.give_private(private, "A")
    assert directors.certificates(at.game, at.seat("A")) == 17
    at.stock_turn("A", 3)
    assert at.allows("sell 1 LMS")
    assert at.allows("sell 1 GWR")
    at.do("sell 2 GWR")
    assert directors.certificates(at.game, at.seat("A")) == 18
    at.refuses("sell 1 LMS", "18BF-SR-13")
    at.refuses("pass", "18BF-SR-13")
    at.do("sell 2 LMS")


# -- selling --------------------------------------------------------------------------------------


@rule("18BF-SELL-01")
def test_minors_are_never_sold() -> None:
    at = table()
    at.minor("TV")
    at.stock_turn("A", 3)
    at.refuses("sell 1 TV", "18BF-SELL-01")


@rule("18BF-SELL-02", "18BF-MERGE-29")
def test_nothing_is_sold_of_a_company_that_has_not_completed_a_turn() -> None:
    at = table()
    at.in_play("MR", 100, {"B": 3, "A": 2}, operated=False)
    at.stock_turn("A", 3)
    at.refuses("sell 1 MR", "18BF-SELL-02")
    at.mark("MR", OPERATED)
    assert at.allows("sell 1 MR")


@rule("18BF-SELL-03")
@pytest.mark.parametrize(("company", "most"), [("MR", 5), ("GWR", 10)])
def test_half_of_a_company_may_lie_in_the_pool(company: str, most: int) -> None:
    at = table(phase="6")
    at.in_play(company, 100, {"B": most - 1, "A": 2})
    at.into_pool(company, most - 1)
    at.stock_turn("A", 3)
    at.refuses(f"sell 2 {company}", "18BF-SELL-03")
    at.do(f"sell 1 {company}")
    assert at.shares("pool", company) == most


@rule("18BF-SELL-04")
@pytest.mark.parametrize(("company", "size"), [("MR", 2), ("GWR", 4)])
def test_the_director_s_certificate_never_goes_to_the_pool(company: str, size: int) -> None:
    at = table(phase="6")
    at.in_play(company, 100, {"A": size + 2, "B": size - 1})
    at.stock_turn("A", 3)
    for count in range(3, size + 3):
        at.refuses(f"sell {count} {company}", "18BF-SELL-04")
    at.do(f"sell 2 {company}")
    assert at.director(company) == "A"
    assert at.shares("A", company) == size


@rule("18BF-SELL-05", "18BF-SELL-06")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_director_s_sale_moves_the_price_one_space(count: int) -> None:
    at = table()
    at.in_play("MR", 100, {"A": 5})
    at.stock_turn("A", 3)
    cash = at.cash("A")
    at.do(f"sell {count} MR")
    assert at.cash("A") == cash + 100 * count
    assert at.price("MR") == 90
    at.refuses("sell 1 MR", "18BF-SELL-06")


@rule("18BF-SELL-07", "18BF-SELL-13")
def test_nobody_else_s_sale_moves_the_price() -> None:
    at = table()
    at.in_play("MR", 100, {"B": 4, "A": 3})
    at.in_play("CR", 100, {"B": 4})
    at.stock_turn("A", 3)
    at.do("sell 2 MR")
    assert at.stack(100) == ["MR", "CR"], "nor its place in the stack"


@rule("18BF-SELL-08", "18BF-SELL-09", "18BF-SELL-11")
def test_a_director_who_loses_office_still_moves_the_price() -> None:
    at = table()
    at.in_play("MR", 100, {"A": 3, "B": 2})
    at.stock_turn("A", 3)
    at.do("sell 2 MR")
    assert at.director("MR") == "B"
    assert at.price("MR") == 90
    assert (at.shares("A", "MR"), at.shares("B", "MR"), at.shares("pool", "MR")) == (1, 2, 2)


@rule("18BF-SELL-09")
def test_an_heir_needs_the_director_s_certificate() -> None:
    at = table(phase="6")
    at.in_play("GWR", 100, {"A": 5, "B": 3})
    at.stock_turn("A", 3)
    at.refuses("sell 3 GWR", "18BF-SELL-04")
    at.do("sell 1 GWR")
    assert at.director("GWR") == "A"


@rule("18BF-SELL-09")
def test_a_director_with_as_many_as_another_stays() -> None:
    at = table()
    at.in_play("MR", 100, {"A": 4, "B": 3})
    at.stock_turn("A", 3)
    at.do("sell 1 MR")
    assert at.director("MR") == "A"


@rule("18BF-SELL-10")
@pytest.mark.parametrize(
    ("shares", "heir"),
    [({"B": 4, "A": 1, "C": 2, "D": 3}, "D"), ({"B": 4, "A": 2, "C": 2}, "C"), ({"B": 4, "A": 2, "D": 2}, "D")],
)
def test_the_largest_holder_succeeds_and_of_equals_the_nearest_on_the_left(shares: dict[str, int], heir: str) -> None:
    at = table()
    at.in_play("MR", 100, shares)
    at.stock_turn("B", 3)
    at.do(f"sell {shares['B'] - 1} MR")
    assert at.director("MR") == heir


@rule("18BF-SELL-11")
@pytest.mark.parametrize(("company", "mine", "theirs"), [("MR", 3, 2), ("GWR", 6, 4)])
def test_all_shares_can_be_sold_once_the_certificate_has_been_swapped(company: str, mine: int, theirs: int) -> None:
    at = table(phase="6")
    at.in_play(company, 100, {"A": mine, "B": theirs})
    at.stock_turn("A", 3)
    at.do(f"sell {mine} {company}")
    assert at.director(company) == "B"
    assert at.shares("pool", company) == mine


@rule("18BF-SELL-12", "18BF-SELL-13")
@pytest.mark.parametrize(("first", "second"), [("MR", "CR"), ("CR", "MR")])
def test_the_order_of_sales_decides_the_order_in_the_stack(first: str, second: str) -> None:
    at = table()
    at.in_play("NER", 90, {"B": 2})
    at.in_play("MR", 100, {"A": 4})
    at.in_play("CR", 100, {"A": 4})
    at.stock_turn("A", 3)
    at.do(f"sell 1 {first}", f"sell 1 {second}")
    assert at.stack(90) == ["NER", first, second]


@rule("18BF-SELL-14", "18BF-CLOSE-03", "18BF-CLOSE-04", "18BF-CLOSE-05")
def test_a_sale_on_the_lowest_space_closes_the_company() -> None:
    at = table()
    at.in_play("MR", 40, {"A": 4, "B": 3}, cash=120, trains=("4",), loans=2)
    at.give_private("F1", "MR")
    at.give_private("P1", "MR")
    at.token("MR", "D10.0")
    at.stock_turn("A", 3)
    cash, theirs = at.cash("A"), at.cash("B")
    at.do("sell 1 MR")
    assert (at.cash("A"), at.cash("B")) == (cash + 40, theirs), "holders get nothing for the rest"
    assert at.closed("MR")
    assert not at.has("MR", CLOSED), "it may be started again"
    assert (at.cash("MR"), at.loans("MR"), at.trains("MR")) == (0, 0, [])
    assert at.state.trains[POOL] == (at.train("4"),)
    assert at.state.privates[at.private("F1")] == BANK
    assert at.state.privates[at.private("P1")] != BANK
    assert not at.state.tokens
    assert at.shares("ipo", "MR") == 10
    at.stock_turn("C", 3)
    assert at.allows("start MR at 100")


# -- buying ---------------------------------------------------------------------------------------


@rule("18BF-BUY-01")
def test_one_share_a_turn_from_treasury_or_pool() -> None:
    at = table()
    at.in_play("MR", 70, {"B": 3})
    at.in_play("CR", 70, {"B": 3})
    at.into_pool("CR", 1)
    at.stock_turn("A", 3)
    assert set(at.offered("buy")) == {"buy MR from MR", "buy CR from CR", "buy CR from pool"}
    at.refuses("buy MR from pool", "18BF-BUY-01")
    at.state.agenda = (*at.state.agenda[:-1], StockTurn(at.seat("A"), bought=True, dealt=True))
    at.refuses("buy CR from pool", "18BF-BUY-01")


@rule("18BF-BUY-02")
@pytest.mark.parametrize("company", ["MR", "GWR"])
def test_the_director_s_certificate_comes_first(company: str) -> None:
    at = table(phase="6")
    at.stock_turn("A", 3)
    at.refuses(f"buy {company} from {company}", "18BF-BUY-02")


@rule("18BF-BUY-03")
@pytest.mark.parametrize(("company", "most"), [("MR", 6), ("GWR", 12)])
def test_nobody_buys_beyond_60_percent(company: str, most: int) -> None:
    at = table(phase="6")
    at.in_play(company, 70, {"A": most - 1})
    at.stock_turn("A", 3)
    at.do(f"buy {company} from {company}")
    assert at.shares("A", company) == most
    at.stock_turn("A", 4)
    at.refuses(f"buy {company} from {company}", "18BF-BUY-03")


@rule("18BF-BUY-04")
def test_nobody_buys_what_they_sold_in_the_round() -> None:
    at = table()
    at.in_play("MR", 70, {"B": 3, "A": 2})
    at.stock_turn("A", 3)
    at.do("sell 1 MR")
    at.refuses("buy MR from MR", "18BF-BUY-04")
    at.do("pass")
    at.do("auction private F1 for 50", "pass", "pass", "pass", "pass")
    while at.turn != "A":
        at.do("pass")
    at.refuses("buy MR from pool", "18BF-BUY-04")
    at.stock_turn("A", 4)
    assert at.allows("buy MR from pool")


@rule("18BF-BUY-05", "18BF-BUY-06")
@pytest.mark.parametrize("source", ["MR", "pool"])
def test_whom_a_share_is_paid_to(source: str) -> None:
    at = table()
    at.in_play("MR", 110, {"B": 3})
    at.in_play("CR", 110, {"B": 3})
    at.into_pool("MR", 1)
    at.stock_turn("A", 3)
    cash, bank = at.cash("A"), at.cash("ipo")
    at.do(f"buy MR from {source}")
    assert at.cash("A") == cash - 110
    assert (at.cash("MR"), at.cash("ipo") - bank) == ((110, 0) if source == "MR" else (0, 110))
    assert at.stack(110) == ["MR", "CR"], "the price does not move"
    at.give_cash("C", 109)
    at.stock_turn("C", 3)
    at.refuses("buy MR from MR", "18BF-BUY-05")


@rule("18BF-BUY-07", "18BF-SYSTEM-30")
@pytest.mark.parametrize(("company", "held"), [("MR", 3), ("GWR", 5)])
def test_a_buyer_with_more_than_the_director_takes_over(company: str, held: int) -> None:
    at = table(phase="6")
    at.in_play(company, 70, {"B": held, "A": held - 1})
    at.stock_turn("A", 3)
    at.do(f"buy {company} from {company}")
    assert at.director(company) == "B", "as many are not more"
    at.stock_turn("A", 4)
    at.do(f"buy {company} from {company}")
    assert at.director(company) == "A"
