"""The variants of section 11 and which of them go together (rules 1862-VAR)."""

from __future__ import annotations

import pytest

from railhead.core.refusal import Malformed
from railhead.testing import rule
from railhead.titles import catalogue
from tests.titles.t1862.railways import table

SEATS = ("A", "B", "C")


def made(*options: str) -> frozenset[str]:
    return catalogue.rulebook("1862", SEATS, frozenset(options)).options


@rule("1862-VAR-01", "1862-VAR-02", "1862-VAR-03", "1862-VAR-04")
@pytest.mark.parametrize(
    "options",
    [
        ("simple_express", "simple_freight"),
        ("simple_express", "advanced_express"),
        ("advanced_freight", "advanced_express"),
        ("short_length", "long_length"),
        ("shorter_game", "short_length"),
        ("shorter_game", "long_length"),
        ("new_players", "advanced_freight"),
        ("nonsense",),
        ("peer-stack",),
    ],
)
def test_contradictions_are_refused(options: tuple[str, ...]) -> None:
    with pytest.raises(Malformed):
        made(*options)


@rule("1862-VAR-05", "1862-VAR-06", "1862-VAR-07")
@pytest.mark.parametrize(
    "options",
    [
        ("new_players", "simple_express", "shorter_game", "eight_tokens", "no_forced_build"),
        ("new_players", "simple_freight", "shorter_game"),
        ("advanced_express", "long_length", "eight_tokens"),
        ("no_extra_companies",),
    ],
)
def test_what_goes_together(options: tuple[str, ...]) -> None:
    assert made(*options) == set(options)


@rule("1862-VAR-04")
def test_new_players_play_a_simple_game() -> None:
    assert made("new_players") == {"new_players", "simple_express"}
    assert made("new_players", "simple_freight") == {"new_players", "simple_freight"}


@rule("1862-VAR-04")
def test_new_players_start_companies_in_parliament_only_and_buy_no_warranties() -> None:
    at = table(3, ("simple_freight", "new_players"))
    at.do("propose ENR for 0", "pass", "pass", "start ENR at 54", "buy ENR from ipo", "buy ENR from ipo")
    at.stock_turn("B")
    at.refuses("start ESR at 100", "1862-VAR-04")
    at.operating_turn("ENR", "trains")
    at.state.agenda = (*at.state.agenda[:-2], at.state.agenda[-1])
    at.refuses("train 1F with 1 warranties", "1862-VAR-04")
    at.do("train 1F with 0 warranties")
    assert at.game.trains_of(at.company("ENR")) == (64,), "the free one stays"
    at.refuses("train 2E with 0 warranties", "1862-TRAIN-04")
