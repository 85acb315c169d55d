"""Rules about stored values that their data type does not have."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.tensor.fault import BOOL, PADDING, RANGE, WASTE, Fault
from ...model.tensor.storage import Storage
from ..context import Context
from ..rule import Found, rule
from .tensors import BYTE_ORDER

_FLOAT6 = ("FLOAT6E2M3", "FLOAT6E3M2")


@rule("D020", "warning")
def entry_out_of_range(context: Context) -> Iterator[Found]:
    """
    Finds:
    The first entry of int32_data or uint64_data that the data type of the tensor does not have,
    such as 81920 for FLOAT16; for a float of 6 bits an error. Up to 64 KiB of each tensor are
    looked at, of those that are larger only with --deep.

    Why:
    Most readers keep the low bits without a word, others refuse or clip the number. Of FLOAT6 the
    comment on int32_data in onnx.proto says that the other bits MUST be zero, and the checker of
    the onnx package refuses them.

    Fix:
    Write numbers that the type has. Floats of 16 bits and less are stored as their bits.
    """
    for fault in context.tensors.of(RANGE):
        yield _found(fault, "error" if any(name in fault.text for name in _FLOAT6) else "")


@rule("D021", "error")
def bool_byte(context: Context) -> Iterator[Found]:
    """
    Finds:
    The first byte of raw_data of a BOOL tensor that is neither 0 nor 1. Up to 64 KiB of each tensor
    are looked at, of those that are larger only with --deep.

    Why:
    The comment on raw_data in onnx.proto says that a BOOL MUST be one byte, 1 for true and 0 for
    false. Another byte reads as true here and as a number there.

    Fix:
    Write 0 and 1 only.
    """
    yield from map(_found, context.tensors.of(BOOL))


@rule("D022", "warning")
def padding_bits(context: Context) -> Iterator[Found]:
    """
    Finds:
    Bits after the last element of a tensor of 2, 4 or 6 bits that are not 0; in raw_data of 6 bits
    an error.

    Why:
    The last byte is filled up with zeros. Of 6 bits the comment on raw_data in onnx.proto says so,
    and the checker of the onnx package refuses others. Such bits show that dims or the order of the
    elements are wrong, and make equal tensors differ.

    Fix:
    Set the bits to 0, or correct dims.
    """
    for fault in context.tensors.of(PADDING):
        tensor = fault.field.parent if fault.field.name == "raw_data" else None
        type = Storage(context.merged(tensor)).type if tensor is not None else None
        is_strict = type is not None and type.bits == 6
        yield _found(fault, "error" if is_strict else "")


@rule("D023", "info")
def wasteful_storage(context: Context) -> Iterator[Found]:
    """
    Finds:
    Entries of int32_data that take more than four times what raw_data would, from 1 KiB on.

    Why:
    Each negative entry costs 10 bytes, so that a tensor of 4 bits becomes twenty times as large.

    Fix:
    Store the tensor in raw_data.
    """
    yield from map(_found, context.tensors.of(WASTE))


@rule("D024", "info")
def byte_order_of_shape(context: Context) -> Iterator[Found]:
    """
    Finds:
    A few integers in raw_data that are no sizes as they stand, but are with the most significant
    byte first.

    Why:
    The comment on raw_data in onnx.proto requires little-endian order. Writers on other machines
    have stored 784 so that it reads as 268632064.

    Fix:
    If these are sizes or axes, reverse the bytes of each; else nothing.
    """
    yield from map(_found, context.tensors.of(BYTE_ORDER))


def _found(fault: Fault, severity: str = "") -> Found:
    return Found(fault.field, fault.text, span=fault.span, severity=severity)
