"""HTML as a tree of elements, in which all text is escaped in one place and none is markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ..text import safe

Attribute = str | int | bool | None

# nothing else can be made: no script, no event, no link out of the page, no style of an element
# the elements of a report; after those of _LINES a line ends
_LINES = frozenset((
    "html", "head", "meta", "title", "style", "body", "header", "main", "footer", "section",
    "article", "h1", "h2", "h3", "h4", "h5", "p", "ul", "li", "dl", "dd", "div", "table", "caption",
    "thead", "tbody", "tr", "details", "summary", "svg",
))  # fmt: skip
_TAGS = _LINES.union((
    "nav", "a", "code", "dt", "mark", "rect", "span", "td", "th", "time",
))  # fmt: skip
_EMPTY = frozenset(("meta",))
_ATTRIBUTES = frozenset((
    "aria-hidden", "aria-label", "aria-labelledby", "charset", "class", "content", "data-label",
    "datetime", "height", "href", "http-equiv", "id", "lang", "name", "scope", "width", "x", "y",
))  # fmt: skip


class Element:
    """One element: its tag, its attributes as they are written, and what is in it."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: str, attributes: str, children: list[Element | str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children = children


class _End(str):
    """The end of an element, which is markup already."""


def el(
    tag: str, *children: Element | str | Iterable[Element | str] | None, **attributes: Attribute
) -> Element:
    """Return an element. Raises ValueError for a tag or attribute that no report has.

    ``class_`` stands for ``class``, ``aria_label`` for ``aria-label``; an attribute of None or
    False is left out, and so is a child of None.
    """
    if tag not in _TAGS:
        raise ValueError(f"<{tag}> is no element of a report")
    written = "".join(
        _attribute(name.rstrip("_").replace("_", "-"), value)
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    inside: list[Element | str] = []
    for child in children:
        if isinstance(child, (Element, str)):
            inside.append(child)
        elif child is not None:
            inside.extend(child)
    return Element(tag, written, inside)


def _attribute(name: str, value: Attribute) -> str:
    if name not in _ATTRIBUTES:
        raise ValueError(f"{name}= is no attribute of a report")
    if name == "href" and not str(value).startswith("#"):
        raise ValueError("a link leads out of the report")
    return f" {name}" if value is True else f' {name}="{text(str(value))}"'


def text(words: str) -> str:
    """Return words as markup that shows them, in ASCII, so that no encoding can change them.

    What hides or drives is escaped once more, should the words come from elsewhere than
    ``views.text``, which has done so.
    """
    shown = words if words.isprintable() else safe(words, len(words))
    escaped = escape(shown)
    if escaped.isascii():
        return escaped
    return escaped.encode("ascii", "xmlcharrefreplace").decode("ascii")


def document(root: Element) -> str:
    """Return a whole page as ASCII text."""
    out = ["<!DOCTYPE html>\n"]
    stack: list[Element | str] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Element):
            out.append(f"<{node.tag}{node.attributes}>")
            if node.tag == "style":
                out.append(_style(node))
            if node.tag not in _EMPTY:
                stack.append(_End(f"</{node.tag}>\n" if node.tag in _LINES else f"</{node.tag}>"))
                stack.extend(reversed(node.children) if node.tag != "style" else ())
        else:
            out.append(node if isinstance(node, _End) else text(node))
    return "".join(out)


def _style(node: Element) -> str:
    """Return the text of a style sheet, which is ours and has no escapes."""
    sheet = "".join(map(str, node.children))
    if "<" in sheet or not sheet.isascii():
        raise ValueError("needed a style sheet of ASCII without <")
    return sheet
