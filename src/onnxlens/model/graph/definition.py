"""What gives a name its value: an input, an initializer or the output of a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...tree.field import Field
from . import tables

if TYPE_CHECKING:
    from .scopes import Scope

ROLES = {
    tables.GRAPH_INPUT: "input",
    tables.INITIALIZER: "initializer",
    tables.SPARSE_INITIALIZER: "sparse initializer",
    tables.NODE_OUTPUT: "node output",
    tables.FUNCTION_INPUT: "function input",
}


class Definition:
    """What gives a name its value: ``field`` in ``scope``.

    ``role`` is a value of ROLES. ``field`` is the record of node output or function input, the
    ValueInfoProto, the TensorProto or the SparseTensorProto. ``others`` are further records of the
    scope that define the same name, which the standard forbids, but for ``default``.
    """

    __slots__ = ("field", "others", "role", "scope")

    def __init__(self, scope: Scope, field: Field, others: list[Field]) -> None:
        self.scope = scope
        self.field = field
        self.others = others
        self.role = _role(field)

    def __repr__(self) -> str:
        return f"<Definition {self.role} {self.field.path}>"

    @property
    def node(self) -> Field | None:
        """The NodeProto that computes it; None where it is no output of a node."""
        return self.field.parent if self.role == "node output" else None

    @property
    def default(self) -> Field | None:
        """The initializer that an input stands for where the caller gives no value (IR 4 on).

        In older models it is the value itself: they list each initializer among the inputs.
        """
        if self.role != "input":
            return None
        found = (f for f in self.others if _role(f) in ("initializer", "sparse initializer"))
        return next(found, None)


def _role(field: Field) -> str:
    return ROLES[field.document.index.slot[field.row]]
