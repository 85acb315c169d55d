"""What a shell offers to complete: file names, and names of the schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def files(
    ctx: click.Context, param: click.Parameter | None, incomplete: str
) -> list[CompletionItem]:
    """Leave it to the shell to list files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def messages(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the messages that begin with what stands there."""
    from ... import schema

    return [m.name for m in schema.messages() if m.name.startswith(incomplete)]


def names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return messages, enums, and once a message is whole its fields."""
    from ... import schema

    known = [m.name for m in schema.messages()] + [e.name for e in schema.enums()]
    known += [field.qualified for message in schema.messages() for field in message.fields]
    dots = incomplete.count(".") + 1
    return [n for n in known if n.startswith(incomplete) and n.count(".") <= dots]
