"""Paths of the machine that wrote a file, in the texts that are for people.

Exporters leave them behind: older ones of PyTorch in the doc_string of nodes, newer ones in the
metadata entry ``pkg.torch.onnx.stack_trace``. They name people, projects and computers.
"""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.document import Document
from ...tree.field import Field
from ...wire.index import FIELD_BITS
from .entries import entry_of

READ = 1 << 16  # bytes of one text that are looked at
_DOC = "doc_string"
_ENTRY = schema.message("StringStringEntryProto")
_LEVELS = {
    "ModelProto": "model", "GraphProto": "graph", "FunctionProto": "function", "NodeProto": "node",
    "AttributeProto": "attribute", "ValueInfoProto": "value info", "TensorProto": "tensor",
    "OperatorSetProto": "operator set", "OperatorProto": "operator",
}  # fmt: skip

# Only what begins like a place of its own counts: a URL, a relative path and the names that
# exporters give to values ("/model/conv1/Conv_output_0") all have a / inside.
_ENDS = r"\s\"'`<>|*?:;,(){}\[\]"  # what no path goes on after
_PLACES = "home|Users|root|mnt|opt|usr|tmp|var|private|Volumes|media|srv|scratch"
_POSIX = rf"(?:(?<=file://)|(?<![\w./:~$%}}\])*+@-]))/(?:{_PLACES})/[^{_ENDS}\\/][^{_ENDS}\\]*"
_CUT = r"(?:\\{1,2}|/)"  # between the steps of a path of Windows; doubled as in JSON
_FOLDERS = r"(?:Users|Documents and Settings|Program Files(?: \(x86\))?|ProgramData|Windows|Temp)"
_SOURCE = r"\.(?:py|ipynb|onnx|pt|pth|ckpt|h5|pb|json|ya?ml|c|cc|cpp|cu|m)\b"
_STEPS = rf"[^{_ENDS}\\/.][^{_ENDS}]*"
_DRIVE = rf"(?<!\w)[A-Za-z]:{_CUT}(?:{_FOLDERS}{_CUT}{_STEPS}|{_STEPS}{_SOURCE})"
_HOST, _SHARE, _STEP = r"[A-Za-z0-9][\w.-]+", r"[A-Za-z0-9][\w$-]+", rf"[^{_ENDS}\\]*"
_SERVER = "|".join(rf"{b}{b}{_HOST}{b}{_SHARE}(?:{b}{_STEP})*" for b in (r"\\", r"\\\\"))
_UNC = rf"(?<![\\\w:])(?:{_SERVER})"
_VALUE_NAME = "_output_"  # in the last step of a name that an exporter made


class Leak:
    """One text that names a path: ``field`` is the string, ``size`` its bytes in all.

    ``level`` is ``node doc_string``, ``model metadata`` and so on, ``path`` the first path as it
    stands in the file.
    """

    __slots__ = ("field", "level", "path", "size")

    def __init__(self, field: Field, level: str, path: str) -> None:
        self.field = field
        self.level = level
        self.path = path
        self.size = field.payload.size

    def __repr__(self) -> str:
        return f"<Leak {self.level} {self.field.path}>"


def machine_paths(text: str) -> list[str]:
    """Return the absolute paths in a text, each once, in the order in which they stand there.

    They are those below the folders where Unix keeps people and programs, of Windows below a known
    folder of a drive or up to a source file, and shares of a server. A path ends at a blank.
    """
    import re

    found = (m[0].rstrip(".-") for m in re.finditer(f"{_POSIX}|{_DRIVE}|{_UNC}", text))
    return list(dict.fromkeys(path for path in found if not _is_value(path)))


def _is_value(path: str) -> bool:
    """Tell whether a path is a name such as ``/opt/conv1/Conv_output_0``."""
    last = path.rpartition("/")[2]
    return last.rpartition(_VALUE_NAME)[2].isdigit() and _VALUE_NAME in last


def leaks(document: Document) -> Iterator[Leak]:
    """Yield the texts that name a path: every doc_string, message by message, then all metadata.

    Those of one field come in file order. Of each text the first 64 KiB are read. They are found by
    a search of the index.
    """
    for name, level in _LEVELS.items():
        message = schema.message(name)
        for field in _strings(document, message.id << FIELD_BITS | message.by_name[_DOC].number):
            yield from _leak(field, f"{level} {_DOC}")
    for field in _strings(document, _ENTRY.id << FIELD_BITS | _ENTRY.by_name["value"].number):
        parent = field.parent
        entry = entry_of(parent) if parent is not None else None
        if entry is not None:
            yield from _leak(field, f"{entry.level} metadata")


def _strings(document: Document, slot: int) -> Iterator[Field]:
    """Yield the records of a string field; of another wire type they have no text to look at."""
    for row in document.index.rows_with(slot):
        yield Field(document, row)


def _leak(field: Field, level: str) -> Iterator[Leak]:
    found = machine_paths(str(field.preview(READ)))
    if found:
        yield Leak(field, level, found[0])
