"""The commands that show a file: summary, tree, bytes, hex."""

from __future__ import annotations

import sys
from typing import Any

import click

from ... import api
from ...views.text import safe
from .common import open_file, page, reads_file, write
from .common import span as span_of
from .complete import files


@click.command("summary")
@click.argument("file", required=False, shell_complete=files)
@click.option("--all", "whole", is_flag=True, help="Every entry of the lists that are cut at 8.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@reads_file
def summary_command(file: str | None, whole: bool, as_json: bool, **options: Any) -> int:
    """onnxlens summary model.onnx

    What a file is, takes and gives, and where its bytes went.
    """
    document = open_file(file, options)
    if as_json:
        from ...views import json

        write([json.dump(json.summary(document), 2)])
    else:
        from ...views.summary import summary

        write(summary(page(options), document, whole))
    return ending(document)


@click.command("tree")
@click.argument("file", required=False, shell_complete=files)
@click.argument("path", required=False, default="")
@click.option("--depth", help="Levels below PATH: a number or all; 2 if not given.")
@click.option("--all", "runs", is_flag=True, help="Every one of many like children.")
@click.option("--guess", is_flag=True, help="Guess what unknown payloads hold.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document with every record.")
@click.option("--jsonl", is_flag=True, help="One JSON document a line.")
@click.option("--full", is_flag=True, help="All bytes and elements in JSON.")
@reads_file
def tree_command(
    file: str | None, path: str, depth: str | None, runs: bool, guess: bool, as_json: bool,
    jsonl: bool, full: bool, **options: Any,
) -> int:  # fmt: skip
    """onnxlens tree model.onnx graph --depth 3

    The fields as a nested list with offset, size and value.
    """
    file, path = _hex_takes_path(file, path, options)
    document = open_file(file, options)
    if not_onnx(document, as_json or jsonl, options):
        return 3
    top = document[path]
    if as_json or jsonl:
        _write_json(document, _records(top), jsonl, full)
    else:
        from ...views.tree import DEPTH, Shown, tree

        levels = DEPTH if depth is None else None if depth == "all" else _number(depth)
        shown = Shown(levels, runs, guess, depth is not None)
        write(tree(page(options), top, shown))
    return ending(document)


@click.command("bytes")
@click.argument("file", required=False, shell_complete=files)
@click.argument("path", required=False, default="")
@click.option(
    "--range", "span", type=span_of, metavar="A:B", help="Only records that touch these bytes."
)
@click.option("--fold", is_flag=True, help="A message with a single scalar on one row.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document with every record.")
@click.option("--jsonl", is_flag=True, help="One JSON document a line.")
@click.option("--full", is_flag=True, help="All bytes and elements in JSON.")
@reads_file
def bytes_command(
    file: str | None, path: str, span: tuple[int, int] | None, fold: bool, as_json: bool,
    jsonl: bool, full: bool, **options: Any,
) -> int:  # fmt: skip
    """onnxlens bytes model.onnx graph.input[0] --fold

    The byte table: offset, bytes, field, meaning.
    """
    file, path = _hex_takes_path(file, path, options)
    document = open_file(file, options)
    if not_onnx(document, as_json or jsonl, options):
        return 3
    top = document[path]
    if as_json or jsonl:
        low, high = span or (0, document.size)
        fields = (f for f in _records(top) if f.start < high and f.end > low)
        _write_json(document, fields, jsonl, full)
    else:
        from ...views.bytes import byte_table

        write(byte_table(page(options), document, top, span, fold))
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


def _records(top: Any) -> Any:
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

        write([json.dump(json.summary(document))])
    else:
        from ...views.summary import not_onnx as lines

        write(lines(page(options), document))
    return True


def ending(document: api.Document) -> int:
    """Return the exit status; damage is shown and said once on standard error."""
    if document.root is None:
        return 3
    from ...model.breaks import damage_of
    from ...views.summary import fault, left_out

    broken, rest = damage_of(document), left_out(document)
    said = [f"damaged: {fault(broken)}"] if broken else []
    if said and sys.stdout.isatty():
        said = []  # a person has just read it
    said += [rest] if rest else []
    sys.stdout.flush()
    sys.stderr.write("".join(f"{safe(document.name)}: {text}\n" for text in said))
    return 0
