"""Rules about which domains opset_import lists."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.ir import WITH_IMPORTS
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .ir_version import number, stated
from .uses import canonical_key, name


@rule("V005", "error")
def opset_import_missing(context: Context) -> Iterator[Found]:
    """
    Finds:
    A model of IR 3 or above without any opset_import.

    Why:
    The comment of ModelProto.opset_import in onnx.proto says that every model MUST have at
    least one entry. Without it the meaning of no operator is fixed.

    Fix:
    Add an entry with the opset version that the nodes were written for, for each domain that
    they use.
    """
    model, field = context.model, stated(context)
    if model is None or model.has("opset_import") or not context.is_whole(model):
        return
    if context.document.size == 0:
        return  # S001
    if field is None or number(field) >= WITH_IMPORTS:
        because = [(field, "the version that needs it")] if field is not None else []
        yield Found(model.field, "opset_import is absent; needed at least one entry", *because)


@rule("V006", "warning")
def domain_imported_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    Two entries of opset_import for one domain, also where one spells ai.onnx and the other
    leaves the domain empty.

    Why:
    In a function at most one version of a domain can be relied on, and in a model the highest
    one counts, say the comments of opset_import in onnx.proto. The onnx package takes the last
    one, other readers the first. With the same version twice nothing hangs on it.

    Fix:
    Keep one entry for each domain, with the version that the nodes were written for.
    """
    for entries in context.uses.imports.values():
        first: dict[object, Merged] = {}
        for domain, entry in entries:
            if not context.is_whole(entry):
                continue
            before = first.setdefault(canonical_key(domain), entry)
            if before is not entry:
                yield _twice(name(domain), before, entry)


def _twice(domain: str, before: Merged, entry: Merged) -> Found:
    versions = before.number("version"), entry.number("version")
    severity = "info" if versions[0] == versions[1] else ""
    message = f"{domain} is imported twice, versions {versions[0]} and {versions[1]}; needed one"
    return Found(entry.field, message, (before.field, "the first entry"), severity=severity)
