"""Players of a site with accounts: their records, their friends and those they avoid, and who is strongest."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from railhead.titles import catalogue
from railhead.web import bonds, limits, profile, ratings
from railhead.web.pages.people import signed_in
from railhead.web.people_models import Bond

SHOWN = 100
"""How many players a ranking shows."""
CHOICES = {
    Bond.FRIEND: gettext_lazy("Friend"),
    Bond.MUTED: gettext_lazy("Muted"),
    Bond.BLOCKED: gettext_lazy("Blocked"),
    "": gettext_lazy("None of these"),
}


def find(name: str) -> User:
    """A user by their name; somebody who was shut out is not shown."""
    found = User.objects.filter(username=name, is_active=True).first()
    if found is None:
        raise Http404(gettext("There is no player with this name"))
    return found


@require_safe
@login_required
def player(request: HttpRequest, name: str) -> HttpResponse:
    """How somebody has done, and what one wants to have to do with them."""
    shown, me = find(name), signed_in(request)
    context = {
        "shown": shown,
        "me": shown == me,
        "bond": bonds.bond(me, shown),
        "choices": CHOICES,
        "records": profile.records(shown),
    }
    return render(request, "railhead/player.html", context)


@require_POST
@login_required
def choose_bond(request: HttpRequest, name: str) -> HttpResponse:
    """Make somebody a friend, mute or block them, or none of these."""
    limits.spend(request, limits.BOND)
    bonds.choose(signed_in(request), find(name), request.POST.get("kind", ""))
    return redirect("player", name)


@require_safe
@login_required
def friends(request: HttpRequest) -> HttpResponse:
    """One's friends, and those one has muted or blocked."""
    return render(request, "railhead/friends.html", {"lists": bonds.lists(signed_in(request)), "choices": CHOICES})


@require_safe
@login_required
def ranking(request: HttpRequest, name: str) -> HttpResponse:
    """The strongest players of a title."""
    if name not in catalogue.TITLES:
        raise Http404(gettext("There is no such title"))
    best = ratings.ranking(name)[:SHOWN]
    users = User.objects.filter(is_active=True).in_bulk([user for user, _, _ in best])
    rows = [(users[user], outcome, games) for user, outcome, games in best if user in users]
    context = {"title": catalogue.TITLES[name], "rows": rows, "few": ratings.FEW}
    return render(request, "railhead/ranking.html", context)
