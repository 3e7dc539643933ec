"""One's own account: where one is signed in, the second factor, one's data, and its end."""

from __future__ import annotations

import json

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from railhead.web import devices, limits, own_data, second_factor
from railhead.web.pages.accounts import Proven
from railhead.web.pages.people import signed_in
from railhead.web.pages.problems import REFUSED


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Everything about one's account."""
    user = signed_in(request)
    context = {
        "devices": [(each, *devices.described(each.agent)) for each in devices.devices_of(user)],
        "here": devices.current(request),
        "second_factor": second_factor.wanted(user),
    }
    return render(request, "registration/account.html", context)


@require_POST
@login_required
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out at another device, or at all others."""
    user, device = signed_in(request), request.POST.get("device", "")
    if device == "others":
        devices.sign_out_elsewhere(request, user)
    else:
        devices.sign_out(user, device)
    return redirect("account")


@require_http_methods(["GET", "POST"])
@login_required
def set_up_codes(request: HttpRequest) -> HttpResponse:
    """Show the secret for an authenticator app, and ask for a first code of it."""
    user = signed_in(request)
    if second_factor.wanted(user):
        return redirect("account")
    problem = ""
    if request.method == "POST":
        limits.spend(request, limits.CODE_OF_USER, str(user.pk))
        codes = second_factor.confirm(user, request.POST.get("code", "").strip()[:60])
        if codes is not None:
            return render(request, "registration/recovery_codes.html", {"codes": codes})
        problem = gettext("This code is wrong, or has been used")
    prepared = second_factor.prepare(user)
    context = {
        "picture": mark_safe(second_factor.picture(prepared)),  # made here, of an address of our own
        "secret": second_factor.secret_of(prepared),
        "problem": problem,
    }
    return render(request, "registration/set_up_codes.html", context, status=REFUSED if problem else 200)


@require_http_methods(["GET", "POST"])
@login_required
def stop_codes(request: HttpRequest) -> HttpResponse:
    """Ask for no codes any more; the password proves that nobody else wants that."""
    form = _proof(request)
    if form.is_valid():
        second_factor.remove(form.user)
        return redirect("account")
    return render(request, "registration/stop_codes.html", {"form": form})


@require_safe
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Everything the site knows of whoever asks, as a file."""
    text = json.dumps(own_data.of(signed_in(request)), ensure_ascii=False, indent=1)
    return HttpResponse(
        text,
        content_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="railhead-account.json"'},
    )


@require_http_methods(["GET", "POST"])
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Delete one's account."""
    form = _proof(request)
    if form.is_valid():
        logout(request)
        own_data.delete(form.user)
        return redirect("lobby")
    return render(request, "registration/delete.html", {"form": form})


def _proof(request: HttpRequest) -> Proven:
    """The password, as it was given; it must not be guessed here either."""
    if request.method == "POST":
        limits.spend(request, limits.PASSWORD)
    return Proven(signed_in(request), request.POST or None)
