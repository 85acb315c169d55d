"""The command ``onnxlens``: its commands, its help, and the one place where errors end."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from ... import __version__
from ...errors import OnnxLensError, PathError, SchemaError, SourceError, TypeSyntaxError
from ...views.text import safe, width
from .complete import files
from .help import helps
from .pipe import flush, unless_closed

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# group -> command -> (module, first sentence); modules are imported when their command runs
GROUPS = {
    "look": {
        "summary": ("look", "What a file is, takes and gives, and where its bytes went."),
        "tree": ("look", "The fields as a nested list with offset, size and value."),
        "bytes": ("look", "The byte table: offset, bytes, field, meaning."),
        "hex": ("look", "A hex dump with a mark where each field starts."),
        "at": ("ask", "The field at an offset, its path and what encloses it."),
        "get": ("ask", "The value of one field."),
        "values": ("values", "A stored value: a tensor, sequence, map or optional."),
        "find": ("ask", "Fields by name, value, operator or bytes."),
    },
    "judge": {
        "check": ("check", "What is wrong with files: every fault, its place and its reason."),
        "rule": ("check", "What a rule finds, why it matters, how to fix it."),
        "denotations": ("denotations", "Which denotation flows where through the graph."),
        "ir": ("ir", "The IR version that the content needs, and why."),
    },
    "learn": {
        "type": ("learn", "A type as text in either notation, and its bytes."),
        "schema": ("learn", "The reference: messages, fields, enums and operators of ONNX."),
        "completion": ("learn", "The script that completes commands in a shell."),
    },
    "open": {
        "serve": ("serve", "A page in the browser: bytes, fields and meaning side by side."),
        "report": ("report", "One page about a file, complete in itself, for an issue or a mail."),
    },
}
_COMMANDS = {name: module for group in GROUPS.values() for name, (module, _) in group.items()}
_SHOWN, _SHOWN_BEFORE = 76, 50  # characters of a text with a mark under a place in it
SEED = "0A 01 78 12 0F 0A 0D 08 01 12 09 0A 02 08 01 0A 03 12 01 4E"

_BRIEF = f"""\
What every byte of an ONNX file says, and what it means.
  onnxlens FILE            summary; FILE is a path, - or --hex "0A 01"
  look     summary tree bytes hex at get values find     open   serve report
  judge    check rule denotations ir          learn  type schema completion
  options  --as MESSAGE  --json  --jsonl  --hex-offsets  --color WHEN  --help
  exit     0 shown  1 findings  2 usage  3 cannot be read or not ONNX
try: onnxlens bytes --fold --hex "{SEED}"
"""

_EXAMPLES = """
Examples:
  onnxlens model.onnx                         what it is, takes and gives
  onnxlens tree model.onnx graph --depth 3    the fields below a path
  onnxlens schema TypeProto.Tensor            what the fields of a message mean
  onnxlens serve model.onnx                   all of it in the browser
"""


class Commands(click.Group):
    """The commands, each imported when it is asked for; a file's name means its summary."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        module = import_module(f".{_COMMANDS[name]}", __package__)
        command: click.Command = getattr(module, f"{name}_command")
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in _COMMANDS and args[0] not in ("--help", "-h", "--version"):
            args = ["summary", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return [*super().shell_complete(ctx, incomplete), *files(ctx, None, incomplete)]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(
            _BRIEF.splitlines()[0] + "\n\n  onnxlens FILE   is  onnxlens summary FILE\n"
        )
        for group, commands in GROUPS.items():
            formatter.write(f"\n{group}\n")
            for name, (_, sentence) in commands.items():
                formatter.write(f"  {name:<12}{sentence}\n")
        formatter.write("\n" + "\n".join(_BRIEF.splitlines()[4:6]) + "\n" + _EXAMPLES)


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from ...wire.backend import DESCRIPTION

        with unless_closed():
            click.echo(f"onnxlens {__version__}, scanner: {safe(DESCRIPTION)}")
        ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": []},
)
@helps
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """What every byte of an ONNX file says, and what it means."""
    if ctx.invoked_subcommand is None:
        with unless_closed():
            click.echo(_BRIEF, nl=False)


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    sys.exit(run(args))


def run(args: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = cli.main(args, prog_name="onnxlens", standalone_mode=False)
        flush()
        return status if isinstance(status, int) else 0
    except click.exceptions.Abort:
        return 130
    except click.ClickException as error:
        return _say(_words(error), _hint(error), 2)
    except SourceError as error:
        return _say(f"{error.name}: {error}", _command_like(error.name) or error.next, 3)
    except PathError as error:
        return _say(str(error), _corrected(args, error), 2)
    except SchemaError as error:
        return _say(str(error), "onnxlens schema lists all 33", 2)
    except TypeSyntaxError as error:
        return _say(str(error), "onnxlens type --help", 2, _pointed(error))
    except OnnxLensError as error:
        return _say(str(error), error.next, 2)
    except KeyboardInterrupt:
        return 130


def _say(message: str, advice: str | None, status: int, before: tuple[str, ...] = ()) -> int:
    """Write what was found and needed, then what to do, to standard error."""
    flush()
    after = [f"next         {safe(advice, 2000)}"] if advice else []
    lines = [*before, safe(message, 2000), *after]
    sys.stderr.write("".join(f"{line}\n" for line in lines))
    return status


def _pointed(error: TypeSyntaxError) -> tuple[str, str]:
    """Return the text of a type, and a mark under the place that does not read."""
    text, at = error.text or "", error.position or 0
    start = max(0, at - _SHOWN_BEFORE)
    before, shown = safe(text[start:at], 4 * _SHOWN), safe(text[start : start + _SHOWN], 4 * _SHOWN)
    return shown, " " * width(before) + "^"


def _words(error: click.ClickException) -> str:
    """Return what was needed, in our words where click's would be about values in general."""
    param: Any = getattr(error, "param", None)
    if isinstance(error, click.MissingParameter) and param is not None:
        return f"needed {param.make_metavar(error.ctx) if param.name else 'an argument'}"
    if isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter):
        return f"{param.opts[-1]}: {error.message}" if param is not None else error.message
    return error.format_message()


def _command_like(name: str) -> str | None:
    """Return the command that a name without a dot or slash was perhaps meant to be."""
    import difflib

    near = [] if set("./\\") & set(name) else difflib.get_close_matches(name, _COMMANDS, 1)
    return f"did you mean onnxlens {near[0]}?" if near else None


def _corrected(args: list[str] | None, error: PathError) -> str | None:
    """Return the same command with the nearest path that exists."""
    import shlex

    words = sys.argv[1:] if args is None else args
    if not error.nearest or error.path not in words:
        return None
    return shlex.join(["onnxlens", *(error.nearest if w == error.path else w for w in words)])


def _hint(error: click.ClickException) -> str | None:
    ctx: Any = getattr(error, "ctx", None)
    return f"{ctx.command_path} --help" if ctx is not None else None
