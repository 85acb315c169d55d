"""What is odd about a node as a whole: nothing goes in and out, or nothing can use it."""

from __future__ import annotations

from collections.abc import Iterator

from ...tree.field import Field
from .form import Explains, message_in
from .repeats import Place


def _node(field: Field, place: Place) -> Iterator[str]:
    node = message_in(field)
    outputs = node.records("output")
    if not outputs and not node.count("input"):
        yield "neither inputs nor outputs: the onnx checker refuses such a node"
    elif outputs and not any(record.payload.size for record in outputs):
        many = f"all {len(outputs):,} outputs have" if len(outputs) > 1 else "its 1 output has"
        yield f"{many} an empty name: nothing can use what the node computes"


EXPLAINS: Explains = {"NodeProto": _node}
