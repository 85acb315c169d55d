"""The signatures of all operators of the standard, in every version that they had.

They stand in ``operators.json.gz``, which tools/generate_operators.py writes from the onnx
package, and are read when the first one is asked for (some milliseconds). Import this module by
its name; ``onnxlens.schema`` leaves it out.
"""

from __future__ import annotations

from os.path import dirname, join
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

SINGLE = "single"
OPTIONAL = "optional"
VARIADIC = "variadic"

Default = int | float | str | tuple[int, ...] | tuple[float, ...] | tuple[str, ...]


class Parameter:
    """An input or output of an operator.

    ``option`` is SINGLE (it must be given), OPTIONAL, or VARIADIC (the last parameter, which takes
    all values that are left); ``homogeneous``: the values of a variadic one share one type.
    ``type`` is a type variable of the operator, such as ``T``, or a type, such as
    ``tensor(int64)``.
    """

    __slots__ = ("homogeneous", "name", "option", "type")

    def __init__(self, name: str, option: str, homogeneous: bool, type: str) -> None:
        self.name = name
        self.option = option
        self.homogeneous = homogeneous
        self.type = type

    def __repr__(self) -> str:
        return f"<Parameter {self.name} {self.option}>"


class OperatorAttribute:
    """An attribute of an operator.

    ``type`` is a number of ``AttributeProto.AttributeType``; ``default`` is None without one.
    A float default has the value of its 32 bits.
    """

    __slots__ = ("default", "name", "required", "type")

    def __init__(self, name: str, type: int, required: bool, default: Default | None) -> None:
        self.name = name
        self.type = type
        self.required = required
        self.default = default

    def __repr__(self) -> str:
        return f"<OperatorAttribute {self.name}>"


class OperatorSpec:
    """One version of an operator.

    ``domain`` is empty for ``ai.onnx``. ``since_version`` is the opset version of the domain (1
    and up) that brought this signature; it holds until the next one. ``deprecated``: from here on
    models must not use the operator. A node needs ``min_input`` names, empty ones counted, and
    may have ``max_input``, None for any number; likewise for outputs. ``attributes`` stand in
    order of name.
    """

    __slots__ = (
        "attributes",
        "deprecated",
        "domain",
        "inputs",
        "max_input",
        "max_output",
        "min_input",
        "min_output",
        "name",
        "outputs",
        "since_version",
    )

    def __init__(
        self,
        domain: str,
        name: str,
        since_version: int,
        deprecated: bool,
        min_input: int,
        inputs: tuple[Parameter, ...],
        min_output: int,
        outputs: tuple[Parameter, ...],
        attributes: tuple[OperatorAttribute, ...],
    ) -> None:
        self.domain = domain
        self.name = name
        self.since_version = since_version
        self.deprecated = deprecated
        self.inputs = inputs
        self.min_input = min_input
        self.max_input = limit(inputs)
        self.outputs = outputs
        self.min_output = min_output
        self.max_output = limit(outputs)
        self.attributes = attributes

    def __repr__(self) -> str:
        return f"<OperatorSpec {self.domain or 'ai.onnx'}.{self.name} {self.since_version}>"


def limit(parameters: tuple[Parameter, ...]) -> int | None:
    """How many values the parameters take at most; None for any number."""
    return None if parameters and parameters[-1].option == VARIADIC else len(parameters)


def operator(domain: str, name: str, opset_version: int) -> OperatorSpec | None:
    """The operator as an opset version has it: the newest one that is not above it.

    None where the standard has no such operator, or not yet. ``ai.onnx`` is the empty domain.
    """
    for spec in reversed(_table().get((canonical(domain), name), ())):
        if spec.since_version <= opset_version:
            return spec
    return None


def operator_versions(domain: str, name: str) -> tuple[int, ...]:
    """The opset versions that brought or changed an operator, oldest first."""
    return tuple(spec.since_version for spec in _table().get((canonical(domain), name), ()))


def operator_names(domain: str) -> tuple[str, ...]:
    """The names of all operators that a domain has or had, sorted."""
    wanted = canonical(domain)
    return tuple(name for known, name in _table() if known == wanted)


def operator_domains() -> dict[str, int]:
    """The domains of the standard, each with its newest opset version that changed an operator."""
    newest: dict[str, int] = {}
    for (domain, _), specs in _table().items():
        newest[domain] = max(newest.get(domain, 0), specs[-1].since_version)
    return newest


def canonical(domain: str) -> str:
    """The one spelling of a domain: ``ai.onnx`` and the empty string are the same."""
    return "" if domain == "ai.onnx" else domain


_Table = dict[tuple[str, str], tuple[OperatorSpec, ...]]  # (domain, name), sorted -> oldest first
_kept: _Table | None = None


def _table() -> _Table:
    global _kept
    if _kept is None:  # two threads may both read it; the last one stays, and they are equal
        _kept = _read()
    return _kept


def _read() -> _Table:
    import json
    import zlib

    with open(join(dirname(__file__), "operators.json.gz"), "rb") as file:
        tables = json.loads(zlib.decompress(file.read(), wbits=31))  # 31: with the head of gzip
    parameters = [
        Parameter(name, option, bool(homogeneous), type)
        for name, option, homogeneous, type in tables["parameters"]
    ]
    attributes = [
        OperatorAttribute(name, type, bool(required), _default(default))
        for name, type, required, default in tables["attributes"]
    ]
    table: _Table = {}
    for row in tables["operators"]:
        spec = _spec(row, parameters, attributes)
        key = spec.domain, spec.name
        table[key] = (*table.get(key, ()), spec)
    return table


def _spec(
    row: list[Any], parameters: list[Parameter], attributes: list[OperatorAttribute]
) -> OperatorSpec:
    domain, name, since, deprecated, min_input, inputs, min_output, outputs, named = row
    return OperatorSpec(
        domain,
        name,
        since,
        bool(deprecated),
        min_input,
        tuple(parameters[place] for place in inputs),
        min_output,
        tuple(parameters[place] for place in outputs),
        tuple(attributes[place] for place in named),
    )


def _default(value: object) -> Default | None:
    assert value is None or isinstance(value, (int, float, str, list))
    return tuple(value) if isinstance(value, list) else value
