"""A headless Chromium and pages in it; a page that logs an error or breaks the CSP fails."""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

from accounts.models import User
from tests.chromium import MISSING, chromium_flags, find_chromium
from tests.client import session_for
from tests.site import Site

ARTIFACTS = Path(__file__).resolve().parents[2] / "test-artifacts"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
USUAL = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"}
WAIT_MS = 15_000

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
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=chromium_flags())
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


@contextmanager
def watched(
    site: Site, tolerated: list[str], node: pytest.Item
) -> Iterator[Callable[[Page], Page]]:
    """Give a function that watches a page until the end of the test.

    Then every page must have stayed free of script errors, failed requests and CSP violations;
    failed tests leave pictures in test-artifacts/.
    """
    pages, faults = [], []

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            faults.append(f"{said.text} ({said.location['url']})")

    def fail(error: Error) -> None:
        faults.append(f"script error: {error}")

    def watch(page: Page) -> Page:
        page.on("pageerror", fail)
        page.on("console", hear)
        pages.append(page)
        return page

    yield watch
    faults = [fault for fault in faults if not any(text in fault for text in tolerated)]
    if faults or getattr(node, "has_failed", False):
        name = re.sub(r"[^\w-]+", "-", node.name)
        ARTIFACTS.mkdir(exist_ok=True)
        for number, page in enumerate(pages):
            page.screenshot(path=ARTIFACTS / f"{name}-{number}.png")
        (ARTIFACTS / f"{name}.web.log").write_text(site.log("web")[-20_000:])
    for page in pages:
        page.remove_listener("pageerror", fail)
        page.remove_listener("console", hear)
    assert faults == []


@pytest.fixture
def open_page(
    browser: Browser, site: Site, tolerated: list[str], request
) -> Iterator[Callable[..., Page]]:
    """A function that opens a window of its own (own cookies) on the site, for a user or nobody.

    Its other options are those of Playwright's `new_context`, such as `java_script_enabled=False`.
    """
    with ExitStack() as contexts, watched(site, tolerated, request.node) as watch:

        def open_page(user: User | None = None, **options) -> Page:
            context = browser.new_context(base_url=site.url, **{**USUAL, **options})
            contexts.callback(context.close)
            context.set_default_timeout(WAIT_MS)
            if user is not None:
                context.add_cookies([{**sign_in(user), "url": site.url}])
            return watch(context.new_page())

        yield open_page


@pytest.fixture(scope="session")
def kept_page(browser: Browser, running_site: Site) -> Iterator[Page]:
    """One window for all tests that only look: what it has loaded once it need not load again."""
    context = browser.new_context(base_url=running_site.url, **USUAL)
    context.set_default_timeout(WAIT_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def look(
    kept_page: Page, site: Site, tolerated: list[str], request
) -> Iterator[Callable[..., Page]]:
    """A function that gives the kept window to a user or to nobody, as if it were a new one."""
    with watched(site, tolerated, request.node) as watch:

        def look(user: User | None = None) -> Page:
            kept_page.set_viewport_size(DESKTOP)
            kept_page.emulate_media(color_scheme="light")
            if user is not None:
                kept_page.context.add_cookies([{**sign_in(user), "url": site.url}])
            return watch(kept_page)

        yield look
    # Nothing of this test may speak or be found in the next one.
    if kept_page.url.startswith(site.url):
        kept_page.evaluate("localStorage.clear(), sessionStorage.clear()")
    kept_page.context.clear_cookies()
    kept_page.goto("about:blank")


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
