"""The models that the benchmarks measure on, each made by a child process and kept.

A child's peak of memory is never less than that of the process that started it, so what measures
stays small.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import make_example
from onnxlens.wire.kinds import LEN
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

NODES = 100_000
HUGE = 5_000_000_000  # bytes of one raw_data
PAIR = 1 << 30  # bytes of each of two raw_data


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


MAKERS: dict[str, Callable[[Path], None]] = {
    "large.onnx": make_large,
    "huge.onnx": make_huge,
    "tiny.onnx": make_tiny,
    "pair.onnx": make_pair,
    "valid.onnx": make_valid,
    "heavy.onnx": make_heavy,
}
