"""What a file is that is not ONNX protobuf, told by its bytes alone."""

from collections.abc import Callable

from .archives import gzip_file, tar_file, zip_file
from .checkpoints import gguf, pickle_file, safetensors, tensorrt
from .flat import flatbuffer
from .kind import Foreign
from .magic import by_magic
from .messages import foreign_message
from .window import Read, Window

__all__ = ["Foreign", "identify", "identify_rewritten", "identify_weak"]

_Tell = Callable[[Window], Foreign | None]
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")  # byte order marks

# Cheap fixed bytes first, shapes after them. What a healthy model is never asked for stands in
# texts.py and weak.py, which are imported when they are needed: this runs at every start.
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
)


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
    window = Window(read, size)
    found = _first(_SURE, window)
    if found is None and _may_be_text(window):
        from .texts import TEXTS

        found = _first(TEXTS, window)
    return found or foreign_message(window)


def identify_weak(read: Read, size: int) -> Foreign | None:
    """Return what a file seems to be; to be asked only where no ONNX root is believed.

    The arguments are those of ``identify``, and it comes before. Weak are: nothing but zeros, the
    beginning of a pickle, a binary file that was rewritten as text, other JSON, other text.
    """
    from .weak import WEAK

    return _first(WEAK, Window(read, size))


def identify_rewritten(read: Read, size: int) -> Foreign | None:
    """Return ``crlf`` or ``utf8-replaced`` where a binary file was rewritten as text, else None.

    Also part of ``identify_weak``. To be asked besides where a root is believed and its structure
    is damaged: the first fields of a rewritten model often still read.
    """
    from .rewritten import rewritten

    return rewritten(Window(read, size))


def _may_be_text(window: Window) -> bool:
    """Whether any notation of text could be told; markup is, even with bytes that no text has."""
    opening = window.head[:64].lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return window.text is not None or opening == b"<" or window.head[:2] in _UTF_16


def _first(tells: tuple[_Tell, ...], window: Window) -> Foreign | None:
    if not window.head:
        return Foreign("empty")
    for tell in tells:
        foreign = tell(window)
        if foreign is not None:
            return foreign
    return None
