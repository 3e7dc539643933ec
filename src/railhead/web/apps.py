"""The site as a Django application."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.utils.translation import get_language, gettext

from railhead.core.text import translate_with


class RailheadConfig(AppConfig):
    """Tables, seats and logs."""

    name = "railhead.web"
    label = "railhead"
    verbose_name = "Railhead"

    def ready(self) -> None:
        """What the engine says is translated like everything else; whoever signs in is noted with their device."""
        from railhead.web.devices import forget, note_sign_in

        translate_with(gettext, get_language)
        user_logged_in.connect(note_sign_in, dispatch_uid="railhead.devices")
        user_logged_out.connect(forget, dispatch_uid="railhead.devices")
