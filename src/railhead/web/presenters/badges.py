"""Companies' tokens as small pictures beside text.

The page of a table has hundreds of them, so it draws each token once, and all the others refer to it.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

from railhead.core.rulebook import CompanyFacts, Rulebook
from railhead.drawing.letters import FONT
from railhead.drawing.marks import group, picture, tag
from railhead.drawing.tokens import token

RADIUS = 20.0
SIDE = RADIUS + 1
VIEW = (-SIDE, -SIDE, 2 * SIDE, 2 * SIDE)


@lru_cache(maxsize=512)
def badge(company: CompanyFacts) -> SafeString:
    """A company's token, on a page of its own."""
    drawn = token(company, (0.0, 0.0), RADIUS)
    return mark_safe(picture(VIEW, drawn, class_="badge", aria_hidden="true"))


@lru_cache(maxsize=512)
def sign(company: CompanyFacts) -> SafeString:
    """A company's token on the page of a table, where `tokens` has drawn it."""
    side = " ".join(f"{each:.0f}" for each in VIEW)
    drawn = tag("use", href=f"#{_id(company)}")
    return mark_safe(tag("svg", drawn, viewBox=side, class_="badge", data_company=company.symbol, aria_hidden="true"))


@lru_cache(maxsize=32)
def tokens(book: Rulebook) -> SafeString:
    """Every company's token, for signs to refer to."""
    style = {"font_family": FONT, "text_anchor": "middle"}  # a sign is not within this picture, and inherits nothing
    drawn = (group(token(each, (0.0, 0.0), RADIUS), id=_id(each), **style) for each in book.companies)
    return mark_safe(tag("svg", tag("defs", drawn), class_="tokens", aria_hidden="true"))


def _id(company: CompanyFacts) -> str:
    return "token-" + "".join(each if each.isalnum() else f"_{ord(each)}" for each in company.symbol)
