"""The site's figures, for whoever has the token: how much a site is used is nobody else's business."""

from __future__ import annotations

import os

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from railhead.web import metrics, tasks
from railhead.web.access import BEARER
from railhead.web.hub import HUB
from railhead.web.metrics import TOGETHER
from railhead.web.tables import TABLES


@require_safe
def figures(request: HttpRequest) -> HttpResponse:
    """The figures of all processes, as Prometheus collects them."""
    token = settings.CONFIGURATION.metrics_token
    if not token or not constant_time_compare(request.headers.get("Authorization", ""), BEARER + token):
        raise Http404
    metrics.LISTENERS.set(HUB.everybody())
    metrics.TABLES.set(len(TABLES))
    queue = tasks.figures()
    metrics.TASKS_WAITING.set(queue.waiting)
    metrics.TASKS_OVERDUE.set(queue.overdue)
    metrics.TASKS_FAILED.set(queue.failed)
    return HttpResponse(generate_latest(_registry()), content_type=CONTENT_TYPE_LATEST)


def _registry() -> CollectorRegistry:
    """Where the figures are: in this process, or in the files of all of them."""
    if TOGETHER not in os.environ:
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
