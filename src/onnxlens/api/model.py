"""What a ModelProto says, for Python."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ..model import facts
from ..tree.field import Field
from ..tree.merged import Merged

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..model.graph.scopes import Scope, Scopes
    from ..model.graph.symbols import Use
    from ..model.metadata.entries import Entry
    from ..model.operators.calls import Operators
    from ..model.operators.signatures import Given, Signature
    from ..model.tensor.tensor import Tensor
    from .document import Document


class Model:
    """The facts of one model, each read when it is first asked for, then kept.

    ``merged`` is the ModelProto as a standard parser reads it.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.merged = document.merged()

    @property
    def ir_version(self) -> int | None:
        """The stated IR version (1 and up); None where it is absent."""
        return self.merged.number("ir_version") if self.merged.has("ir_version") else None

    @cached_property
    def opset_imports(self) -> dict[str, int]:
        """Opset version by domain, "" for ai.onnx as the file spells it; of two the last counts."""
        return dict(facts.opsets(self.merged))

    @cached_property
    def inputs(self) -> dict[str, facts.Value]:
        """The main graph's inputs by name in file order; of two of one name the first."""
        return self._named(facts.inputs)

    @cached_property
    def outputs(self) -> dict[str, facts.Value]:
        """The main graph's outputs by name in file order; of two of one name the first."""
        return self._named(facts.outputs)

    @cached_property
    def initializers(self) -> dict[str, Tensor]:
        """The main graph's initializers by name; of two of one name the last."""
        from ..model.tensor.tensor import Tensor

        graph = self.merged.message("graph")
        tensors = (
            (Tensor(t, self.document.files) for t in graph.each("initializer")) if graph else ()
        )
        return {tensor.name: tensor for tensor in tensors}

    @cached_property
    def symbols(self) -> dict[str, list[Use]]:
        """Each dim_param of the file with every axis that it names: value, axis, field."""
        from ..model.graph.symbols import symbols

        return symbols(self.document)

    @cached_property
    def metadata_props(self) -> list[Entry]:
        """The entries of metadata_props on every level of the file, in file order."""
        from ..model.metadata.entries import entries

        return list(entries(self.document))

    @cached_property
    def scopes(self) -> Scopes:
        """Names in their scopes: who defines and who uses them."""
        from ..model.graph.scopes import Scopes

        return Scopes(self.document)

    def scope(self, field: Field) -> Scope | None:
        """Return the graph or function in which the names of a field count."""
        return self.scopes.scope_of(field)

    def signature(self, node: Field) -> Signature | None:
        """Return what a NodeProto calls: a function of the model, else an operator by its opset."""
        return self._operators.signature(_node(node))

    def node_inputs(self, node: Field) -> list[Given]:
        """Return what stands for each input of a NodeProto, by the operator's parameters."""
        return list(self._operators.inputs(_node(node)))

    def node_outputs(self, node: Field) -> list[Given]:
        """Return the same for its outputs."""
        return list(self._operators.outputs(_node(node)))

    @cached_property
    def _operators(self) -> Operators:
        from ..model.operators.calls import Operators

        return Operators(self.document)

    def _named(self, values: Callable[[Merged], list[facts.Value]]) -> dict[str, facts.Value]:
        graph = self.merged.message("graph")
        found: dict[str, facts.Value] = {}
        for value in values(graph) if graph else ():
            found.setdefault(value.name, value)
        return found


def _node(field: Field) -> Merged:
    if field.content is None or field.content.name != "NodeProto":
        raise ValueError(f"{field.path}: needed a NodeProto")
    return Merged(field.document, field.content, (field.row,))
