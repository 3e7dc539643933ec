"""Tokens on a board that is shown so small that their whole signs cannot be read."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from railhead.core.ids import Company, stop_at
from railhead.core.view import BoardView
from railhead.drawing.board import Sheet, board_picture
from railhead.drawing.letters import width
from railhead.drawing.levels import COUNTRY, OVERVIEW
from railhead.drawing.palette import is_like
from railhead.drawing.tokens import short_signs, single_signs
from railhead.titles import catalogue

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("title", ["1860", "1862", "18BF"])
def test_every_company_has_two_letters_of_its_own(title: str) -> None:
    symbols = tuple(facts.symbol for facts in catalogue.rulebook(title, ("Ann", "Ben", "Cleo")).companies)
    signs = short_signs(symbols)
    assert set(signs) == set(symbols)
    assert len(set(signs.values())) == len(symbols)
    for symbol, sign in signs.items():
        assert len(sign) <= 2
        assert set(sign) <= set(symbol) - {"&"}


@pytest.mark.parametrize("title", ["1860", "1862", "18BF"])
def test_companies_of_like_colours_have_different_letters(title: str) -> None:
    companies = tuple(catalogue.rulebook(title, ("Ann", "Ben", "Cleo")).companies)
    signs = single_signs(tuple((facts.symbol, facts.colour) for facts in companies))
    for one, other in combinations(companies, 2):
        assert signs[one.symbol] in one.symbol
        if is_like(one.colour, other.colour) and set(one.symbol) != set(other.symbol):
            assert signs[one.symbol] != signs[other.symbol], (one.symbol, other.symbol)


def test_a_token_has_two_letters_that_stay_within_it_and_an_empty_circle_a_mark() -> None:
    book = catalogue.rulebook("18BF", ("Ann", "Ben", "Cleo"))
    perth = book.board.index["L12"]
    company = Company(len(book.companies) - 1)
    laid = BoardView({}, {stop_at(perth, 0): (company,)}, 0, frozenset())
    drawn = ElementTree.fromstring(board_picture(Sheet(book, laid)))
    (token,) = (part for part in drawn.iter(f"{SVG}g") if part.get("class") == "token")
    (short,) = (part for part in token.iter(f"{SVG}text") if part.get("class") == "short")
    (disc,) = token.iter(f"{SVG}circle")
    assert short.text == short_signs(tuple(facts.symbol for facts in book.companies))[book.companies[company].symbol]
    assert float(short.get("font-size") or 0) * OVERVIEW.scale / 100 == pytest.approx(7.0, abs=0.1)
    (single,) = (part for part in token.iter(f"{SVG}text") if part.get("class") == "single")
    assert float(single.get("font-size") or 0) * COUNTRY.scale / 100 == pytest.approx(7.0, abs=0.1)
    for words in (short, single):
        natural = width(words.text or "", bold=True) * float(words.get("font-size") or 0)
        assert float(words.get("textLength") or natural) < 2 * float(disc.get("r") or 0)
    assert any(part.get("class") == "hole" for part in drawn.iter(f"{SVG}circle"))
