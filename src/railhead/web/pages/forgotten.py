"""A forgotten password: a link by mail, or from whoever runs the site, with which a new one is chosen."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import PasswordResetConfirmView, PasswordResetView
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext

from railhead.web import limits, mail


class LinkByMail(PasswordResetForm):
    """Asks for a mail address and sends a link to every account that has it. Whether there is one is not said."""

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        """Send one link."""
        subject = gettext("A new password at %(site)s") % {"site": context["site_name"]}
        body = loader.render_to_string(email_template_name, context)
        mail.send(EmailMultiAlternatives(subject, body, from_email, [to_email]))


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
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    return reverse("password_reset_confirm", kwargs={"uidb64": uid, "token": token})
