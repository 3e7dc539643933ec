"""The rules of a title in our own words, and what everything in it does: as pages, and as help at the table."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from railhead.titles import catalogue
from railhead.web.pages.problems import asked_by_htmx
from railhead.web.presenters.about import EXPLAINED, RULES, entries, glossary, rules_by_section

KEPT = 3600
"""Seconds for which a browser keeps what it was told."""
LONGEST_SEARCH = 80


@require_safe
def rules(request: HttpRequest, name: str) -> HttpResponse:
    """All rules of a title by section, with its glossary."""
    _check(name)
    sought = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    language = get_language()
    context = {
        "title": catalogue.find(name),
        "sought": sought,
        "sections": rules_by_section(name, language, sought),
        "glossary": glossary(name, language),
    }
    return render(request, "railhead/rules.html", context)


@require_safe
def rule(request: HttpRequest, name: str, rule_id: str) -> HttpResponse:
    """One rule."""
    return about(request, name, RULES, rule_id)


@require_safe
def about(request: HttpRequest, name: str, table: str, keys: str) -> HttpResponse:
    """What one or several things do: a page by itself, or what a page shows in a box."""
    _check(name)
    if table not in EXPLAINED:
        raise Http404("Nothing is explained under this name")
    found = entries(name, table, keys.split(","), get_language())
    if not found:
        raise Http404("Nothing is written about this")
    template = "railhead/pieces/about.html" if asked_by_htmx(request) else "railhead/about.html"
    response = render(request, template, {"title": catalogue.find(name), "table": table, "entries": found})
    patch_cache_control(response, private=True, max_age=KEPT)
    patch_vary_headers(response, ["Accept-Language", "Cookie", "HX-Request"])
    return response


def _check(name: str) -> None:
    if name not in catalogue.TITLES:
        raise Http404("There is no such title here")
