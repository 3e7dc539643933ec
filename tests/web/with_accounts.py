"""The addresses of a site with accounts, for tests within one process."""

from __future__ import annotations

from railhead.web.urls import ACCOUNTS, handler400, handler403, handler404, handler500
from railhead.web.urls import urlpatterns as others

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [*others, *ACCOUNTS]
