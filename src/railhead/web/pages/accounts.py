"""Signing up, where the site has accounts, and changing one's password; the rest is Django's."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from railhead.web import limits


class ChangePassword(PasswordChangeView):
    """The page to change one's password. It asks for the old one, which must not be guessed here either."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Change it."""
        limits.spend(request, limits.PASSWORD)
        return super().post(request, *args, **kwargs)


@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and use it."""
    if not settings.CONFIGURATION.accounts:
        raise Http404(gettext("This site has no accounts"))
    form: UserCreationForm[User] = UserCreationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        limits.spend(request, limits.SIGN_UP)
        login(request, form.save(), backend="django.contrib.auth.backends.ModelBackend")
        then = request.POST.get("next", "")
        safe = url_has_allowed_host_and_scheme(then, allowed_hosts={request.get_host()})
        return redirect(then if safe else "lobby")
    return render(request, "registration/sign_up.html", {"form": form, "next": request.GET.get("next", "")})
