"""Writes src/onnxlens/schema/operators.json.gz from the schemas of the installed onnx package.

    python tools/generate_operators.py            write the file, if its content changes
    python tools/generate_operators.py --check    exit 1 if its content is not what would be written

The content is one JSON object, one row a line (``zcat`` shows it). ``parameters`` and
``attributes`` are rows that many operators share; ``operators`` name them by their place. What
follows from a parameter list is left out, and anything that the rows could not say stops the
generator. Compressed bytes differ between versions of zlib, so only what is inside is compared.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import onnx
from onnx import AttributeProto, defs

ROOT = Path(__file__).resolve().parent.parent
OPERATORS = ROOT / "src" / "onnxlens" / "schema" / "operators.json.gz"

OPTIONS = {
    defs.OpSchema.FormalParameterOption.Single: "single",
    defs.OpSchema.FormalParameterOption.Optional: "optional",
    defs.OpSchema.FormalParameterOption.Variadic: "variadic",
}
LISTS = (AttributeProto.FLOATS, AttributeProto.INTS, AttributeProto.STRINGS)
UNLIMITED = 2**31 - 1  # what onnx says for the number of inputs or outputs that have no limit

Row = list[Any]
Schemas = Iterable[defs.OpSchema]


class GeneratorError(Exception):
    """A schema holds what the rows cannot represent."""


class Shared:
    """Rows that are written once; a row is named by its place."""

    def __init__(self) -> None:
        self.rows: dict[str, int] = {}

    def place(self, row: Row) -> int:
        """The place of a row, which is added where it is new."""
        return self.rows.setdefault(dump(row), len(self.rows))


def require(condition: bool, problem: str) -> None:
    """Raises GeneratorError with the problem unless the condition holds."""
    if not condition:
        raise GeneratorError(problem)


def dump(row: Row) -> str:
    """A row as JSON on one line; floats are written so that they read back exactly."""
    return json.dumps(row, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def parameter_row(parameter: defs.OpSchema.FormalParameter) -> Row:
    """Name, option, homogeneous, type of an input or output."""
    option = OPTIONS[parameter.option]
    return [parameter.name, option, int(parameter.is_homogeneous), parameter.type_str]


def type_of(attribute: Any) -> int:
    """The number of AttributeProto.AttributeType. Any, since the stubs of onnx have no value."""
    return int(attribute.type.value)


def default_of(attribute: defs.OpSchema.Attribute) -> Any:
    """The default value as JSON has it; None without one."""
    value = attribute.default_value
    if value.type == AttributeProto.UNDEFINED:
        return None
    require(value.type == type_of(attribute), f"{attribute.name}: default of another type")
    plain = onnx.helper.get_attribute_value(value)
    if value.type in (AttributeProto.FLOAT, AttributeProto.INT):
        return plain
    if value.type == AttributeProto.STRING:
        return plain.decode()
    require(value.type in LISTS, f"{attribute.name}: default of type {value.type}")
    return [item.decode() if isinstance(item, bytes) else item for item in plain]


def attribute_row(attribute: defs.OpSchema.Attribute) -> Row:
    """Name, number of AttributeProto.AttributeType, required, default of an attribute."""
    number, default = type_of(attribute), default_of(attribute)
    return [attribute.name, number, int(attribute.required), default]


def check(name: str, parameters: Iterable[Row], limit: int) -> None:
    """Raises GeneratorError unless the limit follows from the parameters."""
    options = [option for _, option, _, _ in parameters]
    expected = UNLIMITED if "variadic" in options else len(options)
    require(limit == expected, f"{name}: takes {limit} values where its parameters say {expected}")


def operator_row(schema: defs.OpSchema, parameters: Shared, attributes: Shared) -> Row:
    """Domain, name, since_version, deprecated, minimum and parameters of inputs, then of outputs,
    attributes in order of name.
    """
    inputs = [parameter_row(parameter) for parameter in schema.inputs]
    outputs = [parameter_row(parameter) for parameter in schema.outputs]
    check(f"{schema.name} inputs", inputs, schema.max_input)
    check(f"{schema.name} outputs", outputs, schema.max_output)
    named = sorted(schema.attributes.values(), key=lambda attribute: attribute.name)
    return [
        schema.domain,
        schema.name,
        schema.since_version,
        int(schema.deprecated),
        schema.min_input,
        [parameters.place(row) for row in inputs],
        schema.min_output,
        [parameters.place(row) for row in outputs],
        [attributes.place(attribute_row(attribute)) for attribute in named],
    ]


def generate(schemas: Schemas) -> str:
    """The text inside the file. Raises GeneratorError where a schema cannot be represented."""
    parameters, attributes = Shared(), Shared()
    ordered = sorted(schemas, key=lambda schema: (schema.domain, schema.name, schema.since_version))
    operators = [dump(operator_row(schema, parameters, attributes)) for schema in ordered]
    tables = {"parameters": parameters.rows, "attributes": attributes.rows, "operators": operators}
    parts = [f'"{name}":[\n' + ",\n".join(rows) + "\n]" for name, rows in tables.items()]
    return "{" + ",\n".join(parts) + "}\n"


def written() -> str:
    """The text inside the file as it is; empty where there is none."""
    return gzip.decompress(OPERATORS.read_bytes()).decode() if OPERATORS.exists() else ""


def main() -> int:
    """Exit status: 0 written or the same, 1 drift or a problem, which is printed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on drift")
    only_check = parser.parse_args().check
    try:
        text = generate(defs.get_all_schemas_with_history())
    except GeneratorError as error:
        print(f"onnx {onnx.__version__}: {error}", file=sys.stderr)
        return 1
    if text == written():
        return 0
    if only_check:
        name = OPERATORS.name
        print(f"{name} differs from onnx {onnx.__version__}: run the generator", file=sys.stderr)
        return 1
    OPERATORS.write_bytes(gzip.compress(text.encode(), mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
