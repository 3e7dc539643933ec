"""Station tokens of 18OE: their prices, where they may go, and what privates change about them."""

from __future__ import annotations

import pytest

from railhead.core.state import CLOSED
from railhead.rules.stations import Standing, company_reach
from railhead.rules.tokens import site_refusal
from railhead.testing import rule
from railhead.titles.t18oe import ferry_token, getting_about, rights, slots, stations
from railhead.titles.t18oe.facts import AREAS, NORTH_SEA
from tests.titles.t18oe.table import Europe


def major(
    company: str = "PLM",
    *tiles: str,
    phase: str = "3",
    tokens: tuple[str, ...] = (),
    cash: int = 900,
    settle: bool = True,
) -> Europe:
    """A major that is to place a token."""
    table = Europe(railroad_phase="major", phase=phase)
    table.major(company, 100, {"Ann": 4}, cash=cash, tokens=tokens)
    table.lay(*tiles)
    if settle:
        table.operating_turn(company, "token")
    return table


LYON = ("621@1 U34", "57@1 U32")
"""Lyon, joined to Saint-Etienne."""


@rule("18OE-TOKEN-01", "18OE-TOKEN-02")
@pytest.mark.parametrize("slot", [20, 40, 60, 80])
def test_any_slot_may_be_chosen_and_its_price_goes_to_the_bank(slot: int) -> None:
    table = major("PLM", *LYON)
    bank = table.cash("ipo")
    table.do(f"token at U32.0 for {slot}")
    assert table.cash("ipo") == bank + slot
    assert table.cash("PLM") == 900 - slot
    left = [20, 40, 60, 60, 80, 80, 80]
    left.remove(slot)
    assert slots.open_slots(table.game, table.company("PLM")) == tuple(left)
    assert table.record.token_paid == (table.stop("U32.0"), slot, slot)


@rule("18OE-TOKEN-02")
def test_a_price_that_is_on_no_slot() -> None:
    table = major("PLM", *LYON)
    table.refuses("token at U32.0 for 30", "18OE-TOKEN-02")


@rule("18OE-TOKEN-01")
def test_one_token_a_turn() -> None:
    table = major("PLM", *LYON)
    table.give_private("SHTC", "Ann")
    table.do("token at U32.0 for 20")
    assert isinstance(table.step, stations.PlaceStation), "Star Harbor's token may still be placed"
    table.refuses("token at Q38.0 for 40", "18OE-TOKEN-01")
    assert not table.offered("token")


@rule("18OE-TOKEN-03")
def test_a_token_must_be_in_reach() -> None:
    table = major("PLM", "621@0 U34", "57@1 U32")
    table.refuses("token at U32.0 for 20", "18OE-TOKEN-03")


@rule("18OE-TOKEN-03")
def test_full_cities_block_the_way() -> None:
    beyond = ("9@1 U30", "9@1 U28", "9@1 U26", "57@1 U24")
    table = major("PLM", *LYON, *beyond, settle=False)
    table.mark("MIDI", CLOSED)
    table.operating_turn("PLM", "token")
    assert table.allows("token at U24.0 for 20")
    table.minor("A", "Ben", "FB", "U32.0")
    assert table.stop("U32.0") in stations.token_reach(table.game, table.company("PLM")).stops
    table.refuses("token at U24.0 for 20", "18OE-TOKEN-03")


@rule("18OE-TOKEN-04")
def test_the_price_must_be_in_the_treasury() -> None:
    table = major("PLM", *LYON, cash=59)
    table.refuses("token at U32.0 for 60", "18OE-TOKEN-04")
    table.do("token at U32.0 for 40")
    exact = major("PLM", *LYON, cash=60)
    exact.do("token at U32.0 for 60")
    assert exact.cash("PLM") == 0


@rule("18OE-TOKEN-04", "18OE-TOKEN-12")
@pytest.mark.parametrize(("cash", "legal"), [(179, False), (180, True)])
def test_fees_for_water_must_be_there_too(cash: int, legal: bool) -> None:
    """The token for 60, and 40 for each of three zones."""
    table = major("LNWR", "622@1 I50", "6@1 I52", tokens=("M28.0",), cash=cash)
    if legal:
        table.do("token at I52.0 for 60")
        assert table.cash("LNWR") == 0
    else:
        table.refuses("token at I52.0 for 60", "18OE-TOKEN-04")


@rule("18OE-TOKEN-05")
def test_the_home_token_is_there_in_the_first_turn_and_another_may_follow() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.regional("PLM", 60, {"Ann": 2}, operated=False)
    table.lay(*LYON)
    table.operating_turn("PLM", "token")
    assert table.state.tokens[table.stop("U34.0")] == (table.company("PLM"),)
    table.do("token at U32.0 for 20")


@rule("18OE-TOKEN-06")
def test_never_two_positions_in_one_hex() -> None:
    table = major("LNWR", "OE6@0 M28", tokens=("M28.0",))
    table.refuses("token at M28.1 for 40", "18OE-TOKEN-06")


@rule("18OE-TOKEN-07", "18OE-TOKEN-08")
@pytest.mark.parametrize(("kind", "legal"), [("regional", False), ("minor", False), ("major", True)])
def test_nancy_is_for_railroads_of_france(kind: str, legal: bool) -> None:
    """The example of the rulebook: Nancy lies in France, although its hex is in two zones."""
    table = Europe(railroad_phase="major", phase="3")
    if kind == "minor":
        table.minor("A", "Ann", "PHS", "Q40.0", cash=500)
    elif kind == "regional":
        table.regional("KBS", 60, {"Ann": 2}, cash=500)
    else:
        table.major("KBS", 100, {"Ann": 4}, cash=500, tokens=("Q40.0",))
    table.lay("57@1 Q38", "57@1 Q40")
    company = "A" if kind == "minor" else "KBS"
    if kind == "regional":
        table.token("KBS", "Q40.0")
        table.state.spare_tokens[table.company("KBS")] += 1
    table.operating_turn(company, "token")
    if legal:
        table.do("token at Q38.0 for 40")
    else:
        table.refuses("token at Q38.0 for 20", "18OE-TOKEN-07")


@rule("18OE-TOKEN-07")
def test_a_french_minor_has_a_token_in_nancy() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.minor("A", "Ann", "FB", "U32.0", cash=500)
    assert rights.may_place(table.game, table.company("A"), table.stop("Q38.0"))
    assert not rights.may_place(table.game, table.company("A"), table.stop("O52.0")), "Dresden"


@rule("18OE-TOKEN-09")
def test_a_position_is_kept_for_a_railroad_that_has_not_floated() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.minor("A", "Ann", "FB", "U32.0", cash=500)
    table.lay(*LYON)
    table.operating_turn("A", "token")
    table.refuses("token at U34.0 for 20", "18OE-TOKEN-09")
    table.lay("207@1 U34")
    table.do("token at U34.0 for 20")


@rule("18OE-TOKEN-09")
def test_nothing_is_kept_for_a_railroad_that_has_left() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.minor("A", "Ann", "FB", "U32.0", cash=500)
    table.lay(*LYON)
    table.mark("PLM", CLOSED)
    table.operating_turn("A", "token")
    table.do("token at U34.0 for 20")


@rule("18OE-TOKEN-10", "18OE-TOKEN-12", "18OE-TOKEN-13")
@pytest.mark.parametrize(("authority", "surcharge"), [(False, 120), (True, 40)])
def test_from_london_by_copenhagen_to_malmo(authority: bool, surcharge: int) -> None:
    """The example of the rulebook: 40 for each of three zones, and the token; Malmö is entered from a land side."""
    table = major("LNWR", "622@1 I50", "6@1 I52", tokens=("M28.0",), settle=False)
    if authority:
        table.remember(authorities=((table.company("LNWR"), AREAS.index(NORTH_SEA)),))
    table.operating_turn("LNWR", "token")
    table.do("token at I52.0 for 60")
    assert table.cash("LNWR") == 900 - 60 - surcharge


@rule("18OE-TOKEN-10")
def test_malmo_by_sea_is_refused() -> None:
    table = major("LNWR", "6@0 I52", tokens=("M28.0",))
    table.refuses("token at I52.0 for 40", "18OE-TOKEN-03")


@rule("18OE-TOKEN-10", "18OE-TOKEN-11")
def test_roma_from_sardinia_by_ferry() -> None:
    """Without a token in Roma, whose port is private; 20 for each unit of the ferry's distance."""
    table = major("SFAI", "57@0 AC40", "9@0 AB41", "621@0 Z47", tokens=("AC40.0",), settle=False)
    table.mark("SFR", CLOSED)
    table.operating_turn("SFAI", "token")
    table.do("token at Z47.0 for 40")
    assert table.cash("SFAI") == 900 - 40 - 20


@rule("18OE-TOKEN-14")
def test_positions_are_circles_of_tiles_cities_without_a_tile_and_red_zones() -> None:
    table = Europe(railroad_phase="major", phase="2")
    table.minor("A", "Ann", "RU", "H87.0", cash=500)
    company = table.company("A")

    def cited(stop: str) -> str:
        found = site_refusal(table.game, company, table.stop(stop))
        assert found is not None
        return found.rule

    assert cited("F87.0") == "18OE-TOKEN-03", "Moskva has circles, but is out of reach"
    assert cited("Q38.0") == "18OE-TOKEN-03", "so has Nancy, without a tile"
    assert cited("N1.0") == "18OE-TOKEN-14", "New York has none"
    assert cited("S34.0") == "18OE-TOKEN-14", "nor has a town"


@rule("18OE-TOKEN-14")
def test_all_circles_taken() -> None:
    table = major("PLM", *LYON)
    table.minor("A", "Ben", "FB", "U32.0")
    table.refuses("token at U32.0 for 20", "18OE-TOKEN-14")


@rule("18OE-NATL-13")
def test_nationals_place_no_tokens() -> None:
    table = Europe(railroad_phase="major", phase="4")
    table.national("PLM", 100, {"Ann": 4})
    assert not rights.may_place(table.game, table.company("PLM"), table.stop("U32.0"))
    table.lay(*LYON)
    table.operating_turn("PLM", "track")
    table.do("pass")
    assert not isinstance(table.step, stations.PlaceStation)


# -- Wien Südbahnhof ------------------------------------------------------------------------------


@rule("18OE-PRIV-11", "18OE-PRIV-02")
def test_wien_pays_for_a_slot() -> None:
    table = major("PLM", *LYON, settle=False)
    table.give_private("WS", "Ann")
    table.operating_turn("PLM", "token")
    table.refuses("use WS at Q38.0 for 80", "18OE-TOKEN-03")
    table.do("use WS at U32.0 for 80")
    assert table.cash("PLM") == 900
    assert slots.open_slots(table.game, table.company("PLM")) == (20, 40, 60, 60, 80, 80)
    assert table.private("WS") not in table.game.privates_of(table.seat("Ann")), "it is used up"
    assert not isinstance(table.step, stations.PlaceStation), "it was the token of this turn"


@rule("18OE-PRIV-11", "18OE-TOKEN-01")
def test_wien_is_used_for_the_token_of_the_turn_and_for_no_other() -> None:
    beyond = ("9@1 U30", "9@1 U28", "9@1 U26", "57@1 U24")
    table = major("PLM", *LYON, *beyond, settle=False)
    table.mark("MIDI", CLOSED)
    table.give_private("WS", "Ann")
    table.give_private("SHTC", "Ann")
    table.operating_turn("PLM", "token")
    before = table.state
    table.do("token at U32.0 for 20")
    table.refuses("use WS at U24.0 for 80", "18OE-TOKEN-01")
    table.state = before
    table.do("use WS at U32.0 for 80")
    assert table.record.token_paid == (table.stop("U32.0"), 80, 0)
    table.refuses("token at U24.0 for 20", "18OE-TOKEN-01")


@rule("18OE-PRIV-11")
def test_wien_is_only_for_railroads_of_its_owner() -> None:
    table = major("PLM", *LYON, settle=False)
    table.give_private("WS", "Ben")
    table.operating_turn("PLM", "token")
    table.refuses("use WS at U32.0 for 80", "18OE-PRIV-05")


@rule("18OE-PRIV-12")
def test_fees_across_water_are_still_due() -> None:
    table = major("LNWR", "622@1 I50", "6@1 I52", tokens=("M28.0",), settle=False)
    table.give_private("WS", "Ann")
    table.operating_turn("LNWR", "token")
    table.do("use WS at I52.0 for 80")
    assert table.cash("LNWR") == 900 - 120


# -- Star Harbor and Central Circle ---------------------------------------------------------------


@rule("18OE-PRIV-23", "18OE-PRIV-25", "18OE-PRIV-26", "18OE-PRIV-28")
def test_tokens_of_the_two_cards_go_to_any_city_of_their_kind() -> None:
    table = major("PLM", *LYON, settle=False)
    table.give_private("SHTC", "Ann")
    table.give_private("CCTC", "Ann")
    table.operating_turn("PLM", "token")
    table.refuses("use SHTC at U32.0", "18OE-PRIV-23")
    table.refuses("use CCTC at I52.0", "18OE-PRIV-25")
    table.refuses("use SHTC at H29.0", "18OE-PRIV-28")
    table.refuses("use SHTC at T87.0", "18OE-PRIV-28")
    table.do("use SHTC at I52.0", "use CCTC at M50.0")
    assert table.record.harbor == (table.company("PLM"), table.stop("I52.0"))
    assert table.record.circle == (table.company("PLM"), table.stop("M50.0"))
    assert table.stop("I52.0") not in table.state.tokens, "they take no position"
    assert table.allows("token at U32.0 for 20"), "nor the token of the turn"


@rule("18OE-PRIV-23", "18OE-PRIV-25")
@pytest.mark.parametrize("text", ["use SHTC at I52.0", "use CCTC at M50.0"])
def test_the_cards_are_for_railroads_of_their_owner(text: str) -> None:
    table = major("PLM", *LYON, settle=False)
    table.give_private("SHTC", "Ben")
    table.give_private("CCTC", "Ben")
    table.operating_turn("PLM", "token")
    table.refuses(text, "18OE-PRIV-05")


@rule("18OE-PRIV-23", "18OE-PRIV-27", "18OE-PRIV-28")
def test_the_token_lets_track_pass_but_no_tokens() -> None:
    """A full city is passed to build, and a private port is open; for tokens it is as if it were not there."""
    table = major("PLM", *LYON, "9@1 U30", settle=False)
    table.minor("A", "Ben", "FB", "U32.0")
    beyond = table.hex("U30")
    company = table.company("PLM")
    assert not company_reach(table.game, company).arrivals.get(beyond, 0)
    table.remember(circle=(company, table.stop("U32.0")))
    assert company_reach(table.game, company).arrivals.get(beyond, 0)
    assert not stations.token_reach(table.game, company).arrivals.get(beyond, 0)
    table.remember(circle=None, harbor=(company, table.stop("I52.0")))
    assert table.hex("I52") in {side[0] for side in _sides(getting_about.for_track(table.game, company))}
    assert table.hex("I52") not in {side[0] for side in _sides(getting_about.for_tokens(table.game, company))}
    assert table.stop("I52.0") not in getting_about.for_track(table.game, company).starts


def _sides(standing: Standing) -> list[tuple[int, int]]:
    return [harbour.side for harbour in standing.harbours if harbour.side is not None]


# -- the ferry position of Lille ------------------------------------------------------------------


def before_phase_5(wien: bool = False, treasury: int = 900) -> Europe:
    """Ann has the White Cliffs Ferry and controls PLM; Ben's GWR is to buy a train."""
    table = Europe(railroad_phase="major", phase="4")
    table.major("PLM", 100, {"Ann": 4}, cash=treasury)
    table.major("GWR", 90, {"Ben": 4}, cash=900, trains=("3",))
    table.give_private("WCF", "Ann")
    if wien:
        table.give_private("WS", "Ann")
    table.operating_turn("GWR", "buy")
    return table


@rule("18OE-LILLE-01")
def test_nobody_has_the_ferry_position_before_phase_5() -> None:
    table = before_phase_5()
    table.operating_turn("PLM", "token")
    table.refuses("token at N29.0 for 20", "18OE-LILLE-01")
    table.refuses("use WCF with PLM for 20", "18OE-LILLE-01")
    table.set_phase("5")
    table.refuses("token at N29.0 for 20", "18OE-LILLE-01")
    table.do("use WCF with PLM for 60")


@rule("18OE-LILLE-04", "18OE-PRIV-31")
def test_as_phase_5_begins_the_owner_may_place_a_token_in_anothers_turn() -> None:
    table = before_phase_5()
    table.state.phase += 1
    ferry_token.offer(table.game)
    assert table.turn == "Ann"
    table.refuses("use WCF with GWR for 40", "18OE-PRIV-05")
    table.do("use WCF with PLM for 80")
    assert table.cash("PLM") == 820
    assert table.state.tokens[table.stop("N29.0")] == (table.company("PLM"),)
    assert table.stop("N31.0") not in table.state.tokens, "Lille's own position is still free"
    assert table.private("WCF") not in table.game.privates_of(table.seat("Ann"))
    assert slots.open_slots(table.game, table.company("PLM")) == (20, 40, 60, 60, 80, 80)


@rule("18OE-LILLE-04")
def test_the_owner_is_not_asked_if_no_railroad_can_pay() -> None:
    table = before_phase_5(treasury=19)
    table.state.phase += 1
    before = table.state.agenda
    ferry_token.offer(table.game)
    assert table.state.agenda == before


@rule("18OE-PRIV-13")
def test_wien_may_pay_for_the_ferry_token() -> None:
    table = before_phase_5(wien=True, treasury=0)
    table.state.phase += 1
    ferry_token.offer(table.game)
    table.do("use WCF+WS with PLM for 80")
    assert table.cash("PLM") == 0
    assert not table.game.privates_of(table.seat("Ann"))


@rule("18OE-PRIV-13", "18OE-PRIV-30")
def test_wien_may_pay_for_it_later_too() -> None:
    table = before_phase_5(wien=True, treasury=0)
    table.set_phase("5")
    table.operating_turn("PLM", "token")
    table.do("use WCF+WS with PLM for 80")
    assert table.state.tokens[table.stop("N29.0")] == (table.company("PLM"),)
    assert table.cash("PLM") == 0
    assert not table.game.privates_of(table.seat("Ann"))


@rule("18OE-NATL-13", "18OE-LILLE-04")
def test_a_national_has_no_token_on_the_ferry() -> None:
    table = before_phase_5()
    table.national("BEL", 80, {"Ann": 4})
    table.set_phase("5")
    found = ferry_token.place_refusal(table.game, table.company("BEL"), 20)
    assert found is not None
    assert "no tokens" in found.reason


@rule("18OE-PRIV-13")
def test_wien_of_another_player_does_not_pay() -> None:
    table = before_phase_5(treasury=100)
    table.give_private("WS", "Ben")
    table.state.phase += 1
    ferry_token.offer(table.game)
    table.refuses("use WCF+WS with PLM for 80", "18OE-PRIV-05")


@rule("18OE-PRIV-30")
def test_later_it_takes_the_token_step_of_the_railroad() -> None:
    table = before_phase_5(wien=True)
    table.lay(*LYON)
    table.set_phase("5")
    table.give_private("SHTC", "Ann")
    table.operating_turn("PLM", "token")
    table.refuses("use WCF with GWR for 40", "18OE-PRIV-30")
    table.do("use WCF with PLM for 20")
    table.refuses("token at U32.0 for 40", "18OE-TOKEN-01")


@rule("18OE-TOKEN-06")
def test_nobody_has_both_positions_of_lille() -> None:
    table = before_phase_5()
    table.set_phase("5")
    table.state.spare_tokens[table.company("PLM")] += 1
    table.token("PLM", "N31.0")
    table.operating_turn("PLM", "token")
    table.refuses("use WCF with PLM for 20", "18OE-TOKEN-06")
    table = before_phase_5()
    table.set_phase("5")
    table.operating_turn("PLM", "token")
    table.do("use WCF with PLM for 20")
    assert stations.place_refusal(table.game, table.company("PLM"), table.stop("N31.0")) is not None
    assert stations.place_refusal(table.game, table.company("PLM"), table.stop("N31.0")).rule == "18OE-TOKEN-06"  # type: ignore[union-attr]
