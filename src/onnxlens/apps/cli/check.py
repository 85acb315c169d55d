"""The commands that judge: check, rule."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import click

from ... import __version__
from ...api.check import Checked, check_files, fill
from ...checks.catalog import rule_of, rules
from ...checks.rule import Rule
from ...finding import SEVERITIES, Finding
from ...source import Source, open_source
from ...source.folder import files_in
from ...views import check as view
from ...views import json
from ...views.text import safe, size
from .common import coloured, open_file, page, reads_file, write
from .complete import files
from .help import helps
from .settings import NEVER, settings

_FORMATS = ("text", "concise", "json", "github", "sarif")
_LOOK = {"color": "auto", "hex_offsets": False}
Results = Iterator[tuple[Checked, Source | None]]


def _codes(_ctx: click.Context, _param: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return codes that were given as ``--select T,D001 --select W``."""
    return tuple(code.strip().upper() for word in words for code in word.split(",") if code.strip())


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[FILE]...", shell_complete=files)
@click.option(
    "--select", multiple=True, callback=_codes, metavar="CODES", help="Only these rules: T,D001."
)
@click.option(
    "--ignore", multiple=True, callback=_codes, metavar="CODES", help="All but these rules."
)
@click.option(
    "--fail-on",
    type=click.Choice([*SEVERITIES, NEVER]),
    help="From which severity on the exit status is 1; error if not given.",
)
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", help="How it is written."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--all", "whole", is_flag=True, help="Every finding of a rule, not only ten.")
@click.option("--deep", is_flag=True, help="Rules too that read much, such as checksums.")
@click.option(
    "--infer", is_flag=True, help="Compare types with inferred ones; needs the onnx package."
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes for many files.")
@reads_file
def check_command(paths: tuple[str, ...], fail_on: str | None, **options: Any) -> int:
    """onnxlens check model.onnx

    What is wrong with a file: every fault with its place and its reason.

    Several files may be named; a folder stands for all files in it. The exit status is 1 where
    something was found at or above --fail-on. [tool.onnxlens] in pyproject.toml may set select,
    ignore and fail-on.
    """
    table = settings(os.getcwd())
    for key in ("select", "ignore"):
        options[key] = options[key] or tuple(table.get(key, ()))
    asked = [
        r for r in rules(options["select"], options["ignore"]) if options["deep"] or not r.deep
    ]
    form = "json" if options["as_json"] else options["form"]
    seen: list[Checked] = []
    write(_WRITERS[form](_results(paths, options, seen), asked, options))
    return _status(seen, fail_on or table.get("fail-on", SEVERITIES[0]))


def _results(paths: tuple[str, ...], options: dict[str, Any], seen: list[Checked]) -> Results:
    """Yield what was found in each file with its bytes, and keep it in ``seen``."""
    words = options["select"], options["ignore"], options["deep"], options["infer"]
    named = [path for each in paths for path in files_in(each)]
    if len(named) == 1 or not named:  # standard input and --hex too
        document = open_file(named[0] if named else None, options)
        checked = Checked(named[0] if named else document.name)
        fill(checked, document, *words)
        seen.append(checked)
        yield checked, document.source
        return
    folders = any(os.path.isdir(path) for path in paths)
    for checked in check_files(named, options["kind"], *words, jobs=options["jobs"]):
        if folders and checked.root is None and checked.error is None:
            continue  # a folder holds other files too
        seen.append(checked)
        yield checked, open_source(checked.path) if checked.findings else None


# -- how findings are written ------------------------------------------------------------------


def _text(results: Results, asked: list[Rule], options: dict[str, Any]) -> Iterator[str]:
    sheet, findings, files, records = page(options), list[Finding](), 0, 0
    for checked, source in results:
        files, records = files + 1, records + checked.records
        yield from _unread(checked)
        if not checked.findings:
            continue
        assert source is not None
        findings += checked.findings
        yield view.heading(sheet, checked.path, f"{checked.root}, {size(checked.size)}")
        shown, left = view.shown(checked.findings, options["whole"])
        for finding in shown:
            yield from view.finding_lines(sheet, source, finding)
        yield from view.left_out(left)
    if findings:
        yield view.total(findings, files)
    elif files:
        yield view.nothing(records, len(asked), files)


def _unread(checked: Checked) -> Iterator[str]:
    """Yield why a file was not judged."""
    if checked.error is not None:
        yield f"{safe(checked.path)}: {safe(str(checked.error))}"
    elif checked.root is None:
        kind = f"; it looks like {checked.other}" if checked.other else ""
        yield f"{safe(checked.path)}: no ONNX message{kind}, so there is nothing to judge"


def _lines(make: Any) -> Any:
    """Return a writer of one line for each finding."""

    def lines(results: Results, _asked: list[Rule], _options: dict[str, Any]) -> Iterator[str]:
        for checked, _ in results:
            yield from _unread(checked)
            yield from (make(checked.path, finding) for finding in checked.findings)

    return lines


def _json(results: Results, _asked: list[Rule], _options: dict[str, Any]) -> Iterator[str]:
    from ...views.json_check import finding_json

    found = [
        {
            "path": json.text(checked.path),
            "root": checked.root,
            "error": json.text(str(checked.error)) if checked.error else None,
            "findings": [finding_json(finding) for finding in checked.findings],
        }
        for checked, _ in results
    ]
    yield json.dump({"format": json.FORMAT, "files": found}, 2)


def _sarif(results: Results, asked: list[Rule], _options: dict[str, Any]) -> Iterator[str]:
    from ...views.sarif import sarif

    pairs = [(checked.path, checked.findings) for checked, _ in results]
    yield json.dump(sarif(__version__, asked, pairs), 2)


_WRITERS = {
    "text": _text,
    "concise": _lines(view.concise),
    "github": _lines(view.github),
    "json": _json,
    "sarif": _sarif,
}


def _status(seen: list[Checked], fail_on: str) -> int:
    """Return 1 for a finding that counts, else 3 where a file could not be judged, else 0."""
    levels = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on != NEVER else ()
    if any(finding.severity in levels for checked in seen for finding in checked.findings):
        return 1
    return 3 if any(checked.root is None for checked in seen) else 0


@click.command("rule")
@click.argument("code", required=False)
@coloured
@helps
def rule_command(code: str | None, color: str) -> int:
    """onnxlens rule T003

    What a rule finds, why it matters and how to fix it; without CODE all rules.
    """
    from ...views.rule import rule_lines, rule_list

    sheet = page({**_LOOK, "color": color})
    write(rule_list(sheet, rules()) if code is None else rule_lines(sheet, rule_of(code.upper())))
    return 0
