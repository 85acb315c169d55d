"""Writes src/onnxlens/schema/rows.py from the installed onnx package and schema_annotations.csv.

    python tools/generate_schema.py            write the file
    python tools/generate_schema.py --check    exit 1 if the file is not what would be written

Descriptors give numbers, names, labels, types, packing, oneofs and what is reserved. The table
gives what they lack: the IR version that brought a thing (rule: FieldSpec in schema/spec.py), the
enum that an integer carries, the field that names a message. Anything that only one of the two
knows stops the generator, and so does anything that the package could not represent.
"""

import argparse
import csv
import runpy
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import onnx
from google.protobuf import descriptor_pb2 as pb  # type: ignore[import-untyped]  # it has none
from onnx import onnx_data_pb2, onnx_ml_pb2, onnx_operators_ml_pb2

ROOT = Path(__file__).resolve().parent.parent
ANNOTATIONS = ROOT / "tools" / "schema_annotations.csv"
ROWS = ROOT / "src" / "onnxlens" / "schema" / "rows.py"
# Run and not imported: the package cannot be imported while rows.py is missing or broken.
SPEC = runpy.run_path(str(ROWS.with_name("spec.py")))

Row = tuple[Any, ...]
COLUMNS = ["name", "since", "ref", "key_field", "source"]

HEAD = '''\
"""Rows of the schema: every message, field and enum value of the standard."""

# Written by tools/generate_schema.py; do not edit.
# fmt: off
# A row is one line, however long.
# ruff: noqa: E501

# number, name, label, type, ref, packed, oneof, since
FieldRow = tuple[int, str, str, str, str, bool, str, int]
# name, file, since, key_field, reserved, reserved_names, fields; the id is the place, from 1
MessageRow = tuple[
    str, str, int, str, tuple[tuple[int, int], ...], tuple[str, ...], tuple[FieldRow, ...]
]
# name, closed, values as (number, name, since)
EnumRow = tuple[str, bool, tuple[tuple[int, str, int], ...]]
'''


class GeneratorError(Exception):
    """The descriptors and the table do not agree, or hold what the package cannot represent."""


class Annotation(NamedTuple):
    """One row of the table."""

    since: int
    ref: str
    key_field: str


NO_ANNOTATION = Annotation(0, "", "")
Table = dict[str, Annotation]


def read_annotations(path: Path) -> Table:
    """The table by name. Raises GeneratorError for a row that is not whole or comes twice."""
    table: Table = {}
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        require(reader.fieldnames == COLUMNS, f"{path.name}: columns must be {COLUMNS}")
        for row in reader:
            name = row["name"]
            require(name not in table, f"annotated twice: {name}")
            require(None not in row and bool(row["source"]), f"{name}: no source, or more cells")
            table[name] = Annotation(int(row["since"]), row["ref"], row["key_field"])
    return table


def require(condition: bool, problem: str) -> None:
    """Raises GeneratorError with the problem unless the condition holds."""
    if not condition:
        raise GeneratorError(problem)


def read_files() -> list[pb.FileDescriptorProto]:
    """The descriptors of the .proto files, the one that the others import first."""
    files = []
    for module in (onnx_ml_pb2, onnx_operators_ml_pb2, onnx_data_pb2):
        file = pb.FileDescriptorProto()
        module.DESCRIPTOR.CopyToProto(file)
        require(file.package == "onnx", f"{file.name}: package is {file.package}, not onnx")
        files.append(file)
    return files


def walk(messages: Iterable[Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Each message with its name without package, a nested one after the one that holds it."""
    for message in messages:
        name = prefix + message.name
        yield name, message
        yield from walk(message.nested_type, f"{name}.")


def walk_enums(file: pb.FileDescriptorProto) -> Iterator[tuple[str, pb.EnumDescriptorProto]]:
    """Each enum of a file with its name without package."""
    for enum in file.enum_type:
        yield enum.name, enum
    for name, message in walk(file.message_type):
        for enum in message.enum_type:
            yield f"{name}.{enum.name}", enum


def field_row(
    message: str, parent: pb.DescriptorProto, field: pb.FieldDescriptorProto, table: Table
) -> Row:
    """The row of a field. Raises GeneratorError where the package cannot represent it."""
    name = f"{message}.{field.name}"
    since, enum, key_field = table.get(name, NO_ANNOTATION)
    label = pb.FieldDescriptorProto.Label.Name(field.label).removeprefix("LABEL_").lower()
    type_ = pb.FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    require(label in ("optional", "repeated"), f"{name}: label {label}")
    require(type_ in SPEC["WIRE_TYPES"], f"{name}: type {type_} is not in WIRE_TYPES")
    require(field.number <= SPEC["MAX_FIELD_NUMBER"], f"{name}: {field.number} is not in a slot")
    require(not key_field, f"{name}: key_field is for messages")
    require(not enum or type_.startswith("int"), f"{name}: ref is for integers")
    ref = field.type_name.removeprefix(".onnx.") or enum
    oneof = parent.oneof_decl[field.oneof_index].name if field.HasField("oneof_index") else ""
    return field.number, field.name, label, type_, ref, field.options.packed, oneof, since


def message_row(
    file: pb.FileDescriptorProto, name: str, message: pb.DescriptorProto, table: Table
) -> Row:
    """The row of a message, with those of its fields in order of number."""
    since, enum, key_field = table.get(name, NO_ANNOTATION)
    require(not enum, f"{name}: ref is for fields")
    require(
        not key_field or key_field in {field.name for field in message.field},
        f"{name}: key_field {key_field} is not a field of it",
    )
    reserved = tuple((span.start, span.end - 1) for span in message.reserved_range)
    fields = sorted(message.field, key=lambda field: field.number)
    rows = tuple(field_row(name, message, field, table) for field in fields)
    file_name = file.name.rpartition("/")[2]
    names = tuple(message.reserved_name)
    return name, file_name, since, key_field, reserved, names, rows


def enum_row(name: str, enum: pb.EnumDescriptorProto, closed: bool, table: Table) -> Row:
    """The row of an enum with its values."""
    values = []
    for value in enum.value:
        since, *other = table.get(f"{name}.{value.name}", NO_ANNOTATION)
        require(not any(other), f"{name}.{value.name}: ref and key_field are not for values")
        values.append((value.number, value.name, since))
    require(len({number for number, _, _ in values}) == len(values), f"{name}: a number twice")
    return name, closed, tuple(values)


def check(messages: list[Row], enums: list[Row], table: Table) -> None:
    """Raises GeneratorError unless rows and table name the same things and each ref is known."""
    types = {row[0] for row in (*messages, *enums)}
    fields = {f"{row[0]}.{field[1]}": field for row in messages for field in row[-1]}
    values = {f"{row[0]}.{value[1]}" for row in enums for value in row[-1]}
    names = {row[0] for row in messages} | fields.keys() | values
    problems = [f"no annotation: {name}" for name in names - table.keys()]
    problems += [f"orphaned annotation: {name}" for name in table.keys() - names]
    problems += [
        f"{name}: ref is not known"
        for name, field in fields.items()
        if field[4] and field[4] not in types
    ]
    require(not problems, "\n".join(sorted(problems)))


def build(files: list[pb.FileDescriptorProto], table: Table) -> tuple[list[Row], list[Row]]:
    """Rows of all messages and of all enums. Raises GeneratorError as the functions above."""
    messages = [
        message_row(file, name, message, table)
        for file in files
        for name, message in walk(file.message_type)
    ]
    closed = {field[4] for row in messages for field in row[-1] if field[3] == "enum"}
    enums = [
        enum_row(name, enum, name in closed, table)
        for file in files
        for name, enum in walk_enums(file)
    ]
    require(len(messages) <= SPEC["MAX_MESSAGE_ID"], f"{len(messages)} messages do not fit a slot")
    check(messages, enums, table)
    return messages, enums


def literal(value: object) -> str:
    """A Python literal in double quotes, as ruff writes it."""
    if isinstance(value, tuple):
        inside = ", ".join(map(literal, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def render_rows(name: str, type_: str, rows: Iterable[Row]) -> Iterator[str]:
    """Lines of a table whose rows end with a tuple of rows, each of those on its own line."""
    yield f"{name}: tuple[{type_}, ...] = ("
    for row in rows:
        *first, last = row
        yield f"    ({', '.join(map(literal, first))}, ("
        for inner in last:
            yield f"        {literal(inner)},"
        yield "    )),"
    yield ")"


def render(messages: Iterable[Row], enums: Iterable[Row]) -> str:
    """The text of rows.py."""
    lines = [HEAD, f'ONNX_VERSION = "{onnx.__version__}"', ""]
    lines += render_rows("MESSAGES", "MessageRow", messages)
    lines += ["", *render_rows("ENUMS", "EnumRow", enums), ""]
    return "\n".join(lines)


def generate() -> str:
    """The text that rows.py should have with the installed onnx and the table as they are."""
    return render(*build(read_files(), read_annotations(ANNOTATIONS)))


def main() -> int:
    """Exit status: 0 written or the same, 1 drift or a problem, which is printed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 on drift")
    only_check = parser.parse_args().check
    try:
        text = generate()
    except GeneratorError as error:
        print(f"onnx {onnx.__version__}: {error}", file=sys.stderr)
        return 1
    if not only_check:
        ROWS.write_text(text, encoding="utf-8")
    elif ROWS.read_text(encoding="utf-8") != text:
        print(f"rows.py differs from onnx {onnx.__version__}: run the generator", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
