"""What the board of 18OE shows besides tiles and stations: patrons, and the tokens of privates and of minor D."""

from __future__ import annotations

from railhead.testing import rule
from railhead.titles.t18oe.facts import PRIVATE
from railhead.titles.t18oe.private_tokens import use_up
from railhead.titles.t18oe.scenery import marks
from tests.titles.t18oe.table import Europe

LYON, PARIS = "U34.0", "Q30.0"


def signs(table: Europe) -> dict[tuple[str, str], str]:
    """By hex and sign: what it means."""
    names = table.book.board.names
    return {(names[mark.hex], mark.sign): str(mark.name) for mark in marks(table.book, table.state)}


def bare(phase: str = "3") -> Europe:
    """A board without patrons, with the major PLM of Ann and Ben's BEL."""
    table = Europe(railroad_phase="major", phase=phase)
    table.major("PLM", 100, {"Ann": 5})
    table.major("BEL", 100, {"Ben": 5})
    table.remember(patronage=())
    return table


@rule("18OE-PATRON-01", "18OE-PATRON-02")
def test_patrons_are_shown_with_what_they_pay_now_until_they_have_paid() -> None:
    table = bare("3")
    table.remember(patronage=((table.hex("U32"), "yellow"),))
    assert signs(table) == {("U32", "+40"): "Patronage: 40 for the railroad that lays the first tile"}
    table.set_phase("5")
    assert ("U32", "+60") in signs(table)
    table.remember(patronage=())
    assert signs(table) == {}


@rule("18OE-PRIV-35", "18OE-PRIV-41")
def test_tokens_of_hochberg_and_of_brandt_say_whom_they_serve() -> None:
    table = bare("3")
    for card in ("HMLC", "BBE"):
        table.give_private(card, "Ann")
    table.remember(hochberg=table.hex("V35"), brandt=(table.hex("U36"),))
    assert signs(table) == {
        ("V35", "HMLC"): "Hochberg's token: a town of 20 for the railroads of Ann",
        ("U36", "BBE"): "Token of Brandt & Brandau: only railroads of Ann run through",
    }


def test_tokens_of_cards_that_were_removed_serve_nobody() -> None:
    table = bare("3")
    for card in ("HMLC", "BBE"):
        table.give_private(card, "Ann")
        use_up(table.game, PRIVATE[card])
    table.remember(hochberg=table.hex("V35"), brandt=(table.hex("U36"),))
    assert set(signs(table).values()) == {
        "Hochberg's token, which counts for nobody",
        "Token of Brandt & Brandau: nobody runs through",
    }


@rule("18OE-PRIV-26", "18OE-PRIV-27")
def test_tokens_of_star_harbor_and_central_circle_name_their_railroad() -> None:
    table = bare()
    bel, plm = table.company("BEL"), table.company("PLM")
    table.remember(harbor=(bel, table.stop("W36.0")), circle=(plm, table.stop(LYON)))
    assert signs(table) == {
        ("W36", "SHTC"): "Token of Star Harbor: BEL passes through and earns nothing here",
        ("U34", "CCTC"): "Token of Central Circle: PLM passes through and earns nothing here",
    }


@rule("18OE-MINOR-07", "18OE-MINOR-09")
def test_minor_ds_token_says_how_much_more_it_brings_and_to_whom() -> None:
    table = bare("3")
    table.minor("D", "Ann", "FB", "O28.0")
    table.remember(junction=table.stop(LYON))
    assert signs(table) == {("U34", "D"): "Minor D's token: 20 more for D"}
    into = list(table.record.into)
    into[table.company("D")] = table.company("PLM")
    table.remember(into=tuple(into))
    table.set_phase("5")
    assert signs(table) == {("U34", "D"): "Minor D's token: 40 more for PLM"}
