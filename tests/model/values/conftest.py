"""Values of data files at hand."""

from collections.abc import Callable

import pytest

from onnxlens import api
from onnxlens.model.values.data_value import DataValue


@pytest.fixture(scope="session")
def read() -> Callable[[bytes, str], DataValue]:
    """A function that reads bytes as a message: ``read(data, "SequenceProto")``."""
    return lambda data, kind: DataValue(api.open(data, kind=kind).merged())
