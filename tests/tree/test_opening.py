"""Opening: the root is named or told from the bytes, then the file is indexed."""

import pytest

from onnxlens.errors import SchemaError
from onnxlens.source import MemorySource
from onnxlens.tree.document import Document
from onnxlens.tree.opening import read_index


def opened(data: bytes, kind: str | None = None) -> Document:
    """Return the document over bytes."""
    source = MemorySource(data)
    return Document(source, *read_index(source, kind))


def test_the_root_is_told_from_the_bytes(tiny: bytes) -> None:
    document = opened(tiny)
    assert document.root is not None
    assert (document.root.name, document.verdict.root) == ("ModelProto", document.root)
    assert document["graph.node[0].op_type"].value == "Gemm"


def test_a_named_root_is_not_questioned(tiny: bytes) -> None:
    document = opened(tiny, "TensorProto")
    assert document.root is not None
    assert document.root.name == "TensorProto"
    assert document.verdict.candidates == ()


def test_what_is_not_onnx_opens_without_a_root() -> None:
    document = opened(b"PK\x03\x04" + bytes(100))
    assert document.root is None
    assert [field.path for field in document.walk()] == ["", "!rest"]
    with pytest.raises(ValueError, match="no root message"):
        document.merged()


def test_an_unknown_kind_names_the_nearest(tiny: bytes) -> None:
    with pytest.raises(SchemaError, match="nearest is ModelProto"):
        opened(tiny, "Model")


def test_the_budget_and_the_progress_are_passed_on(tiny: bytes) -> None:
    positions: list[int] = []
    source = MemorySource(tiny * 2000)
    index, _ = read_index(source, "ModelProto", budget=9)
    assert not index.complete()
    assert len(index) < 20
    read_index(source, "ModelProto", progress=positions.append)
    assert positions == sorted(positions)
    assert positions[-1] > source.size // 2
