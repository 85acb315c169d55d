"""What the commands share: how a file is named, opened, and lines are written."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from ... import api
from ...errors import SourceError
from ...source import MemorySource, spool
from ...views.page import Page
from ...views.text import safe
from .complete import messages
from .help import helps
from .pipe import unless_closed
from .progress import Progress

F = TypeVar("F", bound=Callable[..., Any])
_BLOCK = 1 << 16  # characters that are written at a time


def reads_file(command: F) -> F:
    """Give a command the arguments and options of one that reads a file."""
    for decorate in reversed(_OPTIONS):
        command = decorate(command)
    return command


def offset(text: str) -> int:
    """Return an offset as people write it: 174, 0xAE, 240,078 or 240_078."""
    plain = text.strip().replace(",", "").replace("_", "")
    try:
        return int(plain, 16) if plain[:2].lower() == "0x" else int(plain, 10)
    except ValueError:
        needed = "needed a number as 174 or 0xAE"
        raise click.BadParameter(f"{safe(text, 40)} is no offset; {needed}") from None


def span(text: str) -> tuple[int, int]:
    """Return start and end of a half-open range ``A:B`` or ``A:+N``; either may be left out."""
    left, colon, right = text.partition(":")
    if not colon:
        raise click.BadParameter(f"{safe(text, 40)} is no range; needed A:B or A:+N")
    start = offset(left) if left else 0
    end = sys.maxsize
    if right:
        end = start + offset(right[1:]) if right[0] == "+" else offset(right)
    if not 0 <= start <= end:
        raise click.BadParameter(f"{safe(text, 40)} ends before it starts")
    return start, end


def hex_bytes(text: str) -> bytes:
    """Return the bytes of pairs of hexadecimal digits; white space and ``0x`` are left out."""
    try:
        return bytes.fromhex(text.replace("0x", " ").replace(",", " "))
    except ValueError:
        needed = "needed pairs of hex digits as 0A 01"
        raise click.BadParameter(f"{safe(text, 40)} is no bytes; {needed}") from None


coloured = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colours; NO_COLOR and FORCE_COLOR count for auto.",
)

_OPTIONS: list[Callable[[Any], Any]] = [
    click.option(
        "--hex",
        "hex_input",
        type=hex_bytes,
        metavar="HEX",
        help='The bytes themselves: "0A 01 78".',
    ),
    click.option(
        "--as",
        "kind",
        metavar="MESSAGE",
        shell_complete=messages,
        help="The root message, not told from the bytes.",
    ),
    click.option("--hex-offsets", is_flag=True, help="Offsets as 0x00AE."),
    coloured,
    click.option(
        "--max-records",
        type=click.IntRange(min=1, max=4_000_000_000),
        default=api.BUDGET,
        help="Records to index at most; 19 bytes of memory each.",
    ),
    helps,
]


def open_file(file: str | None, options: dict[str, Any]) -> api.Document:
    """Open what the person named: a path, ``-`` for standard input, or --hex."""
    data = options.get("hex_input")
    if (file is None) == (data is None):
        needed = "needed one FILE or --hex" if file is None else "needed FILE or --hex, not both"
        raise click.UsageError(needed, click.get_current_context())
    source = (
        MemorySource(data) if data is not None else spool(_stdin(), "-") if file == "-" else file
    )
    assert source is not None
    with Progress() as progress:
        document = api.open(
            source, options["kind"], max_records=options["max_records"], progress=progress.reached
        )
        document = _by_a_model(document, file, options)
    click.get_current_context().call_on_close(document.close)
    gc.enable()  # what starting made is kept anyway; see start.py
    return document


def _by_a_model(document: api.Document, file: str | None, options: dict[str, Any]) -> api.Document:
    """Return a document as what a model says it is: the one named, or the one in its layout."""
    model, role = options.get("model"), _role(options)
    if options["kind"] is not None or not (model or role or (file or "").endswith(".pb")):
        return document
    from ...api import testdata

    says = testdata.says_of(file or "", model, role, options[role] if role else None)
    if role and says is None:
        raise click.UsageError(f"--{role} needs --model FILE", click.get_current_context())
    return testdata.decided(document, says, options["max_records"])


def _role(options: dict[str, Any]) -> str | None:
    """Return which of --input and --output is given. Raises UsageError for both."""
    given = [role for role in ("input", "output") if options.get(role) is not None]
    if len(given) > 1:
        raise click.UsageError("needed --input or --output, not both", click.get_current_context())
    return given[0] if given else None


def with_model(command: F) -> F:
    """Give a command what names the model that says what a file of one value is."""
    for decorate in reversed(_MODEL):
        command = decorate(command)
    return command


_MODEL: list[Callable[[Any], Any]] = [
    click.option("--model", metavar="FILE", help="The model that says what the value is."),
    click.option("--input", metavar="I", help="Its input, by number or name."),
    click.option("--output", metavar="O", help="Its output, by number or name."),
]


def _stdin() -> Any:
    if sys.stdin is None or sys.stdin.isatty():
        raise SourceError("standard input is a terminal", name="-", next="onnxlens - < model.onnx")
    return sys.stdin.buffer


def page(options: dict[str, Any]) -> Page:
    """Return the page that standard output is."""
    terminal = sys.stdout.isatty()
    width = os.get_terminal_size().columns if terminal else 80
    if terminal and os.environ.get("COLUMNS", "").isdigit():
        width = int(os.environ["COLUMNS"])
    return Page(
        width or 80, terminal, _coloured(options["color"], terminal), options["hex_offsets"]
    )


def _coloured(when: str, terminal: bool) -> bool:
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return terminal and os.environ.get("TERM") != "dumb"


def write(lines: Iterable[str]) -> None:
    """Write lines to standard output in blocks; ``…`` becomes ``...`` where it cannot be shown."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    block: list[str] = []
    held = 0
    for line in lines:
        block.append((line if unicode else line.replace("…", "...")) + "\n")
        held += len(line)
        if held >= _BLOCK:
            _put("".join(block))
            block, held = [], 0
    _put("".join(block))


def _put(text: str) -> None:
    with unless_closed():
        sys.stdout.write(text)
