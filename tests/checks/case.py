"""One case of a rule: a file on which it must speak, and where; or on which it must be silent."""

from typing import NamedTuple

from onnxlens import api
from onnxlens.api.infer import infer as infer_types
from onnxlens.checks.catalog import rule_of
from onnxlens.checks.engine import check
from onnxlens.finding import Finding
from onnxlens.span import Span
from onnxlens.tree.field import Field


class Bad(NamedTuple):
    """A file with a fault: ``code`` must find it at the field of ``path``.

    ``part`` says which bytes are at fault: ``record`` (tag, length and payload), ``tag``,
    ``length``, ``payload``, or a pair of offsets. ``says`` is a part of the message, with the
    numbers or names of the case. ``count`` is how many findings of the code there are; the case is
    about the one at ``path``. ``related`` are the paths that it must name too. With ``infer`` the
    types are inferred before.
    """

    code: str
    kind: str
    data: bytes
    path: str
    says: str
    part: str | tuple[int, int] = "record"
    count: int = 1
    related: tuple[str, ...] = ()
    infer: bool = False


class Good(NamedTuple):
    """A file on which ``code`` must be silent although one may think otherwise."""

    code: str
    kind: str
    data: bytes
    infer: bool = False


def found(code: str, kind: str, data: bytes, infer: bool = False) -> list[Finding]:
    """Return what one rule finds in some bytes."""
    with api.open(data, kind) as document:
        inferred = infer_types(document) if infer else None
        findings = check(document, [rule_of(code)], deep=True, inferred=inferred)
        return [f for f in findings if f.code == code]


def span_of(case: Bad) -> Span:
    """Return the bytes that a case names."""
    if isinstance(case.part, tuple):
        return Span(*case.part)
    with api.open(case.data, case.kind) as document:
        field: Field = document[case.path]
        parts = {"tag": field.tag, "length": field.length, "payload": field.payload}
        return parts.get(case.part, field.span)
