"""How much is read and kept: heads, stated sizes, external files, chunks."""

import subprocess
import sys
import time
import tracemalloc

import numpy as np
import pytest
from onnx import TensorProto, numpy_helper

import make_example
from onnxlens.api.document import Document
from onnxlens.errors import DataError, SourceError
from onnxlens.model.tensor.tensor import Tensor
from onnxlens.schema.data_types import data_types
from onnxlens.source import MemorySource, Source
from onnxlens.tree.opening import read_index
from onnxlens.wire.scalars import encode_record, encode_varint

T = TensorProto
BIG = 1 << 22  # bytes of data, far over what a head reads


class Counting(Source):
    """Bytes in memory that count what is read of them."""

    def __init__(self, data: bytes) -> None:
        self.name, self.size, self.data, self.got = "counting", len(data), data, 0

    def read(self, offset: int, size: int) -> bytes:
        found = self.data[offset : offset + size]
        self.got += len(found)
        return found


class Files:
    """Stands for a folder with one file."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def source(self, location: str) -> Source:
        if location != "w.bin":
            raise SourceError("no such file", name=location)
        return self._source


def counted(message: bytes) -> tuple[Tensor, Counting]:
    source = Counting(message)
    index, verdict = read_index(source, "TensorProto")
    tensor = Tensor(Document(source, index, verdict).merged())
    source.got = 0
    return tensor, source


def external(**entries: str) -> TensorProto:
    message = T(data_type=T.FLOAT, dims=[3], data_location=T.EXTERNAL)
    for key, value in entries.items():
        message.external_data.add(key=key, value=value)
    return message


@pytest.mark.parametrize("row", data_types(), ids=lambda row: row.name)
@pytest.mark.parametrize("raw", [True, False])
def test_a_head_reads_little(row, raw):
    entries = BIG // 8
    message = T(data_type=row.number, dims=[1])
    if raw and row.bits:
        message.raw_data = b"\1" * BIG
        message.dims[0] = BIG * 8 // row.bits
    elif row.field == "string_data":
        message.string_data.extend([b"x" * 100] * 1000)
    else:
        getattr(message, row.field).extend([1] * entries)
        message.dims[0] = entries * row.elements // row.entries
    tensor, source = counted(message.SerializeToString())
    assert len(tensor.head(10)) == 10
    assert source.got < 1 << 16


def test_a_head_of_a_long_run_of_varints_does_not_count_them():
    data = T(data_type=T.INT64, dims=[BIG]).SerializeToString() + encode_record(7, b"\1" * BIG)
    tensor, source = counted(data)
    assert (tensor.head(3), source.got < 1 << 10) == ([1, 1, 1], True)


@pytest.mark.parametrize(
    "dims",
    [[1 << 40, 1 << 40], [1 << 40], [-1], [-(1 << 63), 2], [1 << 32, 1 << 32], [(1 << 62)] * 60,
     [(1 << 32) + 1], [0, 1 << 62, 1 << 62], [1 << 62] * 65],
)  # fmt: skip
@pytest.mark.parametrize("row", data_types(), ids=lambda row: row.name)
def test_nothing_is_allocated_by_stated_numbers(dims, row, tensor_of):
    message = T(data_type=row.number, dims=dims)
    if row.bits:
        message.raw_data = bytes(4)
    tensor = tensor_of(message)
    tensor.problems  # noqa: B018 - what is found once is found before memory is counted
    tensor.type  # noqa: B018 - likewise
    tracemalloc.start()
    for read in (tensor.numpy, tensor.stats, lambda: tensor.head(1 << 20)):
        try:
            read()
        except DataError as error:
            assert len(str(error)) < 2000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 22
    assert all(len(problem) < 2000 for problem in tensor.problems)


def test_a_million_dims(tensor_of):
    data = T(data_type=T.FLOAT, raw_data=bytes(4)).SerializeToString()
    tensor = tensor_of(data + encode_record(1, encode_varint(1 << 62) * 1_000_000))
    started = time.process_time()
    assert len(tensor.dims) == 1_000_000
    assert tensor.problems[0] == "1,000,000 dims; numpy holds at most 64"
    assert tensor.problems[1].endswith("declares 2^1026 bytes or more, raw_data holds 4 bytes")
    with pytest.raises(DataError):
        tensor.numpy()
    assert time.process_time() - started < 20


def test_an_external_file_gives_the_values(tensor_of):
    array = np.array([1.5, np.nan, -0.0], "<f4")
    files = Files(MemorySource(b"abcd" + array.tobytes()))
    tensor = tensor_of(external(location="w.bin", offset="4", length="12"), files)
    assert tensor.problems == []
    assert tensor.numpy().tobytes() == array.tobytes()
    assert tensor.head(1) == [1.5]
    assert tensor.stats().nan == 1


def test_an_external_file_without_length_is_read_as_far_as_dims_go(tensor_of):
    files = Files(MemorySource(bytes(20)))
    tensor = tensor_of(external(location="w.bin", offset="4"), files)
    assert tensor.numpy().tolist() == [0, 0, 0]
    assert tensor.problems == [
        "external_data has no length: 16 bytes to the end of the file, 12 needed; the onnx helpers "
        "read them all and fail"
    ]


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"offset": "4", "length": "12"}, "external_data has 4 bytes; FLOAT [3] needs 12"),
        ({"offset": "99999999999999999999"}, "external_data has 0 bytes; FLOAT [3] needs 12"),
        ({"length": "16"}, "external_data has 8 bytes; FLOAT [3] needs 12"),
        ({"length": "4"}, "external_data has 4 bytes; FLOAT [3] needs 12"),
    ],
)
def test_an_external_file_that_is_too_short(entries, said, tensor_of):
    tensor = tensor_of(external(location="w.bin", **entries), Files(MemorySource(bytes(8))))
    assert said in tensor.problems
    with pytest.raises(DataError) as caught:
        tensor.numpy()
    assert str(caught.value) == said


def test_an_external_file_that_cannot_be_had(tensor_of):
    files = Files(MemorySource(b""))
    missing = tensor_of(external(location="v.bin"), files)
    assert missing.problems == ['"v.bin": no such file']
    for tensor in (missing, tensor_of(external(location="w.bin"))):
        for read in (tensor.numpy, tensor.stats, lambda t=tensor: t.head(3)):
            with pytest.raises(SourceError):
                read()
    misplaced = tensor_of(external(location="w.bin", offset="x"), files)
    with pytest.raises(SourceError, match="non-negative"):
        misplaced.numpy()
    assert len(misplaced.problems) == 1


def test_an_array_takes_its_own_size_and_no_more(tmp_path):
    import onnxlens

    path = tmp_path / "big.pb"
    values = np.arange(1 << 22, dtype=np.float32)
    path.write_bytes(numpy_helper.from_array(values).SerializeToString())
    with onnxlens.open(path, kind="TensorProto") as document:
        tensor = Tensor(document.merged())
        tracemalloc.start()
        array = tensor.numpy()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert (array == values).all()
        assert peak < 1.05 * values.nbytes
        tracemalloc.start()
        tensor.stats()
        assert tracemalloc.get_traced_memory()[1] < 24 << 20
        tracemalloc.stop()


def test_an_array_is_the_callers_own(tensor_of):
    message = T(data_type=T.UINT8, dims=[2], raw_data=b"ab")
    tensor = tensor_of(message)
    array = tensor.numpy()
    array[0] = 0
    assert tensor.numpy().tobytes() == b"ab"


def test_a_preview_loads_neither_numpy_nor_ml_dtypes(tmp_path):
    path = tmp_path / "t.pb"
    path.write_bytes(
        T(data_type=T.BFLOAT16, dims=[2], raw_data=b"\x80\x3f" * 2).SerializeToString()
    )
    model = tmp_path / "m.onnx"
    model.write_bytes(make_example.tiny_model())
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from onnxlens.apps.cli.main import cli\n"
        f"for name in ({str(path)!r}, {str(model)!r}):\n"
        "    for command in ('summary', 'tree'):\n"
        "        result = CliRunner().invoke(cli, [command, name])\n"
        "        assert result.exit_code == 0, result.output\n"
        "import onnxlens\n"
        "from onnxlens.model.tensor.tensor import Tensor\n"
        f"tensor = Tensor(onnxlens.open({str(path)!r}, kind='TensorProto').merged())\n"
        "assert (tensor.head(9), tensor.problems) == ([1.0, 1.0], [])\n"
        "print([name for name in ('numpy', 'ml_dtypes') if name in sys.modules])\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (found.stdout, found.stderr) == ("[]\n", "")
