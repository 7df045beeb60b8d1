"""The test site. tests/plugin.py starts its broker and names its database first."""

import os
from pathlib import Path

from qwirkle_site.settings.base import *
from qwirkle_site.settings.base import (
    ACCOUNT_RATE_LIMITS,
    CHANNEL_LAYERS,
    DATABASES,
    RATE_LIMITS,
    STORAGES,
)

SECRET_KEY = "not-secret-only-for-tests"  # noqa: S105 -- tests sign nothing of worth
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

SITE_URL = os.environ.get("SITE_URL", "http://testserver")
PUSH_ENDPOINT_HOSTS = ["127.0.0.1"]

# A file, not memory: threads, daphne and the worker open the same database.
_folder = Path(os.environ.get("QWIRKLE_TEST_FOLDER", "."))
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / "test.sqlite3")}
# Set for the processes of tests/site.py: they serve the test database itself.
_site_database = os.environ.get("QWIRKLE_TEST_SITE_DATABASE")
if _site_database:
    DATABASES["default"]["NAME"] = _site_database
# A channel layer that loses messages, for one test.
if _layer := os.environ.get("QWIRKLE_TEST_LAYER"):
    CHANNEL_LAYERS["default"]["BACKEND"] = _layer

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ACCOUNT_RATE_LIMITS = dict.fromkeys(ACCOUNT_RATE_LIMITS, "10000/m/ip")
RATE_LIMITS = dict.fromkeys(RATE_LIMITS, "")  # all tests come from one address
SOCKETS_PER_USER = SOCKETS_PER_ADDRESS = 10_000
if not _site_database:
    STORAGES = {
        **STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    WHITENOISE_AUTOREFRESH = True

# A worker that runs for some tests leaves the notices of all others alone.
CELERY_TASK_ROUTES = {
    name: {"queue": "notices"}
    for name in ("games.send_notices", "games.sweep_notices", "games.forget_notices")
}
