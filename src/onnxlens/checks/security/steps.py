"""Rules about locations that step up in a way that a reader of the file does not see."""

from collections.abc import Iterator

from ...model.external.names import wrong
from ...model.external.remarks import where
from ..context import Context
from ..data.beside import at, entries, others
from ..rule import Found, rule


@rule("X010", "error")
def location_steps_up(context: Context) -> Iterator[Found]:
    """
    Finds:
    A location in external_data with the step ".." that ends inside the folder all the same.

    Why:
    ExternalData.md allows no ".." in a location, as a step before it may be a link to somewhere
    else. The checker of the onnx package refuses some of them, and readers that drop the step open
    another file.

    Fix:
    Write the path without the step.
    """
    for file in context.data_files.files:
        if ".." in file.location.replace("\\", "/").split("/") and not wrong(file.location):
            text = f'{where(file.location)} has the step ".."; needed a path without it'
            yield Found(at(file.uses[0], "location"), text, *others(file.uses))


@rule("X011", "error")
def overridden_location_leaves_folder(context: Context) -> Iterator[Found]:
    """
    Finds:
    A location that must not be opened, in front of another location of the same tensor.

    Why:
    ExternalData.md wants each location to be a path below the folder of the model. Readers that
    take the first entry of a key open it; the checker of the onnx package tests all, and refuses
    the model. X001 looks at the location that holds, which is the last one.

    Fix:
    Take the entry out, and treat the model as untrusted.
    """
    for use in context.data_files.odd:
        for entry in [entry for entry in entries(use) if entry.key == "location"][:-1]:
            reason = wrong(entry.value) if entry.value else ""
            if reason:
                yield Found(entry.field, f"{where(entry.value)} {reason}; needed no such entry")
