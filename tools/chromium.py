"""Which Chromium the tests and the pictures of the page use; as a command it makes sure of one.

    python tools/chromium.py

ONNXLENS_CHROMIUM names another one than the first in the PATH.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# the first is Chromium without the windows around the page, which is all that is tested
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",  # without it nothing starts as root; it only ever sees our own server
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PACKAGES = ("chromium-headless-shell", "chromium")
INSTALL = ("apt-get", "install", "-y", "--no-install-recommends")
ADVICE = "apt-get install chromium, or set ONNXLENS_CHROMIUM to the path of one"


def find() -> str | None:
    """Return the path of a Chromium or Chrome of this system; None where there is none."""
    named = os.environ.get("ONNXLENS_CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


def needed() -> str:
    """Return the path of a Chromium. Raises SystemExit with advice where there is none."""
    return find() or sys.exit(f"needs Chromium: {ADVICE}")


@contextmanager
def running() -> Iterator[Any]:
    """Give a running browser of Playwright's."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needed(), args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def install() -> None:
    """Install a package of Debian where that is possible."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(("apt-get", "update", "-qq"), check=False)
        any(subprocess.run((*INSTALL, each), check=False).returncode == 0 for each in PACKAGES)


if __name__ == "__main__":
    if find() is None and "ONNXLENS_CHROMIUM" not in os.environ:
        install()
    needed()
