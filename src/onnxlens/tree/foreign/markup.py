"""HTML pages and XML documents, which a server sends where a file was asked for."""

from .kind import TEXT_LIMIT, Facts, Foreign
from .window import Window

# A page may begin with any of these; browsers supply what is missing in front.
_HTML = frozenset(
    ("html", "head", "body", "title", "script", "style", "link", "meta", "center", "h1", "div")
)

# What an XML document is, by its root element. OpenVINO's IR begins with <net>.
_XML = {"net": "openvino", "svg": "svg"}

_MOST_SKIPPED = 64  # comments and declarations in front


def markup(window: Window) -> Foreign | None:
    """Tell HTML (``html``) and XML (``xml``, or a kind of its own) by the first element.

    Facts: ``title`` of a page; ``root`` of a document, and ``code`` and ``message`` as object
    stores answer (Amazon S3 API, Error Responses).
    """
    text = window.text
    if text is None and window.head[:1] == b"<":  # 3C is an end of group: no message begins so
        text = window.head.decode("utf-8", "replace")
    if text is None or "<" not in text[:_MOST_SKIPPED]:
        return None
    element, declared = _first_element(text)
    if element.lower() in _HTML or element.lower() == "!doctype html":
        return Foreign("html", _title(text))
    if not element or not (declared or element == "Error"):
        return None
    return Foreign(_XML.get(element, "xml"), {"root": element[:TEXT_LIMIT], **_answer(text)})


def _first_element(text: str) -> tuple[str, bool]:
    """Return the first element's name, or ``!doctype html``, and whether ``<?xml`` came before."""
    import re

    space = re.compile(r"\s*")
    name = re.compile(r"<(!doctype\s+html|[a-z_][\w:.-]*)(?=[\s/>])", re.IGNORECASE)
    skipped = re.compile(r"<(!--|\?|!)")
    offset, declared = 0, False
    for _ in range(_MOST_SKIPPED):
        offset = space.match(text, offset).end()  # type: ignore[union-attr]  # matches always
        found = name.match(text, offset)
        if found:
            return " ".join(found[1].split()), declared
        start = skipped.match(text, offset)
        if start is None:
            return "", declared
        declared = declared or text.startswith("<?xml", offset)
        close = "-->" if start[1] == "!--" else ">"
        offset = text.find(close, offset) + len(close)
        if offset < len(close):
            return "", declared
    return "", declared


def _title(text: str) -> Facts:
    import re

    start = re.search(r"<title\b[^>]{0,200}>", text, re.IGNORECASE)
    if start is None:
        return {}
    title = text[start.end() : start.end() + 4 * TEXT_LIMIT].partition("<")[0]
    if "&" in title:
        from html import unescape

        title = unescape(title)
    title = " ".join(title.split())[:TEXT_LIMIT]
    return {"title": title} if title else {}


def _answer(text: str) -> Facts:
    import re

    facts: Facts = {}
    for key in ("Code", "Message"):
        found = re.search(rf"<{key}>\s*([^<]{{1,{TEXT_LIMIT}}})", text)
        if found:
            facts[key.lower()] = found[1].strip()
    return facts
