"""Rules about domains that nodes use and opset_import does not list as they are spelt."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import Key
from ...model.ir import SHOWN
from ...tree.field import Field
from ..context import Context
from ..rule import Found, rule
from .uses import MODEL, SPELT, Uses, canonical_key, name


@rule("V009", "error")
def domain_not_imported(context: Context) -> Iterator[Found]:
    """
    Finds:
    Nodes of a domain that the opset_import of the model, or of the function that they stand in,
    does not list.

    Why:
    IR.md of ONNX ("Operators") says that each operator in use MUST be declared by one of the
    imported operator sets; without the version a node has no fixed meaning. That holds for
    calls of functions of the model too, as the version of their domain is taken from the
    imports.

    Fix:
    Add an entry to opset_import with the domain and the version that the nodes were written for.
    """
    uses = context.uses
    for owner, message in uses.owners:
        entries = uses.imports[owner]
        if owner == MODEL and not entries:
            continue  # V005; or IR 1 and 2, which imply ai.onnx 1
        if not all(map(context.is_whole, (message, *(entry for _, entry in entries)))):
            continue  # what is cut off may have listed it
        listed = {canonical_key(domain) for domain, _ in entries}
        for (user, domain), rows in uses.named.items():
            if user == owner and canonical_key(domain) not in listed:
                yield _not_imported(uses, owner, domain, [Field(uses.document, r) for r in rows])
        nodes = [] if b"" in listed else list(uses.unnamed(owner))
        if nodes:
            yield _not_imported(uses, owner, b"", [uses.operator(node) for node in nodes])


@rule("V010", "error")
def node_of_domain_ai_onnx(context: Context) -> Iterator[Found]:
    """
    Finds:
    Nodes whose domain is spelt ai.onnx.

    Why:
    The set that ONNX itself defines is named by the empty domain, says the comment of
    OperatorSetIdProto.domain in onnx.proto. In opset_import readers take ai.onnx for it too,
    but the onnx package knows no operator of a node that is spelt so.

    Fix:
    Leave the domain of these nodes out.
    """
    uses = context.uses
    for (owner, domain), rows in uses.named.items():
        if domain == SPELT and _lists_standard(uses, owner):
            fields = [Field(uses.document, row) for row in rows]
            message = f"domain is {_spelt(len(rows))}; needed the empty domain of ONNX itself"
            yield Found(fields[0], message, *_others(fields))


@rule("V011", "error")
def function_imports_ai_onnx(context: Context) -> Iterator[Found]:
    """
    Finds:
    A function that imports ai.onnx under this name, and has nodes of the empty domain.

    Why:
    The set that ONNX itself defines is named by the empty domain, says the comment of
    OperatorSetIdProto.domain in onnx.proto. For a model the onnx package takes both spellings;
    for a function it does not, and refuses it.

    Fix:
    Leave the domain of the entry out.
    """
    uses = context.uses
    for owner, entries in uses.imports.items():
        spelt = [entry for domain, entry in entries if domain == SPELT]
        if owner == MODEL or not spelt or any(domain == b"" for domain, _ in entries):
            continue
        node = next(uses.unnamed(owner), None)
        if node is not None:
            domain = spelt[-1].records("domain")[-1]
            message = 'domain is "ai.onnx"; needed the empty domain, as its nodes name it'
            yield Found(domain, message, (uses.operator(node), "a node of the empty domain"))


def _lists_standard(uses: Uses, owner: int) -> bool:
    """Tell whether ai.onnx is imported under either name; where it is not, V009 says so."""
    entries = uses.imports[owner]
    return not entries or any(canonical_key(domain) == b"" for domain, _ in entries)


def _not_imported(uses: Uses, owner: int, domain: Key, fields: list[Field]) -> Found:
    entries = uses.imports[owner]
    listed = ", ".join(f"{name(d)} {e.number('version')}" for d, e in entries[:SHOWN])
    more = ", …" if len(entries) > SHOWN else ""
    nodes = "1 node" if len(fields) == 1 else f"{len(fields):,} nodes"
    where = "the model" if owner == MODEL else "the function"
    imports = f"{where} imports {listed}{more}" if entries else f"{where} imports none"
    message = f"{nodes} of domain {name(domain)}, which is not imported; {imports}"
    return Found(fields[0], message, *_others(fields))


def _spelt(count: int) -> str:
    return '"ai.onnx"' if count == 1 else f'"ai.onnx", here and in {count - 1:,} more nodes'


def _others(fields: list[Field]) -> list[tuple[Field, str]]:
    return [(field, "another") for field in fields[1:SHOWN]]
