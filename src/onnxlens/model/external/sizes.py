"""How many bytes the data of a tensor takes, as its dims and data type say."""

from __future__ import annotations

from math import prod

from ...tree.merged import Merged

_DIMS = 1024  # more are no tensor, and their product would be a number without end


def stated_size(tensor: Merged) -> int | None:
    """Return the bytes of a TensorProto's elements, exact however large.

    None where they cannot be told: STRING, an unknown data type, a negative dim, over 1,024 dims.
    """
    from ...schema.data_types import storage_of

    storage = storage_of(tensor.number("data_type"))
    dims = [int(size) for size in tensor.numbers("dims", _DIMS + 1)]
    if storage is None or not storage.bits or len(dims) > _DIMS or min(dims, default=0) < 0:
        return None
    return storage.bytes_for(prod(dims))
