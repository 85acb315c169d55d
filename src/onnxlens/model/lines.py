"""One line for a whole message, where one says it all."""

from __future__ import annotations

from collections.abc import Callable

from .. import schema
from ..tree.merged import Merged
from ..tree.names import quote
from .data_lines import data_line
from .numbers import number_text
from .tensors import sparse_line, tensor_line
from .types import sketch
from .words import name_of, short, word

_LISTED = 8  # names that one line lists
_TEXT = 200  # characters of a string in a line


def line(message: Merged) -> str | None:
    """Return what a message says in one line without line breaks; None where none can.

    Strings in it stand as words of the type grammar, quoted and escaped where they must be.
    """
    make = _LINES.get(message.spec.name)
    return make(message) if make else None


def _node(node: Merged) -> str:
    head = name_of(node, "op_type") if node.has("op_type") else "?"
    if short(node, "domain") not in ("", "ai.onnx"):
        head = f"{name_of(node, 'domain')}.{head}"
    if node.has("name") and short(node, "name"):
        head += f" {_quoted(node, 'name')}"
    if node.count("input") or node.count("output"):
        return f"{head}: {_names(node, 'input')} -> {_names(node, 'output')}".replace("  ->", " ->")
    return head


def _names(message: Merged, field: str) -> str:
    records = message.records(field)
    names = [word(_cut(str(record.preview(4 * _TEXT)))) for record in records[:_LISTED]]
    more = f", and {len(records) - _LISTED:,} more" if len(records) > _LISTED else ""
    return ", ".join(names) + more


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else text[:_TEXT] + "…"


def _quoted(message: Merged, field: str) -> str:
    return quote(short(message, field))


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _graph(graph: Merged) -> str:
    name = f"{name_of(graph)}: " if graph.has("name") else ""
    nodes = _plural(graph.count("node"), "node")
    return f"{name}{nodes}, {_plural(graph.count('initializer'), 'initializer')}"


def _function(function: Merged) -> str:
    domain = f"{name_of(function, 'domain')}." if short(function, "domain") else ""
    return f"{domain}{name_of(function)}: {_plural(function.count('node'), 'node')}"


def _opset(opset: Merged) -> str:
    domain = short(opset, "domain")
    return f"{word(domain) if domain else 'ai.onnx'} {opset.number('version')}"


def _entry(entry: Merged) -> str:
    return f"{name_of(entry, 'key')} = {_quoted(entry, 'value')}"


_ATTRIBUTE_VALUES = {  # field of AttributeProto -> is it a list
    "f": False, "i": False, "s": False, "t": False, "g": False, "sparse_tensor": False, "tp": False,
    "floats": True, "ints": True, "strings": True, "tensors": True, "graphs": True,
    "sparse_tensors": True, "type_protos": True,
}  # fmt: skip


def _attribute(attribute: Merged) -> str:
    name = name_of(attribute)
    if short(attribute, "ref_attr_name"):
        return f"{name} = the function's {name_of(attribute, 'ref_attr_name')}"
    for field, many in _ATTRIBUTE_VALUES.items():
        if attribute.has(field):
            value = _list(attribute, field) if many else _single(attribute, field)
            return f"{name} = {value}"
    kind = schema.enum("AttributeProto.AttributeType").name_of(attribute.number("type"))
    return f"{name}: {kind or attribute.number('type')} without a value"


def _single(attribute: Merged, field: str) -> str:
    spec = attribute.spec.by_name[field]
    if spec.is_message:
        inner = attribute.message(field)
        assert inner is not None
        return line(inner) or spec.ref
    return _scalar(attribute.records(field)[-1].preview(4 * _TEXT), spec.type)


def _list(attribute: Merged, field: str) -> str:
    spec = attribute.spec.by_name[field]
    if spec.is_message:
        return _plural(attribute.count(field), spec.ref)
    shown: list[str] = []
    for record in attribute.records(field):
        value = record.preview(10 * (_LISTED + 1))
        values = value if isinstance(value, list) else [value]
        shown += [_scalar(item, spec.type) for item in values]
        if len(shown) > _LISTED:
            return f"[{', '.join(shown[:_LISTED])}, …]"
    return f"[{', '.join(shown)}]"


def _scalar(value: object, kind: str) -> str:
    if isinstance(value, bytes):
        return quote(_cut(value.decode("utf-8", "surrogateescape")))
    return number_text(value, kind) if isinstance(value, (int, float)) else quote(_cut(str(value)))


def _segment(segment: Merged) -> str:
    return f"elements {segment.number('begin')}:{segment.number('end')}"


def _device(message: Merged) -> str:
    from .devices.lines import LINES  # few models have devices

    return LINES[message.spec.name](message)


_LINES: dict[str, Callable[[Merged], str]] = {
    "ValueInfoProto": sketch.value_text,
    "TypeProto": sketch.type_text,
    "TypeProto.Tensor": sketch.tensor_text,
    "TypeProto.SparseTensor": sketch.tensor_text,
    "TypeProto.Sequence": sketch.content_text,
    "TypeProto.Map": sketch.content_text,
    "TypeProto.Optional": sketch.content_text,
    "TypeProto.Opaque": sketch.content_text,
    "TensorShapeProto": sketch.shape_text,
    "TensorShapeProto.Dimension": sketch.dim_text,
    "TensorProto": tensor_line,
    "TensorProto.Segment": _segment,
    "SparseTensorProto": sparse_line,
    "NodeProto": _node,
    "GraphProto": _graph,
    "FunctionProto": _function,
    "OperatorSetIdProto": _opset,
    "StringStringEntryProto": _entry,
    "AttributeProto": _attribute,
    "DeviceConfigurationProto": _device,
    "NodeDeviceConfigurationProto": _device,
    "ShardingSpecProto": _device,
    "ShardedDimProto": _device,
    "SimpleShardedDimProto": _device,
    "IntIntListEntryProto": _device,
    "SequenceProto": data_line,
    "MapProto": data_line,
    "OptionalProto": data_line,
}
