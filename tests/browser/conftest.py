"""A headless Chromium and pages in it; a page that logs an error or breaks the CSP fails."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.chromium import MISSING, find_chromium
from tests.site import Site

ARTIFACTS = Path(__file__).resolve().parents[2] / "test-artifacts"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

expect.set_options(timeout=15_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all browser tests."""
    path = find_chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    # Playwright's synchronous API keeps an event loop in this thread, which Django mistrusts.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, args=[*flags, "--disable-dev-shm-usage"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser, site: Site, request) -> Iterator[Callable[..., Page]]:
    """A function that opens a window of its own (own cookies) on the site.

    Its options are those of Playwright's `new_context`, such as `java_script_enabled=False`.
    When the test ends, every page must have stayed free of script errors; failed tests leave
    pictures in test-artifacts/.
    """
    contexts, pages, faults = [], [], []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
        page.on(
            "console",
            lambda said: (
                faults.append(f"console: {said.text}")
                if said.type == "error"
                and "Failed to load resource" not in said.text
                and "WebSocket connection" not in said.text
                else None
            ),
        )

    def open_page(**options) -> Page:
        settings = {"viewport": DESKTOP, "base_url": site.url, "locale": "en-GB", **options}
        context = browser.new_context(**settings)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        watch(page)
        pages.append(page)
        return page

    yield open_page
    failed = getattr(request.node, "has_failed", False)
    if failed or faults:
        ARTIFACTS.mkdir(exist_ok=True)
        for number, page in enumerate(pages):
            if not page.is_closed():
                page.screenshot(path=ARTIFACTS / f"{request.node.name}-{number}.png")
        (ARTIFACTS / f"{request.node.name}.web.log").write_text(site.log("web")[-20_000:])
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def page(open_page) -> Page:
    """One window of desktop size."""
    return open_page()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Remember on the item that its test failed, for the pictures."""
    report = yield
    if call.when == "call":
        item.has_failed = report.failed
    return report
