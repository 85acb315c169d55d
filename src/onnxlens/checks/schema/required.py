"""Rules about fields that a message must have."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...model.graph.names import each_last, last, slot
from ...model.graph.tables import INITIALIZER, SPARSE_INITIALIZER, SPARSE_VALUES, TENSOR_NAME
from ...schema import FieldSpec, MessageSpec
from ...tree.field import Field
from ...tree.merged import Merged
from ...wire.index import FIELD_BITS, FIELD_MASK
from ...wire.kinds import LEN
from ..context import Context
from ..rule import Found, rule

# message -> fields that must be there. The layers of types, metadata and placement look at what
# belongs to them, such as maps and sparse tensors; the type of an attribute goes with its value.
REQUIRED = {
    "ModelProto": ("ir_version", "graph"),
    "GraphProto": ("name",),
    "NodeProto": ("op_type",),
    "AttributeProto": ("name",),
    "ValueInfoProto": ("name",),
    "TensorProto": ("data_type",),
    "FunctionProto": ("name", "domain"),
    "OperatorSetIdProto": ("version",),
    "OperatorProto": ("op_type", "since_version"),
    "OperatorSetProto": ("magic", "ir_version"),
    "SequenceProto": ("elem_type",),
}
_WANTED = {name: {slot(name, field) for field in fields} for name, fields in REQUIRED.items()}
_TEXTS = frozenset(
    slot(name, field)
    for name, fields in REQUIRED.items()
    for field in fields
    if (name, field) != ("FunctionProto", "domain")  # empty is the domain of ONNX itself
    and schema.message(name).by_name[field].type == "string"
)
_NEEDS_DOMAIN = 8  # IR version from which a function must say its domain
_LISTS = [spec.name for spec in schema.message("SequenceProto").fields if spec.is_message]


@rule("S001", "error")
def empty_file(context: Context) -> Iterator[Found]:
    """
    Finds:
    A file of 0 bytes that is read as a message which needs a field.

    Why:
    To protobuf no bytes are a message in which every field is absent, so a parser is content. But
    onnx.proto requires fields such as ir_version of a model, so no ONNX file can be empty. Most
    often a download failed, or a disk was full.

    Fix:
    Fetch or write the file again.
    """
    document = context.document
    fields = REQUIRED.get(document.root.name, ()) if document.root else ()
    if document.size == 0 and fields and document.root:
        message = f"0 bytes; {document.root.name} needs {' and '.join(fields)}"
        yield Found(document.file, message)


@rule("S002", "error")
def required_field_missing(context: Context) -> Iterator[Found]:
    """
    Finds:
    A message without a field that it must have: ir_version and graph of a model, name of a graph,
    function, value and attribute, op_type of a node, data_type of a tensor, version of an opset,
    domain of a function from IR version 8 on, elem_type of an empty sequence.

    Why:
    The comments in onnx.proto, onnx-operators.proto and onnx-data.proto say of them that they MUST
    be present or have a valid value. A graph, its name, op_type and what a function is called by
    are refused as missing by the official checker. Absent fields read as 0 or empty.

    Fix:
    Write the field. Where many are missing, the file may hold another message: onnxlens FILE tells
    which one fits.
    """
    if context.document.size == 0:
        return
    for message in _lacking(context):
        for spec in _missing(message):
            if _is_needed(context, message, spec) and context.is_whole(message):
                needed = "text that is not empty" if spec.type == "string" else _needed(spec)
                yield Found(message.field, f"{spec.name} is absent; needed {needed}")


@rule("S003", "error")
def required_text_empty(context: Context) -> Iterator[Found]:
    """
    Finds:
    An empty text where a name is required: of a graph, function, value or attribute, and op_type of
    a node.

    Why:
    To protobuf an empty text and an absent one read alike, and the comments in onnx.proto require
    these names; the official checker refuses the model and calls the field empty.

    Fix:
    Write a name.
    """
    slots = _TEXTS & {kind[0] for kind in context.structures.kinds}
    document, damage = context.document, context.document.damage
    for row in context.suspects.empty(slots) if slots else ():
        field = Field(document, row)
        parent, spec = document.index.parent[row], field.spec
        if spec is None or row in damage or _is_training(document.index.slot[parent]):
            continue
        if document.places.records(parent, spec.number).rows[-1] == row:
            yield Found(field, f"{spec.name} is empty; needed text")


@rule("S004", "error")
def initializer_without_name(context: Context) -> Iterator[Found]:
    """
    Finds:
    An initializer without a name, or with an empty one; of a sparse one the name of its values.

    Why:
    The comment on GraphProto.initializer in onnx.proto says that each, also a sparse one, MUST have
    a name. Without one no node can use it, and the official checker refuses the model.

    Fix:
    Write the name that nodes use, or remove the initializer.
    """
    document, columns = context.document, context.scopes.columns
    if not _has_unnamed(context):
        return
    tensors = columns.rows(INITIALIZER)
    names = each_last(document, tensors, TENSOR_NAME)
    for row, name in zip(tensors, names, strict=True):
        yield from _unnamed(context, row, name)
    for sparse in columns.rows(SPARSE_INITIALIZER):
        row = last(document, (sparse,), SPARSE_VALUES)
        if row:
            yield from _unnamed(context, row, last(document, (row,), TENSOR_NAME))


def _has_unnamed(context: Context) -> bool:
    """Whether any tensor of the file has no name, or an empty one."""
    tensors = (each for each in context.structures.examples if each.message.name == "TensorProto")
    return any((TENSOR_NAME, LEN) not in each.kinds for each in tensors) or bool(
        context.suspects.empty(frozenset((TENSOR_NAME,)))
    )


def _unnamed(context: Context, row: int, name: int) -> Iterator[Found]:
    document, field = context.document, Field(context.document, row)
    if not name:
        if context.is_whole(context.merged(field)) and not _unfit(context.merged(field), "name"):
            yield Found(field, "name is absent; an initializer needs one")
    elif document.index.payload(name) == document.index.end(name) and name not in document.damage:
        yield Found(Field(document, name), "name is empty; an initializer needs one")


def _lacking(context: Context) -> Iterator[Merged]:
    """Yield the messages that may lack a required field, as parsers build them.

    Only messages are looked at of which an example lacks one.
    """
    names = {
        each.message.name
        for each in context.structures.examples
        if not _WANTED.get(each.message.name, set()) <= {slot for slot, _ in each.kinds}
    }
    for spec in map(schema.message, sorted(names)):
        for row in context.rows_of(spec):
            yield from _built(context, spec, row)


def _built(context: Context, spec: MessageSpec, row: int) -> Iterator[Merged]:
    """Yield the message that begins with a row and lacks a required field there."""
    document, index = context.document, context.document.index
    if document.content_of(row) is not spec:
        return
    slots = index.slot
    if _WANTED[spec.name] <= {slots[child] for child in index.children(row)}:
        return
    own = document.spec_of(row)
    rows = [row]
    if own is not None and not own.repeated:
        rows = list(document.places.records(index.parent[row], own.number).rows)
    if rows[0] == row:
        yield Merged(document, spec, tuple(rows))


def _missing(message: Merged) -> Iterator[FieldSpec]:
    """Yield the required fields that no record of a message has, of any wire type."""
    for name in REQUIRED[message.spec.name]:
        if not message.records(name) and not _unfit(message, name):
            yield message.spec.by_name[name]


def _unfit(message: Merged, name: str) -> bool:
    """Whether a field is there in a form that makes parsers set it aside, which is told apart."""
    number = message.spec.by_name[name].number
    return any(record.number == number for record in message.unknown())


def _is_needed(context: Context, message: Merged, spec: FieldSpec) -> bool:
    """Whether a field is required in this message, and not only in most of its kind."""
    document = context.document
    if spec.qualified == "FunctionProto.domain":
        return context.model is not None and context.model.number("ir_version") >= _NEEDS_DOMAIN
    if message.spec.name == "SequenceProto":  # that of a filled one is told with what it holds
        return not any(message.records(name) for name in _LISTS)
    return not _is_training(document.index.slot[message.rows[0]])


def _is_training(own: int) -> bool:
    """Whether a slot is a graph of a training_info, which is empty by default."""
    return own >> FIELD_BITS == _TRAINING.id and own & FIELD_MASK in _GRAPHS


def _needed(spec: FieldSpec) -> str:
    return schema.message(spec.ref).name if spec.is_message else f"a number, {spec.type}"


_TRAINING = schema.message("TrainingInfoProto")
_GRAPHS = [spec.number for spec in _TRAINING.fields if spec.ref == "GraphProto"]
