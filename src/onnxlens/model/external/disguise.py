"""What a data file is that holds no data: a pointer, a page, another model."""

from __future__ import annotations

from ...errors import SourceError
from ...source import Source
from ...tree.foreign import identify
from ...tree.root import detect

# Formats that stand in a data file's place by mistake. Those of weights (safetensors, gguf, zip)
# are left out: some models keep tensors in such a file and mean a place in it.
_WORDS = {
    "lfs-pointer": "Git LFS pointer; the data itself is not here: git lfs pull",
    "html": "an HTML page, not data",
    "xml": "an XML document, not data",
    "gzip": "packed with gzip, not data: unpack it first",
}
_IR_VERSION = 0x08  # the tag that every known writer begins a ModelProto with


def disguise(source: Source) -> str:
    """Return what a data file looks like that holds no data; empty for any other bytes.

    One read of at most 64 KiB decides, but for bytes that begin as a model does.
    """
    try:
        return _look(source)
    except SourceError:
        return ""


def _look(source: Source) -> str:
    foreign = identify(source.read, source.size)
    if foreign is not None:
        return _WORDS.get(foreign.kind, "")
    if bytes(source.read(0, 1)) != bytes((_IR_VERSION,)):
        return ""
    root = detect(source).root
    return "an ONNX model, not data" if root is not None and root.name == "ModelProto" else ""
