"""Rules about the names of symbols, of which each is looked at once for all axes that have it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ...model.graph.names import slot
from ...model.words import NAME_LIMIT
from ...tree.field import Field
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .places import RELATED, axis_of, counts

_FUNCTION = slot("ModelProto", "functions")
_SPACE = "white space at an end"


@rule("T020", "info")
def symbol_like_number(context: Context) -> Iterator[Found]:
    """
    Finds:
    A dim_param whose text is a number, such as "1".

    Why:
    It is a name and no size: the axis stays open, although viewers print it like a fixed size.

    Fix:
    Write the number as dim_value if the size is fixed, else give the symbol a name that says what
    it counts.
    """
    for rows, text, remark in _odd(context, "a name that looks like a number"):
        yield _found(context, rows, f"dim_param {text} is {remark}; needed a dim_value or a word")


@rule("T021", "warning")
def placeholder_symbol_reused(context: Context) -> Iterator[Found]:
    """
    Finds:
    A dim_param such as "None", "?", "-1" or an empty one on several axes.

    Why:
    IR.md, under Static tensor shapes, makes a dimension variable the same size wherever it stands
    in a model. Written for "not known" on axes that differ, it states what is not true, and
    runtimes that trust it share buffers wrongly or warn. An empty one was once considered for such
    axes and discarded.

    Fix:
    Leave dim_value and dim_param out where a size is not known; give axes that are equal a name.
    """
    for rows, text, _ in _odd(context, "placeholder-like"):
        for group in _by_function(context, rows):
            if len(group) > 1:
                equal = f"dim_param {text} is on {len(group):,} axes, which makes them equal"
                yield _found(context, group, f"{equal}; needed no dim_param for an unknown size")


@rule("T022", "info")
def symbol_is_expression(context: Context) -> Iterator[Found]:
    """
    Finds:
    A dim_param that is an expression, such as "floor(W/2) + 1".

    Why:
    ONNX takes the whole text as one name and computes nothing; IR.md wants an identifier of C. Some
    tools do evaluate such texts, and not all of them in the same way.

    Fix:
    Nothing is to be done if the tools at hand agree; else give the size a name of its own.
    """
    for rows, text, remark in _odd(context, "an expression"):
        yield _found(context, rows, f"dim_param {text} is {remark}; needed an identifier")


@rule("T023", "info")
def symbol_with_space(context: Context) -> Iterator[Found]:
    """
    Finds:
    A dim_param with white space at an end. It is a warning where the model also has the same name
    without it.

    Why:
    White space is part of the name, so "N " and "N" are two sizes that nothing ties together.
    IR.md, under Static tensor shapes, wants an identifier of C.

    Fix:
    Take the white space away on all axes that have the name.
    """
    for rows, text, _ in _odd(context, _SPACE):
        plain = _text(context, rows[0]).strip()
        others = context.symbols.rows(plain) if plain else []
        twin = [row for row in others if counts(context, row)][:1]
        message = f"dim_param {text} has white space at an end, which is part of the name"
        if not twin:
            yield _found(context, rows, f"{message}; needed an identifier")
            continue
        message += f"; {quote(plain)} is another symbol; needed one name"
        yield _found(context, rows, message, twin, "warning")


def _odd(context: Context, sign: str) -> Iterator[tuple[list[int], str, str]]:
    """Yield the rows of each symbol of one kind, its text in quotes, and what makes it one.

    ``sign`` is how the words of ``kind_of_symbol`` begin, or _SPACE, which comes after others.
    """
    for rows, remark in context.symbols.odd:
        kind, space, _ = remark.partition(_SPACE)
        if space == sign or (sign != _SPACE and kind.startswith(sign)):
            kept = [row for row in rows if counts(context, row)]
            if kept:
                yield kept, quote(_text(context, kept[0])), kind.removesuffix("; ")


def _text(context: Context, row: int) -> str:
    text = str(Field(context.document, row).preview(4 * NAME_LIMIT))
    return text if len(text) <= NAME_LIMIT else text[:NAME_LIMIT] + "…"


def _by_function(context: Context, rows: list[int]) -> list[list[int]]:
    """Return rows by the function that they stand in: a symbol in a function is its own."""
    functions = context.scopes.columns.rows(_FUNCTION)
    nexts = context.document.index.next
    groups: dict[int, list[int]] = {}
    for row in rows:
        at = bisect_right(functions, row) - 1
        inside = at >= 0 and row < nexts[functions[at]]
        groups.setdefault(at if inside else -1, []).append(row)
    return list(groups.values())


def _found(
    context: Context,
    rows: list[int],
    message: str,
    more: Sequence[int] = (),
    severity: str = "",
) -> Found:
    """Return the finding at the first axis that names the next ones too."""
    record, *_ = fields = [Field(context.document, row) for row in rows[: RELATED + 1]]
    fields += [Field(context.document, row) for row in more]
    others = [(field, axis_of(field)) for field in fields[1:]]
    span = record.payload if record.payload.size else record.span
    text = f"{message}; it is {axis_of(record)}"
    return Found(record, text, *others, span=span, severity=severity)
