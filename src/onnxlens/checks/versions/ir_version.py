"""Rules about the number in ir_version, and about what is newer than it."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.ir import CONSTANT, CONSTANTS, WITH_IMPORTS, Reason, constants, reasons
from ...schema import ONNX_VERSION
from ...schema.releases import NEWEST_IR
from ...tree.field import Field
from ..context import Context
from ..rule import Found, rule


def stated(context: Context) -> Field | None:
    """Return the ir_version of the model; None where it is absent."""
    records = context.model.records("ir_version") if context.model else []
    return records[-1] if records else None


def number(field: Field) -> int:
    """Return the number in a record."""
    value = field.value
    return value if isinstance(value, int) else 0


@rule("V001", "error")
def ir_version_unknown(context: Context) -> Iterator[Found]:
    """
    Finds:
    An ir_version of 0 or below.

    Why:
    IR.md of ONNX ("ONNX Versioning") takes the numbers of the enum Version as the valid ones;
    they begin with 1, and 0 stands for none. Readers refuse the model before they look at
    anything else.

    Fix:
    Write the number that the content needs; onnxlens ir FILE tells it.
    """
    field = stated(context)
    if field is not None and number(field) < 1:
        message = f"ir_version is {number(field)}; needed 1 to {NEWEST_IR}"
        yield Found(field, message)


@rule("V002", "warning")
def ir_version_newer_than_known(context: Context) -> Iterator[Found]:
    """
    Finds:
    An ir_version above the newest one that onnxlens knows.

    Why:
    IR.md of ONNX takes the numbers of the enum Version as the valid ones. A newer one may be
    right, but the onnx package and runtimes of today refuse it, and onnxlens does not know what
    it brought.

    Fix:
    Where nothing in the model is so new, write the number that the content needs; onnxlens ir
    FILE tells it.
    """
    field = stated(context)
    if field is not None and number(field) > NEWEST_IR:
        known = f"{NEWEST_IR}, the newest of onnx {ONNX_VERSION}"
        yield Found(field, f"ir_version is {number(field)}, above {known}; needed 1 to {NEWEST_IR}")


@rule("V003", "warning")
def feature_newer_than_ir_version(context: Context) -> Iterator[Found]:
    """
    Finds:
    A field, a data type or an attribute type that came with a later IR version than the model
    states.

    Why:
    The comments of the enum Version in onnx.proto say which version brought what. A reader of
    the stated version does not know the feature: it drops an unknown field without a word, and
    refuses an unknown data type. Files of IR 1 and 2 imply version 1 of ai.onnx, so that there
    an opset_import is an error: the comment says that IR 3 added it.

    Fix:
    Raise ir_version to the number in the message, or take the feature out. From IR 4 on
    initializers that are inputs too are defaults that a caller may replace.
    """
    field = stated(context)
    if field is None or number(field) < 1:
        return
    for reason in reasons(context.document, number(field)):
        if reason.what != CONSTANT:
            severity = "error" if reason.ir_version == WITH_IMPORTS else ""
            yield _found(reason, reason.places, field, severity)


@rule("V004", "error")
def initializer_not_an_input(context: Context) -> Iterator[Found]:
    """
    Finds:
    In a model of IR 3 or below, an initializer that is not among the inputs of its graph.

    Why:
    Up to IR 3 initializers had to be a subset of the inputs; the comment at IR 4 in onnx.proto
    says that it relaxed this. The onnx package and runtimes refuse such a model.

    Fix:
    Raise ir_version to 4, or add an input of the same name and type for each initializer.
    """
    field = stated(context)
    if field is None or not 0 < number(field) < CONSTANTS:
        return
    for reason in constants(context.document):
        graphs = [place.parent for place in reason.places]
        if not all(context.is_whole(context.merged(graph)) for graph in graphs if graph):
            continue  # what is cut off may have been the inputs
        names = [context.merged(place).records("name")[-1] for place in reason.places]
        yield _found(reason, names, field)


def _found(reason: Reason, places: list[Field], version: Field, severity: str = "") -> Found:
    others = reason.count - 1
    more = f", also in {others:,} more place{'s' if others > 1 else ''}" if others else ""
    message = f"ir_version is {number(version)}; {reason.what} needs {reason.ir_version}{more}"
    related = [(version, "the version"), *((place, "another") for place in places[1:])]
    return Found(places[0], message, *related, severity=severity)
