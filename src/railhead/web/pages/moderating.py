"""Reporting people, and the desk at which moderators decide what is done."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from railhead.core.refusal import Malformed
from railhead.web import access, limits, moderation
from railhead.web.models import LobbyMessage, Message
from railhead.web.pages.people import signed_in
from railhead.web.pages.problems import REFUSED
from railhead.web.pages.profiles import find
from railhead.web.people_models import Report


@require_http_methods(["GET", "POST"])
@login_required
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Complain about somebody, or about a message of theirs."""
    about, problem, sent = find(name), "", False
    message = _message(request, about.pk)
    if request.method == "POST":
        limits.spend(request, limits.REPORT)
        try:
            moderation.report(signed_in(request), about, request.POST.get("reason", "").strip(), message)
            sent = True
        except Malformed as refused:
            problem = str(refused)
    context = {"about": about, "message": message, "problem": problem, "sent": sent}
    return render(request, "railhead/report.html", context, status=REFUSED if problem else 200)


def _message(request: HttpRequest, about: int) -> LobbyMessage | Message | None:
    """The message the address names: one of theirs, that whoever asks can read."""
    lobby, table, number = (request.GET.get(key, "") for key in ("lobby", "table", "message"))
    found: LobbyMessage | Message | None = None
    if lobby:
        found = LobbyMessage.objects.filter(pk=_number(lobby), user=about).first()
    elif table:
        game, _ = access.admitted(request, table)
        found = Message.objects.filter(game=game, pk=_number(number), user=about).first()
    else:
        return None
    if found is None:
        raise Http404(gettext("There is no such message"))
    return found


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


@require_safe
@login_required
def desk(request: HttpRequest) -> HttpResponse:
    """What waits for a moderator, and what was decided lately."""
    _demand_moderator(request)
    context = {
        "waiting": moderation.waiting(),
        "decided": [(each, moderation.DECISIONS[each.decision]) for each in moderation.decided()],
        "decisions": moderation.DECISIONS,
    }
    return render(request, "railhead/moderation.html", context)


@require_POST
@login_required
def decide(request: HttpRequest, number: int) -> HttpResponse:
    """Decide about a report."""
    _demand_moderator(request)
    found = Report.objects.select_related("about").filter(pk=number).first()
    if found is None:
        raise Http404(gettext("There is no such report"))
    moderation.decide(found, signed_in(request), request.POST.get("decision", ""))
    return redirect("moderation")


def _demand_moderator(request: HttpRequest) -> None:
    if not signed_in(request).is_staff:
        raise PermissionDenied(gettext("Only moderators may do this"))
