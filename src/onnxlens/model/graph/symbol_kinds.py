"""Words for symbols that are more or less than a name."""

from __future__ import annotations

_READ = 1000  # characters of a symbol that are looked at
_SHOWN = 40  # characters of a word that are shown
_LISTED = 5  # names in an expression that are listed

_EQUAL = "the standard makes all axes with this name equal; use neither member for an unknown size"
_PLACEHOLDERS = {
    "",
    "?",
    "-1",
    "*",
    "none",
    "null",
    "nan",
    "unk",
    "unknown",
    "undefined",
    "dynamic",
}

_OPERATORS = ("+", "-", "*", "/", "%", "^", "//", "**", ",")

# Forms of the symbols that tools make, as regular expressions for the whole text.
_TOOLS = (
    # createNew in onnx/defs/shape_inference.h; onnx/onnx#6505
    (r"unk__\d+", "shape inference of onnx, or tf2onnx"),
    # _new_symbolic_dim_from_output in onnxruntime/python/tools/symbolic_shape_infer.py
    (r".+_o\d+__d\d+", "symbolic shape inference of ONNX Runtime"),
    # names of torch.fx.experimental.symbolic_shapes: of sizes, and of those that depend on data
    (r"[su]\d+", "torch.export"),
    # _validate_dynamic_axes in torch/onnx/utils.py: dynamic_axes as lists, without names
    (r".*dynamic_axes_\d+", "torch.onnx"),
    # an operator, the name of its output and an axis, as real files of torch.onnx have it
    (r"[A-Z].*_dim_\d+", "torch.onnx"),
    (r"DynamicDimension\.\d+", "Paddle2ONNX"),
)


def kind_of_symbol(text: str) -> str:
    """Return what is odd about the text of a dim_param, without full stop; empty for a plain name.

    All of it is judged by form alone: the standard takes any text for a name.
    """
    bare = text.strip()
    kinds = [] if bare == text else ["white space at an end is part of the name"]
    found = _kind(bare) if len(bare) <= _READ else ""
    return "; ".join([found, *kinds] if found else kinds)


def _kind(text: str) -> str:
    import re

    if text.lower() in _PLACEHOLDERS:
        return f"placeholder-like; {_EQUAL}"
    if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]*)?", text):
        return f"a name that looks like a number: any size, not {_cut(text)}"
    for form, tool in _TOOLS:
        if re.fullmatch(form, text, re.ASCII | re.DOTALL):
            return f"made by a tool, by its form: {tool}; any size"
    names = _names(text)
    if names is None:
        return ""
    listed = ", ".join(map(_cut, names[:_LISTED]))
    more = ", …" if len(names) > _LISTED else ""
    inside = f"names in it: {listed}{more}" if names else "no name in it"
    return f"an expression; free text by the standard; {inside}"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _names(text: str) -> list[str] | None:
    """Return the names in an expression, each once, all ASCII; None for what is no expression.

    ``a-b`` and ``a/b`` without spaces are names: real symbols have hyphens and slashes in them.
    """
    import re
    from itertools import pairwise

    form = r"\s+|[A-Za-z_][\w.]*|[0-9]+(?:\.[0-9]*)?|//|\*\*|."
    tokens = re.findall(form, text, re.ASCII | re.DOTALL)
    if not _is_calculation(tokens) or not _is_meant(tokens):
        return None
    words = [token for token in tokens if not token.isspace()]
    called = {name for name, after in pairwise(words) if after == "("}
    return [name for name in dict.fromkeys(filter(_is_name, words)) if name not in called]


def _is_calculation(tokens: list[str]) -> bool:
    """Whether operands and operators alternate, with parentheses that match."""
    depth, operand, before = 0, False, ""  # operand: whether one has just ended
    for token in tokens:
        if token.isspace():
            continue
        if token == "(":
            if operand and not _is_name(before):
                return False
            depth, operand = depth + 1, False
        elif token == ")":
            if not operand or not depth:
                return False
            depth -= 1
        elif token in _OPERATORS:
            if (not operand and token not in ("+", "-")) or (token == "," and not depth):
                return False
            operand = False
        elif operand or not (_is_name(token) or token[0].isdecimal()):
            return False
        else:
            operand = True
        before = token
    return operand and not depth


def _is_meant(tokens: list[str]) -> bool:
    """Whether an operator is there that is no hyphen or slash of a name."""
    for at, token in enumerate(tokens):
        if token in ("-", "/"):
            around = tokens[at - 1 : at] + tokens[at + 1 : at + 2]
            if not all(map(_is_name, around)):
                return True
        elif token in _OPERATORS or token == "(":
            return True
    return False


def _is_name(token: str) -> bool:
    return token.isascii() and (token[0].isalpha() or token[0] == "_")
