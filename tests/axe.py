"""axe-core, the judge of how a page serves those who do not see or point, run in a tab."""

from functools import cache

import pytest
from playwright.sync_api import Page

from served import ROOT

SCRIPT = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RUN = """rules => axe.run(document, {
  resultTypes: ["violations"], iframes: false, preload: false,
  ...(rules.length && {runOnly: rules}),
})"""


@cache
def script() -> str:
    """Return the text of axe-core, which make fetches; without it the test fails."""
    if not SCRIPT.is_file():
        pytest.fail(f"no {SCRIPT}: npm install axe-core")
    return SCRIPT.read_text()


def faults(page: Page, *rules: str) -> list[str]:
    """Return what is wrong with the page as it is now, by all rules or by those named."""
    page.evaluate(script())  # not as an element: the policy of the page forbids that, and stays
    return [
        f"{each['impact']} {each['id']}: {node['html'][:200]}\n{node['failureSummary']}"
        for each in page.evaluate(RUN, rules)["violations"]
        for node in each["nodes"][:3]
    ]
