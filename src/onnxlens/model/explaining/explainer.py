"""Explains the fields of one document: sentences about a value that its note cannot know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from ... import schema
from ...tree.document import Document
from ...tree.field import Field
from ..graph.scopes import Scopes
from ..operators.calls import Operators
from .names import explain_name
from .parameters import explain_attribute, explain_node
from .repeats import Place, repeats
from .symbols import Symbols

Explain = Callable[[Field, Place], Iterator[str]]
# modules of this package, each with a table EXPLAINS from the name of a field, or of the message
# that it holds, to what explains it
_MODULES = ("types", "infos", "attributes", "nodes", "sparse", "tensors", "text", "words")
_DIM_PARAM = "TensorShapeProto.Dimension.dim_param"
_NAMES = ("NodeProto.input", "NodeProto.output")


class Explainer:
    """Explains fields of a document; ``place`` writes an offset. What it looks up it keeps."""

    def __init__(self, document: Document, place: Place = str) -> None:
        self.document = document
        self.place = place
        self.scopes = Scopes(document)
        self.operators = Operators(document)
        self.symbols = Symbols(document)
        self._tables: dict[str, list[Explain]] = {}

    def explain(self, field: Field) -> list[str]:
        """Return what a field means here, the most important first; each without a full stop.

        Empty where nothing is known, and for a packed run, whose elements are explained instead.
        """
        if field.is_run or (field.spec is None and not field.is_root):
            return []
        return [text for text in self._all(field) if text]

    def remark(self, field: Field) -> str:
        """Return the one thing to say beside a field in a table; empty for most fields.

        That is what became of an overruled record, what a name is to its operator, and what is odd
        about a type.
        """
        spec = field.spec
        if spec is None or field.is_run:
            return ""
        if spec.qualified in _NAMES:
            return self.operators.words(field)
        for text in repeats(field, self.place):
            return text
        return ""

    def _all(self, field: Field) -> Iterator[str]:
        yield from repeats(field, self.place)
        spec = field.spec
        if spec is not None and spec.qualified in _NAMES:
            yield self.operators.words(field)
        if field.content is not None and field.content.name == "AttributeProto":
            yield from explain_attribute(self.operators, field)
        if field.content is not None and field.content.name == "NodeProto":
            yield from explain_node(self.operators, field)
        if spec is None or spec.qualified not in _NAMES or field.payload.size:
            yield from explain_name(self.scopes, field)
        if spec is not None and spec.qualified == _DIM_PARAM:
            yield from self.symbols.explain(field, self.place)
        yield from _enum_value(field)
        for explain in self._of(field):
            yield from explain(field, self.place)

    def _of(self, field: Field) -> list[Explain]:
        """Return what explains a field: by its own name, then by the message that it holds."""
        if not self._tables:
            for name in _MODULES:
                table: dict[str, Explain] = import_module(f".{name}", __package__).EXPLAINS
                for key, explain in table.items():
                    self._tables.setdefault(key, []).append(explain)
        names = [field.spec.qualified] if field.spec else []
        names += [field.content.name] if field.content else []
        return [explain for name in names for explain in self._tables.get(name, ())]


def _enum_value(field: Field) -> Iterator[str]:
    spec, value = field.spec, field.value if field.spec and field.spec.ref else None
    if spec is None or spec.is_message or not isinstance(value, int):
        return
    name = schema.enum(spec.ref).name_of(value)
    if name:
        yield schema.enum_note(spec.ref, name).short.removesuffix(".")
