"""Finds a Chromium for the browser tests, or fetches Playwright's own once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# What no page of ours needs. The two popups of the address bar are pages of their own, two for each
# window, and took half of the time of all browser tests. Chromium heeds only the last list of this
# kind, so those of Playwright's own that matter to us are named again.
FEATURES_OFF = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "Translate",
)
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    f"--disable-features={','.join(FEATURES_OFF)}",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
)
MISSING = (
    "The browser tests need Chromium: install it ('apt install chromium', 'brew install chromium') "
    "or name one in CHROMIUM."
)


def chromium_flags() -> list[str]:
    """Return how we start it; its sandbox does not run as root."""
    return [*(["--no-sandbox"] if os.geteuid() == 0 else []), *FLAGS]


def find_chromium() -> str | None:
    """Return the path of a Chromium: CHROMIUM, PATH, or what Playwright has downloaded before."""
    given = os.environ.get("CHROMIUM")
    if given:
        return given
    for name in NAMES:
        if found := shutil.which(name):
            return found
    own = _playwrights_own()
    return own if own and Path(own).exists() else None


def ensure_chromium() -> str | None:
    """Return `find_chromium()`, after trying Playwright's download once if there is none."""
    found = find_chromium()
    if found:
        return found
    print("No Chromium here; trying Playwright's own download ...", flush=True)
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        subprocess.run(command, check=False, timeout=240, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None
    return find_chromium()


def _playwrights_own() -> str | None:
    code = (
        "from playwright.sync_api import sync_playwright as s\n"
        "with s() as p: print(p.chromium.executable_path)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    return done.stdout.strip() or None
