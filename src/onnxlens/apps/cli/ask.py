"""The commands that answer about one place: at, get, find."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from .common import hex_bytes, open_file, page, reads_file, write
from .common import offset as offset_of
from .complete import files
from .look import ending, not_onnx
from .pipe import unless_closed
from .working import Working

if TYPE_CHECKING:
    from ...api import Document

_LINES = 500  # that are written at a time


@click.command("at")
@click.argument("arguments", nargs=-1, required=True, metavar="FILE OFFSET", shell_complete=files)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@reads_file
def at_command(arguments: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """onnxlens at model.onnx 0xAE

    The field at an offset, its path and what encloses it.
    """
    file, text = _two(arguments, options, "OFFSET")
    document = open_file(file, options)
    if not_onnx(document, as_json, options):
        return 3
    offset = offset_of(text.partition(":")[0])  # of a range, where it starts
    if not 0 <= offset < document.size:
        last = document.size - 1
        raise click.UsageError(
            f"offset {offset:,} is outside the file, whose bytes are 0 to {last:,}",
            click.get_current_context(),
        )
    if as_json:
        from ...views import json

        write([json.dump(json.at(document, offset), 2)])
    else:
        from ...views.at import at_lines

        write(at_lines(page(options), document, offset))
    return ending(document)


@click.command("get")
@click.argument("arguments", nargs=-1, required=True, metavar="FILE PATH", shell_complete=files)
@click.option("--raw", is_flag=True, help="The payload's bytes as they are.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document, nothing left out.")
@reads_file
def get_command(arguments: tuple[str, ...], raw: bool, as_json: bool, **options: Any) -> int:
    """onnxlens get model.onnx 'graph.initializer["w"].dims[0]'

    The value of one field.
    """
    file, path = _two(arguments, options, "PATH")
    document = open_file(file, options)
    if not_onnx(document, as_json, options):
        return 3
    field = document[path]
    if raw:
        _write_raw(document, field.payload)
    elif as_json:
        from ...views import json

        write([json.dump({"format": json.FORMAT, **json.record(field, full=True)}, 2)])
    else:
        from ...views.value import value_lines

        write(value_lines(field))
    return ending(document)


@click.command("find")
@click.argument("arguments", nargs=-1, metavar="FILE [TEXT]", shell_complete=files)
@click.option("--field", help="Only fields of this name.")
@click.option("--op", help="Nodes of this operator.")
@click.option("--bytes", "data", type=hex_bytes, metavar="HEX", help='Bytes anywhere: "0A 01".')
@click.option("--jsonl", is_flag=True, help="One JSON document a line.")
@reads_file
def find_command(
    arguments: tuple[str, ...], field: str | None, op: str | None, data: bytes | None,
    jsonl: bool, **options: Any,
) -> int:  # fmt: skip
    """onnxlens find model.onnx conv1 --field name

    Fields by name, value, operator or bytes.
    """
    if data is None and arguments and options["hex_input"] is not None:
        data, options["hex_input"] = options["hex_input"], None  # "--hex" beside a FILE is sought
    file = arguments[0] if arguments else None
    text = " ".join(arguments[1:]) or None
    if text is None and field is None and op is None and data is None:
        raise click.UsageError(
            "needed TEXT, --field, --op or --hex to look for", click.get_current_context()
        )
    document = open_file(file, options)
    if not_onnx(document, jsonl, options):
        return 3
    _search(document, options, jsonl, {"text": text, "field": field, "op": op, "data": data})
    return ending(document)


def _search(
    document: Document, options: dict[str, Any], jsonl: bool, wanted: dict[str, Any]
) -> None:
    """Write what is found, and to a person at a terminal how far the search is."""
    from ...tree.find import find

    at = [0]  # the offset that the search has reached
    with Working(lambda: f"searched up to {at[0]:,} of {document.size:,} bytes") as working:
        hits = find(document, **wanted, progress=lambda offset: at.__setitem__(0, offset))
        lines: Iterable[str]
        if jsonl:
            from ...views import json

            lines = (json.dump({**json.record(hit), "at": offset}) for hit, offset in hits)
        else:
            from ...views.found import found_lines

            lines = found_lines(page(options), document, hits)
        _write_beside(working, lines)


def _write_beside(working: Working, lines: Iterable[str]) -> None:
    """Write lines as they come, never behind the line that says how far the search is."""
    source = iter(lines)
    while block := list(islice(source, _LINES)):
        with working.aside():
            write(block)


def _two(
    arguments: tuple[str, ...], options: dict[str, Any], second: str
) -> tuple[str | None, str]:
    """Return FILE and what follows it; with --hex there is no FILE."""
    if options["hex_input"] is not None and len(arguments) == 1:
        return None, arguments[0]
    if len(arguments) != 2:
        raise click.UsageError(f"needed FILE {second}", click.get_current_context())
    return arguments[0], arguments[1]


def _write_raw(document: Any, span: tuple[int, int]) -> None:
    step = 1 << 20
    with unless_closed():
        for start in range(span[0], span[1], step):
            sys.stdout.buffer.write(document.read(start, min(start + step, span[1])))
        sys.stdout.buffer.flush()
