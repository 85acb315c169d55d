"""The commands that show a file: summary, tree, bytes, hex."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

import click

from ... import api
from ...tree.field import Field
from ...views.page import Page
from ...views.text import safe
from .common import F, open_file, page, reads_file, with_model, write
from .common import span as span_of
from .complete import files
from .pipe import flush


@click.command("summary")
@click.argument("file", required=False, shell_complete=files)
@click.option("--all", "whole", is_flag=True, help="Every entry of the lists that are cut at 8.")
@click.option("--symbols", "part", flag_value="symbols", help="Every axis that has a symbol.")
@click.option("--metadata", "part", flag_value="metadata", help="metadata_props on every level.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document, with all of these.")
@with_model
@reads_file
def summary_command(
    file: str | None, whole: bool, part: str | None, as_json: bool, **options: Any
) -> int:
    """onnxlens summary model.onnx

    What a file is, takes and gives, and where its bytes went.
    """
    document = open_file(file, options)
    if part is not None and not as_json and document.root is not None:
        write(_PARTS[part](page(options), document))
    elif as_json:
        from ...views import json
        from ...views.json_summary import summary_json

        write([json.dump(summary_json(document), 2)])
    else:
        from ...views.summary import summary

        write(summary(page(options), document, whole))
    return ending(document)


def _symbols(page: Page, document: api.Document) -> Iterable[str]:
    from ...views.symbols import symbol_lines

    return symbol_lines(page, document)


def _metadata(page: Page, document: api.Document) -> Iterable[str]:
    from ...views.metadata import metadata_lines

    return metadata_lines(page, document)


_PARTS = {"symbols": _symbols, "metadata": _metadata}


def shows_records(command: F) -> F:
    """Give a command what those need that show the records below a path."""
    for decorate in reversed(_RECORDS):
        command = decorate(command)
    return reads_file(command)


_RECORDS: list[Callable[[Any], Any]] = [
    click.argument("file", required=False, shell_complete=files),
    click.argument("path", required=False, default=""),
    click.option("--json", "as_json", is_flag=True, help="One JSON document with every record."),
    click.option("--jsonl", is_flag=True, help="One JSON document a line."),
    click.option("--full", is_flag=True, help="All bytes and elements in JSON."),
]


@click.command("tree")
@click.option("--depth", help="Levels below PATH: a number or all; 2 if not given.")
@click.option("--all", "runs", is_flag=True, help="Every one of many like children.")
@click.option("--guess", is_flag=True, help="Guess what unknown payloads hold.")
@shows_records
def tree_command(depth: str | None, runs: bool, guess: bool, **options: Any) -> int:
    """onnxlens tree model.onnx graph --depth 3

    The fields as a nested list with offset, size and value.
    """
    from ...views.tree import DEPTH, Shown, tree

    levels = DEPTH if depth is None else None if depth == "all" else _number(depth)
    shown = Shown(levels, runs, guess, depth is not None)
    return _show_records(options, lambda top: tree(page(options), top, shown))


@click.command("bytes")
@click.option(
    "--range", "span", type=span_of, metavar="A:B", help="Only records that touch these bytes."
)
@click.option("--fold", is_flag=True, help="A message with a single scalar on one row.")
@shows_records
def bytes_command(span: tuple[int, int] | None, fold: bool, **options: Any) -> int:
    """onnxlens bytes model.onnx graph.input[0] --fold

    The byte table: offset, bytes, field, meaning.
    """
    from ...views.bytes import byte_table

    def lines(top: Field) -> Iterable[str]:
        return byte_table(page(options), top.document, top, span, fold)

    return _show_records(options, lines, span)


def _show_records(
    options: dict[str, Any],
    lines: Callable[[Field], Iterable[str]],
    span: tuple[int, int] | None = None,
) -> int:
    """Show a file's records below a path, as lines or as JSON; return the exit status."""
    file, path = _hex_takes_path(options["file"], options["path"], options)
    document = open_file(file, options)
    if not_onnx(document, options["as_json"] or options["jsonl"], options):
        return 3
    top = document[path]
    if options["as_json"] or options["jsonl"]:
        low, high = span or (0, document.size)
        fields = (f for f in _records(top) if span is None or (f.start < high and f.end > low))
        _write_json(document, fields, options["jsonl"], options["full"])
    else:
        write(lines(top))
    return ending(document)


@click.command("hex")
@click.argument("file", required=False, shell_complete=files)
@click.option(
    "--range",
    "span",
    type=span_of,
    metavar="A:B",
    help="The bytes to show, half-open; all if not given.",
)
@reads_file
def hex_command(file: str | None, span: tuple[int, int] | None, **options: Any) -> int:
    """onnxlens hex model.onnx --range 157:179

    A hex dump with a mark where each field starts.
    """
    from ...views.hexdump import hex_dump

    document = open_file(file, options)
    low, high = span or (0, document.size)
    write(hex_dump(page(options), document, (min(low, document.size), min(high, document.size))))
    return ending(document) if document.root is not None else 0


def _hex_takes_path(file: str | None, path: str, options: dict[str, Any]) -> tuple[str | None, str]:
    """With --hex there is no FILE, so that the first argument is the path."""
    if options["hex_input"] is not None and file is not None and not path:
        return None, file
    return file, path


def _records(top: Field) -> Iterable[Field]:
    """Return a field with all inside it; an element of a packed run stands for itself."""
    return top.document.walk(top) if top.element is None else [top]


def _number(depth: str) -> int:
    if not depth.isdecimal():
        raise click.BadParameter(f"--depth {safe(depth, 40)}: needed a number or all")
    return int(depth)


def _write_json(document: api.Document, fields: Any, jsonl: bool, full: bool) -> None:
    from ...views import json

    write(json.lines(fields, full) if jsonl else json.records(document, fields, full))


def not_onnx(document: api.Document, as_json: bool, options: dict[str, Any]) -> bool:
    """Say what a file without an ONNX root is; return whether it has none."""
    if document.root is not None:
        return False
    if as_json:
        from ...views import json
        from ...views.json_summary import summary_json

        write([json.dump(summary_json(document))])
    else:
        from ...views.summary import not_onnx as lines

        write(lines(page(options), document))
    return True


def ending(document: api.Document) -> int:
    """Return the exit status; damage is shown and said once on standard error."""
    if document.root is None:
        return 3
    from ...views.summary import damage_of, left_out

    broken, rest, said = damage_of(document), left_out(document), []
    if broken:
        from ...views.damage import fault

        said.append(f"damaged: {fault(broken)}")
    if said and sys.stdout.isatty():
        said = []  # a person has just read it
    said += [rest] if rest else []
    flush()
    sys.stderr.write("".join(f"{safe(document.name)}: {text}\n" for text in said))
    return 0
