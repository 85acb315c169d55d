"""Rules about texts that tell more of their writer than the model needs."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.metadata.leaks import READ, Leak, leaks
from ...span import Span
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .records import LISTED

_SHOWN = 100  # characters of a path
_USERS = 3  # names of users that are told
_HOMES = ("home", "Users", "Documents and Settings")  # folders of which each belongs to one user


@rule("M030", "info")
def path_of_writer(context: Context) -> Iterator[Found]:
    """
    Finds:
    Paths of the computer that wrote the model, in a doc_string or in metadata; one finding for each
    kind of text.

    Why:
    ONNX gives these texts no meaning beyond documentation, so no result depends on them. Exporters
    put stack traces there, which tell names of people, projects and computers.

    Fix:
    Clear the texts before the model is given away.
    """
    kinds: dict[str, list[Leak]] = {}
    for leak in leaks(context.document):
        kinds.setdefault(leak.level, []).append(leak)
    for kind, found in kinds.items():
        first, *others = found
        related = ((leak.field, _cut(leak.path)) for leak in others[:LISTED])
        yield Found(first.field, _message(kind, found), *related, span=_span(first))


def _message(kind: str, found: list[Leak]) -> str:
    count = f"{len(found):,} texts of {kind} name" if len(found) > 1 else f"a text of {kind} names"
    size = sum(leak.size for leak in found)
    users = list(dict.fromkeys(filter(None, (_user(leak.path) for leak in found))))
    said = f"{count} a path of the computer that wrote the model ({size:,} bytes): "
    said += _cut(found[0].path)
    if users:
        named = ", ".join(map(_cut, users[:_USERS])) + (" …" if len(users) > _USERS else "")
        said += f", user{'s' if len(users) > 1 else ''} {named}"
    return said


def _user(path: str) -> str:
    """Return the user in whose folder a path lies; empty for another folder."""
    steps = [step for step in path.replace("\\", "/").split("/") if step]
    homes = (at for at, step in enumerate(steps[:-2]) if at < 2 and step in _HOMES)
    return next((steps[at + 1] for at in homes), "")


def _cut(text: str) -> str:
    return quote(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def _span(leak: Leak) -> Span:
    """Return the bytes of the first path in a text."""
    start, end = leak.field.payload
    path = leak.path.encode("utf-8", "surrogateescape")
    at = leak.field.document.read(start, min(end, start + READ)).find(path)
    return Span(start + at, start + at + len(path)) if at >= 0 else leak.field.payload
