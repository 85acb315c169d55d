"""Rules about external_data: the place of a tensor in a data file, as its entries state it."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.external.remarks import where
from ...model.external.sizes import stated_size
from ...model.tensors import tensor_type
from ...model.words import NAME_LIMIT
from ...schema.standard import EXTERNAL, standard
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .beside import Entry, at, beyond, entries

_WRAP = 1 << 64
_DIGITS = 100  # of a number that is worked out


@rule("D030", "error")
def location_missing(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor in another file whose external_data has no location, or an empty one.

    Why:
    The comment on external_data in onnx.proto requires the key location. The checker of the onnx
    package refuses a tensor without it.

    Fix:
    Write the path of the file, relative to the folder of the model.
    """
    for use in context.data_files.odd:
        tensor = use.tensor.tensor
        if use.tensor.external.location or not context.is_whole(tensor):
            continue
        found = [entry for entry in entries(use) if entry.key == "location"]
        if found:
            yield Found(found[-1].field, "location is empty; needed the path of the data file")
        else:
            text = "external_data has no location; needed the path of the data file"
            yield Found(tensor.field, text)


@rule("D031", "error")
def no_position(context: Context) -> Iterator[Found]:
    """
    Finds:
    An offset or length in external_data that is not a non-negative decimal, such as -1 or 0x10.

    Why:
    The comment on external_data in onnx.proto defines both as a number of bytes, stored as decimal
    text. Readers refuse the tensor or, worse, read another place: a negative length has been taken
    for all of the file.

    Fix:
    Write the digits of the number; leave the entry out for offset 0 or for all that follows.
    """
    for use in context.data_files.odd:
        if use.tensor.external.placed:
            continue
        for key in ("offset", "length"):
            found = [entry for entry in entries(use) if entry.key == key]
            text = _not_a_number(found[-1]) if found else ""
            if text:
                yield Found(found[-1].field, text)


def _not_a_number(entry: Entry) -> str:
    value = entry.value
    if not (value.isascii() and value.isdigit()):
        return f"{entry.key} is {_quoted(value)}; needed a non-negative decimal"
    digits = len(value.lstrip("0"))
    return f"{entry.key} has {digits:,} digits; 2^63 has 19" if digits > _DIGITS else ""


@rule("D032", "error")
def position_wraps(context: Context) -> Iterator[Found]:
    """
    Finds:
    An offset, or offset and length together, of 2^63 or more.

    Why:
    The comment on external_data in onnx.proto makes them bytes of a file, and no file is as long. A
    reader that adds them in 64 bits gets a small number, so that its test against the size of the
    file passes, and it reads outside.

    Fix:
    Treat the file as untrusted, or write the numbers anew.
    """
    for use in context.data_files.odd:
        end = beyond(use)
        if not end:
            continue
        external = use.tensor.external
        text = f"offset {external.offset}"
        if external.length is not None:
            text += f" + length {external.length} is {end}"
        wraps = external.length is not None and end >= _WRAP
        tail = f", which wraps to {end % _WRAP} in 64 bits" if wraps else ""
        field = at(use, "offset", "length")
        yield Found(field, f"{text}{tail}; needed an end below 2^63")


@rule("D033", "warning")
def external_key_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    A key of external_data that a tensor has more than once; two locations that differ are X005.

    Why:
    ONNX does not say which one counts. The loader of the onnx package takes the last one, other
    readers the first.

    Fix:
    Keep the entry that is meant.
    """
    for use in context.data_files.odd:
        by_key: dict[str, list[Entry]] = {}
        for entry in entries(use):
            if standard(EXTERNAL, entry.key) is not None and entry.key:
                by_key.setdefault(entry.key, []).append(entry)
        for key, found in by_key.items():
            if len(found) < 2 or (key == "location" and len({each.value for each in found}) > 1):
                continue
            first, last = found[0], found[-1]
            text = f"{key} is given {len(found):,} times, {_quoted(first.value)} and last "
            text += f"{_quoted(last.value)}; needed one"
            yield Found(last.message.field, text, (first.message.field, "the first one"))


@rule("D034", "error")
def external_length(context: Context) -> Iterator[Found]:
    """
    Finds:
    A length in external_data that is not what dims and data_type ask for.

    Why:
    The comment on external_data in onnx.proto makes length the number of bytes that hold the data,
    and by that on raw_data each element has a fixed width. The checker of the onnx package lets it
    pass, but no reader can put the bytes into the shape; some read past their end.

    Fix:
    Correct length, dims or data_type, whichever is wrong.
    """
    for file in context.data_files.files:
        for use in file.uses:
            external = use.tensor.external
            if external.length is None or not external.placed or beyond(use):
                continue
            tensor = use.tensor.tensor
            stated = stated_size(tensor)
            if stated is not None and stated != external.length and context.is_whole(tensor):
                text = f"length is {external.length:,}; {tensor_type(tensor)} needs {stated:,}"
                yield Found(at(use, "length"), f"{text} bytes")


@rule("D035", "warning")
def gap_in_data_file(context: Context) -> Iterator[Found]:
    """
    Finds:
    More than 64 KiB of a data file, before or between tensors, that no tensor refers to.

    Why:
    ExternalData.md aligns tensors to 4 KiB or 64 KiB at most, so this is no padding. A tool that
    saves the model anew has to fill the gap, which a large offset makes as large as it likes; often
    the bytes are what a writer left that appends to the file at each save.

    Fix:
    Nothing, where several models share the file. Otherwise save the data into a new file.
    """
    for file, covered in context.data_files.covered:
        starts = {use.start: use for use in reversed(file.uses) if use.tensor.external.placed}
        for gap in covered.notable_gaps:
            use = starts.get(gap.end)
            if use is None or beyond(use) or (covered.size is not None and gap.end > covered.size):
                continue
            text = f"no tensor refers to {gap} of {where(file.location)}, {gap.size:,} bytes"
            if covered.size:
                text += f", {100 * gap.size / covered.size:.1f} % of the file"
            field = at(use, "offset", "location")
            yield Found(field, f"{text}; padding is 65,536 at most")


@rule("D036", "warning")
def overlap_in_data_file(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor that shares some bytes of a data file with another one, and not all.

    Why:
    Tensors may share the same bytes. That they share a part means that an offset or a length is
    wrong, and that a tool which writes one of them changes the other.

    Fix:
    Correct offset or length, or save the data into a new file.
    """
    for _, covered in context.data_files.covered:
        for overlap in covered.overlaps:
            first, second = overlap.first, overlap.second
            if beyond(first) or beyond(second):
                continue
            text = f"{second.tensor.called} and {first.tensor.called} share {overlap.span}"
            text += f", {overlap.span.size:,} bytes, and not all; needed the same bytes or none"
            field, other = at(second, "offset", "location"), at(first, "offset", "location")
            yield Found(field, text, (other, first.tensor.called))


def _quoted(text: str) -> str:
    return quote(text if len(text) <= NAME_LIMIT else f"{text[:NAME_LIMIT]}…")
