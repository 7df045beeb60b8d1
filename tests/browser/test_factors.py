"""Passkeys in a real browser, with an authenticator that the browser plays."""

import pytest
from playwright.sync_api import expect

from tests.factories import PASSWORD, make_user

KEY = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True}
SURE = {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}


@pytest.fixture
def page(open_page, site, tolerated):
    """A page with an authenticator; on localhost, because passkeys need a name."""
    tolerated.append("favicon.ico")  # the admin names no icon, so the browser guesses one
    found = open_page(is_new=True)
    devtools = found.context.new_cdp_session(found)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": KEY | SURE})
    found.go = lambda path: found.goto(site.url.replace("127.0.0.1", "localhost") + path)
    return found


def test_a_passkey_is_added_and_signs_in_alone_and_enters_the_admin(page):
    make_user(username="Ada", is_staff=True, is_superuser=True)
    page.go("/accounts/login/")
    page.get_by_label("User name or email").fill("Ada")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.go("/admin/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Add passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.go("/accounts/2fa/webauthn/")
    expect(page.get_by_text("Passkey 1")).to_be_visible()
    page.go("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.go("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_label("Your account")).to_be_visible()
    page.go("/admin/")
    expect(page.get_by_role("heading", name="administration")).to_be_visible()
