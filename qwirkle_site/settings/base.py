"""All settings, read from the environment once. docs/deploy.md lists the variables."""

from email.utils import parseaddr
from pathlib import Path

import environ
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from qwirkle_site.settings.databases import database
from qwirkle_site.settings.queue import *
from qwirkle_site.settings.queue import broker_urls

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parents[2]
DATA_DIR = Path(env.str("QWIRKLE_DATA", str(BASE_DIR / "data")))

DEBUG = False
SITE_NAME = env.str("SITE_NAME", "Qwirkle Club")

INSTALLED_APPS = [
    "daphne",
    "allauth.mfa",  # its admin page comes first, ours replaces it
    "accounts",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "channels",
    "django_htmx",
]

MIDDLEWARE = [
    "qwirkle_site.middleware.PolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "qwirkle_site.middleware.BodyLimitMiddleware",
    "qwirkle_site.middleware.UptimeMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "qwirkle_site.middleware.RequestLimitMiddleware",
    "accounts.middleware.SeenMiddleware",
    "accounts.middleware.PlaceMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.StaffFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "qwirkle_site.urls"
ASGI_APPLICATION = "qwirkle_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "qwirkle_site.context.site",
                "accounts.selectors.settings_on_page",
                "games.context.waiting",
            ],
        },
    },
]

# --- Storage, queue, sockets -------------------------------------------------------------------

DATABASES = {"default": database(env, DATA_DIR)}
_urls = broker_urls(env)
CELERY_BROKER_URL = _urls.celery
CHANNEL_LAYERS = {"default": _urls.channel_layer()}
# Rate limits live in a table: shared by all web processes and alive while Redis is not.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "qwirkle_cache",
        # Beyond this number entries are thrown out, and with them counts of failed sign-ins.
        "OPTIONS": {"MAX_ENTRIES": 200_000},
    }
}

# --- People ------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
SESSION_ENGINE = "qwirkle_site.sessions"
AUTHENTICATION_BACKENDS = ["accounts.services.backend.NameOrAddressBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [  # length and nothing else; the forms hold the upper bound
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
]
PASSWORD_RESET_TIMEOUT = 60 * 60
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "accounts.services.signup.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.AddEmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "signup": "accounts.forms.SignupForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_PREVENT_ENUMERATION = "strict"  # a known address signs up like any other
ACCOUNT_EMAIL_VERIFICATION = "optional"  # an unverified address may play casual games
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"{SITE_NAME}: "
ACCOUNT_EMAIL_NOTIFICATIONS = True  # the old address hears of a new one, and of a new password
ACCOUNT_CHANGE_EMAIL = True  # one address, replaced once the new one is confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # the password again before the address changes
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")  # whoever reads the mails proves nothing
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_PRESERVE_USERNAME_CASING = True  # shown as typed, compared without case
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # the own session stays, all others end
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {
    "login": "200/h/ip",  # so that a school can sign in; what fails has a limit of its own
    "login_failed": "50/h/ip,5/15m/key",
    "signup": env.str("SIGNUP_RATE", "5/d/ip"),
    "reset_password": "20/h/ip,3/h/key",
    "admin": "60/5m/ip",  # requests that the admin refuses (docs/decisions/0026)
}
MFA_ADAPTER = "accounts.services.factors.FactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "activate_totp": "accounts.forms.ActivateTOTPForm",
    "add_webauthn": "accounts.forms.AddPasskeyForm",
    "authenticate": "accounts.forms.FactorForm",
    "authenticate_webauthn": "accounts.forms.PasskeyForm",
    "edit_webauthn": "accounts.forms.EditPasskeyForm",
    "login_webauthn": "accounts.forms.PasskeyLoginForm",
    "reauthenticate": "accounts.forms.FactorAgainForm",
    "reauthenticate_webauthn": "accounts.forms.PasskeyAgainForm",
}
MFA_TOTP_TOLERANCE = 1  # one step of 30 s either way, for clocks that are a little off
# Who only claimed an address holds it for nobody here: its owner confirms it and has it (services/
# signup.py). So an address need not be confirmed before a second factor, nor the other way round.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Behind proxies the visitor's address stands in X-Forwarded-For: how many of ours to trust.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", 0)

DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Qwirkle Club <club@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Mails and pushes are written by the worker, which serves no request that would know the address.
SITE_URL = env.str("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
# Where a push service reaches whoever runs the site (RFC 8292, 2.1).
PUSH_CONTACT = env.str("PUSH_CONTACT", f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
# Hosts that get pushes though they are private and speak no HTTPS: for tests alone.
PUSH_ENDPOINT_HOSTS: list[str] = []

# --- Safety ------------------------------------------------------------------------------------

# docs/decisions/0005: no script and no style block from the page itself; only style attributes,
# which place tiles by custom properties, are let through. What is not named is forbidden.
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "style-src-attr": [CSP.UNSAFE_INLINE],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
# How often one person may ask, counted in each process (docs/decisions/0031): "" is no limit.
RATE_LIMITS = {
    "requests": env.str("REQUEST_RATE", "240/m,50/10s"),
    "moves": "30/m",
    "exports": "10/h",
    "sockets": "30/m",
}
SOCKETS_PER_USER = 10
SOCKETS_PER_ADDRESS = 50  # of visitors: who is signed in is counted as himself
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes; a move is under 1 KiB
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
WEBSOCKET_MAX_BYTES = 16 * 1024  # given to daphne by play and by docs/deploy.md

# --- Language, time, files ---------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]  # one for each complete catalogue: no page in two languages
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", str(BASE_DIR / "staticfiles")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "qwirkle_site.static.HashedStaticStorage"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"cut_off": {"()": "qwirkle_site.logs.CutOffRequests"}},
    "formatters": {"line": {"format": "{levelname:<7} {name}: {message}", "style": "{"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["cut_off"],
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "INFO")},
    "loggers": {
        # Django's own handlers would print each record a second time.
        "django": {"level": "INFO", "handlers": [], "propagate": True},
        "django.server": {"level": "INFO", "handlers": [], "propagate": True},
        # A line per task would bury the rest: the sweep alone runs every five seconds.
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "daphne.server": {"level": "WARNING"},
    },
}
