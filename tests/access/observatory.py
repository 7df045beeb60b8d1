"""The score that HTTP Observatory gives an answer, written out.

Source: the scoring table of the MDN HTTP Observatory (version 5). What an answer alone cannot show,
such as whether browsers ship the site in their preload list, earns nothing here. A style attribute
that may be inline is taken for an inline style, which is stricter than the original.
"""

from http.cookies import Morsel
from typing import Any

from django.http import HttpResponse

START = 100
BONUS_FROM = 90
"""Extra points count only for an answer that has at least so many without them."""

HALF_A_YEAR_S = 15_768_000
PRIVATE_REFERRERS = {
    "no-referrer",
    "same-origin",
    "strict-origin",
    "strict-origin-when-cross-origin",
}


def score(answer: HttpResponse, *, session: str) -> int:
    """Return the score of one answer over HTTPS; `session` is the name of the session's cookie."""
    policy = _directives(answer.headers.get("Content-Security-Policy", ""))
    points = [
        _csp(policy),
        _cookies(answer.cookies.values(), session),
        -50 if answer.headers.get("Access-Control-Allow-Origin") == "*" else 0,
        5 if answer.headers.get("Referrer-Policy") in PRIVATE_REFERRERS else 0,
        _hsts(answer.headers.get("Strict-Transport-Security", "")),
        0 if answer.headers.get("X-Content-Type-Options") == "nosniff" else -5,
        _frames(policy, answer.headers.get("X-Frame-Options", "")),
        10 if answer.headers.get("Cross-Origin-Resource-Policy") == "same-origin" else 0,
    ]
    without_bonus = START + sum(point for point in points if point < 0)
    bonus = sum(point for point in points if point > 0)
    return without_bonus + (bonus if without_bonus >= BONUS_FROM else 0)


def _directives(header: str) -> dict[str, set[str]]:
    parts = [part.split() for part in header.split(";") if part.strip()]
    return {words[0]: set(words[1:]) for words in parts}


def _csp(policy: dict[str, set[str]]) -> int:
    if not policy:
        return -25
    loose = {"'unsafe-inline'", "'unsafe-eval'", "data:", "*", "https:", "http:"}
    default = policy.get("default-src", {"*"})
    if policy.get("script-src", default) & loose or policy.get("object-src", default) & loose:
        return -20
    if any(
        "'unsafe-inline'" in policy.get(name, default) for name in ("style-src", "style-src-attr")
    ):
        return 0
    return 10 if default == {"'none'"} else 5


def _cookies(cookies: Any, session: str) -> int:
    found: list[Morsel[str]] = [cookie for cookie in cookies if cookie.value]  # "" takes one away
    worst = 5
    for cookie in found:
        if not cookie["secure"]:
            worst = min(worst, -40 if cookie.key == session else -20)
        if cookie.key == session and not cookie["httponly"]:
            worst = min(worst, -30)
        if not cookie["samesite"]:
            worst = min(worst, -20 if "csrf" in cookie.key else 0)
    return worst if found else 0


def _hsts(header: str) -> int:
    ages = [part for part in header.replace(" ", "").split(";") if part.startswith("max-age=")]
    if not ages:
        return -20
    return 0 if int(ages[0].removeprefix("max-age=")) >= HALF_A_YEAR_S else -10


def _frames(policy: dict[str, set[str]], header: str) -> int:
    if policy.get("frame-ancestors") == {"'none'"}:
        return 5
    return 0 if header in ("DENY", "SAMEORIGIN") else -20
