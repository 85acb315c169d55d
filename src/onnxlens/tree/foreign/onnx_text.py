"""ONNX's own text syntax (onnx/docs/Syntax.md)."""

from .kind import TEXT_LIMIT, Foreign
from .lines import after_comments
from .window import Window

_LONGEST_HEADING = 8192  # characters up to the first brace of a graph

# A model begins with these in angle brackets, a graph or function with its name.
_MODEL = (
    r"<\s*(ir_version|opset_import|producer_name|producer_version|domain|model_version"
    r"|doc_string|metadata_props)\s*:"
)
_NAME = r'([A-Za-z_][\w.-]{0,200}|"[^"\n]{1,200}")\s{0,50}(<[^<>{}]{0,2000}>)?\s{0,50}(?=\()'


def onnx_text(window: Window) -> Foreign | None:
    """Tell a model, graph or function in ONNX's text syntax.

    Facts: ``number`` of the first line that is no comment; ``line``, that line and what follows,
    since it may be a bracket alone; ``comments`` = ``//`` where such stand in front.
    """
    if window.text is None:
        return None
    text, facts = after_comments(window.text, ("//", "#"))
    text = text[: 2 * _LONGEST_HEADING].lstrip()
    import re

    if not re.match(_MODEL, text) and not _is_heading(text):
        return None
    facts["line"] = " ".join(text[: 4 * TEXT_LIMIT].split())[:TEXT_LIMIT]
    return Foreign("onnx-text", facts)


def _is_heading(text: str) -> bool:
    """Return whether a text begins as ``name (inputs) => (outputs)`` and a body."""
    import re

    name = re.match(_NAME, text)
    if name is None:
        return False
    inputs = _closing(text, name.end())
    arrow = re.compile(r"\s*=>\s*(?=\()").match(text, inputs) if inputs else None
    outputs = _closing(text, arrow.end()) if arrow else 0
    return outputs > 0 and text[outputs:].lstrip()[:1] in ("{", "<")


def _closing(text: str, start: int) -> int:
    """Return the place after the bracket that closes the one at ``start``, 0 where none does."""
    depth = 0
    for offset in range(start, min(len(text), start + _LONGEST_HEADING)):
        depth += {"(": 1, ")": -1}.get(text[offset], 0)
        if depth == 0:
            return offset + 1
    return 0
