"""Rules about data files as they are on disk; of bytes without a folder nothing is said."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import SourceError
from ...model.external.checksum import Checked, check
from ...model.external.files import PRESENT
from ...model.external.inside import MISSING
from ...model.external.needed import NeededFile
from ...model.external.remarks import where
from ...model.external.sizes import stated_size
from ...model.tensors import tensor_type
from ..context import Context
from ..rule import Found, rule
from .beside import at, beyond, others


@rule("D040", "error")
def data_file_missing(context: Context) -> Iterator[Found]:
    """
    Finds:
    A data file that is not there. It is told once, with the first of its tensors.

    Why:
    The comment on external_data in onnx.proto gives the path relative to the folder of the model.
    The checker of the onnx package refuses a model whose file is not there, and no reader has its
    weights. Files get lost where only the model is copied, and where one of them is renamed.

    Fix:
    Put the file where location says, or correct location.
    """
    for file in context.data_files.files:
        if file.file.state == MISSING:
            text = f"{where(file.location)}: {file.file.reason}; {_users(file)}"
            yield Found(at(file.uses[0], "location"), text, *others(file.uses))


@rule("D041", "error")
def data_file_without_data(context: Context) -> Iterator[Found]:
    """
    Finds:
    A data file that is something else: a Git LFS pointer, a web page, a packed file, a model.

    Why:
    The comment on external_data in onnx.proto has the file hold the bytes of tensors. What is there
    would be read as weights, or is too short for them.

    Fix:
    Fetch the file itself, for a pointer with git lfs pull; look whether a model was copied to the
    name of its data.
    """
    for file in context.data_files.files:
        if file.file.content:
            text = f"{where(file.location)} is {file.file.content}"
            yield Found(at(file.uses[0], "location"), text, *others(file.uses))


@rule("D042", "error")
def outside_of_data_file(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor that ends after the last byte of its data file.

    Why:
    The comment on external_data in onnx.proto makes offset and length a place in the file. The
    loader of the onnx package refuses the tensor; others have read past the end. The file was cut
    off, or is not the one that belongs to the model.

    Fix:
    Fetch the file again, or save the model anew.
    """
    for file, covered in context.data_files.covered:
        for use in covered.outside:
            if beyond(use):
                continue
            takes = f"begins at byte {use.start:,}"
            takes = takes if use.end is None else f"needs bytes {use.start:,} to {use.end:,}"
            size = f"{where(file.location)} has {covered.size or 0:,}"
            field = at(use, "offset", "length", "location")
            yield Found(field, f"{use.tensor.called} {takes}; {size}")


@rule("D043", "warning")
def external_data_without_length(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor without a length in external_data, where the file goes on after its last element.

    Why:
    By ExternalData.md such a tensor takes all bytes up to the end of the file. The loader of the
    onnx package reads them all, and cannot put them into the shape; other readers go by dims.

    Fix:
    Add the length.
    """
    for file in context.data_files.files:
        for use in file.uses if file.file.state == PRESENT and not file.file.content else ():
            external = use.tensor.external
            if external.length is not None or not external.placed or beyond(use):
                continue
            rest = (file.file.size or 0) - external.offset
            tensor = use.tensor.tensor
            stated = stated_size(tensor)
            if stated is not None and rest > stated:
                text = f"no length, so {rest:,} bytes to the end of {where(file.location)}"
                text = f"{text}; {tensor_type(tensor)} needs {stated:,}"
                yield Found(at(use, "location"), text)


@rule("D044", "info")
def unreferenced_data(context: Context) -> Iterator[Found]:
    """
    Finds:
    Bytes at the end of a data file that no tensor refers to.

    Why:
    They may be of another model that shares the file, padding, or what is left of an earlier save.

    Fix:
    Nothing, where the file is shared. Otherwise save the data into a new file.
    """
    for file, covered in context.data_files.covered:
        tail = covered.tail
        if tail is None or not tail.size or not covered.size:
            continue
        text = f"no tensor refers to the last {tail.size:,} of {covered.size:,} bytes of "
        share = f"{100 * tail.size / covered.size:.1f} %"
        yield Found(at(file.uses[0], "location"), f"{text}{where(file.location)}, {share}")


@rule("D045", "error", deep=True)
def checksum_differs(context: Context) -> Iterator[Found]:
    """
    Finds:
    A checksum in external_data that is not the SHA-1 of the data file.

    Why:
    The comment on external_data in onnx.proto defines it as the SHA-1 of the file. The file is not
    the one that was written: it was changed, exchanged or cut off. The onnx package compares none.

    Fix:
    Fetch the file again from where the model came from; write the checksum anew only if the change
    is known.
    """
    for file in context.data_files.files:
        found = _checked(context, file)
        wrong = found.mismatch if found is not None else []
        if found is not None and wrong:
            stated = wrong[0].tensor.external.checksum or ""
            text = f"checksum {where(stated)}; the SHA-1 of {where(file.location)} is {found.sha1}"
            related = [(at(use, "checksum"), use.tensor.called) for use in wrong[1:9]]
            yield Found(at(wrong[0], "checksum"), text, *related)


@rule("D046", "info", deep=True)
def no_checksum(context: Context) -> Iterator[Found]:
    """
    Finds:
    A data file of which no tensor states a checksum.

    Why:
    The key is optional. Without it nothing tells whether the file holds what the writer of the
    model stored: weights can be exchanged without a change to the model.

    Fix:
    Nothing, where the file comes from a trusted place. Else write the SHA-1 as checksum.
    """
    for file in context.data_files.files:
        stated = any(use.tensor.external.checksum is not None for use in file.uses)
        if file.file.state == PRESENT and not stated:
            text = f"no checksum for {where(file.location)}; {_users(file)}"
            yield Found(at(file.uses[0], "location"), text)


def _checked(context: Context, file: NeededFile) -> Checked | None:
    if file.file.state != PRESENT or file.file.content:
        return None
    try:
        with context.data_files.opener as opener:
            return check(file, opener.source(file.location))
    except SourceError:  # it was there a moment ago
        return None


def _users(file: NeededFile) -> str:
    count = len(file.uses)
    size = "" if file.needed is None else f", {file.needed:,} bytes"
    first = file.uses[0].tensor.called
    if count == 1:
        return f"needed for {first}{size}"
    return f"needed for {count:,} tensors{size}, the first of them {first}"
