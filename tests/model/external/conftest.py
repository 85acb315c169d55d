"""External tensors made with the onnx package, and a folder of files to look into."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from onnx import ModelProto, TensorProto

from onnxlens import api
from onnxlens.model.external.files import DataFiles
from onnxlens.model.external.needed import NeededFile, needed

Entry = tuple[str, str]


@pytest.fixture
def tensor() -> Callable[..., TensorProto]:
    """Make an EXTERNAL tensor of a name, entries, dims and data type."""

    def make(name: str, *entries: Entry, dims: tuple[int, ...] = (), data_type: int = 1):
        made = TensorProto(name=name, data_type=data_type, dims=dims, data_location=1)
        for key, value in entries:
            made.external_data.add(key=key, value=value)
        return made

    return make


@pytest.fixture
def at(tensor) -> Callable[..., TensorProto]:
    """Make an EXTERNAL tensor of UINT8 at ``location[start:end]``."""

    def make(name: str, location: str, start: int, end: int):
        place = (("location", location), ("offset", str(start)), ("length", str(end - start)))
        return tensor(name, *place, dims=(min(end - start, 1 << 62),), data_type=2)

    return make


@pytest.fixture
def need() -> Callable[..., list[NeededFile]]:
    """Return the files that a model with some initializers needs in a folder."""

    def ask(folder: Path | None, *tensors: TensorProto) -> list[NeededFile]:
        model = ModelProto(ir_version=8)
        model.graph.initializer.extend(tensors)
        document = api.open(model.SerializeToString(), "ModelProto")
        return needed(document, DataFiles(None if folder is None else os.fspath(folder)))

    return ask
