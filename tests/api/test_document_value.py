"""What the root of a document means, and the files beside it."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import onnxlens
from onnxlens import encode
from onnxlens.api.model import Model
from onnxlens.model.tensor.tensor import Tensor
from onnxlens.model.types.value_type import ValueInfo
from onnxlens.model.values.sparse import SparseTensor
from onnxlens.source import FileSource, MemorySource, spool
from onnxlens.tree.merged import Merged

F = np.float32


def value_of(data, kind=None):
    return onnxlens.open(data, kind=kind).value


def test_a_tensor_is_a_tensor():
    found = value_of(encode(F([1, 2])))
    assert isinstance(found, Tensor) and found.numpy().tolist() == [1, 2]


def test_a_sparse_tensor_is_a_sparse_tensor():
    found = value_of(encode(SparseTensor(F([5]), np.int64([1]), (2,))))
    assert isinstance(found, SparseTensor) and found.dense().tolist() == [0, 5]


def test_lists_dicts_and_none_hold_tensors():
    (item,) = value_of(encode([F([1, 2])]), "SequenceProto")
    assert item.numpy().tolist() == [1, 2]
    found = value_of(encode({"a": F(1), "b": F(2)}))
    assert {key: each.numpy().item() for key, each in found.items()} == {"a": 1, "b": 2}
    assert value_of(encode(None), "OptionalProto") is None
    assert value_of(encode(F([3]), "optional(FLOAT)"), "OptionalProto").numpy().tolist() == [3]
    nested = value_of(encode([[F(1)], []]), "SequenceProto")
    assert [len(inner) for inner in nested] == [1, 0]


def test_a_model_is_its_model(tiny):
    document = onnxlens.open(tiny)
    assert isinstance(document.value, Model) and document.value is document.model


def test_types_and_values_infos_are_read():
    type_ = onnxlens.parse_type('FLOAT [1, "N"]')
    assert value_of(type_.to_bytes(), "TypeProto") == type_
    found = value_of(helper.make_tensor_value_info("x", 1, [2]).SerializeToString())
    assert isinstance(found, ValueInfo) and str(found) == "x: FLOAT [2]"


def test_any_other_root_is_its_merged_view_and_no_root_is_none():
    found = value_of(helper.make_node("Relu", ["x"], ["y"]).SerializeToString(), "NodeProto")
    assert isinstance(found, Merged) and found.text("op_type") == "Relu"
    assert value_of(b"this is text, and no message at all\n") is None


@pytest.mark.parametrize("kind", ["TensorProto", "SequenceProto", "MapProto", "OptionalProto"])
def test_broken_bytes_have_a_value_too(kind):
    whole = encode([F([1, 2]), F([3])])
    for size in range(len(whole)):
        value_of(whole[:size], kind)


def test_every_test_value_of_the_corpus_is_what_the_package_reads(corpus):
    count = 0
    for path in sorted(corpus.rglob("*.pb")):
        with onnxlens.open(path) as document:
            if document.root is None or document.root.name != "TensorProto":
                continue
            tensor = TensorProto.FromString(path.read_bytes())
            if "STRING_to_FLOAT" in str(path):  # fewer strings than its dims declare
                continue
            found, expected = document.value.numpy(), numpy_helper.to_array(tensor)
            assert found.dtype.name == expected.dtype.name and found.shape == expected.shape
            if expected.dtype != object:
                assert found.tobytes() == expected.tobytes(), path
            else:
                assert found.tolist() == expected.tolist()
            count += 1
    assert count >= 20


# -- files beside it -----------------------------------------------------------------------------


def external_model(location):
    tensor = TensorProto(name="w", data_type=1, dims=[2], data_location=1)
    tensor.external_data.add(key="location", value=location)
    graph = onnx.GraphProto(name="g", initializer=[tensor])
    return onnx.ModelProto(ir_version=8, graph=graph).SerializeToString()


def test_a_file_has_a_folder_and_bytes_have_none(tmp_path, monkeypatch):
    (tmp_path / "m.onnx").write_bytes(external_model("w.bin"))
    source = FileSource(tmp_path / "m.onnx")
    assert source.folder == str(tmp_path)
    source.close()
    monkeypatch.chdir(tmp_path)
    source = FileSource("m.onnx")
    monkeypatch.chdir("/")
    assert source.folder == str(tmp_path)  # as it was when the file was opened
    source.close()
    assert MemorySource(b"").folder is None
    with (tmp_path / "m.onnx").open("rb") as stream:
        spooled = spool(stream, "-")
    assert spooled.folder is None
    spooled.close()


def test_initializers_are_read_from_the_files_beside_the_model(tmp_path):
    (tmp_path / "m.onnx").write_bytes(external_model("w.bin"))
    (tmp_path / "w.bin").write_bytes(F([1.5, -2]).tobytes())
    with onnxlens.open(tmp_path / "m.onnx") as document:
        assert document.model.initializers["w"].numpy().tolist() == [1.5, -2]
        assert document.files.folder == str(tmp_path)


def test_no_data_file_is_opened_before_it_is_asked_for_and_all_are_closed(tmp_path):
    (tmp_path / "m.onnx").write_bytes(external_model("w.bin"))
    (tmp_path / "w.bin").write_bytes(bytes(8))
    document = onnxlens.open(tmp_path / "m.onnx")
    document.close()
    assert "files" not in document.__dict__
    document = onnxlens.open(tmp_path / "m.onnx")
    kept = document.files.source("w.bin")
    document.close()
    with pytest.raises(onnxlens.SourceError):
        kept.read(0, 1)


def test_bytes_alone_cannot_have_external_data():
    document = onnxlens.open(external_model("w.bin"))
    with pytest.raises(onnxlens.SourceError, match="cannot be loaded from bytes alone") as caught:
        document.model.initializers["w"].numpy()
    assert caught.value.next == "open the model by its path"


def test_of_two_initializers_of_one_name_the_last_counts():
    graph = onnx.GraphProto(name="g")
    for number in (1.0, 2.0):
        graph.initializer.append(helper.make_tensor("w", TensorProto.FLOAT, [], [number]))
    data = onnx.ModelProto(ir_version=8, graph=graph).SerializeToString()
    assert onnxlens.open(data).model.initializers["w"].numpy() == 2
