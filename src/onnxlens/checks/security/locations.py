"""Rules about where the location of a data file leads."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.external.inside import REFUSED
from ...model.external.names import wrong
from ...model.external.remarks import where
from ...model.words import NAME_LIMIT
from ...schema.standard import EXTERNAL, standard, standard_names
from ...tree.names import quote
from ..context import Context
from ..data.beside import at, entries, others
from ..rule import Found, rule

_MARKER = "*/_ORT_"  # how ONNX Runtime begins the location of a tensor in memory


@rule("X001", "error")
def location_leaves_folder(context: Context) -> Iterator[Found]:
    """
    Finds:
    A location in external_data that must not be opened: an absolute path, one that leaves the
    folder by "..", a drive of Windows, an address, a path with control characters. It is told once,
    with the first of its tensors, whether initializer, attribute or part of a sparse tensor.

    Why:
    ExternalData.md wants a path relative to the folder of the model and allows no "..". The checker
    of the onnx package refuses absolute paths and such that leave the folder. A reader that follows
    them gives away or, on saving, overwrites files of the person who opens the model
    (CVE-2022-25882, CVE-2024-27318, CVE-2025-51480). A path that is harmless on one system may
    leave the folder on another, so both kinds of separators count.

    Fix:
    Treat the model as untrusted. If the data is yours put it into the folder of the model.
    """
    for file in context.data_files.files:
        reason = wrong(file.location) if file.location else ""
        if reason and not file.location.startswith(_MARKER):
            text = f"{where(file.location)} {reason}; needed a path below the folder of the model"
            yield Found(at(file.uses[0], "location"), text, *others(file.uses))


@rule("X002", "error")
def memory_address(context: Context) -> Iterator[Found]:
    """
    Finds:
    A location in external_data that begins as ONNX Runtime marks a tensor in memory.

    Why:
    The runtime writes such markers for its own use, with an address as offset. In a file they name
    no path relative to the folder, as ExternalData.md requires; a runtime that believes them reads
    memory at a place that the file chose.

    Fix:
    Treat the model as untrusted, or save it again from the tool that made it.
    """
    for file in context.data_files.files:
        if file.location.startswith(_MARKER):
            use = file.uses[0]
            text = f"{where(file.location)} is a marker of ONNX Runtime for an address in memory"
            text += f", {use.tensor.external.offset}; needed a path"
            yield Found(at(use, "location"), text, *others(file.uses))


@rule("X003", "error")
def data_file_refused(context: Context) -> Iterator[Found]:
    """
    Finds:
    A data file in the folder that must not be opened: a link, a file with several hard links, a
    folder, a device.

    Why:
    The checker of the onnx package refuses these. A link leads out of the folder although the path
    does not (CVE-2026-27489, CVE-2026-34446, CVE-2026-34447). Caches of downloads are built of such
    links.

    Fix:
    Copy the file itself into the folder of the model.
    """
    for file in context.data_files.files:
        if file.file.state == REFUSED and file.location and not wrong(file.location):
            text = f"{where(file.location)} {file.file.reason}; needed a regular file of its own"
            yield Found(at(file.uses[0], "location"), text, *others(file.uses))


@rule("X004", "warning")
def unknown_external_key(context: Context) -> Iterator[Found]:
    """
    Finds:
    A key of external_data that ONNX does not define, such as __class__.

    Why:
    Loaders have set attributes of their own objects by such keys (CVE-2026-34445). The one of the
    onnx package now ignores them with a warning.

    Fix:
    Remove the entry; of a tool of your own keep such facts in metadata_props.
    """
    for use in context.data_files.odd:
        for entry in entries(use):
            if standard(EXTERNAL, entry.key) is None or not entry.key:
                cut = entry.key if len(entry.key) <= NAME_LIMIT else f"{entry.key[:NAME_LIMIT]}…"
                text = f"key {quote(cut)}; ONNX defines {', '.join(standard_names(EXTERNAL))}"
                yield Found(entry.message.field, text)


@rule("X005", "warning")
def two_locations(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor whose external_data has the key location more than once, with values that differ.

    Why:
    One reader tests the first path and another one opens the last, so that a test can be passed by
    a path that is not used. The checker of the onnx package tests all, its loader takes the last.

    Fix:
    Keep the location that is meant.
    """
    for use in context.data_files.odd:
        found = [entry for entry in entries(use) if entry.key == "location"]
        if len({entry.value for entry in found}) > 1:
            listed = ", ".join(where(entry.value) for entry in found[:4])
            text = f"location is given {len(found):,} times: {listed}; needed one"
            first = found[0].message.field
            yield Found(found[-1].message.field, text, (first, "the first one"))
