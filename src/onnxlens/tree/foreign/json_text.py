"""JSON: ONNX's, an answer that says what went wrong, or another."""

from .kind import TEXT_LIMIT, Facts, Foreign
from .lines import after_comments
from .window import Window

# Keys of a ModelProto in protobuf's JSON mapping, at the top or one level down; also with the
# names of the .proto file, which a parser takes too.
_ONNX_KEYS = ("irVersion", "opsetImport", "ir_version", "opset_import", "graph.node")

_ANSWER_KEYS = ("error", "errors", "message", "detail", "Message")

_MOST_KEYS = 64
_SHOWN = 4
_LARGEST_ANSWER = 16384  # bytes


def onnx_json(window: Window) -> Foreign | None:
    """Tell a model in protobuf's JSON mapping; facts: ``key`` that told, ``comments`` in front."""
    keys, facts = _keys(window)
    for key in _ONNX_KEYS:
        if key in keys:
            return Foreign("json", facts | {"key": key})
    return None


def other_json(window: Window) -> Foreign | None:
    """Tell JSON that is no model: ``json-error`` where it is short and has an error's key.

    Facts: ``key_1`` to ``key_4``; ``message``, the text of the error's key.
    """
    keys, facts = _keys(window)
    if not facts:
        return None
    top = [key for key in keys if "." not in key]
    facts |= {f"key_{i + 1}": key for i, key in enumerate(top[:_SHOWN])}
    told = next((key for key in _ANSWER_KEYS if key in top), "")
    if not told or window.size > _LARGEST_ANSWER:
        return Foreign("json-other", facts)
    message = keys[told] or keys.get(f"{told}.message", "")
    return Foreign("json-error", facts | ({"message": message} if message else {}))


def _keys(window: Window) -> tuple[dict[str, str], Facts]:
    """Return the keys ``a`` and ``a.b`` with their values where those are strings, and the facts.

    Both are empty where the text does not begin as JSON, after ``//`` comments.
    """
    if window.text is None:
        return {}, {}
    text, facts = after_comments(window.text, ("//",))
    import re

    if not re.match(r'\s*(\{\s*(["}]|$)|\[\s*(["\[{\]\d-]|true|false|null|$))', text):
        return {}, {}
    return _scan(text), facts


def _scan(text: str) -> dict[str, str]:
    """Return the keys of objects at the top and one level down, each with its string value."""
    import re

    keys: dict[str, str] = {}
    path: list[str] = []
    string = key = ""
    # A string's second group says whether it was closed; one that was not ends the text.
    for token in re.finditer(r'"([^"\\]*(?:\\.[^"\\]*)*)("?)|[{}:,]', text, re.DOTALL):
        mark = token[0]
        if token[1] is not None:
            if not token[2] or len(keys) >= _MOST_KEYS:
                break
            string = token[1][:TEXT_LIMIT]
            if key and not keys[key]:
                keys[key] = string
        elif mark == ":":
            key = ".".join([*path[1:], string]) if len(path) <= 2 else ""
            if key:
                keys.setdefault(key, "")
        elif mark == "{":
            path.append(string)
            key = ""
        elif mark == "}":
            path[-1:] = []
            if not path:
                break  # comments of a test suite may follow
        if mark in ",}":
            key = ""
    return keys
