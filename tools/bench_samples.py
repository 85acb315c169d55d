"""Samples of time and memory that a child process takes of itself, one task each."""

import resource
import time
from collections.abc import Callable
from pathlib import Path

from bench_models import NODES, PAIR

HEAD = 10  # elements of a tensor that are asked for first
Facts = dict[str, float]


def peak() -> int:
    """Return the most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def sample_index(data: bytes) -> Facts:
    """Index with the scanner of the environment."""
    from onnxlens.schema import child_table, message
    from onnxlens.source import MemorySource
    from onnxlens.wire.backend import DESCRIPTION
    from onnxlens.wire.fill import fill

    child, root, source = memoryview(child_table()).cast("H"), message("ModelProto").id, data
    before, start = peak(), time.perf_counter()
    index = fill(MemorySource(source), root, child)
    seconds = time.perf_counter() - start
    assert len(index) > 3_000_000 and not len(index.damage_row)
    compiled = float(DESCRIPTION == "compiled")
    per_record = index.nbytes / len(index)
    return {"s": seconds, "peak": peak() - before, "record": per_record, "compiled": compiled}


def sample_upb(data: bytes) -> Facts:
    """Parse with the onnx package."""
    import onnx

    before, start = peak(), time.perf_counter()
    model = onnx.ModelProto.FromString(data)
    seconds = time.perf_counter() - start
    assert len(model.graph.node) == NODES
    return {"s": seconds, "peak": peak() - before}


def sample_numpy(path: Path) -> Facts:
    """Read the last initializer of a model, the first elements of it before."""
    import ml_dtypes  # noqa: F401 - not part of what is measured
    import numpy  # noqa: F401 - not part of what is measured

    import onnxlens
    from onnxlens.model.tensor.tensor import Tensor

    model = onnxlens.open(path, "ModelProto").merged()
    graph = model.message("graph")
    assert graph is not None
    tensor = Tensor(list(graph.each("initializer"))[-1])
    assert len(tensor.head(HEAD)) == HEAD
    before, start = peak(), time.perf_counter()
    array = tensor.numpy()
    seconds = time.perf_counter() - start
    return {"s": seconds, "peak": peak() - before, "bytes": array.nbytes}


def sample_fromfile(path: Path) -> Facts:
    """Read the same bytes with numpy."""
    import numpy

    offset = path.stat().st_size - PAIR
    start = time.perf_counter()
    array = numpy.fromfile(path, "<f4", PAIR // 4, offset=offset)
    return {"s": time.perf_counter() - start, "bytes": array.nbytes}


def sample_head(path: Path) -> Facts:
    """Count the bytes that the first elements take, beside those of the index."""
    import onnxlens
    from onnxlens.model.tensor.tensor import Tensor
    from onnxlens.source.file import FileSource

    class Counting(FileSource):
        read_bytes = 0

        def read(self, offset: int, size: int) -> bytes:
            data = super().read(offset, size)
            self.read_bytes += len(data)
            return data

    source = Counting(path)
    graph = onnxlens.open(source, "ModelProto").merged().message("graph")
    assert graph is not None
    tensor = Tensor(list(graph.each("initializer"))[-1])
    before = source.read_bytes
    tensor.head(HEAD)
    return {"bytes": source.read_bytes - before}


def sample_check(path: Path) -> Facts:
    """Open and check with all default rules; numpy is loaded within."""
    import onnxlens
    from onnxlens.checks.catalog import rules
    from onnxlens.checks.engine import check

    asked = rules()
    start = time.process_time()
    found = check(onnxlens.open(path), asked)
    seconds = time.process_time() - start
    assert not found
    return {"s": seconds}


def sample_checker(path: Path) -> Facts:
    """Check with the onnx package."""
    import onnx

    start = time.process_time()
    onnx.checker.check_model(str(path))
    return {"s": time.process_time() - start}


SAMPLES: dict[str, Callable[[Path], Facts]] = {
    "check": sample_check,
    "checker": sample_checker,
    "numpy": sample_numpy,
    "fromfile": sample_fromfile,
    "head": sample_head,
    "index": lambda path: sample_index(path.read_bytes()),
    "upb": lambda path: sample_upb(path.read_bytes()),
}
