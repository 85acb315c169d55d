"""The commands that judge: check, rule."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from ...api.check import Checked, check_files, checked
from ...checks.catalog import rule_of, rules
from ...checks.rule import Rule
from ...errors import OnnxLensError, SchemaError, SourceError
from ...finding import SEVERITIES
from ...source import Source
from ...source.folder import files_in
from ...views.text import plural, safe
from .common import coloured, open_file, page, reads_file, write
from .complete import files
from .help import helps
from .pipe import unless_closed
from .reports import REPORTS
from .settings import NEVER, settings
from .working import Working

_ALL_RULES = "onnxlens rule lists all"
_LOOK = {"color": "auto", "hex_offsets": False}
_MANY = 4  # files from which on several processes share the work
_EXTENSION = ".onnx"  # a file in a folder that is so named is meant to be a model
_MACHINES = ("json", "sarif")  # formats in which a file that cannot be read is an entry
Results = Iterator[tuple[Checked | None, Source | None]]


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
    "--format", "form", type=click.Choice(list(REPORTS)), default="text", help="How it is written."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--all", "whole", is_flag=True, help="Every finding of a rule, not only ten.")
@click.option("--deep", is_flag=True, help="Rules too that read much, such as checksums.")
@click.option(
    "--infer", is_flag=True, help="Compare types with inferred ones; needs the onnx package."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=64),
    metavar="N",
    help="Processes for many files; one for each processor if not given.",
)
@reads_file
def check_command(paths: tuple[str, ...], fail_on: str | None, **options: Any) -> int:
    """onnxlens check model.onnx

    What is wrong with a file: every fault with its place and its reason.

    Several files may be named; a folder stands for all files in it. The exit status is 1 where
    something was found at or above --fail-on. [tool.onnxlens] in pyproject.toml may set select,
    ignore and fail-on.
    """
    table = settings(os.getcwd())
    options["form"] = "json" if options["as_json"] else options["form"]
    asked = asked_rules(options, table)
    report = REPORTS[options["form"]](page(options), asked, options["whole"])
    named, among = _files(paths)
    options["alone"] = not paths or (len(named) == 1 and not among)
    statuses, done = list[int](), [0]
    with Working(lambda: _state(named, done[0])) as working:
        for found, source in _results(named, among, options):
            done[0] += 1
            if found is not None:
                statuses.append(_status(found, fail_on or table.get("fail-on", SEVERITIES[0])))
                _write(working, report.file(found, source))
        _write(working, report.end())
    if not statuses:
        raise _nothing(paths, named)
    return 1 if 1 in statuses else max(statuses)


def asked_rules(options: dict[str, Any], table: dict[str, Any]) -> list[Rule]:
    """Return the rules that the person asks for; pyproject.toml stands in for what is not given."""
    for key in ("select", "ignore"):
        place = "" if options[key] else f"{table.get('path')}: "
        options[key] = options[key] or table.get(key, ())
        try:
            if options[key]:
                rules(options[key])
        except SchemaError as error:
            raise OnnxLensError(f"{place}{error}", next=_ALL_RULES) from error
    found = rules(options["select"], options["ignore"])
    found = [rule for rule in found if options["deep"] or not rule.deep]
    if not found:
        needed = "needed another --select or --ignore, or --deep"
        raise OnnxLensError(f"no rule is left; {needed}", next=_ALL_RULES)
    return found


def _files(paths: tuple[str, ...]) -> tuple[list[str], set[str]]:
    """Return all files once, in the order of ``paths``, and which of them only a folder names."""
    if len(paths) > 1 and "-" in paths:
        raise click.UsageError("needed - alone, without other files", click.get_current_context())
    named = list(dict.fromkeys(file for path in paths for file in files_in(path)))
    return named, set(named).difference(paths)


def _results(named: list[str], among: set[str], options: dict[str, Any]) -> Results:
    """Yield what was found in each file with its bytes, where they are open.

    None stands for a file in a folder that is of another format, and not named as a model.
    """
    words = {key: options[key] for key in ("select", "ignore", "deep", "infer")}
    if options["hex_input"] is not None or options["alone"]:
        yield _one(named[0] if named else None, options, words)
        return
    gc.enable()  # what starting made is kept anyway; see start.py
    jobs = (
        1
        if any(map(_is_ours, named))
        else options["jobs"] or (os.cpu_count() or 1 if len(named) >= _MANY else 1)
    )
    words.update(kind=options["kind"], max_records=options["max_records"])
    for found in check_files(named, max(1, min(jobs, len(named))), **words):
        other = found.root is None and found.read and not found.path.endswith(_EXTENSION)
        yield None if other and found.path in among else found, None


def _is_ours(path: str) -> bool:
    """Whether only this process can read what a path names, such as a pipe of the shell."""
    return path.startswith(("/dev/", "/proc/")) or (
        os.path.exists(path) and not os.path.isfile(path)
    )


def _one(
    path: str | None, options: dict[str, Any], words: dict[str, Any]
) -> tuple[Checked, Source | None]:
    """Return what was found in a file, or in standard input or --hex."""
    try:
        document = open_file(path, options)
    except SourceError as error:
        if options["form"] not in _MACHINES:
            raise
        return Checked(error.name, str(error), error.next), None
    return checked(path or document.name, document, **words), document.source


def _state(named: list[str], done: int) -> str:
    """Return how far the check is."""
    if len(named) < 2:
        return f"checking {safe(named[0], 60) if named else 'the bytes'}"
    return f"checked {done:,} of {len(named):,} files"


def _status(found: Checked, fail_on: str) -> int:
    """Return 1 for a finding that counts, else 3 where a file could not be judged, else 0."""
    levels = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on != NEVER else ()
    if any(finding.severity in levels for finding in found.findings):
        return 1
    return 3 if found.root is None else 0


def _write(working: Working, lines: Iterable[str]) -> None:
    """Write lines so that they are seen at once, and not behind the line about the work."""
    with working.aside(), unless_closed():
        write(lines)
        sys.stdout.flush()


def _nothing(paths: tuple[str, ...], named: list[str]) -> SourceError:
    what = f"{plural(len(named), 'file')}, none of them ONNX; needed a model"
    return SourceError(what, name=paths[0], next="name a file to learn what it is: onnxlens FILE")


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
    try:
        lines = rule_list(sheet, rules()) if code is None else rule_lines(sheet, _rule(code))
    except SchemaError as error:
        raise OnnxLensError(str(error), next=_ALL_RULES) from error
    write(lines)
    return 0


def _rule(code: str) -> Rule:
    """Return a rule by its code, whose zeros may be left out: ``w3``; or by its name."""
    letter, digits = code[:1].upper(), code[1:]
    if digits.isascii() and digits.isdecimal():
        return rule_of(f"{letter}{digits:0>3}")
    named = [rule for rule in rules() if rule.name == code.lower()]
    return named[0] if named else rule_of(code.upper())
