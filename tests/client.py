"""A browser without a page: signs in, follows CSRF, speaks HTTP to the running site."""

import json
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from typing import Any, NamedTuple

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from accounts.models import User
from qwirkle_site.sessions import SessionStore

WAIT_S = 30


class Answer(NamedTuple):
    """What the site said."""

    status: int
    text: str

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.text)


def session_for(user: User) -> SessionStore:
    """Return a new stored session in which the user is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session


class SiteClient:
    """One signed-in visitor of the running site."""

    def __init__(self, url: str, user: User) -> None:
        self.url = url
        self.user = user
        self.session_key = session_for(user).session_key
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self._jar)
        )

    @property
    def cookie(self) -> str:
        """The session cookie, as a header."""
        return f"{settings.SESSION_COOKIE_NAME}={self.session_key}"

    def get(self, path: str, **headers: str) -> Answer:
        """Fetch a page."""
        return self._send(urllib.request.Request(self.url + path, headers=headers))

    def post(self, path: str, **fields: Any) -> Answer:
        """Send a form as the page's script does."""
        token = self._token() or (self.get("/lobby/") and self._token())
        request = urllib.request.Request(
            self.url + path,
            data=urllib.parse.urlencode(fields).encode(),
            headers={
                "Accept": "application/json",
                "X-CSRFToken": token,
                "Origin": self.url,
            },
        )
        return self._send(request)

    def _token(self) -> str:
        name = settings.CSRF_COOKIE_NAME
        return next((cookie.value or "" for cookie in self._jar if cookie.name == name), "")

    def _send(self, request: urllib.request.Request) -> Answer:
        token = self._token()
        cookies = self.cookie + (f"; {settings.CSRF_COOKIE_NAME}={token}" if token else "")
        request.add_unredirected_header("Cookie", cookies)
        try:
            with self._opener.open(request, timeout=WAIT_S) as response:
                return Answer(response.status, response.read().decode())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.read().decode())


def sign_in_staff(client: Client, user: User) -> None:
    """Sign a test client in as staff with a second factor, as the admin asks for."""
    factor, _ = Authenticator.objects.get_or_create(user=user, type="totp", data={})
    client.force_login(user)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "id": factor.pk, "at": 0}]
    session["account_authentication_methods_user"] = str(user.pk)
    session.save()
