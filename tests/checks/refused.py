"""Models that onnx.checker refuses, tried live, with what onnxlens finds in each."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NamedTuple

from changes import changed
from onnx.checker import ValidationError, check_model
from onnx.shape_inference import InferenceError

from documents import samples
from onnxlens import api
from onnxlens.finding import Finding
from onnxlens.tree.document import Document
from onnxlens.wire.kinds import I32
from onnxlens.wire.scalars import encode_tag
from recipes import attribute, each, graph, int_of, model, node, of, patched

TRIES = 1500
LARGE = 1 << 16  # bytes from which on a model is not changed and tried
FLOAT6, DOUBLE = 27, 11


class Refused(NamedTuple):
    """A model that the checker refuses. ``document`` has no root where it is no model."""

    name: str
    text: str
    document: Document
    findings: list[Finding]


def text_of(thing: bytes | Path) -> str:
    """Return what the checker says against a model; empty where it accepts it."""
    try:
        check_model(thing if isinstance(thing, bytes) else str(thing))
    except (ValidationError, InferenceError, ValueError) as error:
        return str(error)
    return ""


@cache
def of_corpus(corpus: Path) -> list[Refused]:
    """Return what is refused of the files that are models, or are named so."""
    paths = [
        corpus / sample.path
        for sample in samples(corpus)
        if sample.kind == "ModelProto" or sample.path.endswith(".onnx")
    ]
    texts = [(path, text_of(path)) for path in paths]
    return [_refused(str(path), text, api.open(path)) for path, text in texts if text]


@cache
def of_cases() -> list[Refused]:
    """Return what is refused of the files of the rules' cases, and of those made here."""
    folder = Path(__file__).parent / "cases"
    modules = [import_module(f"cases.{path.stem}") for path in sorted(folder.glob("[a-z]*.py"))]
    cases = [case for module in modules for case in module.CASES if case.kind == "ModelProto"]
    data = dict.fromkeys([case.data for case in cases if len(case.data) < LARGE] + list(_made()))
    return _of_bytes("case", data)


@cache
def of_changes(corpus: Path) -> list[Refused]:
    """Return what is refused of models of the corpus with a few changes."""
    random = Random(5)
    seeds = [
        sample.data
        for sample in samples(corpus)
        if sample.kind == "ModelProto" and sample.parses and len(sample.data) < LARGE
    ]
    return _of_bytes("change", (changed(random.choice(seeds), random) for _ in range(TRIES)))


def _of_bytes(name: str, models: Iterator[bytes] | dict[bytes, None]) -> list[Refused]:
    texts = ((data, text_of(data)) for data in models)
    return [
        _refused(f"{name}: {data.hex()[:2000]}", text, api.open(data, "ModelProto"))
        for data, text in texts
        if text
    ]


def _refused(name: str, text: str, document: Document) -> Refused:
    return Refused(name, text, document, document.check())


def _made() -> Iterator[bytes]:
    """Yield a model for each kind of refusal that the cases do not meet."""
    yield patched({1: 99})
    two = attribute("p", None, encode_tag(2, I32) + bytes(4) + int_of(3, 1))
    yield int_of(1, 1) + of(7, graph([node("Relu", ["x"], ["y"], [two])]))
    yield _of_weight(int_of(1, 0) + int_of(2, DOUBLE) + of(9, b"\0"))
    yield _of_weight(int_of(1, 1) + int_of(2, 99) + int_of(5, 1))
    yield _of_weight(int_of(1, 1) + int_of(2, FLOAT6) + of(9, b"\xff"))
    yield _of_weight(int_of(1, 1) + int_of(2, FLOAT6) + int_of(5, 255))
    yield _of_weight(int_of(1, 1 << 61) + int_of(2, DOUBLE) + of(9, b"\0"))
    yield model(graph([node("Constant", [], ["y"], [attribute("value", 11, of(22, b""))])]))
    for count, indices in ((3, (0, 1, 2)), (2, (1, 0)), (2, (0, 9))):
        places = int_of(1, count) + int_of(2, 7) + b"".join(int_of(7, at) for at in indices)
        values = int_of(1, 2) + int_of(2, 1) + of(8, "s") + of(9, bytes(8))
        yield model(graph(more=of(15, of(1, values) + of(2, places) + int_of(3, 4))))
    relu = node("Relu", ["a"], ["b"])
    yield _of_function(relu, relu)
    yield _of_function(node("LeakyRelu", ["a"], ["b"], [attribute("alpha", 1, int_of(3, 1))]))
    alpha = attribute("alpha", 1, encode_tag(2, I32) + bytes(4) + of(21, "q"))
    inner = graph([node("LeakyRelu", ["x"], ["t"], [alpha])], [], [of(1, "t")])
    branch = attribute("then_branch", 5, of(6, inner))
    yield model(graph([node("If", ["x"], ["y"], [branch])]))


def _of_weight(fields: bytes) -> bytes:
    add = node("Add", ["x", "w"], ["y"])
    return model(graph([add], initializers=[of(8, "w") + fields]), ir=14)


def _of_function(*nodes: bytes) -> bytes:
    made = (
        of(1, "f") + of(4, "a") + of(5, "b") + each(7, nodes) + of(9, int_of(2, 17)) + of(10, "c")
    )
    call = node("f", ["x"], ["y"], (), of(7, "c"))
    return model(graph([call]), more=of(8, of(1, "c") + int_of(2, 1)) + of(25, made))
