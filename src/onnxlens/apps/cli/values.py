"""The command values: stored values read, compared with what a model declares, and written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any

import click

from ... import api
from ...errors import OnnxLensError
from ...model.values.data_value import DataValue
from ...model.values.kinds import BY_MESSAGE
from ...tree.merged import Merged
from ...views import block
from ...views.text import safe
from .common import open_file, page, reads_file, with_model, write
from .complete import files
from .look import ending, not_onnx

_GRAPHS = ("ModelProto", "GraphProto")
_OF_ONE = ("npy", "stats")  # options about one value
_OF_FROM = ("out", "like", "name")


@click.command("values")
@click.argument("file", required=False, shell_complete=files)
@click.argument("path", required=False, default="")
@click.option("--all", "whole", is_flag=True, help="Every element and row.")
@click.option("--stats", is_flag=True, help="Least, greatest and mean element of a tensor.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document with every element.")
@click.option("--npy", metavar="OUT", help="Write a tensor as .npy; a list or map as .npz.")
@click.option("--from", "given", metavar="IN", help="Write what this .npy, .npz or .json holds.")
@click.option("-o", "out", metavar="OUT", help="With --from: the file to write.")
@click.option("--like", metavar="TYPE", help="With --from: its type, such as sequence(FLOAT).")
@click.option("--name", metavar="NAME", help="With --from: the name of the value.")
@with_model
@reads_file
def values_command(file: str | None, path: str, **options: Any) -> int:
    """onnxlens values input_0.pb

    A stored value: a tensor, sequence, map or optional.

    FILE holds one, or is a folder of test data, whose values are shown beside what the model
    declares. PATH names a tensor inside a model: graph.initializer["w"]. Without it the
    initializers of a model are listed.
    """
    if options["given"] is not None:
        return _store(file, options)
    _refuse(options, _OF_FROM, "needs --from IN")
    if file is not None and os.path.isdir(file):
        return _folder(file, path, options)
    if options["hex_input"] is not None and not path:  # there is no FILE, so the first is PATH
        file, path = None, file or ""
    document = open_file(file, options)
    if not_onnx(document, options["as_json"], options):
        return 3
    message = _message(document, path)
    if message.spec.name in _GRAPHS:
        _list(message, document, options)
    else:
        _show(_readings(message, document), document, options)
    return ending(document)


def _refuse(options: dict[str, Any], names: Iterable[str], why: str) -> None:
    """Raise UsageError for the first of some options that is given."""
    context = click.get_current_context()
    for parameter in context.command.params:
        if parameter.name in names and options[parameter.name]:
            raise click.UsageError(f"{parameter.opts[-1]} {why}", context)


def _message(document: api.Document, path: str) -> Merged:
    """Return the message at a path. Raises OnnxLensError for a field that holds none."""
    field = document[path]
    if field.is_root:
        return document.merged()
    if field.content is None:
        raise OnnxLensError(f"{path}: {field.name} is no message; needed a tensor or another value")
    return Merged(document, field.content, (field.row,))


def _readings(message: Merged, document: api.Document) -> list[DataValue]:
    """Return a value, and in what other ways the bytes of the whole file can be read as one."""
    verdict = document.verdict
    equal = [each.message for each in verdict.candidates[: verdict.equal]]
    others = [spec for spec in equal if spec is not message.spec and spec.name in BY_MESSAGE]
    read = [message, *(Merged(document, spec, (0,)) for spec in others if message.rows == (0,))]
    return [DataValue(each, document.files) for each in read]


def _show(readings: list[DataValue], document: api.Document, options: dict[str, Any]) -> None:
    """Show a value; as JSON or in a file the first of its readings, which --as replaces."""
    value, *others = readings
    tensor = value.tensor if options["stats"] else None  # raises where it is none
    if options["npy"] is not None:
        from ...api.arrays import save

        sys.stderr.write(f"{safe(save(value, options['npy']))}\n")
    elif options["as_json"]:
        from ...views.json_values import value_json

        write(value_json(value, [other.message.spec.name for other in others]))
    else:
        from ...views.values import stats_lines, value_lines

        for each in readings:
            write(value_lines(page(options), each, options["whole"]))
        write(stats_lines(page(options), tensor) if tensor else [])
        write(_beside(document, options))


def _beside(document: api.Document, options: dict[str, Any]) -> Iterable[str]:
    """Return the lines on what is damaged, and on what a model said."""
    from ...model.breaks import damage_of
    from ...views.damage import fault
    from ...views.summary import because

    broken = damage_of(document)
    entries = [("damage", fault(broken))] if broken else []
    return block.lines(page(options), [*entries, *because(document)], fold=True)


def _list(message: Merged, document: api.Document, options: dict[str, Any]) -> None:
    """List the initializers of a graph."""
    from ...views.initializers import initializer_lines, stored_values

    _refuse(options, _OF_ONE, 'is about one value; needed its PATH, such as graph.initializer["w"]')
    graph = message.message("graph") if message.spec.name == "ModelProto" else message
    if options["as_json"]:
        from ...views.json_values import list_json

        values = stored_values(graph, document.files) if graph else ()
        write(list_json(values))
    else:
        write(initializer_lines(page(options), graph, document.files, options["whole"]))
        write(_beside(document, options))


def _folder(folder: str, path: str, options: dict[str, Any]) -> int:
    """Show every value of a test data folder, or of all that a folder holds."""
    from ...api import testdata
    from ...views import json
    from ...views.testdata import set_json, set_lines

    why = f"is about one value, and {safe(folder)} is a folder"
    _refuse(options, (*_OF_ONE, "input", "output", "kind"), why)
    if path:
        raise click.UsageError(f"PATH {why}", click.get_current_context())
    found = list(testdata.data_sets(folder, options["model"]))
    if not found:
        advice = "a folder of test data has input_0.pb, or test_data_set_0 with it"
        raise OnnxLensError(f"{folder}: no test data", next=advice)
    if options["as_json"]:
        sets = [set_json(data) for data in found]
        write([json.dump({"format": json.FORMAT, "sets": sets}, 2)])
        return 0
    for number, data in enumerate(found):
        write([""] if number else [])
        write(set_lines(page(options), data))
    return 0


def _store(file: str | None, options: dict[str, Any]) -> int:
    """Write what an array file holds as the message that stores it."""
    from ...api.arrays import encoded, put

    if file is not None or options["out"] is None:
        raise click.UsageError("--from IN needs -o OUT, and no FILE", click.get_current_context())
    data = encoded(options["given"], options["like"], options["name"] or "")
    sys.stderr.write(f"{safe(put(options['out'], data))}\n")
    return 0
