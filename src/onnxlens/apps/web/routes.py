"""The questions that the page may ask: their parameters, and what answers each."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ...api.testdata import sets_beside
from .answers import octets
from .documents import Opened, Session
from .findings import findings
from .lines import Items, Lines, Stopped
from .parameters import Number, Parameter, Span, Text
from .refused import Refused

WINDOW = 1 << 16  # bytes of a window with its records
OCTETS = 1 << 20  # bytes without them
_HOW = ("text", "hex", "offset", "path", "op", "field")
Function = Callable[..., Any]


class Route:
    """A question: ``call`` gets the session, the number of the document, and the values."""

    def __init__(self, call: Function, *parameters: Parameter, post: bool = False) -> None:
        self.call = call
        self.parameters = parameters
        self.post = post


def _view(name: str, *values: Any) -> Any:
    """Call a function of views.web, ``module.function``; the module is imported only now."""
    module, _, function = name.partition(".")
    return getattr(import_module(f".{module}", "onnxlens.views.web"), function)(*values)


def _about(name: str, *parameters: Parameter) -> Route:
    """Return the question that a function of views.web answers about a document."""

    def call(session: Session, number: int | None, *values: Any) -> Any:
        with session.using(number) as opened:
            return _view(name, opened.document, *values)

    return Route(call, *parameters)


def _of(function: Callable[..., Any]) -> Function:
    """Return what calls a function with an open document."""

    def call(session: Session, number: int | None, *values: Any) -> Any:
        with session.using(number) as opened:
            return function(session, opened, *values)

    return call


def _bytes(_: Session, opened: Opened, start: int, end: int) -> Any:
    size = opened.document.size
    return octets(opened.document.read(min(start, size), min(end, size)))


def _record(
    _: Session,
    opened: Opened,
    row: int | None,
    element: int | None,
    offset: int | None,
    until: int | None,
    path: str | None,
) -> Any:
    """Answer about the record at a row, an offset or a path."""
    if sum(each is not None for each in (row, offset, path)) != 1:
        raise Refused(400, "needed one of row, offset, path")
    if element is not None and row is None:
        raise Refused(400, "element: needed row with it")
    if until is not None and offset is None:
        raise Refused(400, "until: needed offset with it")
    if row is not None:
        return _view("record.record", opened.document, row, element)
    if offset is not None:
        return _view("record.at", opened.document, offset, until)
    return _view("record.by_path", opened.document, path)


def _findings(session: Session, opened: Opened) -> bytes:
    return findings(opened, session.max_records)


def _summary(_: Session, opened: Opened) -> Any:
    return _view("summary.summary", opened.document, sets_beside(opened.document))


def _rule(_session: Session, _number: int | None, code: str) -> Any:
    return _view("findings.rule_json", code)


def _search(session: Session, number: int | None, text: str, how: str | None, limit: int) -> Lines:
    def make(stopped: Stopped) -> Items:
        with session.using(number) as opened:
            yield from _view("search.search", opened.document, text, how, limit, stopped)

    return Lines(make)


def _reference(session: Session, number: int | None, name: str | None) -> Any:
    if name is None:
        return _view("reference.index")
    if number is None:
        return _view("reference.entry", None, name)
    with session.using(number) as opened:
        return _view("reference.entry", opened.document, name)


def _documents(session: Session, _number: int | None) -> Any:
    return session.entries()


def _reload(session: Session, number: int | None) -> Any:
    return session.reload(number).entry()


def _close(session: Session, number: int | None) -> Any:
    session.close(number)
    return session.entries()


ROUTES = {
    "documents": Route(_documents),
    "children": _about("children.children", Text("of"), Number("from"), Number("count", most=1000)),
    "window": _about("window.window", Span(WINDOW)),
    "bytes": Route(_of(_bytes), Span(OCTETS)),
    "record": Route(
        _of(_record),
        Number("row", None),
        Number("element", None, least=-1),
        Number("offset", None),
        Number("until", None),
        Text("path", None),
    ),
    "first": _about("record.first"),
    "about": _about("about.about", Number("row"), Number("element", None, least=-1)),
    "findings": Route(_of(_findings)),
    "rule": Route(_rule, Text("code")),
    "search": Route(
        _search, Text("q"), Text("as", None, among=_HOW), Number("limit", 200, most=10_000)
    ),
    "tensors": _about("tensors.tensors", Number("limit", 1000, most=10_000)),
    "histogram": _about("histogram.histogram", Number("row"), Number("bins", 64, most=4096)),
    "values": _about("histogram.first_values", Number("row"), Number("limit", 64, most=10_000)),
    "symbols": _about("symbols.symbols_of"),
    "summary": Route(_of(_summary)),
    "map": _about("map.file_map", Span(), Number("buckets", most=2048)),
    "step": _about("map.step", Text("kind"), Number("from", least=-1), Number("back", 0, most=1)),
    "reference": Route(_reference, Text("name", None)),
    "reload": Route(_reload, post=True),
    "close": Route(_close, post=True),
}
