"""Help beside the thing itself: links that open what it does, in our own words, without leaving the page."""

from __future__ import annotations

from collections.abc import Iterable

from django.template import Library
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from railhead.web.presenters.about import entries, explained, headings, title_of

register = Library()


@register.simple_tag
def about(title: str, table: str, keys: str | Iterable[str], name: str = "") -> SafeString:
    """A question mark that opens the texts of a title about one or several things; nothing if there is no text."""
    found = explained(title, table, keys)
    if not found:
        return SafeString()
    label = gettext("About {name}").format(name=name or ", ".join(headings(title, table, found, get_language())))
    return format_html(
        '<a class="help-mark" data-about href="{}" aria-label="{}">?</a>', _address(title, table, found), label
    )


@register.simple_tag
def about_text(title: str, table: str, key: str) -> str:
    """The text of a title about something; empty if there is none."""
    return next((entry.text for entry in entries(title, table, [key], get_language())), "")


@register.simple_tag
def about_link(title: str, table: str, key: str, words: str) -> SafeString:
    """Words that open the text of a title about something."""
    found = explained(title, table, key)
    if not found:
        return format_html("{}", words)
    return format_html('<a class="about-words" data-about href="{}">{}</a>', _address(title, table, found), words)


@register.simple_tag
def rule(rule_id: str, section: str = "") -> SafeString:
    """The id of a rule as a link to the rule in our words, with its section of the rulebook."""
    title = title_of(rule_id)
    said = f"{rule_id}, {section}" if section else rule_id
    if title is None:
        return format_html('<span class="rule">{}</span>', said)
    address = reverse("rule", args=[title, rule_id])
    return format_html('<a class="rule" data-about href="{}">{}</a>', address, said)


@register.simple_tag
def about_address(title: str, table: str, keys: str | Iterable[str]) -> str:
    """Where the texts of a title about some things are."""
    return _address(title, table, explained(title, table, keys))


def _address(title: str, table: str, keys: tuple[str, ...]) -> str:
    return reverse("about", args=[title, table, ",".join(keys)])
