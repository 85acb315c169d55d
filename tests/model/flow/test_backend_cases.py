"""The flow against the models that onnx makes for its backend tests, and what they compute.

Each axis of an input is denoted by its size. An axis of an output then has the word of its own size
or none, unless the operator gives an axis another size and keeps what it means.
"""

import warnings
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import onnx
import pytest
from onnx import defs
from onnx.reference import ReferenceEvaluator

from onnxlens import api
from onnxlens.model.flow.control import CONTROL
from onnxlens.model.flow.flow import Flow
from onnxlens.model.flow.meaning import Axes
from onnxlens.model.flow.rules import RULES, SILENT
from onnxlens.tree.field import Field

# operators that give an axis another size and keep its meaning
_RESIZING = (
    "ArgMax ArgMin ArrayFeatureExtractor Attention AveragePool CausalConvWithState CenterCropPad "
    "Compress Concat Conv ConvInteger ConvTranspose DFT DeformConv DepthToSpace Expand GRU "
    "GatherElements GlobalAveragePool GlobalMaxPool LSTM LayerNormalization LinearAttention "
    "LpPool MaxPool MaxRoiPool MaxUnpool Pad QLinearConv RNN Resize RoiAlign STFT Slice "
    "SpaceToDepth Split StringNormalizer Tile TopK Unique Upsample"
)
RESIZING = set(_RESIZING.split()) | {op for op in RULES if op.startswith("Reduce")}
# those that make an axis anew and let it mean what the old one in its place does, and those in
# which an axis also gets another size where a kernel, a window or the room for a picture grows
_MAKING = (
    "Attention CausalConvWithState Conv ConvTranspose DeformConv GRU LSTM LinearAttention RNN "
    "Resize STFT"
)
MAKING = set(_MAKING.split())
FIXED = {"Reshape"}  # the sizes are given as numbers, so nothing gets longer
ELSEWHERE = {"If", "Loop", "Scan", "Constant"}


class Case(NamedTuple):
    """A model with its data, by the names of inputs and outputs."""

    name: str
    model: onnx.ModelProto
    given: dict[str, np.ndarray]
    wanted: dict[str, np.ndarray]

    @property
    def ops(self) -> set[str]:
        return {node.op_type for node in self.model.graph.node}


@cache
def cases() -> list[Case]:
    """Return the cases of which all data are tensors."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases

        return [made for case in collect_testcases(None) for made in made_of(case)]


def made_of(case) -> Iterator[Case]:
    graph = case.model.graph
    for inputs, outputs in case.data_sets:
        if all(isinstance(each, np.ndarray) for each in (*inputs, *outputs)):
            given = dict(zip((i.name for i in graph.input), inputs, strict=True))
            wanted = dict(zip((o.name for o in graph.output), outputs, strict=True))
            yield Case(case.name, case.model, given, wanted)


def steering(array: np.ndarray) -> bool:
    """Tell whether an input may say numbers of axes or sizes."""
    return array.dtype in (np.int64, np.int32) and array.ndim <= 1 and array.size < 16


def denoted(case: Case, stored: bool) -> onnx.ModelProto:
    """Return the model with each axis denoted by its size; ``stored`` with the numbers in it."""
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    graph = model.graph
    for output in graph.output:
        output.ClearField("type")
    for value in list(graph.input):
        array = case.given[value.name]
        if stored and steering(array):
            graph.initializer.append(onnx.numpy_helper.from_array(array, value.name))
            graph.input.remove(value)
            continue
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_value:
                dim.denotation = f"S{dim.dim_value}"
    return model


def flows(model: onnx.ModelProto) -> dict[str, Axes]:
    """Return the axes of the values that nodes give, by name."""
    with api.open(model.SerializeToString(), "ModelProto") as document:
        found = Flow(document).meanings.items()
        fields = [(Field(document, row), meaning.axes) for row, meaning in found]
        return {str(field.preview(999)): axes for field, axes in fields if field.content is None}


def unfit(case: Case, stored: bool) -> Iterator[str]:
    found = flows(denoted(case, stored))
    for name, array in case.wanted.items():
        axes = found.get(name)
        if axes is None:
            continue
        if len(axes) != array.ndim:
            yield f"{case.name} {name}: {axes} for {array.shape}"
            continue
        for axis, size in zip(axes, array.shape, strict=True):
            wrong = axis.denotation and axis.denotation != f"S{size}"
            if (wrong and not RESIZING & case.ops) or axis.size not in (None, size):
                yield f"{case.name} {name}: {axis} for {array.shape}"


@pytest.mark.parametrize("stored", [False, True])
def test_ranks_sizes_and_words_are_those_of_the_data(stored: bool):
    assert len(cases()) > 1500
    assert [text for case in cases() for text in unfit(case, stored)] == []


def told(case: Case) -> bool:
    """Whether something of an output of the only node is known."""
    return any(each in case.wanted for each in flows(denoted(case, stored=True)))


def test_every_operator_with_a_rule_tells_something():
    alone = [case for case in cases() if len(case.model.graph.node) == 1]
    wide = [case for case in alone if any(max(a.shape, default=1) > 1 for a in case.given.values())]
    seen = {op for case in wide for op in case.ops if op in RULES}
    known = {op for case in wide if told(case) for op in case.ops}
    assert seen - known == set()
    assert len(seen) > 150


def test_every_operator_has_a_rule_or_means_nothing():
    schemas = defs.get_all_schemas_with_history()
    ops = {schema.name for schema in schemas if schema.domain in ("", "ai.onnx.ml")}
    mine = [set(RULES), set(SILENT), ELSEWHERE]
    assert set.union(*mine) == ops
    assert sum(map(len, mine)) == len(ops)
    assert set(CONTROL) < ELSEWHERE


# -- what follows what: an axis is made longer, and the axes of the output that get longer follow it


def grown(array: np.ndarray, size: int) -> np.ndarray:
    """Return data in which each axis of a size has one more."""
    places = [(0, 1 if each == size else 0) for each in array.shape]
    return np.pad(array, places, mode="edge") if array.ndim and array.size else array


def ran(case: Case, size: int) -> dict[str, np.ndarray]:
    """Return what the model gives for inputs with a longer axis; nothing where it cannot."""
    given = {n: a if steering(a) else grown(a, size) for n, a in case.given.items()}
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            found = ReferenceEvaluator(model).run(None, given)
        except Exception:  # the other inputs or the attributes ask for the old size
            return {}
    return dict(zip(case.wanted, found, strict=True))


def led_astray(case: Case, size: int) -> Iterator[str]:
    """Yield axes that have the word of an axis that they do not follow."""
    found, longer = flows(denoted(case, stored=True)), ran(case, size)
    for name, array in case.wanted.items():
        axes, other = found.get(name), longer.get(name)
        if axes is None or not isinstance(other, np.ndarray) or other.ndim != len(axes):
            continue
        for axis, before, after in zip(axes, array.shape, other.shape, strict=True):
            mine, follows = axis.denotation == f"S{size}", before != after
            strays = axis.denotation and not mine if follows else mine and not RESIZING & case.ops
            if strays:
                yield f"{case.name} {name}: {axes}, {array.shape} became {other.shape}"


def test_words_stand_on_axes_that_follow_those_of_the_input():
    alone = {
        (case.model.graph.node[0].SerializeToString(), case.name): case
        for case in cases()
        if len(case.model.graph.node) == 1 and not case.ops & (MAKING | FIXED)
        if all(0 < array.size < 3000 for array in case.given.values())
    }
    texts = []
    for case in alone.values():
        arrays = [array for array in case.given.values() if not steering(array)]
        for size in sorted({size for array in arrays for size in array.shape if size > 1}):
            texts += led_astray(case, size)
    assert texts == []
