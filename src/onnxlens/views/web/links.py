"""Where a record leads: its producer, its users, other axes of its symbol, its data file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...model.external.names import normal
from ...model.external.places import external_tensors
from ...model.graph.related import MOST, Related, related
from ...model.graph.symbols import Use, symbols
from ...model.words import short
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..text import quote
from .kept import explainer, once

_DIMENSION = "TensorShapeProto.Dimension"
_SEARCHED = 10_000  # axes of a file that are looked at, as where a symbol is explained
_TENSORS = 5000  # with data in other files that are looked at
_NAME = 60  # characters of a name
_LOCATION = 1 << 16  # characters of a location


def links(field: Field) -> list[Related]:
    """Return the records that a field leads to, by what they are to it."""
    return list(_links(field))


def _links(field: Field) -> Iterator[Related]:
    yield from related(explainer(field.document).scopes, field)
    symbol = _symbol(field)
    if symbol is not None:
        yield from _axes(field, symbol)
    yield from _function(field)
    yield from _in_same_file(field)


# -- symbols -------------------------------------------------------------------------------


def _symbol(field: Field) -> str | None:
    """Return the symbol of a dim, whether the dim or its dim_param is asked about."""
    spec, content = field.spec, field.content
    if spec is not None and spec.qualified == f"{_DIMENSION}.dim_param":
        return str(field.value)
    if content is None or content.name != _DIMENSION:
        return None
    dim = Merged(field.document, content, (field.row,))
    return dim.text("dim_param") if dim.has("dim_param") else None


@once
def _symbols(document: Document) -> dict[str, list[Use]]:
    return symbols(document, _SEARCHED)


def _axes(field: Field, symbol: str) -> Iterator[Related]:
    uses = [use for use in _symbols(field.document).get(symbol, ()) if use.field.row != field.row]
    others = [use for use in uses if use.field.parent != field]
    if others:
        named = [(_axis(use), use.field) for use in others[:MOST]]
        yield Related("same symbol", named, max(0, len(others) - MOST))


def _axis(use: Use) -> str:
    return f"{use.role} {quote(use.value, _NAME)} axis {use.axis}"


# -- functions -----------------------------------------------------------------------------


def _function(field: Field) -> Iterator[Related]:
    """Yield the function of the model that a node calls."""
    node = field.parent if field.name == "op_type" else field
    if node is None or node.content is None or node.content.name != "NodeProto":
        return
    call = explainer(node.document).operators.signature(
        Merged(node.document, node.content, (node.row,))
    )
    if call is not None and call.function is not None:
        yield Related("calls", [(str(call.function.step), call.function)], 0)


# -- data files ----------------------------------------------------------------------------


def _in_same_file(field: Field) -> Iterator[Related]:
    """Yield the tensors of the data file that an entry of external_data names."""
    entry = field if field.name == "external_data" else field.parent
    if entry is None or entry.name != "external_data" or entry.content is None:
        return
    said = Merged(entry.document, entry.content, (entry.row,))
    if short(said, "key") != "location":
        return
    files, cut = _data_files(entry.document)
    tensors = files.get(normal(short(said, "value", _LOCATION)), [])
    if tensors:
        among = f", among the first {_TENSORS:,}" if cut else ""
        named = [(str(entry.document.places.named_step(t)), t) for t in tensors[:MOST]]
        more = max(0, len(tensors) - MOST)
        yield Related(f"tensors in this data file{among}", named, more)


@once
def _data_files(document: Document) -> tuple[dict[str, list[Field]], bool]:
    """Return the tensors that lie in each data file, and whether there are more tensors."""
    found: dict[str, list[Field]] = {}
    tensors = external_tensors(document)
    for tensor in islice(tensors, _TENSORS):
        found.setdefault(normal(tensor.external.location), []).append(tensor.tensor.field)
    return found, next(tensors, None) is not None
