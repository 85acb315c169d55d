"""What rules share about one document: each thing is found out once, when a rule first asks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from .. import schema
from ..model.graph.scopes import Scopes
from ..model.operators.calls import Operators
from ..schema import MessageSpec
from ..tree.document import Document
from ..tree.field import Field
from ..tree.merged import Merged
from ..wire.index import FIELD_BITS
from .columns import Columns
from .few import FEW, Few
from .inferred import Inferred
from .names.resolution import Resolution
from .schema.facts import Attribute
from .structures import Structures
from .types.names import Symbols

if TYPE_CHECKING:
    from ..model.flow.flow import Flow
    from .data.beside import Beside
    from .data.tensors import Tensors
    from .operators.calls import Calls
    from .versions.uses import Uses


class Context:
    """One document under check.

    ``deep`` tells whether rules may read much, ``inferred`` what shape inference came to, if it was
    asked.
    """

    def __init__(
        self, document: Document, deep: bool = False, inferred: Inferred | None = None
    ) -> None:
        self.document = document
        self.deep = deep
        self.inferred = inferred

    @cached_property
    def structures(self) -> Structures:
        """Which fields stand directly in which messages."""
        return Structures(self.document)

    @cached_property
    def suspects(self) -> Few | Columns:
        """Rows that may be at fault."""
        return (Few if len(self.document.index) <= FEW else Columns)(self.document)

    @cached_property
    def odd_attributes(self) -> list[Attribute]:
        """The attributes in which the value may not go with the type."""
        root = self.document.root
        top = [0] if root is not None and root.name == "AttributeProto" else []
        return [Attribute(self.document, row) for row in top + self.suspects.attributes()]

    @cached_property
    def scopes(self) -> Scopes:
        """Names in their scopes."""
        return Scopes(self.document)

    @cached_property
    def names(self) -> Resolution:
        """What each name means where it stands."""
        return Resolution(self)

    @cached_property
    def operators(self) -> Operators:
        """What each node calls."""
        return Operators(self.document)

    @cached_property
    def calls(self) -> Calls:
        """The shapes of all calls."""
        from .operators.calls import Calls

        return Calls(self)

    @cached_property
    def flow(self) -> Flow:
        """What the axes of values mean, as denotations say and nodes hand them on."""
        from ..model.flow.flow import Flow

        return Flow(self.document, self.scopes, self.operators)

    @cached_property
    def uses(self) -> Uses:
        """Which operator sets the model and its functions import, and which nodes use them."""
        from .versions.uses import Uses

        return Uses(self.document, self.model, self.scopes.columns)

    @cached_property
    def tensors(self) -> Tensors:
        """The tensors with what is wrong with them."""
        from .data.tensors import Tensors

        return Tensors(self)

    @cached_property
    def data_files(self) -> Beside:
        """The files beside the model that hold data."""
        from .data.beside import Beside

        return Beside(self.document)

    @cached_property
    def model(self) -> Merged | None:
        """The ModelProto; None where the root is another message."""
        root = self.document.root
        return self.document.merged() if root is not None and root.name == "ModelProto" else None

    def merged(self, field: Field) -> Merged:
        """Return the message in a field that holds one."""
        assert field.content is not None
        return Merged(self.document, field.content, (field.row,))

    def is_whole(self, message: Merged) -> bool:
        """Whether all of a message was read, so that a field not found in it is not there."""
        return self._torn.isdisjoint(message.rows)

    @cached_property
    def _torn(self) -> set[int]:
        """The rows that are damaged, or directly hold damage or what is not indexed."""
        document, index = self.document, self.document.index
        torn = {*document.damage, *(index.parent[row] for row in document.damage)}
        row = 0 if index.complete() else len(index) - 1
        while row:
            torn.add(row := index.parent[row])
        return torn

    @cached_property
    def symbols(self) -> Symbols:
        """The dim_params of all shapes."""
        return Symbols(self.document, self.scopes)

    def rows_of(self, message: MessageSpec) -> Iterator[int]:
        """Yield the rows that hold a message, in file order; found by the index alone."""
        from heapq import merge

        if self.document.root is message:
            yield 0
        index = self.document.index
        yield from merge(*(index.rows_with(slot) for slot in _slots(message)))


def _slots(message: MessageSpec) -> list[int]:
    """Return the slots of all fields that hold a message."""
    return [
        owner.id << FIELD_BITS | field.number
        for owner in schema.messages()
        for field in owner.fields
        if field.ref == message.name and field.is_message
    ]
