"""Symbols of a model with exact counts and the first uses of each, also of a very large one.

``symbols`` reads every type as protobuf would, which takes 50 microseconds for each use. Most types
are written plainly, each field once, and of these whole columns of the index say the same.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ... import schema
from ...tree.document import Document
from ...tree.merged import Merged
from ...wire.kinds import LEN
from . import many
from .names import slot
from .scopes import Scope, Scopes
from .symbols import ROLES, Use, place_of, uses

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

SLOW = 20_000  # uses in types that are not plain, more of which are not counted
_PARAM = slot("TensorShapeProto.Dimension", "dim_param")
_DENOTED = slot("TensorShapeProto.Dimension", "denotation")
_DIM = slot("TensorShapeProto", "dim")
_SHAPE = slot("TypeProto.Tensor", "shape")
_TENSOR = slot("TypeProto", "tensor_type")
_TYPE_DENOTED = slot("TypeProto", "denotation")
_TYPE = slot("ValueInfoProto", "type")
_VALUE = schema.message("ValueInfoProto")
_DIMENSION = schema.message("TensorShapeProto.Dimension")


class SymbolCount(NamedTuple):
    """One symbol: its text, on how many axes it is, and the first of its uses."""

    name: str
    axes: int
    uses: list[Use]


class Counted(NamedTuple):
    """The first symbols of a document, in the order of ``symbols``.

    ``total`` counts all symbols and ``axes`` all uses; with ``is_least`` there are more uses.
    """

    symbols: list[SymbolCount]
    total: int
    axes: int
    is_least: bool


def symbol_counts(document: Document, limit: int, uses_limit: int) -> Counted:
    """Return the first ``limit`` symbols, each with its first ``uses_limit`` uses."""
    import numpy as np

    found = _Uses(document)
    names = found.names[found.order]
    _, firsts, members, counts = np.unique(
        names, return_index=True, return_inverse=True, return_counts=True
    )
    grouped, begins = found.order[np.argsort(members, kind="stable")], np.cumsum(counts) - counts
    symbols = []
    for group in np.argsort(firsts)[:limit].tolist():
        count, begin = int(counts[group]), int(begins[group])
        shown = [found.use(at) for at in grouped[begin : begin + min(count, uses_limit)].tolist()]
        symbols.append(SymbolCount(found.use(int(grouped[begin])).symbol, count, shown))
    return Counted(symbols, len(counts), len(names), found.is_least)


class _Uses:
    """All uses of a document as columns: a number for each name, and the order of the uses."""

    def __init__(self, document: Document) -> None:
        import numpy as np

        self.plain = _Plain(document)
        slow = list(islice(uses(document, self.plain.rest.tolist()), SLOW + 1))
        self.slow, self.is_least = slow[:SLOW], len(slow) > SLOW
        rows = [use.field.row for use in self.slow]
        owners = [use.owner.row for use in self.slow]
        roles = [ROLES.index(use.role) for use in self.slow]
        self.names = _numbers(document, np.append(self.plain.params, np.array(rows, "i8")))
        # those of one value are all plain or all not, and stand in their order already
        self.order = np.lexsort((
            np.append(self.plain.owners, np.array(owners, "i8")),
            np.append(self.plain.roles, np.array(roles, "i8")),
        ))  # fmt: skip

    def use(self, number: int) -> Use:
        """Return one of the uses by its number."""
        plain = len(self.plain.params)
        return self.plain.use(number) if number < plain else self.slow[number - plain]


def _numbers(document: Document, rows: Array) -> Array:
    """Return a number for the string in each of some rows, the same for the same string."""
    import numpy as np

    ascending = np.argsort(rows, kind="stable")
    found = np.zeros(len(rows), "u8")
    found[ascending] = many.hashes(document, rows[ascending])
    return found


class _Plain:
    """The dim_param rows in tensor types of values that have each field once.

    ``params`` are the rows, ``dims``, ``shapes`` and ``owners`` those of the Dimension, the shape
    and the ValueInfoProto around each, ``roles`` numbers in ROLES. ``rest`` are all other
    dim_param rows.
    """

    def __init__(self, document: Document) -> None:
        import numpy as np

        self._document, self._index = document, document.index
        self._nexts = np.frombuffer(self._index.next, "u4")
        self._parents = np.frombuffer(self._index.parent, "u4")
        self._long = np.frombuffer(self._index.slot, "u2").copy()  # slots, 0 of other wire types
        self._long[np.frombuffer(self._index.head, "u1") & 7 != LEN] = 0
        params = np.flatnonzero(self._long == _PARAM)
        is_plain = self._whole(params, self._are_plain(params))
        self.rest = params[~is_plain]
        self.params = params[is_plain]
        self.dims, self.shapes, _, types, self.owners = self._around(self.params)
        every = np.flatnonzero(self._long == _DIM)
        self.axes = np.searchsorted(every, self.dims) - np.searchsorted(every, self.shapes)
        self._scopes: list[Scope | None] = []
        self.roles, self._where = self._placed(types)

    def _around(self, params: Array) -> list[Array]:
        """Return the five rows around each of some rows, the nearest first."""
        found = [self._parents[params]]
        for _ in range(4):
            found.append(self._parents[found[-1]])
        return found

    def _are_plain(self, params: Array) -> Array:
        dims, shapes, tensors, types, owners = self._around(params)
        found: Array = (
            (self._long[dims] == _DIM)
            & (self._long[shapes] == _SHAPE)
            & (self._long[tensors] == _TENSOR)
            & (self._long[types] == _TYPE)
            & (owners > 0)
            & self._alone(params, dims, _DENOTED)
            & self._alone(tensors, types, _TYPE_DENOTED)
            & self._once(shapes, _SHAPE)
            & self._once(types, _TYPE)
        )
        return found

    def _alone(self, rows: Array, parents: Array, beside: int) -> Array:
        """Return whether rows are all there is in their parents, but for one other field."""
        import numpy as np

        after, end = self._nexts[rows], self._nexts[parents]
        follows = self._long[np.minimum(after, len(self._long) - 1)]
        first = rows == parents + 1
        second = (rows == parents + 2) & (self._long[parents + 1] == beside) & (after == end)
        alone = (after == end) | (after + 1 == end) & (follows == beside)
        found: Array = (first & alone) | second
        return found

    def _once(self, rows: Array, slot: int) -> Array:
        """Return whether rows of a slot are the only ones of it in their parents."""
        import numpy as np

        every = np.flatnonzero(self._long == slot)
        owners = np.concatenate(([-1], self._parents[every].astype("i8"), [-1]))
        alone = (owners[1:-1] != owners[:-2]) & (owners[1:-1] != owners[2:])
        places = np.minimum(np.searchsorted(every, rows), max(len(every) - 1, 0))
        found: Array = alone[places] if len(every) else np.zeros(len(rows), bool)
        return found

    def _whole(self, params: Array, is_plain: Array) -> Array:
        """Return which rows are plain as all others in the same value are."""
        import numpy as np

        owners, others = self._around(params)[-1], params[~is_plain]
        before, after = (np.searchsorted(others, rows) for rows in (owners, self._nexts[owners]))
        found: Array = is_plain & (before == after)
        return found

    def _placed(self, types: Array) -> tuple[Array, Array]:
        """Return roles, and numbers of scopes: all values of one field in one graph share both."""
        import numpy as np

        groups = self._parents[self.owners].astype("u8") << 16 | self._long[self.owners]
        _, firsts, members = np.unique(groups, return_index=True, return_inverse=True)
        scopes, roles = Scopes(self._document), []
        for top in types[firsts].tolist():
            role, scope, _ = place_of(scopes, {}, top)
            roles.append(ROLES.index(role))
            self._scopes.append(scope)
        return np.array(roles, "i8")[members], members

    def use(self, number: int) -> Use:
        """Return the use of a row by its number."""
        owner = Merged(self._document, _VALUE, (int(self.owners[number]),))
        dim = Merged(self._document, _DIMENSION, (int(self.dims[number]),))
        role, scope = ROLES[self.roles[number]], self._scopes[self._where[number]]
        return Use(role, scope, owner, int(self.axes[number]), dim, int(self.shapes[number]))
