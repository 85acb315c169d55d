"""A page as a test sees it: its elements, its text, and whether every tag is closed."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

EMPTY = {"meta"}
LINES = {"p", "li", "h1", "h2", "h3", "h4", "h5", "tr", "dt", "dd", "summary", "caption", "title"}


class Page(HTMLParser):
    """``elements`` are pairs of a tag and its attributes, ``lines`` the text that is shown.

    Cells of a row stand in one line, with ``|`` between.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []
        self.sheet = ""
        self._open: list[str] = []
        self._text: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []
        self.lines = [line for line in map(str.rstrip, "".join(self._text).split("\n")) if line]

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs), (tag, attrs)
        self.elements.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self._open.append(tag)
        if tag in ("td", "th") and self._text[-1:] != ["\n"]:
            self._text.append(" | ")
        if tag in LINES:
            self._text.append("\n")

    def handle_endtag(self, tag):
        assert self._open.pop() == tag
        if tag in LINES:
            self._text.append("\n")

    def handle_data(self, data):
        if self._open[-1:] == ["style"]:
            self.sheet += data
        elif data.strip() or self._open[-1:] not in (["table"], ["tr"], ["section"]):
            self._text.append(data.replace("\n", ""))

    def handle_comment(self, data):
        self.comments.append(data)


@pytest.fixture(scope="session")
def read():
    """Return a page as its elements and its text; every element must be closed in its turn."""
    return Page
