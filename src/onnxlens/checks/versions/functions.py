"""A rule about operator sets of functions beside those of the model."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import Key
from ...schema.operators import OperatorSpec, operator
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .uses import MODEL, Uses, name, text


@rule("V012", "error")
def function_opset_conflicts(context: Context) -> Iterator[Found]:
    """
    Finds:
    A function that imports another version of a domain than the model, where a node in it calls
    an operator that differs between the two. Where the model does not import the domain, the
    first function that does stands for it.

    Why:
    The comment of ModelProto.functions in onnx.proto asks that every node in a function has the
    same schema by the version of either. The onnx package refuses the model otherwise, and a
    runtime that inlines the function changes what it computes.

    Fix:
    Convert the nodes of the function to the version of the model, and import that.
    """
    uses = context.uses
    if not uses.functions:
        return
    holds = dict(uses.versions(MODEL))
    for owner in uses.functions:
        for domain, entry in uses.versions(owner).items():
            found = _conflict(uses, owner, domain, entry, holds.setdefault(domain, entry))
            if found is not None:
                yield found


def _conflict(uses: Uses, owner: int, domain: Key, entry: Merged, other: Merged) -> Found | None:
    """Return the first operator that differs between two versions of a domain."""
    own, its = entry.number("version"), other.number("version")
    if own == its:
        return None
    for key, row in uses.operators(owner, domain).items():
        pair = _spec(domain, key, own), _spec(domain, key, its)
        if pair[0] is not pair[1]:
            calls = f"{_called(pair[0])} by {name(domain)} {own} of the function"
            message = f"{text(key)} is {calls}, {_called(pair[1])} by {its}; needed the same"
            related = (other.field, f"imports {its}"), (Field(uses.document, row), "calls it")
            return Found(entry.field, message, *related)
    return None


def _spec(domain: Key, key: Key, version: int) -> OperatorSpec | None:
    return operator(text(domain), text(key), version)


def _called(spec: OperatorSpec | None) -> str:
    return "unknown" if spec is None else f"{spec.name}-{spec.since_version}"
