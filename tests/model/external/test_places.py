"""External tensors wherever they stand, beside a walk of the onnx package over all messages."""

import onnx
import pytest
from google.protobuf.message import Message
from onnx import AttributeProto, ModelProto, OptionalProto, SequenceProto, TensorProto
from onnx.external_data_helper import uses_external_data

from documents import samples
from made import number
from onnxlens import api
from onnxlens.model.external.places import external_tensors
from onnxlens.wire.scalars import encode_record as record


def _found(data, kind=None):
    return [each.called for each in external_tensors(api.open(data, kind))]


def _official(message: Message) -> list[str]:
    """Return the names of all EXTERNAL tensors below a message, by the package's own reflection."""
    names = []
    if isinstance(message, TensorProto):
        return [message.name] if uses_external_data(message) else []
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for each in [value] if isinstance(value, Message) else value:
                names += _official(each)
    return names


@pytest.fixture
def everywhere(tensor):
    """Return a model with an external tensor in every place that a tensor can have."""

    def outside(name):
        return tensor(name, ("location", "w.bin"), dims=(1,))

    def fill(graph, name):
        graph.initializer.append(outside(f"{name}.init"))
        graph.initializer.append(TensorProto(name="inside", data_type=1, dims=[1]))
        sparse = graph.sparse_initializer.add()
        sparse.values.CopyFrom(outside(f"{name}.values"))
        sparse.indices.CopyFrom(outside(f"{name}.indices"))
        node = graph.node.add(op_type="Constant")
        attribute = node.attribute.add(name="t", type=AttributeProto.TENSOR)
        attribute.t.CopyFrom(outside(f"{name}.t"))
        attribute.tensors.extend([outside(f"{name}.t0"), outside(f"{name}.t1")])
        attribute.sparse_tensor.values.CopyFrom(outside(f"{name}.sparse"))
        more = attribute.sparse_tensors.add()
        more.indices.CopyFrom(outside(f"{name}.sparses"))
        return attribute

    model = ModelProto(ir_version=10)
    top = fill(model.graph, "graph")
    fill(fill(top.g, "sub").graphs.add(), "subsub")
    training = model.training_info.add()
    fill(training.initialization, "initialization")
    fill(training.algorithm, "algorithm")
    function = model.functions.add(name="f")
    function.node.add().attribute.add().t.CopyFrom(outside("function.t"))
    function.attribute_proto.add().t.CopyFrom(outside("function.default"))
    return model


def test_all_places_are_found(everywhere):
    expected = _official(everywhere)
    assert len(expected) == 5 * 8 + 2
    assert sorted(_found(everywhere.SerializeToString())) == sorted(expected)


def test_they_come_in_file_order(everywhere):
    document = api.open(everywhere.SerializeToString())
    starts = [each.tensor.field.start for each in external_tensors(document)]
    assert starts == sorted(starts)


def test_the_corpus_is_read_as_the_onnx_package_reads_it(corpus):
    total = 0
    for sample in samples(corpus):
        if sample.parses and sample.kind and hasattr(onnx, sample.kind):
            expected = _official(getattr(onnx, sample.kind).FromString(sample.data))
            assert sorted(_found(sample.data, sample.kind)) == sorted(expected), sample.path
            total += len(expected)
    assert total >= 11


def test_a_tensor_file_is_one_tensor(tensor):
    made = tensor("w", ("location", "w.bin"), dims=(1,))
    assert _found(made.SerializeToString(), "TensorProto") == ["w"]


def test_tensors_of_sequences_and_optionals_are_found(tensor):
    made = tensor("w", ("location", "w.bin"))
    sequence = SequenceProto(elem_type=1, tensor_values=[made, made])
    optional = OptionalProto(elem_type=3)
    optional.sequence_value.CopyFrom(sequence)
    assert _found(optional.SerializeToString(), "OptionalProto") == ["w", "w"]


def test_a_tensor_without_a_name_is_called_by_its_path(tensor):
    model = ModelProto(ir_version=8)
    model.graph.sparse_initializer.add().indices.CopyFrom(tensor(""))
    assert _found(model.SerializeToString(), "ModelProto") == [
        "graph.sparse_initializer[0].indices"
    ]


def test_a_record_of_another_wire_type_is_no_part_of_a_tensor():
    data = _attribute(record(5, number(14, 1)), number(5, 1))
    assert _found(data, "NodeProto") == ["attribute[0].t"]


def test_a_hostile_name_is_quoted_and_cut(tensor):
    model = ModelProto(ir_version=8)
    model.graph.initializer.append(tensor("\x1b[2J" + "x" * 1000))
    (called,) = _found(model.SerializeToString(), "ModelProto")
    assert called.startswith('"\\u{1B}[2J') and len(called) < 220


def _attribute(*payloads):
    return record(5, b"".join(payloads))


LOCATION = record(13, record(1, b"location") + record(2, b"w.bin"))
MERGED = {
    "t twice": _attribute(record(5, number(14, 1)), record(5, LOCATION + record(8, b"w"))),
    "t twice, EXTERNAL in both": _attribute(
        record(5, number(14, 1) + LOCATION), record(5, number(14, 1) + record(8, b"w"))
    ),
    "t twice, DEFAULT last": _attribute(
        record(5, number(14, 1) + LOCATION), record(5, number(14, 0))
    ),
    "data_location twice": _attribute(record(5, number(14, 0) + number(14, 1) + record(8, b"w"))),
    "data_location unknown": _attribute(record(5, number(14, 9))),
    "values in two sparse tensors that merge": _attribute(
        record(22, record(1, number(14, 1))),
        record(22, record(2, number(14, 1) + record(8, b"i"))),
        record(22, record(1, record(8, b"w"))),
    ),
    "tensors do not merge": _attribute(
        record(10, number(14, 1) + record(8, b"a")), record(10, number(14, 1) + record(8, b"b"))
    ),
    "data_location of a wrong wire type": _attribute(record(5, record(14, b"\x01"))),
}


@pytest.mark.parametrize("data", MERGED.values(), ids=MERGED)
def test_records_that_a_parser_merges_are_one_tensor(data):
    assert sorted(_found(data, "NodeProto")) == sorted(_official(onnx.NodeProto.FromString(data)))


def test_a_field_that_is_there_many_times_costs_one_pass():
    tensors = record(5, number(14, 1)) * 50_000
    assert len(_found(_attribute(tensors), "NodeProto")) == 1


def test_depth_costs_no_recursion():
    data = record(3, number(14, 1))
    for _ in range(2000):
        data = record(3, number(14, 1) + record(8, b"w")) + record(7, data)
    assert len(_found(data, "OptionalProto")) == 2001
