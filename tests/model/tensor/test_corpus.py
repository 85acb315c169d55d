"""Every TensorProto of the corpus gives the array that onnx.numpy_helper gives, bit for bit."""

from collections.abc import Iterator
from pathlib import Path

import onnx
import pytest
from google.protobuf.message import Message
from onnx import numpy_helper

import onnxlens
from documents import samples
from onnxlens.errors import DataError, OnnxLensError, SourceError
from onnxlens.model.external.files import DataFiles
from onnxlens.model.tensor.tensor import Tensor
from onnxlens.tree.merged import Merged

QNN, NODE = "onnxruntime__onnxruntime-qnn", ".graph.initializer[0]"
# What the onnx package cannot convert: (file, tensor) -> (its exception, ours, our problems)
REFUSED = {
    # weights taken out on purpose
    ("NVIDIA__TensorRT/weightless.sparse.matmul.onnx", NODE): (
        ValueError, DataError, ["raw_data has 0 bytes; FLOAT [16, 8] needs 512"]),
    # text that is not UTF-8, and fewer strings than dims say
    ("onnx__onnx/test_cast_STRING_to_FLOAT/test_data_set_0/input_0.pb", ""): (
        UnicodeDecodeError, DataError,
        ["string_data has 3 entries; STRING [3, 4] needs 12"]),
    # more values than dims say
    (f"{QNN}/embed_layer_norm_format5.onnx", ".graph.initializer[5]"): (
        ValueError, DataError, ["float_data has 64 entries; FLOAT [4, 12] needs 48"]),
    # a data type of ONNX Runtime's own
    (f"{QNN}/icm-31000000518082.onnx", NODE): (
        KeyError, DataError, ["data_type is -100, which is unknown"]),
    # a path that leaves the folder
    (f"{QNN}/test_arbitrary_external_file.onnx", NODE): (
        onnx.checker.ValidationError, SourceError,
        ["int64_data is ignored because data_location is EXTERNAL",
         '"../../../../../../../etc/passwd": leaves the folder']),
    (f"{QNN}/test_arbitrary_external_file.onnx", ".graph.node[0].attribute[0].t"): (
        onnx.checker.ValidationError, SourceError,
        ["int64_data is ignored because data_location is EXTERNAL",
         '"../../../../../../../etc/passwd": leaves the folder']),
    # an address in memory, not a file
    (f"{QNN}/test_evil_weights.onnx", NODE): (
        onnx.checker.ValidationError, SourceError,
        ['"*/_ORT_MEM_ADDR_/*": is a marker of ONNX Runtime for an address in memory, not a file']),
}  # fmt: skip


def theirs(root: Message) -> Iterator[tuple[str, Message]]:
    """Yield path and message of every TensorProto, in whatever it stands."""
    todo = [("", root)]
    while todo:
        path, message = todo.pop()
        if message.DESCRIPTOR.name == "TensorProto":
            yield path, message
            continue
        for field, value in message.ListFields():
            step = f"{path}.{field.name}"
            if field.type == field.TYPE_MESSAGE and isinstance(value, Message):
                todo.append((step, value))
            elif field.type == field.TYPE_MESSAGE:
                todo += [(f"{step}[{i}]", each) for i, each in enumerate(value)]


def ours(root: Merged) -> Iterator[tuple[str, Merged]]:
    """Yield the same of our merged view."""
    todo = [("", root)]
    while todo:
        path, message = todo.pop()
        if message.spec.name == "TensorProto":
            yield path, message
            continue
        for spec, _ in message.present():
            step = f"{path}.{spec.name}"
            if spec.is_message and spec.repeated:
                todo += [(f"{step}[{i}]", each) for i, each in enumerate(message.each(spec.name))]
            elif spec.is_message:
                todo.append((step, message.message(spec.name)))


def pairs(corpus: Path) -> Iterator[tuple[str, str, Message, Tensor, Path]]:
    for sample in samples(corpus):
        if not sample.parses:
            continue
        root = getattr(onnx, sample.kind)()
        root.ParseFromString(sample.data)
        known = dict(theirs(root))
        if not known:
            continue
        folder = (corpus / sample.path).parent
        document = onnxlens.open(sample.data, kind=sample.kind)
        found = dict(ours(document.merged()))
        assert found.keys() == known.keys()
        files = DataFiles(str(folder))
        for path, message in known.items():
            yield sample.path, path, message, Tensor(found[path], files), folder


def test_every_tensor_is_the_array_of_the_onnx_package(corpus):
    count, refused = 0, {}
    for file, path, message, tensor, folder in pairs(corpus):
        count += 1
        try:
            expected = numpy_helper.to_array(message, str(folder))
        except Exception as error:  # each kind is listed above
            with pytest.raises(OnnxLensError) as caught:
                tensor.numpy()
            refused[file, path] = (type(error), type(caught.value), tensor.problems)
            continue
        array = tensor.numpy()
        assert (array.dtype, array.shape) == (expected.dtype, expected.shape), (file, path)
        if array.dtype == object:
            assert array.tolist() == expected.tolist(), (file, path)
        else:
            assert array.tobytes() == expected.tobytes(), (file, path)
        assert array.flags.writeable and array.flags.owndata
        assert tensor.problems == [], (file, path)
        assert tensor.count == expected.size
    assert refused == REFUSED
    assert count > 4000


def test_the_head_of_every_tensor_is_the_start_of_its_array(corpus):
    for file, path, _, tensor, _ in pairs(corpus):
        if (file, path) in REFUSED:
            continue
        array = tensor.numpy().reshape(-1)[:9]
        wide = array.astype("f8") if array.dtype.kind == "V" else array
        assert repr(tensor.head(9)) == repr(wide.tolist()) or tensor.head(9) == array.tolist()
