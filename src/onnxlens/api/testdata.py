"""Values in files of their own, beside the model that declares what they are."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ..errors import OnnxLensError, SourceError
from ..model import facts
from ..model.testdata import (
    ROLES,
    SET,
    DataSet,
    Declared,
    Stored,
    file_name,
    is_laid_out,
    message_of,
    slot_of,
)
from ..model.types.read import read_value
from ..model.values.data_value import DataValue
from ..model.values.kinds import BY_MESSAGE
from ..model.words import NAME_LIMIT, word
from ..wire.fill import BUDGET
from .document import Document, open

_EXTENSION = ".onnx"
_NAMED = 8  # inputs or outputs that an error lists
_NEAR = 0.1  # how much worse than the best the declared reading may fit


# -- what a model declares -----------------------------------------------------------------------


def model_beside(path: str) -> str | None:
    """Return the model to whose test data a file or folder belongs; None where none is found.

    It is ``model.onnx``, or the only file with that extension, in the folder around the data set.
    """
    folder = os.path.abspath(path if os.path.isdir(path) else os.path.dirname(path))
    around = os.path.dirname(folder) if os.path.basename(folder).startswith(SET) else folder
    try:
        names = [name for name in os.listdir(around) if name.endswith(_EXTENSION)]
    except OSError:
        return None
    usual = f"model{_EXTENSION}"
    if usual not in names and len(names) != 1:
        return None
    return os.path.join(around, usual if usual in names else names[0])


def declared(path: str) -> list[Declared]:
    """Return what a model declares of its inputs, then of its outputs.

    Raises SourceError where it cannot be read, OnnxLensError where it is no model.
    """
    with open(path) as document:
        return _declared_by(document, path)


def _declared_by(document: Document, path: str) -> list[Declared]:
    root = document.root.name if document.root else "no ONNX message"
    graph = document.merged().message("graph") if root == "ModelProto" else None
    if graph is None:
        raise OnnxLensError(f"{path}: holds {root}; needed a model with a graph")
    values = [("input", facts.inputs(graph)), ("output", facts.outputs(graph))]
    return [
        Declared(path, role, number, read_value(value.info), value.default)
        for role, group in values
        for number, value in enumerate(group)
    ]


def chosen(path: str, role: str, which: str | None) -> Declared:
    """Return what a model declares of one input or output; ``which`` is its number or name.

    Without ``which`` it is the only one that needs to be given. Raises OnnxLensError where there
    is none of that number or name, or more than one to choose from.
    """
    every = [each for each in declared(path) if each.role == role]
    if which is None:
        found = [each for each in every if not each.default]
    else:
        numbered = [each for each in every if which == str(each.number)]
        found = numbered or [each for each in every if which == each.info.name][:1]
    if len(found) == 1:
        return found[0]
    names = [word((each.info.name or "")[:NAME_LIMIT]) for each in every]
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    among = f"{', '.join(names[:_NAMED])}{more}" if names else "none"
    asked = "" if which is None else f" {word(which[:NAME_LIMIT])}"
    what = f"no {role}{asked}" if not found else f"{len(found):,} {role}s"
    raise OnnxLensError(f"{path}: {what}; needed --{role} with one of {among}")


def says_of(
    path: str, model: str | None = None, role: str | None = None, which: str | None = None
) -> Declared | None:
    """Return what a model declares of the value in a file; None where nothing is known.

    Without ``model`` it is the one in the layout of test data, which may be silent. ``role`` and
    ``which`` choose input or output, without them the file's name does, or the model's only input.
    """
    asked = model is not None or role is not None
    found = model or (model_beside(path) if is_laid_out(path) else None)
    slot = slot_of(path)
    if role is None and slot is not None:
        role, which = slot[0], str(slot[1])
    try:
        return chosen(found, role or ROLES[0], which) if found else None
    except OnnxLensError:
        if asked:
            raise
        return None


# -- the values ----------------------------------------------------------------------------------


def decided(document: Document, says: Declared | None, max_records: int = BUDGET) -> Document:
    """Return a document as what a model declares it to be, where its bytes fit that nearly best.

    ``verdict.because`` says what the model said.
    """
    wanted = message_of(says.info.type) if says and says.info.type else None
    if says is None or wanted is None:
        return document
    candidates = document.verdict.candidates
    fitting = [each.message.name for each in candidates if each.score > candidates[0].score - _NEAR]
    no_bytes = document.size == 0 and wanted == "OptionalProto"  # they are an empty optional
    if wanted not in fitting and not no_bytes:
        document.verdict.because = f"{says.text}; the bytes do not fit that"
        return document
    found = open(document.source, wanted, max_records=max_records)
    found.verdict.because = says.text
    return found


def data_sets(folder: str, model: str | None = None) -> Iterator[DataSet]:
    """Yield the test data folders in a folder, which may be one itself.

    ``model`` is found by itself if it is not given. Raises SourceError where the folder cannot be
    read, and as ``declared`` does for a ``model`` that is given.
    """
    names = _names(folder)
    for path in [*([folder] if any(map(slot_of, names)) else []), *_inside(folder, names)]:
        found, reason, says = model or model_beside(path), "", []
        try:
            says = declared(found) if found else []
        except OnnxLensError as error:
            if model is not None:
                raise
            reason = str(error)
        yield DataSet(path, found, reason, _stored(path, says))


def sets_beside(document: Document) -> Iterator[DataSet]:
    """Yield the test data folders beside a model that is open, which declares their values.

    None for a document without a place, and where they belong to another model. Raises SourceError
    where its folder cannot be read.
    """
    path, folder = getattr(document.source, "path", None), document.source.folder
    if path is None or folder is None:
        return
    found = [each for each in _inside(folder, _names(folder)) if _is_beside(each, path)]
    reason, says = "", []
    try:
        says = _declared_by(document, path) if found else []
    except OnnxLensError as error:
        reason = str(error)
    for each in found:
        yield DataSet(each, path, reason, _stored(each, says))


def _is_beside(folder: str, path: str) -> bool:
    """Tell whether the values in a folder of test data are those of the model at a path."""
    found = model_beside(folder)
    try:
        return found is not None and os.path.samefile(found, path)
    except OSError:  # gone meanwhile
        return False


def _inside(folder: str, names: list[str]) -> list[str]:
    """Return the folders of test data among the names in a folder, by number."""
    inside = sorted((name for name in names if name.startswith(SET)), key=lambda n: (len(n), n))
    return list(filter(os.path.isdir, (os.path.join(folder, name) for name in inside)))


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError as error:
        raise SourceError(error.strerror or str(error), name=folder) from error


def _stored(folder: str, says: list[Declared]) -> Iterator[Stored]:
    """Yield the values by role and number, those too that are declared and have no file."""
    by_slot = {each.slot: each for each in says}
    named = [(slot, name) for name in _names(folder) if (slot := slot_of(name))]
    there = {slot for slot, _ in named}
    for each in says:
        if each.slot not in there and not each.default:
            named.append((each.slot, ""))
    for slot, name in sorted(named):
        if name:
            yield from _value(os.path.join(folder, name), by_slot.get(slot))
        else:
            yield Stored(file_name(slot), None, "", by_slot[slot])


def _value(path: str, says: Declared | None) -> Iterator[Stored]:
    name = os.path.basename(path)
    try:
        document = decided(open(path), says)
    except OnnxLensError as error:
        yield Stored(name, None, str(error), says)
        return
    with document:
        root = document.root.name if document.root else "no ONNX message"
        if root in BY_MESSAGE:
            yield Stored(name, DataValue(document.merged(), document.files), "", says)
        else:
            yield Stored(name, None, f"holds {root}, which is no value", says)
