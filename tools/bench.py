"""Measures speed and memory beside the onnx package, as ratios within one run.

    python tools/bench.py [--samples N]

Each sample is taken in a fresh process, ours and the peer's by turns; medians are shown. What is
measured is made once and kept in the folder for temporary files.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import make_example
from onnxlens.wire.kinds import LEN
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

FOLDER = Path(tempfile.gettempdir()) / "onnxlens-bench"
NODES = 100_000
HUGE = 5_000_000_000  # bytes of one raw_data
PAIR = 1 << 30  # bytes of each of two raw_data
HEAD = 10  # elements of a tensor that are asked for first
MIB = 1 << 20
Facts = dict[str, float]


class Line(NamedTuple):
    """One line of the table: ``value`` is held against ``target``, and shown as ``ratio``."""

    what: str
    ours: str
    peer: str
    ratio: str
    value: float
    target: float


# What is measured: made in a child, so that this process stays small. A child's peak of memory
# is never less than that of the process that started it.


def make_large(path: Path) -> None:
    """Write a model of 100,000 nodes with 4 attributes each, and as many typed values."""
    import onnx

    model = onnx.ModelProto(ir_version=10)
    model.opset_import.add(version=21)
    for i in range(NODES):
        _add_node(model.graph, i)
    path.write_bytes(model.SerializeToString())


def _add_node(graph: Any, i: int) -> None:
    scope = f"/model/layers.{i % 32}/mlp"
    node = graph.node.add(name=f"{scope}/Conv_{i}", op_type="Conv")
    node.input.append(f"{scope}/act_{i}")
    node.output.append(f"{scope}/act_{i + 1}")
    for number, name in enumerate(("group", "kernel", "pads", "strides")):
        node.attribute.add(name=name, type=2, i=number)
    value = graph.value_info.add(name=f"{scope}/act_{i + 1}")
    value.type.tensor_type.elem_type = 1
    for size in (1, 64, 56, 56):
        value.type.tensor_type.shape.dim.add(dim_value=size)


def make_huge(path: Path) -> None:
    """Write a model of 5 GB whose one initializer is a hole."""
    raw = encode_tag(9, LEN) + encode_varint(HUGE)
    tensor = make_example.integer(1, HUGE // 4) + make_example.integer(2, 1) + raw
    head = encode_tag(5, LEN) + encode_varint(len(tensor) + HUGE) + tensor
    graph = make_example.text(2, "huge")
    size = len(graph) + len(head) + HUGE
    start = make_example.integer(1, 10) + encode_tag(7, LEN) + encode_varint(size) + graph + head
    end = encode_record(8, make_example.integer(2, 21))
    with path.open("wb") as file:
        file.write(start)
        file.seek(len(start) + HUGE)
        file.write(end)


def make_pair(path: Path) -> None:
    """Write a model of 2 GB with two initializers that are not holes; the last ends the file."""
    raw = encode_tag(9, LEN) + encode_varint(PAIR)
    tensor = make_example.integer(1, PAIR // 4) + make_example.integer(2, 1)
    head = encode_tag(5, LEN) + encode_varint(len(tensor) + len(raw) + PAIR) + tensor + raw
    graph = encode_tag(7, LEN) + encode_varint(2 * (len(head) + PAIR))
    chunk = bytes(range(256)) * 4096
    with path.open("wb") as file:
        file.write(make_example.integer(1, 10) + graph)
        for _ in range(2):
            file.write(head)
            for _ in range(PAIR // len(chunk)):
                file.write(chunk)


def make_valid(path: Path) -> None:
    """Write a model of 100,000 nodes and as many typed values that the checker accepts."""
    from onnx import helper as h

    def value(i: int) -> Any:
        return h.make_tensor_value_info(f"v{i}", 1, ["N", 64, 56, 56])

    nodes = [
        h.make_node("LeakyRelu", [f"v{i}"], [f"v{i + 1}"], name=f"n{i}", alpha=0.1)
        for i in range(NODES)
    ]
    inner = [value(i) for i in range(1, NODES)]
    graph = h.make_graph(nodes, "g", [value(0)], [value(NODES)], value_info=inner)
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", 21)], ir_version=10)
    path.write_bytes(model.SerializeToString())


def make_heavy(path: Path) -> None:
    """Write a model of one node and 1 GiB of weights that the checker accepts."""
    import onnx
    from onnx import helper as h

    weight = onnx.TensorProto(name="w", data_type=1, dims=[PAIR // 4])
    weight.raw_data = bytes(range(256)) * (PAIR // 256)
    x, y = (h.make_tensor_value_info(name, 1, [PAIR // 4]) for name in "xy")
    graph = h.make_graph([h.make_node("Add", ["x", "w"], ["y"])], "g", [x], [y], [weight])
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", 21)], ir_version=10)
    path.write_bytes(model.SerializeToString())


def make_tiny(path: Path) -> None:
    """Write the example of 233 bytes."""
    path.write_bytes(make_example.tiny_model())


# Samples that a child takes of itself


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
    import numpy  # noqa: F401

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


IN_CHILD: dict[str, Callable[[Path], Facts | None]] = {
    "large.onnx": make_large,
    "huge.onnx": make_huge,
    "tiny.onnx": make_tiny,
    "pair.onnx": make_pair,
    "valid.onnx": make_valid,
    "heavy.onnx": make_heavy,
    "check": sample_check,
    "checker": sample_checker,
    "numpy": sample_numpy,
    "fromfile": sample_fromfile,
    "head": sample_head,
    "index": lambda path: sample_index(path.read_bytes()),
    "upb": lambda path: sample_upb(path.read_bytes()),
}


# Samples that are taken of a child from outside


def child(what: str, path: Path, **environment: str) -> Facts:
    """Run one task in a fresh process and return what it says of itself."""
    done = subprocess.run(
        [sys.executable, __file__, "--child", what, str(path)],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    return dict(json.loads(done.stdout or "{}"))


def command(*args: str) -> Facts:
    """Return the wall time and the peak of memory of a whole process."""
    start = time.perf_counter()
    with subprocess.Popen(args, stdout=subprocess.DEVNULL, env=_kept()) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"{' '.join(args)}: exit status {process.returncode}")
    return {"s": seconds, "peak": usage.ru_maxrss * 1024}


def _kept() -> dict[str, str]:
    """Return an environment in which byte code is kept, as it is where a person installs."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def made(name: str) -> Path:
    """Return a file to measure on, made now if it is not there."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / name
    if not path.exists():
        part = path.with_suffix(f".{os.getpid()}")
        child(name, part)
        part.replace(path)
    return path


def by_turns(samples: int, *takers: Callable[[], Facts]) -> list[Facts]:
    """Return the medians of each taker's facts."""
    taken: list[list[Facts]] = [[] for _ in takers]
    for _ in range(samples):
        for taker, facts in zip(takers, taken, strict=True):
            facts.append(taker())
    return [{key: median(f[key] for f in facts) for key in facts[0]} for facts in taken]


# The lines


def lens() -> str:
    """Return the command that stands beside this Python."""
    path = Path(sys.executable).with_name("onnxlens")
    if not path.exists():
        raise SystemExit(f"{path}: not there; make install puts it there")
    return str(path)


def ms(facts: Facts) -> str:
    """Return a time for people."""
    return f"{facts['s'] * 1000:,.1f} ms"


def mib(facts: Facts) -> str:
    """Return a peak of memory for people."""
    return f"{facts['peak'] / MIB:,.0f} MiB"


def time_line(what: str, ours: Facts, peer: Facts, target: float) -> Line:
    """Return the line of a ratio of times."""
    ratio = ours["s"] / peer["s"]
    return Line(what, ms(ours), ms(peer), f"{ratio:.2f}", ratio, target)


def peak_line(what: str, ours: Facts, peer: Facts, target: float) -> Line:
    """Return the line of a ratio of memory."""
    ratio = ours["peak"] / peer["peak"]
    return Line(what, mib(ours), mib(peer), f"{ratio:.2f}", ratio, target)


def large(samples: int) -> Iterator[Line]:
    """Index against parse, in time and in memory."""
    path = made("large.onnx")
    size = f"{path.stat().st_size / 1e6:.0f} MB"
    ours, peer = by_turns(samples, lambda: child("index", path), lambda: child("upb", path))
    kind = "" if ours["compiled"] else ", plain"
    yield time_line(f"index of {size}{kind} / upb parse", ours, peer, 0.35)
    yield peak_line("the same, peak memory added", ours, peer, 0.6)
    record = ours["record"]
    yield Line("the same, bytes a record", f"{record:.1f}", "", "", record, 20)
    plain, peer = by_turns(
        (samples + 2) // 3,
        lambda: child("index", path, ONNXLENS_PURE="1"),
        lambda: child("upb", path),
    )
    yield time_line("index in plain Python / upb parse", plain, peer, 25)


def tiny(samples: int) -> Iterator[Line]:
    """The whole command on a small model against the import of the onnx package."""
    path = str(made("tiny.onnx"))
    command(lens(), "summary", path)  # compiles what has no byte code yet
    ours, peer = by_turns(
        2 * samples,
        lambda: command(lens(), "summary", path),
        lambda: command(sys.executable, "-c", "import onnx"),
    )
    yield time_line("summary of 233 bytes / import onnx", ours, peer, 0.4)


def huge(samples: int) -> Iterator[Line]:
    """The whole command on a file of 5 GB, which no peer reads."""
    path = str(made("huge.onnx"))
    (ours,) = by_turns(samples, lambda: command(lens(), "summary", path))
    seconds, most = ours["s"], ours["peak"] / 1e6
    yield Line("summary of 5 GB, in seconds", f"{seconds:.2f}", "", "", seconds, 1)
    yield Line("the same, peak memory in MB", f"{most:.0f}", "", "", most, 100)


def values(samples: int) -> Iterator[Line]:
    """The values of a tensor of 1 GiB in a model of 2 GiB, against numpy on the same bytes."""
    path = made("pair.onnx")
    ours, peer = by_turns(samples, lambda: child("numpy", path), lambda: child("fromfile", path))
    yield time_line("numpy() of 1 GiB / numpy.fromfile", ours, peer, 1.1)
    over = (ours["peak"] - 20e6) / PAIR
    yield Line("the same, memory less 20 MB / size", mib(ours), "", f"{over:.3f}", over, 1.05)
    read = child("head", path)["bytes"]
    yield Line("head(10) of it, bytes read", f"{read:,.0f}", "", "", read, 65536)


def checks(samples: int) -> Iterator[Line]:
    """All default rules against the official checker, in processor time."""
    for name, what, target in (
        ("valid.onnx", "check of 100,000 nodes / check_model", 3),
        ("heavy.onnx", "check of 1 GiB, 1 node / check_model", 0.1),
    ):
        path = made(name)
        ours, peer = by_turns(
            samples, partial(child, "check", path), partial(child, "checker", path)
        )
        yield time_line(what, ours, peer, target)


FORMAT = "{:<36} {:>11} {:>11} {:>7} {:>7}  {}"


def main() -> None:
    """Print the table, or do what a child is told."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=9)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        what, path = options.child
        json.dump(IN_CHILD[what](Path(path)) or {}, sys.stdout)
        return
    print(FORMAT.format("what", "ours", "peer", "ratio", "target", "").rstrip())
    for measure in (large, tiny, huge, values, checks):
        for line in measure(options.samples):
            verdict = "ok" if line.value <= line.target else "over"
            print(FORMAT.format(*line[:4], f"{line.target:g}", verdict), flush=True)


if __name__ == "__main__":
    main()
