"""The reference's entry of an operator, or of one of its inputs, outputs and attributes."""

from __future__ import annotations

from typing import Any

from ... import schema
from ...model.numbers import number_text
from ...schema.operators import (
    SINGLE,
    VARIADIC,
    Default,
    OperatorAttribute,
    OperatorSpec,
    Parameter,
    operator,
    operator_domains,
    operator_names,
    operator_versions,
)
from ..text import quote

Json = dict[str, Any]


def operator_entry(name: str) -> Json | None:
    """Return the entry of ``Conv``, ``Conv-11``, ``ai.onnx.ml.ZipMap`` or ``Conv.strides``.

    An operator without an opset version is the newest one. None where there is no such operator.
    """
    spec = _operator(name)
    if spec is not None:
        return _entry(name, "operator", spec, _parameters(spec))
    dots = (at for at, character in enumerate(name) if character == ".")
    found = (_parameter_entry(name, name[:dot], name[dot + 1 :]) for dot in dots)
    return next(filter(None, found), None)


def _parameter_entry(name: str, owner: str, last: str) -> Json | None:
    """Return the entry of a parameter; it may have dots itself, as ``outputs...`` of Split-1."""
    spec = _operator(owner)
    if spec is None:
        return None
    rows = [row for row in _parameters(spec) if row["name"] == last]
    return _entry(name, "parameter", spec, rows) if rows else None


def every_operator() -> list[str]:
    """Return the names of all operators, those outside ai.onnx after their domain."""
    return [
        f"{domain}.{name}" if domain else name
        for domain in operator_domains()
        for name in operator_names(domain)
    ]


def _operator(name: str) -> OperatorSpec | None:
    plain, dash, version = name.rpartition("-")
    if not dash or not (version.isascii() and version.isdecimal() and len(version) < 10):
        plain, version = name, ""
    domain, _, op = plain.rpartition(".")
    for known in [domain] if domain else list(operator_domains()):
        newest = max(operator_versions(known, op), default=0)
        found = operator(known, op, int(version or newest))
        if found is not None:
            return found
    return None


def _entry(name: str, kind: str, spec: OperatorSpec, fields: list[Json]) -> Json:
    short = _words(spec)
    versions = operator_versions(spec.domain, spec.name)
    owner = f"{spec.domain}." if spec.domain else ""
    forms = ", ".join(f"{owner}{spec.name}-{version}" for version in versions)
    return {
        "name": name, "kind": kind, "short": short,
        "long": f"{short}\n\nIt was brought or changed as {forms}.", "fields": fields,
        "values": [], "example": None, "of": None, "uses": [],
    }  # fmt: skip


def _words(spec: OperatorSpec) -> str:
    since = f"in this form since opset version {spec.since_version}"
    word = "A deprecated operator" if spec.deprecated else "An operator"
    return f"{word} of {spec.domain or 'ai.onnx'}, {since}."


def _parameters(spec: OperatorSpec) -> list[Json]:
    inputs = _side("input", spec.inputs, spec.min_input)
    outputs = _side("output", spec.outputs, spec.min_output)
    return [*inputs, *outputs, *map(_attribute, spec.attributes)]


def _side(label: str, parameters: tuple[Parameter, ...], least: int) -> list[Json]:
    return [
        _parameter(number, each.name, each.type, label, _needed(each, least - number))
        for number, each in enumerate(parameters)
    ]


def _needed(parameter: Parameter, least: int) -> str:
    if parameter.option == VARIADIC:
        return f"Any number of values, at least {max(0, least)}."
    return "Required." if parameter.option == SINGLE else "Optional."


def _attribute(attribute: OperatorAttribute) -> Json:
    types = schema.enum("AttributeProto.AttributeType")
    needed = "Required." if attribute.required else "Optional."
    if attribute.default is not None:
        needed = f"Optional, default {_value(attribute.default)}."
    kind = types.name_of(attribute.type) or str(attribute.type)
    return _parameter("", attribute.name, kind, "attribute", needed)


def _parameter(number: int | str, name: str, kind: str, label: str, needed: str) -> Json:
    """Return a row in the form of a message's field; what an operator has not is empty."""
    return {
        "number": number, "name": name, "type": f"of type {kind}", "ref": None, "wire": "",
        "since": None, "label": label, "packed": False, "oneof": None, "short": needed,
        "long": needed, "count": None, "values": None,
    }  # fmt: skip


def _value(value: Default) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return quote(value) if isinstance(value, str) else number_text(value, "float")
