"""Django's settings, derived from the site's configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF

from railhead.web import mail
from railhead.web.bodies import ENVELOPE, IN_MEMORY, LARGEST_FILE
from railhead.web.configuration import Configuration
from railhead.web.security import static_version

CONFIGURATION = Configuration.from_environment()

BASE = Path(__file__).parent
DEBUG = False
SECRET_KEY = CONFIGURATION.secret()
ALLOWED_HOSTS = ["*"]  # `security.refusal_of` decides: its own addresses, and the names it was given

INSTALLED_APPS = [
    "railhead.web",  # first: its pages for accounts have the names of the administration's
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
]

MIDDLEWARE = [
    "railhead.web.request_log.logged",
    "railhead.web.pages.problems.uniform",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "railhead.web.security.guarded",
    "railhead.web.static_files.kept",
    "railhead.web.compression.compressed",
    "django.middleware.locale.LocaleMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "railhead.web.devices.remembered",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "railhead.web.pages.problems.Explained",
]

ROOT_URLCONF = "railhead.web.urls"
ASGI_APPLICATION = "railhead.web.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "railhead.web.security.site",
                "railhead.web.pages.settings_page.preferences",
            ],
        },
    },
]

DATABASES: dict[str, Any] = {
    "default": dj_database_url.parse(CONFIGURATION.database, conn_max_age=600, conn_health_checks=True)
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A transaction that writes takes its turn at once instead of failing half-way, and is on the disk at its end.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "worker-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"  # an address may be a secret link
X_FRAME_OPTIONS = "DENY"

STATIC_URL = (
    f"/static/{static_version(BASE / 'static', BASE / 'locale')}/"  # it changes with the files: they may be kept
)

SESSION_ENGINE = "railhead.web.sessions"
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_NAME = "railhead_session"
CSRF_COOKIE_NAME = "railhead_csrf"
CSRF_COOKIE_AGE = SESSION_COOKIE_AGE
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = CONFIGURATION.https
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
if CONFIGURATION.https:
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    CSRF_TRUSTED_ORIGINS = [f"https://{name}" for name in CONFIGURATION.names]
CSRF_FAILURE_VIEW = "railhead.web.pages.problems.not_from_here"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AUTHENTICATION_BACKENDS = ["railhead.web.limits.PasswordGate", "django.contrib.auth.backends.ModelBackend"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "lobby"

PASSWORD_RESET_TIMEOUT = 24 * 3600
globals().update(mail.settings_of(CONFIGURATION.mail_url, CONFIGURATION.mail_from))

DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_FILE + ENVELOPE  # `bodies` has limits by address, before Django reads anything
FILE_UPLOAD_MAX_MEMORY_SIZE = IN_MEMORY

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", "English"), ("de", "Deutsch")]
LANGUAGE_COOKIE_NAME = "railhead_language"
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = CONFIGURATION.https

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "railhead.web.request_log.Lines"}, "plain": {"format": "railhead: %(message)s"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "lines" if CONFIGURATION.log_requests else "plain",
        }
    },
    "loggers": {
        "django.request": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        "django.security": {"handlers": ["stderr"], "level": "CRITICAL", "propagate": False},
        "railhead.mail": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        "railhead.requests": {
            "handlers": ["stderr"],
            "level": "INFO" if CONFIGURATION.log_requests else "ERROR",
            "propagate": False,
        },
        "railhead.tasks": {
            "handlers": ["stderr"],
            "level": "INFO" if CONFIGURATION.log_requests else "ERROR",
            "propagate": False,
        },
        "railhead.upkeep": {
            "handlers": ["stderr"],
            "level": "INFO" if CONFIGURATION.log_requests else "ERROR",
            "propagate": False,
        },
    },
}
