"""The option --help of every command, which shows an example first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from .pipe import unless_closed

F = TypeVar("F", bound=Callable[..., Any])


def _show(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    example, blank, rest = (ctx.command.help or "").partition("\n\n")
    shown = ""
    if blank and not isinstance(ctx.command, click.Group):
        shown = f"  {example}\n\n"
        ctx.command.help = rest
    with unless_closed():
        click.echo(shown + ctx.get_help())
    ctx.exit()


def helps(command: F) -> F:
    """Give a command --help and -h.

    Ours, since click's own asks for translations and so loads ``locale``: 2 ms at every start.
    """
    option = click.option(
        "--help", "-h", is_flag=True, is_eager=True, expose_value=False, callback=_show,
        help="Show this page.",
    )  # fmt: skip
    return option(command)
