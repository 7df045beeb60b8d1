"""The embedded site that `make play` runs: no address, no certificate, no mail server needed."""

import secrets

from qwirkle_site.settings.base import *
from qwirkle_site.settings.base import ACCOUNT_RATE_LIMITS, DATA_DIR, STORAGES, env

DEBUG = env.bool("QWIRKLE_DEBUG", False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])


def stored_secret_key() -> str:
    """Return the data folder's own secret key, made at the first start, readable by us only."""
    path = DATA_DIR / "secret_key"
    if not path.exists() or not path.read_text().strip():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        path.touch()
        path.chmod(0o600)
        path.write_text(secrets.token_urlsafe(48))
    return path.read_text().strip()


SECRET_KEY = env.str("SECRET_KEY", "") or stored_secret_key()

MAILERS = {
    "default": {
        "BACKEND": "qwirkle_site.mail.TerminalAndFolder",
        "OPTIONS": {"file_path": str(DATA_DIR / "mail")},
    }
}

# A household shares one address.
ACCOUNT_RATE_LIMITS = {**ACCOUNT_RATE_LIMITS, "signup": env.str("SIGNUP_RATE", "60/h/ip")}

if DEBUG:
    STORAGES = {
        **STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    WHITENOISE_USE_FINDERS = True
