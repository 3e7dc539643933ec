"""How a person wants pages to look. The browser keeps it; an account brings it to every device."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from railhead.core.refusal import Malformed
from railhead.drawing import palette
from railhead.play.gamefile import parse_json
from railhead.web import access
from railhead.web.models import Preferences

MOST_CHARACTERS = 4000


@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show the settings; or keep what somebody has chosen, with their account."""
    if request.method == "POST":
        keep(request)
        return HttpResponse(status=204)
    return render(request, "railhead/settings.html", {"lines": palette.LINES})


def keep(request: HttpRequest) -> None:
    """Keep what a user has chosen; without an account only the browser does."""
    user = access.signed_in(request)
    if user is not None:
        Preferences.objects.update_or_create(user=user, defaults={"chosen": _chosen(request.POST.get("chosen", ""))})


def _chosen(text: str) -> dict[str, str]:
    """What the browser keeps: short texts by name."""
    data = parse_json(text) if len(text) <= MOST_CHARACTERS else None
    if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
        raise Malformed("Settings are texts by name")
    return data


def preferences(request: HttpRequest) -> dict[str, str]:
    """For every page: what the user has chosen, as the browser reads it; nothing without an account."""
    user = access.signed_in(request)
    found = None if user is None else Preferences.objects.filter(user=user).first()
    return {"preferences": "" if found is None else json.dumps(found.chosen)}
