"""One operator of the standard: its inputs, outputs and attributes in one version."""

from __future__ import annotations

from collections.abc import Iterator

from .. import schema
from ..model.numbers import number_text
from ..schema.operators import SINGLE, VARIADIC, Default, OperatorAttribute, OperatorSpec, Parameter
from . import block
from .page import Page
from .table import Column, Row, table
from .text import quote


def operator_lines(page: Page, spec: OperatorSpec, versions: tuple[int, ...]) -> Iterator[str]:
    """Yield the signature of an operator; ``versions`` are the opset versions that changed it."""
    title = f"{spec.domain or 'ai.onnx'} {spec.name}-{spec.since_version}"
    yield page.paint("answer", f"{title}{', deprecated' if spec.deprecated else ''}")
    entries = [("since", f"opset version {spec.since_version}")]
    if len(versions) > 1:
        entries.append(
            ("versions", f"{', '.join(map(str, versions))}: onnxlens schema {spec.name}-N")
        )
    yield from block.lines(page, entries, fold=True)
    rows = [*_side("input", spec.inputs, spec.min_input)]
    rows += _side("output", spec.outputs, spec.min_output)
    rows += [_attribute(attribute) for attribute in spec.attributes]
    if rows:
        yield ""
        columns = [Column("", limit=9), Column("name", limit=28), Column("type"), Column("needed")]
        yield from table(page, columns, rows)


def _side(noun: str, parameters: tuple[Parameter, ...], least: int) -> Iterator[Row]:
    for number, parameter in enumerate(parameters):
        needed = parameter.option
        if parameter.option == VARIADIC:
            needed = f"variadic, at least {max(0, least - number)}"
        elif parameter.option == SINGLE:
            needed = "required"
        yield Row((f"{noun} {number}", parameter.name, parameter.type, needed))


def _attribute(attribute: OperatorAttribute) -> Row:
    types = schema.enum("AttributeProto.AttributeType")
    needed = "required" if attribute.required else "optional"
    if attribute.default is not None:
        needed += f", default {_value(attribute.default)}"
    return Row(("attribute", attribute.name, types.name_of(attribute.type) or "", needed))


def _value(value: Default) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return quote(value) if isinstance(value, str) else number_text(value, "float")
