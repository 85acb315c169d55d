"""A real Chromium for the tests of the page, and what a person does with the page in it."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    expect,
)

import chromium
from served import Server

WIDE = {"width": 1440, "height": 900}
PATIENCE = 15_000  # milliseconds until something that should happen has not happened
TOLD = ("error", "warning")  # what a console must not hold
# the resource that was refused is told by the test, and not by the console
REFUSED = r"Failed to load resource: the server responded with a status of [45]\d\d"
LOST = r"Failed to load resource: net::ERR_|requestfailed"

# first and last offset + 1 of the bytes that are drawn as selected
CHOSEN = """() => {
  const rows = document.querySelectorAll("#bytes-list [role=row]:not([hidden])");
  const at = [...rows].flatMap((row) => {
    const cells = [...row.querySelectorAll(".cell")];
    const first = (Number(row.getAttribute("aria-rowindex")) - 1) * cells.length;
    const chosen = (cell) => cell.classList.contains("chosen");
    return cells.flatMap((cell, column) => (chosen(cell) ? [first + column] : []));
  });
  return at.length ? [Math.min(...at), Math.max(...at) + 1] : null;
}"""
CUT = """() => {
  const seen = [...document.querySelectorAll("button, input, select")].filter((node) => {
    const inside = node.closest(".hidden, .scroller, .page");
    return !inside && node.checkVisibility() && node.getBoundingClientRect().width;
  });
  const cut = seen.filter((node) => {
    const {left, right} = node.getBoundingClientRect();
    return left < -0.5 || right > innerWidth + 0.5;
  });
  return cut.map((node) => node.textContent || node.placeholder);
}"""
DROP = """([name, octets]) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(octets)], name));
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true});
    document.body.dispatchEvent(event);
  }
}"""


@contextmanager
def running() -> Iterator[Browser]:
    """Run a browser."""
    expect.set_options(timeout=PATIENCE)
    with chromium.running() as browser:
        yield browser


class Complaint(NamedTuple):
    """What a browser had to say against the page."""

    kind: str
    words: str


class Watch:
    """What goes wrong in the tabs of a context: words in the console, errors, lost requests."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self.origin = origin
        self.complaints: list[Complaint] = []
        self.forgiven: list[str] = []
        self.requests: list[str] = []
        self.received = 0  # bytes that the server said it answers with
        context.on("console", self._said)
        context.on("weberror", lambda error: self._add("pageerror", str(error.error)))
        context.on("dialog", self._asked)
        context.on("request", self._requested)
        context.on("response", self._answered)
        context.on("requestfailed", self._lost)

    def forgive(self, pattern: str) -> None:
        """Let complaints be that match a pattern."""
        self.forgiven.append(pattern)

    def unforgiven(self) -> list[Complaint]:
        """Return what no test asked for."""
        return [
            each
            for each in self.complaints
            if not any(re.search(pattern, f"{each.kind} {each.words}") for pattern in self.forgiven)
        ]

    def _add(self, kind: str, words: str) -> None:
        self.complaints.append(Complaint(kind, words))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in TOLD:
            self._add(f"console {message.type}", f"{message.text} {message.location['url']}")

    def _asked(self, dialog: Any) -> None:
        self._add("dialog", dialog.message)
        dialog.dismiss()

    def _requested(self, request: Request) -> None:
        self.requests.append(request.url)
        address = urlsplit(request.url)
        outside = f"{address.scheme}://{address.netloc}" != self.origin
        if outside and address.scheme not in ("data", "blob"):
            self._add("outside", request.url)

    def _answered(self, response: Response) -> None:
        if "/api/" in response.url:
            self.received += int(response.headers.get("content-length", "0"))

    def _lost(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page gave it up itself
            self._add("requestfailed", f"{request.url} {request.failure}")


class Explorer:
    """The page in a tab."""

    def __init__(self, page: Page, server: Server, watch: Watch) -> None:
        self.page = page
        self.server = server
        self.watch = watch
        self.fields = page.locator("#fields-list")
        self.bytes = page.locator("#bytes-list")
        self.meaning = page.locator("#meaning-body")
        self.status = page.locator("#status")
        self.notices = page.locator("#notices")
        self.drawer = page.locator("#drawer")
        self.search = page.locator("#search")
        self.goto = page.locator("#goto")

    # -- coming and going ----------------------------------------------------------------

    def go(self, fragment: str = "") -> "Explorer":
        """Open the address that the command printed, and wait for the first selection."""
        self.page.goto(self.server.token_url + fragment)
        return self.ready()

    def ready(self, number: int = 1) -> "Explorer":
        """Wait until a document is shown and something in it is selected."""
        self.page.locator(f'html[data-ready="{number}"]').wait_for(state="attached")
        return self

    def reload(self) -> "Explorer":
        self.page.reload()
        return self.ready()

    @property
    def address(self) -> dict[str, str]:
        """The parts of the address behind ``#``."""
        return dict(parse_qsl(urlsplit(self.page.url).fragment))

    def leads_to(self, **parts: str | None) -> None:
        """Expect parts of the address; None for one that is not there."""
        self.until(
            lambda: all(self.address.get(name) == value for name, value in parts.items()),
            lambda: f"the address has {parts}; it is {self.address}",
        )

    # -- panes ---------------------------------------------------------------------------

    def row(self, label: str) -> Locator:
        """Return the row of the fields pane with a label."""
        name = self.page.locator("b").get_by_text(label, exact=True)
        return self.fields.get_by_role("row").filter(has=name)

    def byte(self, at: int, columns: int = 16) -> Locator:
        """Return the cell of a byte."""
        row = f'[role="row"][aria-rowindex="{at // columns + 1}"]:not([hidden])'
        return self.bytes.locator(row).locator(".cell").nth(at % columns)

    @property
    def cursor(self) -> Locator:
        """The cell of the bytes that keys move from."""
        return self.bytes.locator('[role="row"]:not([hidden]) .cell.cursor')

    def tab(self, name: str) -> Locator:
        """Open a tab of the drawer, and return what it shows."""
        tab = self.drawer.get_by_role("tab", name=re.compile(f"^{name}\\b"))
        if tab.get_attribute("aria-selected") != "true":
            tab.click()
        return self.drawer.locator(f"#panel-{name.lower()}")

    def chosen(self) -> list[int] | None:
        """Return the span of the bytes in view that are drawn as selected."""
        return self.page.evaluate(CHOSEN)

    def aside(self) -> None:
        """Take the mouse away, so that nothing is pointed at."""
        self.page.mouse.move(1, 1)

    def selects(self, title: str, start: int, end: int, row: str = "") -> None:
        """Expect that a record is the selected one in all panes: its row, its bytes, its title.

        ``row`` is what the row says, if that is not the title.
        """
        self.aside()
        expect(self.meaning.locator(".title")).to_have_text(title)
        expect(self.status).to_contain_text(f"{start}:{end}")
        selected = self.fields.locator('[role="row"][aria-selected="true"]:not([hidden])')
        expect(selected).to_have_count(1)
        expect(selected).to_contain_text(row or title)
        expect(selected).to_be_in_viewport()
        expect(self.byte(start)).to_be_in_viewport()
        self.chooses(start, end)

    def chooses(self, start: int, end: int) -> None:
        """Expect that bytes are selected; of those out of view nothing is known."""
        self.until(
            lambda: self._agrees(start, end),
            lambda: f"{start}:{end} is chosen; it is {self.chosen()}",
        )

    def _agrees(self, start: int, end: int) -> bool:
        found = self.chosen()
        return found is not None and found[0] == start and found[1] <= end

    def until(self, tells: Callable[[], Any], what: Callable[[], str]) -> Any:
        """Wait until ``tells()`` is true, and return what it returns."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if found := tells():
                return found
            self.page.wait_for_timeout(20)
        pytest.fail(f"waited in vain until {what()}")

    def says(self, words: str) -> None:
        """Expect words to be seen in the drawer."""
        expect(self.drawer).to_contain_text(words, use_inner_text=True)

    # -- doing ---------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def enter(self, box: Locator, text: str) -> None:
        """Type a text into a box and press Enter."""
        box.fill(text)
        box.press("Enter")

    def find(self, text: str) -> Locator:
        """Search, and return the rows of the hits."""
        self.search.fill(text)
        tab = self.drawer.get_by_role("tab", name=re.compile(r"^Search\b"))
        expect(tab).to_have_attribute("aria-selected", "true")
        return self.drawer.get_by_role("grid", name="Search results").get_by_role("row")

    def drop(self, data: bytes, name: str) -> None:
        """Drop a file on the page."""
        self.page.evaluate(DROP, [name, list(data)])

    def fits(self) -> bool:
        """Tell whether nothing scrolls sideways."""
        element = "document.scrollingElement"
        return self.page.evaluate(f"{element}.scrollWidth <= window.innerWidth")

    def cut(self) -> list[str]:
        """Return the words of what can be pressed or typed into and is not wholly in the page."""
        return self.page.evaluate(CUT)

    def segment(self, name: str) -> None:
        """Show a pane of the layout with one column."""
        panes = self.page.get_by_role("navigation", name="Panes")
        panes.get_by_role("button", name=name).click()


Visit = Callable[..., Explorer]


@contextmanager
def visiting(browser: Browser) -> Iterator[Visit]:
    """Give a function that opens the page of a server in a context of its own.

    At the end the test fails where the browser complained.
    """
    watches = []
    with ExitStack() as stack:

        def visit(server: Server, fragment: str | None = "", **options: Any) -> Explorer:
            context = browser.new_context(**{"viewport": WIDE, **options})
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE)
            watches.append(Watch(context, server.origin))
            explorer = Explorer(context.new_page(), server, watches[-1])
            return explorer if fragment is None else explorer.go(fragment)

        yield visit
        complaints = [each for watch in watches for each in watch.unforgiven()]
        assert not complaints, "\n".join(f"{kind}: {words}" for kind, words in complaints)
