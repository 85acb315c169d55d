"""The commands that explain: schema, completion."""

from __future__ import annotations

import os
from typing import Any

import click

from ... import schema
from ...errors import SchemaError
from ...views.schema import schema_enum, schema_field, schema_list, schema_message
from .common import page, write
from .complete import names
from .help import helps

_LOOK = {"color": "auto", "hex_offsets": False}


@click.command("schema")
@click.argument("name", required=False, metavar="[MESSAGE[.field]]", shell_complete=names)
@helps
def schema_command(name: str | None) -> int:
    """onnxlens schema TypeProto.Tensor

    The reference: messages, fields and enums of ONNX.
    """
    write(_pages(name))
    return 0


def _pages(name: str | None) -> Any:
    sheet = page(_LOOK)
    if name is None:
        return schema_list(sheet)
    if name in {message.name for message in schema.messages()}:
        return schema_message(sheet, schema.message(name))
    if name in {enum.name for enum in schema.enums()}:
        return schema_enum(sheet, schema.enum(name))
    owner, _, field = name.rpartition(".")
    if owner not in {message.name for message in schema.messages()}:
        return schema.message(name)  # raises, and names the nearest
    message = schema.message(owner)
    spec = message.by_name.get(field)
    if spec is None:
        raise _no_field(owner, field, list(message.by_name))
    return schema_field(sheet, message, spec)


def _no_field(message: str, field: str, known: list[str]) -> SchemaError:
    import difflib

    near = difflib.get_close_matches(field, known, 1)
    nearest = f"{message}.{near[0]}" if near else message
    text = f"{message}.{field}: {message} has no such field; nearest is {nearest}"
    return SchemaError(text, name=f"{message}.{field}", nearest=nearest)


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
