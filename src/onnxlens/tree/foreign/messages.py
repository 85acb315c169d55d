"""Protobuf files of other schemas, told by the shape of their fields.

They must be told from ONNX: a SavedModel parses as a ModelProto, and a GraphDef's nodes look like
a GraphProto's. What is asked for here is what no ONNX message can have at that place.
"""

from ...wire.kinds import I32, LEN, VARINT
from ...wire.scalars import read_varint
from .kind import TEXT_LIMIT, Facts, Foreign
from .records import ENDLESS, Record, walk, word
from .window import Window

_NODE_MARKS = "_./-:^>"  # what a TensorFlow node's name has beside letters and digits
_OP_MARKS = "_>"

_GRAPH_SHAPE = {1: LEN, 2: LEN, 3: VARINT, 4: LEN}
_NODE_SHAPE = {1: LEN, 2: LEN, 3: LEN, 4: LEN, 5: LEN, 6: LEN, 7: LEN}
_META_SHAPE = {1: LEN, 2: LEN, 3: LEN, 4: LEN, 5: LEN, 6: LEN, 7: LEN}
_INFO_SHAPE = {1: LEN, 2: LEN, 3: LEN, 4: LEN, 5: LEN, 6: LEN, 7: VARINT, 8: LEN}

_NODES_LOOKED_AT = 64
_CORE_ML_TYPES = range(200, 3001)  # numbers of the oneof Type in Core ML's Model.proto


def foreign_message(window: Window) -> Foreign | None:
    """Return the schema of another project that the file's first records fit."""
    records, good = walk(window.head, 0, ENDLESS)
    if not good or not records:
        return None
    for tell in (_saved_model, _core_ml, _meta_graph_file, _graph_def, _sentencepiece):
        foreign = tell(window.head, records)
        if foreign is not None:
            return foreign
    return None


def _saved_model(data: bytes, records: list[Record]) -> Foreign | None:
    """SavedModel: saved_model_schema_version = 1, then MetaGraphDefs
    (tensorflow/core/protobuf/saved_model.proto)."""
    if [record[:2] for record in records[:2]] != [(1, VARINT), (2, LEN)]:
        return None
    if read_varint(data, records[0][2])[0] != 1:
        return None
    if any(record[:2] != (2, LEN) for record in records[1:]):
        return None
    facts = _meta_graph(data, *walk(data, *records[1][2:]))
    return None if facts is None else Foreign("tensorflow-savedmodel", facts)


def _meta_graph_file(data: bytes, records: list[Record]) -> Foreign | None:
    """MetaGraphDef, the .meta file of a checkpoint."""
    facts = _meta_graph(data, records, True)
    return None if facts is None else Foreign("tensorflow-metagraph", facts)


def _meta_graph(data: bytes, records: list[Record], good: bool) -> Facts | None:
    """Return the facts of a MetaGraphDef that begins with its MetaInfoDef
    (tensorflow/core/protobuf/meta_graph.proto), None where it is none."""
    if not good or not _fits(records, _META_SHAPE) or records[0][0] != 1:
        return None
    info, good = walk(data, *records[0][2:])
    if not good or not _fits(info, _INFO_SHAPE):
        return None
    version = next((word(data, record, ".-+") for record in info if record[0] == 5), "")
    if version and version[0].isdigit():
        return {"version": version[:TEXT_LIMIT]}
    listed = [record for record in info if record[0] == 2]
    return {} if listed and _lists_operators(data, listed[0]) else None


def _lists_operators(data: bytes, op_list: Record) -> bool:
    """Return whether an OpList begins with an OpDef that begins with a name."""
    operators, good = walk(data, *op_list[2:])
    if not good or not operators or operators[0][:2] != (1, LEN):
        return False
    fields, good = walk(data, *operators[0][2:])
    return good and bool(fields) and fields[0][0] == 1 and bool(word(data, fields[0], _OP_MARKS))


def _graph_def(data: bytes, records: list[Record]) -> Foreign | None:
    """GraphDef: NodeDefs with a name, an op, and at least one attribute map entry
    (tensorflow/core/framework/graph.proto, node_def.proto).

    The entry decides: an AttributeProto's field 2 is a float, never a message.
    """
    if records[0][0] != 1 or not _fits(records, _GRAPH_SHAPE):
        return None
    proven = False
    for record in records[:_NODES_LOOKED_AT]:
        fits = _node_def(data, record) if record[0] == 1 else 0
        if fits < 0:
            return None
        proven = proven or fits > 0
    if not proven:
        return None
    fields, _ = walk(data, *records[0][2:])
    return Foreign("tensorflow-graphdef", _first_node(data, fields))


def _node_def(data: bytes, node: Record) -> int:
    """Return -1 where a record is no NodeDef, 1 where an attribute proves it, 0 otherwise."""
    fields, good = walk(data, *node[2:])
    if not good or not all(_NODE_SHAPE.get(number) == wire for number, wire, _, _ in fields):
        return -1
    if not _named(data, fields):
        return 0 if node[3] > len(data) else -1
    return int(any(_map_entry(data, record) for record in fields if record[0] == 5))


def _named(data: bytes, fields: list[Record]) -> bool:
    """Return whether fields begin with one name and one op, which do not come again."""
    if [number for number, _, _, _ in fields if number <= 2] != [1, 2]:
        return False
    name, op = fields[:2]
    return bool(word(data, name, _NODE_MARKS)) and bool(word(data, op, _OP_MARKS))


def _first_node(data: bytes, fields: list[Record]) -> Facts:
    name, op = word(data, fields[0], _NODE_MARKS), word(data, fields[1], _OP_MARKS)
    return {"node": name[:TEXT_LIMIT], "op": op[:TEXT_LIMIT]}


def _map_entry(data: bytes, record: Record) -> bool:
    fields, good = walk(data, *record[2:])
    shape = [field[:2] for field in fields]
    return good and shape == [(1, LEN), (2, LEN)] and bool(word(data, fields[0], _NODE_MARKS))


def _core_ml(data: bytes, records: list[Record]) -> Foreign | None:
    """Core ML Model: specificationVersion, a ModelDescription, and the model's own type
    (coremltools/mlmodel/format/Model.proto)."""
    if [record[:2] for record in records[:2]] != [(1, VARINT), (2, LEN)]:
        return None
    if not any(wire == LEN and number in _CORE_ML_TYPES for number, wire, _, _ in records[2:]):
        return None
    features, good = walk(data, *records[1][2:])
    if not good or not features or not all(_feature(data, record) for record in features[:1]):
        return None
    return Foreign("coreml", {"version": read_varint(data, records[0][2])[0]})


def _feature(data: bytes, record: Record) -> bool:
    """Return whether a ModelDescription's first record is a FeatureDescription: a name first."""
    fields, good = walk(data, *record[2:])
    return record[:2] in ((1, LEN), (10, LEN)) and good and bool(fields) and fields[0][0] == 1


def _sentencepiece(data: bytes, records: list[Record]) -> Foreign | None:
    """sentencepiece ModelProto: pieces of a string, a float and perhaps a type
    (sentencepiece/src/sentencepiece_model.proto). No ONNX field 2 is a float below a field 1."""
    if len(records) < 3 or any(record[:2] != (1, LEN) for record in records[:3]):
        return None
    for record in records[:3]:
        fields, good = walk(data, *record[2:])
        shape = [field[:2] for field in fields]
        if not good or shape[:2] != [(1, LEN), (2, I32)] or shape[2:] not in ([], [(3, VARINT)]):
            return None
    return Foreign("sentencepiece")


def _fits(records: list[Record], shape: dict[int, int]) -> bool:
    return bool(records) and all(shape.get(number) == wire for number, wire, _, _ in records)
