"""Bytes of every tensor, against those of each tensor that is read by itself."""

from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto

from documents import samples
from onnxlens import api
from onnxlens.model.external.entry import external
from onnxlens.model.external.sizes import stated_size
from onnxlens.model.filemap import FileMap
from onnxlens.model.tensor import sizes
from onnxlens.model.tensor.sizes import TensorSizes
from onnxlens.model.tensors import data_size
from onnxlens.tree.document import Document
from onnxlens.tree.merged import Merged
from recipes import entry, graph, int_of, metadata, model, of
from reworked import reworked


def outside(name: str, *entries: tuple[str, str], location: int = 1, dims: tuple[int, ...] = (2,)):
    tensor = TensorProto(name=name, data_type=1, dims=dims, data_location=location)
    for key, value in entries:
        tensor.external_data.add(key=key, value=value)
    return tensor.SerializeToString()


TENSORS = [
    outside("a", ("location", "w.bin"), ("length", "8"), ("offset", "4")),
    outside("b", ("location", "w.bin")),
    outside("c", ("length", "5"), ("length", "7")),
    outside("d", ("length", "many"), dims=(-1,)),
    outside("e", ("length", "9" * 40)),
    outside("f"),
    outside("not outside", ("length", "8"), location=0) + of(9, b"abcd"),
    outside("both", ("length", "8")) + of(9, b"abcd"),
    int_of(2, 1) + of(4, bytes(8)) + of(8, "typed") + of(8, "renamed"),
    of(8, "x" * 300),
    b"",
]
MODEL = model(graph(initializers=TENSORS), more=metadata(entry("length", "99")))


def same(document: Document) -> TensorSizes:
    """Compare with each tensor by itself; return what was found."""
    found = TensorSizes(document, FileMap(document))
    fields = [field for field in document.walk() if is_tensor(field)]
    assert found.rows.tolist() == [field.row for field in fields]
    for field, size, is_outside, known in zip(
        fields, found.sizes.tolist(), found.outside.tolist(), found.known.tolist(), strict=True
    ):
        tensor = Merged(document, field.content, (field.row,))
        told = external(tensor)
        assert is_outside == (told is not None)
        if told is None:
            assert (size, known) == (stored(field), True)
        elif told.length is None or told.length < 1 << 40:
            declared = stated_size(tensor) if told.length is None else told.length
            assert (size if known else None) == declared
    return found


def is_tensor(field) -> bool:
    return field.content is not None and field.content.name == "TensorProto"


def stored(field) -> int:
    """Return the bytes of data as they stand in a record, also what a later oneof hides."""
    return data_size(Merged(field.document, field.content, (field.row,)))


def test_the_corpus(corpus: Path) -> None:
    for sample in samples(corpus):
        with api.open(sample.data) as document:
            if document.root is not None:
                same(document)


def test_data_inside_and_outside() -> None:
    found = same(api.open(MODEL))
    assert found.sizes.tolist() == [8, 8, 7, 0, 8, 8, 4, 8, 8, 0, 0]
    assert found.known.tolist() == [True, True, True, False, *[True] * 7]
    assert found.outside.tolist() == [*[True] * 6, False, True, *[False] * 3]
    assert found.largest.tolist() == [0, 1, 4, 5, 7, 8, 2, 6, 3, 9, 10]


def test_records_that_are_moved_doubled_and_of_other_types() -> None:
    for data in reworked(api.open(MODEL), 200, seed=8):
        same(api.open(data, "ModelProto"))


def test_a_file_that_is_a_tensor() -> None:
    found = TensorSizes(*with_map(api.open(int_of(2, 1) + of(9, b"abcd"), "TensorProto")))
    assert (found.rows.tolist(), found.sizes.tolist()) == ([0], [4])


def with_map(document: Document) -> tuple[Document, FileMap]:
    return document, FileMap(document)


def test_names() -> None:
    document = api.open(MODEL)
    found = TensorSizes(*with_map(document))
    every = ["a", "b", "c", "d", "e", "f", "not outside", "both", "renamed", "", ""]
    assert found.names(document, np.arange(11)) == every
    assert found.names(document, np.array([2, 8])) == ["c", "renamed"]
    assert found.names(document, np.zeros(0, "i8")) == []


@pytest.mark.parametrize(
    ("locations", "is_outside"),
    [
        ("708100", True),
        ("7001 7063", True),
        ("7001 7000", False),
        ("7063", False),
        ("7081 02", False),
    ],
)
def test_locations_count_as_a_parser_reads_them(locations: str, is_outside: bool) -> None:
    tensor = of(8, "t") + bytes.fromhex(locations) + int_of(2, 1)
    found = same(api.open(model(graph(initializers=[tensor]))))
    assert found.outside.tolist() == [is_outside]


def test_of_many_tensors_without_a_length_the_first_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sizes, "_WITHOUT", 2)
    data = model(graph(initializers=[outside(name, ("location", "w")) for name in "abc"]))
    found = TensorSizes(*with_map(api.open(data)))
    assert found.sizes.tolist() == [8, 8, 0]
    assert found.known.tolist() == [True, True, False]
