"""A headless Chromium and pages in it; a page that logs an error or breaks the CSP fails."""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    expect,
    sync_playwright,
)

from accounts.models import User
from tests.chromium import MISSING, chromium_flags, find_chromium
from tests.client import session_for
from tests.site import Site

ARTIFACTS = Path(__file__).resolve().parents[2] / "test-artifacts"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
USUAL = {
    "viewport": DESKTOP,
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "service_workers": "block",  # a worker between page and site would hide requests from tests
}
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


class Windows:
    """Windows that are used again by the next test: they keep what they have loaded, no more."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self._spare: dict[str, list[BrowserContext]] = {}

    def take(self, options: dict[str, Any]) -> BrowserContext:
        """Return a context with these options that nobody uses."""
        spare = self._spare.get(repr(options))
        return spare.pop() if spare else self.make(options)

    def make(self, options: dict[str, Any]) -> BrowserContext:
        """Return a new context."""
        context = self.browser.new_context(base_url=self.url, **options)
        context.set_default_timeout(WAIT_MS)
        return context

    def give_back(self, context: BrowserContext, options: dict[str, Any]) -> None:
        """Close the pages of a context and forget who it was."""
        if not context.pages:  # what it has stored can be reached through a page only
            context.close()
            return
        session = context.new_cdp_session(context.pages[0])
        stored = {"origin": self.url, "storageTypes": "cookies,local_storage"}
        session.send("Storage.clearDataForOrigin", stored)
        for page in context.pages:
            page.close()
        self._spare.setdefault(repr(options), []).append(context)

    def close(self) -> None:
        for spare in self._spare.values():
            for context in spare:
                context.close()


@pytest.fixture(scope="session")
def windows_kept(browser: Browser, running_site: Site) -> Iterator[Windows]:
    windows = Windows(browser, running_site.url)
    yield windows
    windows.close()


@pytest.fixture
def open_page(
    windows_kept: Windows, site: Site, tolerated: list[str], request
) -> Iterator[Callable[..., Page]]:
    """A function that opens a window of its own (own cookies) on the site, for a user or nobody.

    A test that changes a whole window, such as its clock or its network, asks for one that
    `is_new`; such a window is not used again, nor is that of a failed test. The other options are
    those of Playwright's `new_context`, such as `java_script_enabled=False`.
    """
    kept, new = [], []
    with watched(site, tolerated, request.node) as watch:

        def open_page(user: User | None = None, *, is_new: bool = False, **options) -> Page:
            options = {**USUAL, **options}
            if is_new:
                context = windows_kept.make(options)
                new.append(context)
            else:
                context = windows_kept.take(options)
                kept.append((context, options))
            if user is not None:
                context.add_cookies([{**sign_in(user), "url": site.url}])
            return watch(context.new_page())

        yield open_page
    for context in new:
        context.close()
    for context, options in kept:
        if getattr(request.node, "has_failed", False):
            context.close()
        else:
            windows_kept.give_back(context, options)


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
