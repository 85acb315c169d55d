"""Symbols of a model: each dim_param with all the axes that use it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice

from ... import schema
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..words import short
from .names import inside, slot
from .scopes import Scope, Scopes
from .tables import GRAPH_INPUT, GRAPH_OUTPUT

_NAME = 1 << 16  # characters of a name of a value
_DIM = slot("TensorShapeProto.Dimension", "dim_param")
_SHARD = slot("SimpleShardedDimProto", "dim_param")
_VALUE = schema.message("ValueInfoProto")
_SIMPLE = schema.message("SimpleShardedDimProto")
# roles in the order of a listing
ROLES = ("input", "output", "value", "attribute", "function value", "sharding")
# message of a type -> its field that leads on to a shape; of a TypeProto it is the kind that is set
_INWARDS = {
    "TypeProto": "", "TypeProto.Tensor": "shape", "TypeProto.SparseTensor": "shape",
    "TypeProto.Sequence": "elem_type", "TypeProto.Optional": "elem_type",
    "TypeProto.Map": "value_type", "TensorShapeProto": "dim", "TensorShapeProto.Dimension": "",
}  # fmt: skip


class Use:
    """One axis that a symbol names.

    ``role``: ``input`` and ``output`` are those of the main graph, ``value`` any other value of it
    and of its subgraphs and training graphs, ``attribute`` a type in an attribute, ``function
    value`` a value of a function's body, ``sharding`` a sharded axis. ``axis`` counts from 0; of a
    sharding it is what the file says, also negative. ``shape`` tells axes of one shape from those
    of others. ``field`` is the dim_param record.
    """

    __slots__ = ("_dim", "_owner", "axis", "role", "scope", "shape")

    def __init__(
        self,
        role: str,
        scope: Scope | None,
        owner: Merged | None,
        axis: int,
        dim: Merged,
        shape: int,
    ) -> None:
        self.role = role
        self.scope = scope
        self.axis = axis
        self.shape = shape
        self._owner = owner
        self._dim = dim

    def __repr__(self) -> str:
        return f"<Use {self.role} {self.value!r} axis {self.axis}>"

    @property
    def field(self) -> Field:
        """The dim_param record."""
        return self._dim.records("dim_param")[-1]

    @property
    def owner(self) -> Field:
        """The record of what has the axis: a value, an attribute, a sharding, or the type."""
        return self._owner.field if self._owner else self._dim.field

    @property
    def symbol(self) -> str:
        """The whole text of the dim_param."""
        return self._dim.text("dim_param")

    @property
    def value(self) -> str:
        """The name of the value, the attribute or the sharded tensor; empty without one."""
        return short(self._owner, self._owner.spec.key_field, _NAME) if self._owner else ""

    @property
    def denotation(self) -> str | None:
        """The denotation of the same axis; None where it is absent."""
        spec, dim = self._dim.spec, self._dim
        known = "denotation" in spec.by_name and dim.has("denotation")
        return short(dim, "denotation") if known else None


def symbols(document: Document, limit: int | None = None) -> dict[str, list[Use]]:
    """Return each symbol with its uses, by first use; at most ``limit`` uses are looked for.

    Uses stand in the order of ROLES, those of one role in file order. Only what a standard parser
    keeps is a use. Symbols have one scope, the whole model: docs/IR.md of onnx says "dimension
    variables are not scoped", that a name is one size across the graph, and that subgraphs share
    it. Of functions it says nothing but that they may be polymorphic; since a body is put in place
    of each call, a symbol in it is one of its own. So a use whose ``scope.top.is_function`` holds
    says nothing of the model's symbol of that name.
    """
    found: dict[str, list[Use]] = {}
    for use in islice(uses(document), limit):
        found.setdefault(use.symbol, []).append(use)
    return found


def uses(document: Document, among: Sequence[int] | None = None) -> Iterator[Use]:
    """Yield all uses in the order of ``symbols``, each found only when it is asked for.

    ``among`` restricts them to values that hold one of some dim_param rows, and to shardings.
    """
    scopes = Scopes(document)
    main = scopes.main if among is None or len(among) else None
    for role, wanted in (("input", GRAPH_INPUT), ("output", GRAPH_OUTPUT)):
        for row in inside(document, main.rows if main else (), wanted):
            if among is not None and not _holds(document, row, among):
                continue
            owner = Merged(document, _VALUE, (row,))
            yield from _in_type(role, main, owner, owner.message("type"))
    owners: dict[int, Merged] = {}
    later = []
    for top in _outermost(document, document.index.rows_with(_DIM) if among is None else among):
        place = place_of(scopes, owners, top)
        if place[0] == "value":
            yield from _in_top(*place, document, top)
        elif place[0] not in ("input", "output"):
            later.append((ROLES.index(place[0]), top))
    for _, top in sorted(later):
        yield from _in_top(*place_of(scopes, owners, top), document, top)
    yield from _shardings(scopes, owners)


def twice(uses: list[Use]) -> list[tuple[Use, Use]]:
    """Return the uses of one symbol that share a shape, as pairs of neighbours, in their order.

    The standard makes such axes equal: ``y: FLOAT ["w", "w"]`` can only be square.
    """
    before: dict[int, Use] = {}
    pairs = []
    for use in uses:
        if use.shape in before:
            pairs.append((before[use.shape], use))
        before[use.shape] = use
    return pairs


def _holds(document: Document, row: int, among: Sequence[int]) -> bool:
    """Tell whether one of some rows that ascend is inside a row."""
    at = bisect_left(among, row)
    return at < len(among) and among[at] < document.index.next[row]


def _outermost(document: Document, rows: Sequence[int]) -> Iterator[int]:
    """Yield the rows of the types that hold one of some dim_params, none inside another.

    Of a singular field that stands twice only the first record with a dim_param is yielded: both
    are read as one type. The way up from a dim_param is gone once for each row yielded, so deep
    types cost no more than flat ones.
    """
    index = document.index
    seen: set[tuple[int, int]] = set()  # parent and slot of singular fields
    after = 0
    for row in rows:
        if row < after:
            continue
        top = index.parent[row]
        while top and _is_type(document, index.parent[top]):
            top = index.parent[top]
        after = index.next[top]
        spec, where = document.spec_of(top), (index.parent[top], index.slot[top])
        if where not in seen:
            yield top
        if spec is not None and not spec.repeated:
            seen.add(where)


def _is_type(document: Document, row: int) -> bool:
    content = document.content_of(row)
    return content is not None and content.name in _INWARDS


def place_of(
    scopes: Scopes, owners: dict[int, Merged], top: int
) -> tuple[str, Scope | None, Merged | None]:
    """Return role, scope and owner of an outermost type; no owner where it is the whole file."""
    document, index = scopes.document, scopes.document.index
    scope = scopes.scope_of(Field(document, top))
    row = index.parent[top]
    owner = _owner(document, owners, row) if top else None
    if owner is None or owner.spec is not _VALUE:
        return ("attribute" if top else "value"), scope, owner
    if scope is None or not scope.top.is_function:
        kind = index.slot[row] if scope is not None and scope.is_main else 0
        role = {GRAPH_INPUT: "input", GRAPH_OUTPUT: "output"}.get(kind, "value")
        return role, scope, owner
    return "function value", scope, owner


def _owner(document: Document, owners: dict[int, Merged], row: int) -> Merged | None:
    """Return the message in a row; one that may hold many types is kept, so it is sorted once."""
    spec = document.content_of(row)
    if spec is None:
        return None
    owner = owners.get(row) or Merged(document, spec, (row,))
    return owner if spec is _VALUE else owners.setdefault(row, owner)


def _in_top(
    role: str, scope: Scope | None, owner: Merged | None, document: Document, top: int
) -> Iterator[Use]:
    """Yield the uses in an outermost type, with other records of its singular field if any."""
    spec = document.spec_of(top)
    if owner is None or spec is None:
        type_: Merged | None = document.merged()
    elif spec.repeated:
        type_ = Merged(document, schema.message(spec.ref), (top,))
    else:
        type_ = owner.message(spec.name)
    yield from _in_type(role, scope, owner, type_)


def _in_type(
    role: str, scope: Scope | None, owner: Merged | None, type_: Merged | None
) -> Iterator[Use]:
    """Yield the uses in a type: a type holds one other type or one shape, so this is a way."""
    while type_ is not None and type_.spec.name in _INWARDS:
        inwards = _INWARDS[type_.spec.name]
        if inwards == "dim":
            for axis, dim in enumerate(type_.each("dim")):
                if dim.has("dim_param"):
                    yield Use(role, scope, owner, axis, dim, type_.rows[0])
            return
        if type_.spec.name == "TensorShapeProto.Dimension":  # the whole file, or it had an axis
            if type_.has("dim_param"):
                yield Use(role, scope, owner, 0, type_, 0)
            return
        kind = None if inwards else type_.which("value")
        inwards = kind.name if kind else inwards
        type_ = type_.message(inwards) if inwards else None


def _shardings(scopes: Scopes, owners: dict[int, Merged]) -> Iterator[Use]:
    """Yield the uses by which a node's values are cut up between devices."""
    document, index = scopes.document, scopes.document.index
    done = -1
    for row in index.rows_with(_SHARD):
        simple = index.parent[row]
        dim = Merged(document, _SIMPLE, (simple,))
        if simple == done or not dim.has("dim_param"):
            continue
        done = simple
        sharded = _owner(document, owners, index.parent[simple]) if simple else None
        above = sharded.rows[0] if sharded else 0
        owner = _owner(document, owners, index.parent[above]) if above else None
        axis = sharded.number("axis") if sharded else 0
        yield Use("sharding", scopes.scope_of(dim.field), owner, axis, dim, simple)
