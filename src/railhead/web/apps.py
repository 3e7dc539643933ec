"""The site as a Django application."""

from django.apps import AppConfig


class RailheadConfig(AppConfig):
    """Tables, seats and logs."""

    name = "railhead.web"
    label = "railhead"
    verbose_name = "Railhead"
