"""How a rule is declared, and the list of all that are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..finding import SEVERITIES
from ..span import Span

if TYPE_CHECKING:
    from ..tree.field import Field

HEADINGS = ("Finds", "Why", "Fix")
STRUCTURE, BYTES = "structure", "bytes"  # what a rule looks at, see ``rule``


class Found:
    """One fault that a rule met: ``field`` names it, ``span`` is the part of it that is at fault.

    ``related`` are pairs of a field and what is there.
    """

    __slots__ = ("field", "message", "related", "severity", "span")

    def __init__(
        self,
        field: Field,
        message: str,
        *related: tuple[Field, str],
        span: Span | None = None,
        severity: str = "",
    ) -> None:
        self.field = field
        self.message = message
        self.related = related
        self.span = field.span if span is None else span
        self.severity = severity  # where it is not that of the rule


Check = Callable[..., Iterator[Found]]


class Rule:
    """One declared check.

    ``code`` is a letter for the layer and three digits, never used again; ``name`` the function's
    with hyphens. ``on`` is the message that it is asked about, or empty where it is asked once for
    the file. ``looks_at`` is empty, STRUCTURE or BYTES. ``texts`` has the text under each heading.
    """

    __slots__ = ("check", "code", "deep", "looks_at", "name", "on", "severity", "texts")

    def __init__(
        self, code: str, severity: str, on: str, looks_at: str, deep: bool, check: Check
    ) -> None:
        self.code = code
        self.severity = severity
        self.on = on
        self.looks_at = looks_at
        self.deep = deep
        self.check = check
        self.name = check.__name__.replace("_", "-")
        self.texts = _texts(code, check.__doc__ or "")

    def __repr__(self) -> str:
        return f"<Rule {self.code} {self.name}>"


RULES: dict[str, Rule] = {}


def rule(
    code: str, severity: str, on: str = "", looks_at: str = "", deep: bool = False
) -> Callable[[Check], Check]:
    """Declare a rule over a generator of Found.

    With ``on`` it is called as ``check(message, context)`` for every message of that name, a
    Merged; without as ``check(context)``, once. ``looks_at`` lets the engine leave out messages
    that are like one on which the rule kept silent: STRUCTURE for a rule that looks only at which
    fields are there, in which order and wire types, also inside; BYTES for one whose answer hangs
    on nothing but the bytes of the message. ``deep`` rules read much, and run only when asked.

    The docstring has the headings of HEADINGS, each on a line of its own with its text below.
    """

    def declare(check: Check) -> Check:
        if code in RULES or severity not in SEVERITIES:
            raise ValueError(f"rule {code}: declared twice, or of no known severity")
        RULES[code] = Rule(code, severity, on, looks_at, deep, check)
        return check

    return declare


def _texts(code: str, docstring: str) -> dict[str, str]:
    """Return the text under each heading of a rule's docstring."""
    texts: dict[str, Any] = {}
    lines: list[str] = []
    for line in map(str.strip, docstring.strip().splitlines()):
        if line.removesuffix(":") in HEADINGS and line.endswith(":"):
            lines = texts.setdefault(line[:-1], [])
        else:
            lines.append(line)
    return {heading: " ".join(parts).strip() for heading, parts in texts.items()}
