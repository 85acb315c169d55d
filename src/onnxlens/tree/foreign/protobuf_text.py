"""Protobuf's text format, and whose message it is."""

from collections.abc import Iterator

from .kind import Facts, Foreign
from .lines import after_comments
from .window import Window

# Field names that must all be there, at the top or one level down; the first row that fits
# decides. A table of its own, since a text is no index: names of fields are all there is.
_MESSAGES: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("ir_version",), "protobuf-text", "ModelProto"),
    (("graph.node",), "protobuf-text", "ModelProto"),
    (("graph.name",), "protobuf-text", "ModelProto"),
    (("graph.initializer",), "protobuf-text", "ModelProto"),
    (("producer_name", "opset_import"), "protobuf-text", "ModelProto"),
    (("opset_import", "node.op_type"), "protobuf-text-part", "FunctionProto"),
    (("node.op_type",), "protobuf-text-part", "GraphProto"),
    (("initializer.data_type",), "protobuf-text-part", "GraphProto"),
    (("op_type",), "protobuf-text-part", "NodeProto"),
    (("data_type",), "protobuf-text-part", "TensorProto"),
    (("name", "type.tensor_type"), "protobuf-text-part", "ValueInfoProto"),
    (("tensor_type.elem_type",), "protobuf-text-part", "TypeProto"),
    (("saved_model_schema_version",), "tensorflow-text", "SavedModel"),
    (("meta_info_def", "graph_def"), "tensorflow-text", "MetaGraphDef"),
    (("node.name", "node.op"), "tensorflow-text", "GraphDef"),
    (("layer.type",), "caffe-text", "NetParameter"),
    (("layers.type",), "caffe-text", "NetParameter"),
)

_MOST_TOKENS = 20_000

# https://protobuf.dev/reference/protobuf/textformat-spec/: comments, strings (the last group says
# whether one was closed), names and numbers, and marks.
_TOKEN = r"""
    \#[^\n]* | "[^"\\\n]*(?:\\.[^"\\\n]*)*("?) | '[^'\\\n]*(?:\\.[^'\\\n]*)*('?) |
    (?P<name>[A-Za-z_]\w*) | (?P<mark>[{}<>:]) | (?P<filler>[-+.\w]+ | [\[\],;]) | (?P<other>\S)
"""


def protobuf_text(window: Window) -> Foreign | None:
    """Tell a message in protobuf's text format: a ModelProto, a part of one, or another's.

    Facts: ``type``, the message's name; ``line`` and ``number`` of the first line that is no
    ``#`` comment.
    """
    if window.text is None:
        return None
    text, facts = after_comments(window.text, ("#",))
    # A text begins with a field's name; this spares the others the search.
    if not text.lstrip()[:1].isidentifier():
        return None
    names = _field_names(text)
    for wanted, kind, message in _MESSAGES:
        if all(name in names for name in wanted):
            found: Facts = {"type": message}
            return Foreign(kind, facts | found)
    return None


def _field_names(text: str) -> set[str]:
    """Return the names of the fields at the top (``graph``) and one level down (``graph.node``).

    Stops where the text leaves the format, as prose does at once.
    """
    names: set[str] = set()
    path: list[str] = []
    last = ""
    for name, mark in _tokens(text):
        if name:
            last = name
            continue
        if mark in ":{<" and last and len(path) <= 1:
            names.add(".".join([*path, last]))
        if mark in "{<":
            path.append(last)
        elif mark in "}>":
            if not path:
                break
            path.pop()
        if mark != ":":
            last = ""
    return names


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yield names of fields as (name, ``""``) and marks as (``""``, mark), while it is the format.

    A name after ``:`` is a value and left out; two names in a row are prose and end it.
    """
    import re

    before = ""  # "key" after a field's name, ":" after that mark
    for index, token in enumerate(re.finditer(_TOKEN, text, re.VERBOSE)):
        if index >= _MOST_TOKENS or token["other"] or "" in (token[1], token[2]):
            return
        name, mark = token["name"] or "", token["mark"] or ""
        if name and before == "key":
            return
        if name and before == ":":
            name = ""
        if name or mark:
            yield name, mark
        before = "key" if name else mark if mark == ":" else ""
