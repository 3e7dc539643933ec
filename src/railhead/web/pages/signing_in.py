"""Signing in: with a password or a link sent by mail, and with a second factor where the user wants one."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.auth.views import LoginView
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from railhead.web import limits, mailed_links, second_factor, tasks
from railhead.web.pages.problems import REFUSED

KIND = "sign-in link"
BACKEND = "django.contrib.auth.backends.ModelBackend"
PENDING = "signing in"
"""Under this name a session keeps who has shown a password, or a link, but no code yet."""
PATIENCE = 600
"""Seconds they have for it."""


class LinkTokens(PasswordResetTokenGenerator):
    """Tokens that sign somebody in: good for a day, and until the next sign-in."""

    key_salt = "railhead.web.pages.signing_in.LinkTokens"


LINKS = LinkTokens()


class SignIn(LoginView):
    """The page that asks for name and password."""

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, or ask for a code first."""
        user = form.get_user()
        assert isinstance(user, User)
        return enter(self.request, user, self.get_success_url())


def enter(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Sign somebody in who has shown who they are; whoever wants to be asked for a code is asked."""
    if second_factor.wanted(user):
        request.session[PENDING] = {"user": user.pk, "then": then, "until": time.time() + PATIENCE}
        return redirect("code")
    login(request, user, backend=BACKEND)
    return HttpResponseRedirect(then)


@require_http_methods(["GET", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Ask for a code of whoever has shown their password."""
    pending = request.session.get(PENDING, {"user": None, "then": "", "until": 0})
    user = User.objects.filter(pk=pending["user"], is_active=True).first()
    if user is None or pending["until"] < time.time():
        request.session.pop(PENDING, None)
        return redirect("login")
    problem = ""
    if request.method == "POST":
        limits.spend(request, limits.CODE)
        limits.spend(request, limits.CODE_OF_USER, str(user.pk))
        if second_factor.passes(user, request.POST.get("code", "")[:60]):
            del request.session[PENDING]
            login(request, user, backend=BACKEND)
            return HttpResponseRedirect(pending["then"])
        problem = gettext("This code is wrong, or has been used")
    return render(request, "registration/code.html", {"problem": problem}, status=REFUSED if problem else 200)


# -- a link by mail -------------------------------------------------------------------------------


class WhereTo(forms.Form):
    """Asks for a mail address."""

    email = forms.EmailField(label=gettext_lazy("Mail address"), max_length=254)


@require_http_methods(["GET", "POST"])
def ask_for_link(request: HttpRequest) -> HttpResponse:
    """Send a link that signs in to every account with this mail address. Whether there is one is not said."""
    if not settings.CONFIGURATION.mails:
        raise Http404(gettext("This site sends no mail"))
    form = WhereTo(request.POST or None)
    sent = request.method == "POST" and form.is_valid()
    if sent:
        address = form.cleaned_data["email"]
        limits.spend(request, limits.FORGOTTEN)
        limits.spend(request, limits.FORGOTTEN_OF_ADDRESS, address.strip().lower())
        mailed_links.queue(KIND, request, User.objects.filter(email__iexact=address, is_active=True))
    return render(request, "registration/link.html", {"form": form, "sent": sent})


@tasks.handles(KIND)
def write(payload: Mapping[str, Any]) -> None:
    """Send the links."""
    mailed_links.write(payload, _subject, "registration/link_email.html", link_of)


def _subject(site: str) -> str:
    return gettext("Sign in at %(site)s") % {"site": site}


def link_of(user: User) -> str:
    """The address that signs a user in."""
    return reverse("sign-in-link", args=[mailed_links.encoded(user), LINKS.make_token(user)])


@require_http_methods(["GET", "POST"])
def by_link(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Sign in by a link. It takes a press of a button: programs that look at mail open links, too."""
    user = mailed_links.decoded(uid)
    if user is None or not LINKS.check_token(user, token):
        raise Http404(gettext("This link is not valid (any more); ask for a new one"))
    if request.method == "GET":
        return render(request, "registration/by_link.html", {"name": user.get_username()})
    return enter(request, user, reverse("lobby"))


def sign_in_for_administration(request: HttpRequest) -> HttpResponse:
    """The administration has no page of its own for passwords: it would not ask for a code."""
    wanted = request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()})
    query = urlencode({"next": wanted if ours else reverse("admin:index")})
    return redirect(f"{reverse('login')}?{query}")
