"""All rules by code, loaded layer by layer when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

from ..errors import SchemaError
from .rule import RULES, Rule

# first letter of a code -> package of this room, and what its rules are about
LAYERS = {
    "W": ("wire", "bytes that protobuf cannot read, or reads in another way than it seems"),
    "S": ("schema", "fields that the standard requires, and numbers and texts out of range"),
    "V": ("versions", "what the stated IR version and opset versions do not cover"),
    "N": ("names", "names of values, graphs and functions"),
    "T": ("types", "types, shapes and symbols"),
    "D": ("data", "elements of tensors, in the file and beside it"),
    "M": ("metadata", "metadata and denotations"),
    "O": ("operators", "nodes and what they call"),
    "P": ("placement", "annotations for devices"),
    "X": ("security", "what a file that is not trusted could do"),
}


def rules(select: Iterable[str] = (), ignore: Iterable[str] = ()) -> list[Rule]:
    """Return the rules whose codes begin with a word of ``select`` and with none of ``ignore``.

    Nothing selected means all. Raises SchemaError for a word that no code begins with.
    """
    wanted, left_out = tuple(select), tuple(ignore)
    _load({word[:1].upper() for word in wanted} or set(LAYERS))
    for word in (*wanted, *left_out):
        if not _known(word):
            raise SchemaError(f"{word}: no rule has a code that begins so", name=word, nearest=None)
    found = [RULES[code] for code in sorted(RULES)]
    if wanted:
        found = [rule for rule in found if rule.code.startswith(wanted)]
    return [rule for rule in found if not left_out or not rule.code.startswith(left_out)]


def rule_of(code: str) -> Rule:
    """Return the rule of a code. Raises SchemaError, with the nearest code, where there is none."""
    _load(set(LAYERS))
    if code not in RULES:
        from ..schema.registry import unknown_name

        raise unknown_name("rule", code, tuple(RULES))
    return RULES[code]


def _known(word: str) -> bool:
    _load({word[:1]} & set(LAYERS))
    return any(code.startswith(word) for code in RULES)


def _load(letters: set[str]) -> None:
    """Import the modules of layers, which declares their rules; a second time it costs nothing."""
    for letter in letters & set(LAYERS):
        package = import_module(f".{LAYERS[letter][0]}", __package__)
        for module in iter_modules(package.__path__):
            import_module(f"{package.__name__}.{module.name}")
