"""Tensors at hand: from the onnx package's messages, and from bytes."""

from __future__ import annotations

import pytest

import onnxlens
from onnxlens.model.tensor.tensor import Tensor


@pytest.fixture
def tensor_of():
    """Return a function from TensorProto or bytes, and files, to our Tensor."""

    def make(message, files=None) -> Tensor:
        data = message if isinstance(message, bytes) else message.SerializeToString()
        return Tensor(onnxlens.open(data, kind="TensorProto").merged(), files)

    return make
