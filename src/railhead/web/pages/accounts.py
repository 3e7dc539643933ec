"""Signing up, where the site has accounts, changing one's password or mail address; the rest is Django's."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordChangeView
from django.forms import modelform_factory
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from railhead.web import access, limits


class ChangePassword(PasswordChangeView):
    """The page to change one's password. It asks for the old one, which must not be guessed here either."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Change it."""
        limits.spend(request, limits.PASSWORD)
        return super().post(request, *args, **kwargs)


class Proven(forms.Form):
    """Asks for the password before something that only the user themselves may do."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, data: QueryDict | None = None, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        self.user = user

    def clean_password(self) -> str:
        """Refuse a wrong password."""
        given: str = self.cleaned_data["password"]
        if not self.user.check_password(given):
            raise forms.ValidationError(gettext("This is not your password"))
        return given


class MailAddress(Proven):
    """Where mail to a user goes. Whoever chooses it can take the account, so it takes the password."""

    email = forms.EmailField(label=gettext_lazy("Mail address"), required=False)
    field_order = ("email", "password")


def not_only_dots(name: str) -> None:
    """A name becomes part of an address, where dots alone mean something else."""
    if not name.strip("."):
        raise forms.ValidationError(gettext("A name needs a letter or a digit"))


def new_account(data: QueryDict | None) -> forms.ModelForm[User]:
    """What is asked for a new account; a mail address only by a site that can send mail."""
    fields = ("username", "email") if settings.CONFIGURATION.mails else ("username",)
    why = {"email": gettext("Optional; needed to choose a new password if you forget yours.")}
    form: type[forms.ModelForm[User]] = modelform_factory(User, UserCreationForm, fields=fields, help_texts=why)
    form.base_fields["username"].validators.append(not_only_dots)
    return form(data)


@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and use it."""
    if not settings.CONFIGURATION.accounts:
        raise Http404(gettext("This site has no accounts"))
    form = new_account(request.POST or None)
    if request.method == "POST" and form.is_valid():
        limits.spend(request, limits.SIGN_UP)
        login(request, form.save(), backend="django.contrib.auth.backends.ModelBackend")
        then = request.POST.get("next", "")
        safe = url_has_allowed_host_and_scheme(then, allowed_hosts={request.get_host()})
        return HttpResponseRedirect(then) if safe else redirect("lobby")
    return render(request, "registration/sign_up.html", {"form": form, "next": request.GET.get("next", "")})


@require_http_methods(["GET", "POST"])
@login_required
def mail_address(request: HttpRequest) -> HttpResponse:
    """Change where mail goes."""
    user = access.signed_in(request)
    assert user is not None
    if request.method == "POST":
        limits.spend(request, limits.PASSWORD)
    form, saved = MailAddress(user, request.POST or None, {"email": user.email}), False
    if form.is_valid():
        user.email = form.cleaned_data["email"]
        user.save(update_fields=["email"])
        form, saved = MailAddress(user, None, {"email": user.email}), True
    return render(request, "registration/mail_address.html", {"form": form, "saved": saved})
