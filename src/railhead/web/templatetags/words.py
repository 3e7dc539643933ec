"""Sentences in the words of a title: "2 [token]s left" is shown as "2 bases left" or "2 station markers left"."""

from __future__ import annotations

from typing import Any

from django.template import Context, Library

from railhead.bots.reason import Reason
from railhead.core.rulebook import Words
from railhead.core.text import Text
from railhead.play import reasons
from railhead.web.presenters.figures import figure, signed

register = Library()


register.filter(figure)
register.filter("change", signed)


@register.simple_tag(takes_context=True)
def bot_at(context: Context, name: str) -> str:
    """What the bot is called that plays the seat of this name; empty if a person does, or on a page of no table."""
    bots: dict[str, str] = context.get("bots") or {}
    return bots.get(name, "")


@register.simple_tag(takes_context=True)
def because(context: Context, reason: Reason | None) -> str:
    """Why a bot did something, once the game is over, or at a table for learning; empty otherwise."""
    told = reason is not None and (context["over"] or context["game"].explains)
    return reasons.in_words(context["book"], reason) if told and reason is not None else ""


@register.simple_tag(takes_context=True)
def worded(context: Context, template: str, **values: Any) -> str:
    """A sentence in the words of the title on the page, translated and filled in."""
    labels: Words = context["labels"] if "labels" in context else context["book"].words
    return str(labels.worded(Text(template, **values)))
