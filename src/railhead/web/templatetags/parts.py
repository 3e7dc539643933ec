"""Parts of a page that are rendered once for everybody who sees the same: a move renders again only what it changed."""

from __future__ import annotations

from typing import Any

from django.template import Context, Library
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from railhead.drawing.memory import TEXTS

register = Library()


@register.simple_tag(takes_context=True)
def part(context: Context, template: str, **shown: Any) -> SafeString:
    """A template rendered with these values and nothing else of the page, so that they are all it depends on."""

    def rendered() -> str:
        assert context.template is not None
        return context.template.engine.get_template(template).render(context.new(shown))

    return SafeString(TEXTS.get((part, template, get_language(), tuple(shown.items())), rendered))
