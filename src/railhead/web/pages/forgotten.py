"""A forgotten password: a link by mail, or from whoever runs the site, with which a new one is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import PasswordResetConfirmView, PasswordResetView
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from railhead.web import limits, mailed_links, tasks

KIND = "forgotten password"


class LinkByMail(PasswordResetForm):
    """Asks for a mail address and has a link sent to every account that has it. Whether there is one is not said."""

    def save(self, *, request: HttpRequest, **_: Any) -> None:  # type: ignore[override]  # the view gives more
        """Queue the letters."""
        mailed_links.queue(KIND, request, self.get_users(self.cleaned_data["email"]))


@tasks.handles(KIND)
def write(payload: Mapping[str, Any]) -> None:
    """Send the links."""
    mailed_links.write(payload, _subject, "registration/password_reset_email.html", link_for)


def _subject(site: str) -> str:
    return gettext("A new password at %(site)s") % {"site": site}


class Forgotten(PasswordResetView):
    """The page that asks where to send the link; on a site without mail it says who can make one."""

    form_class = LinkByMail

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Send it."""
        limits.spend(request, limits.FORGOTTEN)
        limits.spend(request, limits.FORGOTTEN_OF_ADDRESS, request.POST.get("email", "").strip().lower())
        return super().post(request, *args, **kwargs)


class NewPassword(PasswordResetConfirmView):
    """The page a link leads to. Once a password has been chosen, the link is worth nothing."""


def link_for(user: User) -> str:
    """The address of the page on which this user can choose a new password; it is good for a day, and once."""
    token = default_token_generator.make_token(user)
    return reverse("password_reset_confirm", kwargs={"uidb64": mailed_links.encoded(user), "token": token})
