"""Production: every secret and address must be given, nothing falls back to a guess."""

from django.core.exceptions import ImproperlyConfigured

from qwirkle_site.settings.base import *
from qwirkle_site.settings.base import env

SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
if not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS:
    message = "ALLOWED_HOSTS must name the site's hosts; '*' would let any page open our sockets."
    raise ImproperlyConfigured(message)
SITE_URL = env.str("SITE_URL", f"https://{ALLOWED_HOSTS[0].lstrip('.')}").rstrip("/")
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
env.str("DATABASE_URL")  # read by base; here it must not be missing
env.str("REDIS_URL")
# Without it, all visitors behind the proxy share one address and its rate limits.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT")

SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = [r"^healthz/?$"]  # the supervisor asks without a certificate
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 60 * 60 * 24 * 365)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

MAILERS = {
    "default": {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": env.str("EMAIL_HOST", "localhost"),
            "port": env.int("EMAIL_PORT", 587),
            "username": env.str("EMAIL_HOST_USER", ""),
            "password": env.str("EMAIL_HOST_PASSWORD", ""),
            "use_tls": env.bool("EMAIL_USE_TLS", True),
            "timeout": env.int("EMAIL_TIMEOUT", 5),  # seconds; a task has ten in all
        },
    }
}
