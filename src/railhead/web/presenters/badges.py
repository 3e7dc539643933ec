"""Companies' tokens as small pictures beside text."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

from railhead.core.rulebook import CompanyFacts
from railhead.drawing.marks import picture
from railhead.drawing.tokens import token

RADIUS = 20.0


@lru_cache(maxsize=512)
def badge(company: CompanyFacts) -> SafeString:
    """A company's token."""
    side = RADIUS + 1
    drawn = token(company, (0.0, 0.0), RADIUS)
    return mark_safe(picture((-side, -side, 2 * side, 2 * side), drawn, class_="badge", aria_hidden="true"))
