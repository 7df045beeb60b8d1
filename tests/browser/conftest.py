"""A headless Chromium and pages in it; a page that logs an error or breaks the CSP fails."""

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from accounts.models import User
from tests.chromium import MISSING, find_chromium
from tests.client import session_for
from tests.site import Site

ARTIFACTS = Path(__file__).resolve().parents[2] / "test-artifacts"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
WAIT_MS = 15_000
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
)

expect.set_options(timeout=WAIT_MS)


@pytest.fixture(scope="session")
def browser(running_site: Site) -> Iterator[Browser]:
    """One Chromium for all browser tests, started when the site stands."""
    path = find_chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    # Playwright's synchronous API keeps an event loop in this thread, which Django mistrusts.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=[*flags, *FLAGS])
        yield chromium
        chromium.close()


def sign_in(user: User) -> dict[str, str]:
    """Return the cookie of a session that has just begun, so no page asks for the password."""
    session = session_for(user)
    signed_in = {"method": "password", "at": time.time(), "username": user.username}
    session["account_authentication_methods"] = [signed_in]
    session.save()
    return {"name": settings.SESSION_COOKIE_NAME, "value": session.session_key}


@pytest.fixture
def tolerated() -> list[str]:
    """Texts of console errors that this test causes on purpose; tests append to it."""
    return []


@pytest.fixture
def open_page(
    browser: Browser, site: Site, tolerated: list[str], request
) -> Iterator[Callable[..., Page]]:
    """A function that opens a window of its own (own cookies) on the site, for a user or nobody.

    Its other options are those of Playwright's `new_context`, such as `java_script_enabled=False`.
    When the test ends, every page must have stayed free of script errors, failed requests and CSP
    violations; failed tests leave pictures in test-artifacts/.
    """
    contexts, pages, faults = [], [], []

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            faults.append(f"{said.text} ({said.location['url']})")

    def open_page(user: User | None = None, **options) -> Page:
        defaults = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
        context = browser.new_context(base_url=site.url, **{**defaults, **options})
        context.set_default_timeout(WAIT_MS)
        contexts.append(context)
        if user is not None:
            context.add_cookies([{**sign_in(user), "url": site.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
        page.on("console", hear)
        pages.append(page)
        return page

    yield open_page
    faults = [fault for fault in faults if not any(text in fault for text in tolerated)]
    if faults or getattr(request.node, "has_failed", False):
        name = re.sub(r"[^\w-]+", "-", request.node.name)
        ARTIFACTS.mkdir(exist_ok=True)
        for number, page in enumerate(pages):
            page.screenshot(path=ARTIFACTS / f"{name}-{number}.png")
        (ARTIFACTS / f"{name}.web.log").write_text(site.log("web")[-20_000:])
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def beat(site: Site) -> None:
    """The clock that runs the sweep: a bot's turn is found though its message was lost."""
    site.start_beat()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Remember on the item that its test failed, for the pictures."""
    report = yield
    if call.when == "call":
        item.has_failed = report.failed
    return report
