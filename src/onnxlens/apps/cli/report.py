"""The command report: all that is known of a file as one page of HTML, for an issue or a mail."""

from __future__ import annotations

import os
import shlex
import sys
from datetime import UTC, datetime
from typing import Any

import click

from ... import __version__, api
from ...errors import OnnxLensError, SourceError
from ...views.text import safe
from .check import asked_rules, check_command
from .common import open_file, write
from .complete import files
from .help import helps
from .look import ending
from .settings import settings
from .working import Working

# the options of check that say what is read, and by which rules
_SHARED = {
    "hex_input": "--hex",
    "kind": "--as",
    "max_records": "--max-records",
    "select": "--select",
    "ignore": "--ignore",
    "deep": "--deep",
}
_HEX = 64  # bytes of --hex that the page repeats
_OUT = "-"  # standard output


@click.command("report", params=[p for p in check_command.params if p.name in _SHARED])
@click.argument("file", required=False, shell_complete=files)
@click.option("-o", "out", metavar="OUT", help="The page to write; - for standard output.")
@helps
def report_command(file: str | None, out: str | None, **options: Any) -> int:
    """onnxlens report model.onnx -o report.html

    One HTML page for an issue or a mail: summary, findings with their bytes, metadata, symbols.

    The page needs no server, no script and no network. The exit status is 0 also with findings, and
    3 where the file cannot be read or is not ONNX; then the page says what it is.
    """
    _refuse(file, out)
    rules = asked_rules(options, settings(os.getcwd()))
    document = open_file(file, options)
    with Working(lambda: f"judging {safe(document.name, 60)}"):
        page = _page(document, rules, _typed(document, out, options), options)
    if out in (None, _OUT):
        write([page])
    else:
        assert out is not None
        _put(out, page)
    return ending(document)


def _refuse(file: str | None, out: str | None) -> None:
    """Raise OnnxLensError for a page that would flood a terminal, or replace the model."""
    if out is None and sys.stdout.isatty():
        advice = f"onnxlens report {safe(shlex.quote(file or 'model.onnx'))} -o report.html"
        raise OnnxLensError("standard output is a terminal; needed a file to write", next=advice)
    if (
        file
        and out
        and os.path.exists(out)
        and os.path.exists(file)
        and os.path.samefile(file, out)
    ):
        raise OnnxLensError(f"{out}: the file that is read; needed another one to write")


def _page(document: api.Document, rules: list[Any], typed: str, options: dict[str, Any]) -> str:
    from ...views.report.foot import Made
    from ...views.report.page import report

    time = datetime.now(UTC).isoformat(timespec="seconds")
    asked = {key: options[key] for key in ("select", "ignore", "deep")}
    return report(document, document.check(**asked), rules, Made(__version__, time, typed))


def _typed(document: api.Document, out: str | None, options: dict[str, Any]) -> str:
    """Return the command that makes the page, without the folders of this machine."""
    words = ["onnxlens", "report"]
    data = options["hex_input"]
    words += [document.name] if data is None else []
    for key, option in _SHARED.items():
        words += _option(option, options[key], key)
    return shlex.join([*words, *(["-o", os.path.basename(out)] if out else [])])


def _option(name: str, value: Any, key: str) -> list[str]:
    if (
        value is None
        or value is False
        or value == ()
        or (key, value) == ("max_records", api.BUDGET)
    ):
        return []
    if value is True:
        return [name]
    if isinstance(value, bytes):
        return [name, value[:_HEX].hex(" ").upper() + (" …" if len(value) > _HEX else "")]
    return [name, ",".join(value) if isinstance(value, (tuple, list)) else str(value)]


def _put(path: str, page: str) -> None:
    """Write the page, and say so on standard error."""
    try:
        with open(path, "w", encoding="ascii", newline="\n") as file:
            file.write(page)
    except OSError as error:
        raise SourceError(error.strerror or str(error), name=path) from error
    sys.stderr.write(f"{safe(path)}: {len(page):,} bytes\n")
