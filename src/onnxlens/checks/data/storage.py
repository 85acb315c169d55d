"""Rules about the field that holds the elements of a tensor, and how many there are."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.tensor.fault import (
    ABSENT,
    BESIDE_EXTERNAL,
    IGNORED_EXTERNAL,
    MISMATCH,
    RANK,
    SEGMENT,
    SIZE,
    STRING_OUTSIDE,
    TWO_FIELDS,
    TYPE,
    WRONG_FIELD,
    Fault,
)
from ...model.tensors import DATA_FIELDS
from ..context import Context
from ..rule import Found, rule


@rule("D001", "error")
def tensor_type_unknown(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor whose data_type is 0, UNDEFINED, or a number that is no data type.

    Why:
    The comment on TensorProto.data_type in onnx.proto says that it MUST be a valid data type.
    Nobody can tell how large an element is, so the values cannot be read.

    Fix:
    Write the number of the data type that is meant; the command schema TensorProto.DataType lists
    them.
    """
    for fault in context.tensors.of(TYPE):
        if fault.field.name == "data_type":
            yield _found(fault, f"{fault.text}; needed a data type such as FLOAT (1)")


@rule("D002", "error")
def negative_dim_of_tensor(context: Context) -> Iterator[Found]:
    """
    Finds:
    A negative size in dims of a stored tensor.

    Why:
    TensorProto.dims in onnx.proto is the shape of data that is there, so that no size can be open.
    The checker of the onnx package refuses the tensor.

    Fix:
    Write the real size.
    """
    yield from map(_found, context.tensors.of(SIZE))


@rule("D003", "error")
def tensor_without_data(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor that has elements by its dims, no field that holds them, and no data in another file.

    Why:
    The comments of TensorProto in onnx.proto have exactly one field hold the elements, and the
    checker of the onnx package refuses a tensor with none. Tools that rebuild a model have dropped
    external_data or data_location so, and some runtimes read past the end.

    Fix:
    Restore the data, or the external_data together with data_location EXTERNAL.
    """
    yield from map(_found, context.tensors.of(ABSENT))


@rule("D004", "error")
def data_does_not_fit_dims(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor with more or fewer bytes in raw_data, or entries in its typed field, than dims and
    data_type ask for. Varints of over 64 KiB are counted only with --deep, unless no way to count
    them can fit.

    Why:
    The comments of TensorProto in onnx.proto give each data type a fixed width in raw_data, and say
    how many elements an entry of a typed field holds. Too little is refused by the checker of the
    onnx package; too much cannot be put into the shape. A size without the data to go with it has
    made readers run out of memory.

    Fix:
    Correct dims or data_type, or write all the data. Only types of 4 and 2 bits put several
    elements into one entry.
    """
    yield from map(_found, context.tensors.of(MISMATCH))


@rule("D005", "error")
def data_in_wrong_field(context: Context) -> Iterator[Found]:
    """
    Finds:
    Elements in a field that is not for the data type of the tensor, such as STRING in raw_data.

    Why:
    The comment on each data field in onnx.proto says which data types MUST stand in it. Readers
    look into the right field only, and find nothing.

    Fix:
    Store the elements in the field of their type or, all but STRING, in raw_data.
    """
    yield from map(_found, context.tensors.of(WRONG_FIELD))


@rule("D006", "error")
def data_in_two_fields(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor with raw_data and a typed field at once.

    Why:
    The comments of TensorProto in onnx.proto have exactly one field hold the elements; the checker
    of the onnx package refuses two. Where they differ, readers see different weights.

    Fix:
    Remove the field that is not meant.
    """
    yield from map(_found, context.tensors.of(TWO_FIELDS))


@rule("D007", "error")
def data_beside_external(context: Context) -> Iterator[Found]:
    """
    Finds:
    A data field in a tensor whose data_location is EXTERNAL.

    Why:
    By the comment on data_location in onnx.proto the elements are in the other file, so those here
    are not used. The checker of the onnx package refuses such a tensor.

    Fix:
    Remove the field, or external_data and data_location.
    """
    yield from map(_found, context.tensors.of(BESIDE_EXTERNAL))


@rule("D008", "warning")
def external_data_ignored(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor with external_data whose data_location is DEFAULT or absent; an error where no other
    data is there.

    Why:
    By the comment on data_location in onnx.proto the elements then stand in the file itself, and no
    reader opens the other one. Without a field for them the tensor has no data, which the checker
    of the onnx package refuses.

    Fix:
    Set data_location to EXTERNAL, or remove external_data.
    """
    for fault in context.tensors.of(IGNORED_EXTERNAL):
        tensor = fault.field.parent
        message = context.merged(tensor) if tensor is not None else None
        has_data = message is not None and any(message.count(name) for name in DATA_FIELDS)
        found = _found(fault, fault.text if has_data else f"{fault.text}; there is no other data")
        found.severity = "" if has_data else "error"
        yield found


@rule("D009", "error")
def strings_outside(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor of STRING whose data_location is EXTERNAL.

    Why:
    The comment on raw_data in onnx.proto requires strings to be in string_data; another file holds
    only what raw_data would, in which nothing tells where a string ends.

    Fix:
    Store the strings in string_data.
    """
    yield from map(_found, context.tensors.of(STRING_OUTSIDE))


@rule("D010", "warning")
def segment_of_tensor(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor with segment, which says that it holds a part of a larger one.

    Why:
    The field is in onnx.proto, but the helpers of the onnx package refuse such a tensor, and no
    part of ONNX says how the others are found. A sequence that is read as a tensor looks like this
    too.

    Fix:
    Store the tensor as a whole, in another file if it is large.
    """
    yield from map(_found, context.tensors.of(SEGMENT))


@rule("D011", "info")
def more_axes_than_numpy(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor with more than 64 dims.

    Why:
    ONNX sets no limit, but numpy, in which most tools hold tensors, has 64 axes at most.

    Fix:
    Nothing, where it is meant. More often the dims are other bytes that were read as numbers.
    """
    yield from map(_found, context.tensors.of(RANK))


def _found(fault: Fault, message: str = "") -> Found:
    return Found(fault.field, message or fault.text, span=fault.span)
