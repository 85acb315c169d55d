"""The commands that explain: type, schema, completion."""

from __future__ import annotations

import os
from collections.abc import Iterable

import click

from ... import api, schema
from ...errors import SchemaError, TypeSyntaxError
from ...model.types.notation import NOTATIONS
from ...model.types.parse import read_type, read_value
from ...model.types.value_type import ValueInfo, ValueType
from ...schema.registry import unknown_name
from ...views.page import Page
from ...views.schema import schema_enum, schema_field, schema_list, schema_message
from .common import coloured, page, write
from .complete import names
from .help import helps

_LOOK = {"color": "auto", "hex_offsets": False}


@click.command("schema")
@click.argument("name", required=False, metavar="[NAME]", shell_complete=names)
@helps
def schema_command(name: str | None) -> int:
    """onnxlens schema TypeProto.Tensor

    The reference: messages, fields, enums and operators of ONNX.

    An operator is named as Clip, Clip-6 (in opset version 6) or ai.onnx.ml.ZipMap.
    """
    write(_pages(name))
    return 0


def _pages(name: str | None) -> Iterable[str]:
    sheet = page(_LOOK)
    if name is None:
        return schema_list(sheet)
    if name in {message.name for message in schema.messages()}:
        return schema_message(sheet, schema.message(name))
    if name in {enum.name for enum in schema.enums()}:
        return schema_enum(sheet, schema.enum(name))
    owner, _, field = name.rpartition(".")
    if owner not in {message.name for message in schema.messages()}:
        return _operator(sheet, name)
    message = schema.message(owner)
    spec = message.by_name.get(field)
    if spec is None:
        raise _no_field(owner, field, list(message.by_name))
    return schema_field(sheet, message, spec)


def _operator(sheet: Page, name: str) -> Iterable[str]:
    """Return the page of an operator: ``Clip``, ``Clip-6`` or ``ai.onnx.ml.ZipMap``."""
    from ...schema import operators
    from ...views.operator import operator_lines

    plain, _, version = name.rpartition("-") if name[-1:].isdecimal() else (name, "", "")
    domain, _, op = plain.rpartition(".")
    domains = [domain] if domain else list(operators.operator_domains())
    for known in domains:
        versions = operators.operator_versions(known, op)
        spec = operators.operator(known, op, int(version or max(versions, default=0)))
        if spec is not None:
            return operator_lines(sheet, spec, versions)
    names = [*(m.name for m in schema.messages()), *(e.name for e in schema.enums())]
    error = unknown_name("message", name, tuple(names))
    if not (error.nearest or "").lower().startswith(name.lower()):
        for known in operators.operator_domains():
            names += operators.operator_names(known)
        error = unknown_name("message", name, tuple(names))
    raise error


def _no_field(message: str, field: str, known: list[str]) -> SchemaError:
    import difflib

    near = difflib.get_close_matches(field, known, 1)
    nearest = f"{message}.{near[0]}" if near else message
    text = f"{message}.{field}: {message} has no such field; nearest is {nearest}"
    return SchemaError(text, name=f"{message}.{field}", nearest=nearest)


@click.command("type")
@click.argument("text")
@click.option(
    "--notation", type=click.Choice(NOTATIONS), help="How TEXT is written, if not told by it."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@coloured
@helps
def type_command(text: str, notation: str | None, as_json: bool, color: str) -> int:
    """onnxlens type 'x: FLOAT [1, "N"]'

    A type as text in either notation, and its bytes.

    FLOAT [1, "N"] is the notation of onnxlens, float[1,N] that of the onnx package. A name before
    the type ("x: FLOAT") or, in the official notation, after it ("float x") makes a ValueInfoProto.
    """
    thing, read = _read(text, notation)
    if as_json:
        from ...views import json
        from ...views.type import type_json

        write([json.dump(type_json(thing, read), 2)])
        return 0
    from ...views.type import type_lines

    kind = "TypeProto" if isinstance(thing, ValueType) else "ValueInfoProto"
    with api.open(thing.to_bytes(), kind) as document:
        write(type_lines(page({**_LOOK, "color": color}), thing, read, document))
    return 0


def _read(text: str, notation: str | None) -> tuple[ValueType | ValueInfo, str]:
    """Read a named type, or a type alone; of two errors the one that got further is raised."""
    try:
        return read_value(text, notation)
    except TypeSyntaxError as error:
        no_value = error
    try:
        return read_type(text, notation)
    except TypeSyntaxError as no_type:
        raise max(no_type, no_value, key=lambda error: error.position or 0) from None


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), required=False)
@helps
def completion_command(shell: str | None) -> int:
    """eval "$(onnxlens completion bash)"

    The script that completes commands in a shell.
    """
    from click.shell_completion import get_completion_class

    from .main import cli

    name = shell or os.path.basename(os.environ.get("SHELL", "bash"))
    found = get_completion_class(name)
    if found is None:
        raise click.UsageError(f"no completion for {name}; there is one for bash, zsh and fish")
    write([found(cli, {}, "onnxlens", "_ONNXLENS_COMPLETE").source()])
    return 0
