"""What a file is that is not ONNX protobuf, told by its bytes alone."""

from collections.abc import Callable

from .archives import gzip_file, tar_file, zip_file
from .checkpoints import gguf, pickle_file, pickle_start, safetensors, tensorrt
from .flat import flatbuffer
from .json_text import onnx_json, other_json
from .kind import Foreign
from .magic import by_magic
from .markup import markup
from .messages import foreign_message
from .onnx_text import onnx_text
from .plain import plain_text
from .pointer import lfs_pointer
from .protobuf_text import protobuf_text
from .rewritten import rewritten, utf16, zeros
from .window import Read, Window

__all__ = ["Foreign", "identify", "identify_rewritten", "identify_weak"]

_Tell = Callable[[Window], Foreign | None]

# Cheap fixed bytes first, shapes after them, notations of text last.
_SURE: tuple[_Tell, ...] = (
    by_magic,
    zip_file,
    gzip_file,
    tar_file,
    flatbuffer,
    gguf,
    tensorrt,
    safetensors,
    pickle_file,
    utf16,
    lfs_pointer,
    markup,
    onnx_text,
    onnx_json,
    protobuf_text,
    foreign_message,
)

_WEAK: tuple[_Tell, ...] = (zeros, pickle_start, rewritten, other_json, plain_text)


def identify(read: Read, size: int) -> Foreign | None:
    """Return the format of a file that surely is not ONNX protobuf; asked before roots are scored.

    ``read(offset, size)`` gives at most that many bytes, ``size`` is the file's size in bytes.
    At most 64 KiB in front are read, 4 KiB at the end, and a few places that the format names,
    each bounded. Nothing raises on content; what ``read`` raises passes through.

    Sure are: no bytes at all, fixed bytes at a fixed place, the shapes of other projects'
    protobuf messages that no ONNX message can have, and notations of text that say whose they
    are: Git LFS pointers, HTML, XML, UTF-16, ONNX's text syntax, and protobuf text and JSON with
    a model's field names.
    """
    return _first(_SURE, Window(read, size))


def identify_weak(read: Read, size: int) -> Foreign | None:
    """Return what a file seems to be; to be asked only where no ONNX root is believed.

    The arguments are those of ``identify``, and it comes before. Weak are: nothing but zeros, the
    beginning of a pickle, a binary file that was rewritten as text, other JSON, other text.
    """
    return _first(_WEAK, Window(read, size))


def identify_rewritten(read: Read, size: int) -> Foreign | None:
    """Return ``crlf`` or ``utf8-replaced`` where a binary file was rewritten as text, else None.

    Also part of ``identify_weak``. To be asked besides where a root is believed and its structure
    is damaged: the first fields of a rewritten model often still read.
    """
    return rewritten(Window(read, size))


def _first(tells: tuple[_Tell, ...], window: Window) -> Foreign | None:
    if not window.head:
        return Foreign("empty")
    for tell in tells:
        foreign = tell(window)
        if foreign is not None:
            return foreign
    return None
