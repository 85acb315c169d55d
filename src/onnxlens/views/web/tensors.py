"""All tensors of a file by size, and in groups by the beginnings of their names."""

from __future__ import annotations

import re
from typing import Any

from ...model.external.entry import external
from ...model.external.remarks import where
from ...model.tensors import tensor_type
from ...model.words import short
from ...schema import message
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..text import percent, safe
from .kept import once
from .map import map_of, tensors_of

_TENSOR = message("TensorProto")
_NAME = 200  # characters
_NAMED = 100_000  # largest tensors whose names are read for groups
_STEPS = 8  # of a name that the tensors of a group may have in common
_GROUPS = range(2, 41)  # how many groups are worth a picture
_MOST = 0.8  # of the tensors, which the groups must hold
_BETWEEN = re.compile(r"(?<=[^./])[./]+(?=[^./])")  # two steps of a name
Json = dict[str, Any]


def tensors(document: Document, limit: int = 1000) -> Json:
    """Return the largest tensors of a document, and groups of all of them.

    ``size`` is what is stored in the file, or what a tensor declares whose data is elsewhere, None
    where it does not say.
    Raises ValueError for a limit below 0.
    """
    if limit < 0:
        raise ValueError(f"needed a limit of 0 or more, not {limit}")
    found = tensors_of(document)
    shown = [_tensor(document, number) for number in found.largest[:limit].tolist()]
    return {
        "total": len(found.rows),
        "stored": map_of(document).totals()["weights"],
        "shown": len(shown),
        "tensors": shown,
        "groups": _groups(document),
    }


def _tensor(document: Document, number: int) -> Json:
    found = tensors_of(document)
    field, size = Field(document, int(found.rows[number])), int(found.sizes[number])
    tensor, outside = Merged(document, _TENSOR, (field.row,)), bool(found.outside[number])
    return {
        "row": field.row,
        "start": field.start,
        "end": field.end,
        "path": field.path,
        "name": safe(short(tensor, "name"), _NAME),
        "type": safe(tensor_type(tensor)),
        "size": size if found.known[number] else None,
        "share": _file(tensor) if outside else share(size, document.size),
        "external": outside,
    }


def share(part: int, whole: int) -> str:
    """Return a share in words, also of nothing."""
    return percent(part, whole) if part else "0 %"


def _file(tensor: Merged) -> str:
    """Return in which file the data of a tensor is."""
    found = external(tensor)
    return f"in {where(found.location)}" if found and found.location else "in another file"


# -- groups --------------------------------------------------------------------------------------


@once
def _groups(document: Document) -> list[Json]:
    """Return the finest groups that are few and hold most of the tensors, the largest first.

    ``prefix`` is what their names begin with, and empty for those that are in no other group.
    """
    import numpy as np

    found = tensors_of(document)
    numbers = np.sort(found.largest[:_NAMED])
    best = _finest(found.names(document, numbers), found.sizes[numbers].tolist())
    groups = [_group(prefix, *sums) for prefix, sums in best.items()]
    groups.sort(key=lambda group: -group["size"])
    more = len(found.rows) - sum(group["count"] for group in groups)
    size = sum(found.sizes.tolist()) - sum(group["size"] for group in groups)
    return [*groups, _group("", more, size)] if groups and more else groups


def _group(prefix: str, count: int, size: int) -> Json:
    return {"prefix": safe(prefix, _NAME), "count": count, "size": size}


def _finest(names: list[str], sizes: list[int]) -> dict[str, tuple[int, int]]:
    """Return count and size by prefix; empty where no length of a prefix makes good groups."""
    ends = [[match.start() for match in _BETWEEN.finditer(name)] for name in names]
    best: dict[str, tuple[int, int]] = {}
    for step in range(_STEPS):
        groups: dict[str, tuple[int, int]] = {}
        for name, cuts, size in zip(names, ends, sizes, strict=True):
            if step < len(cuts):
                count, total = groups.get(name[: cuts[step]], (0, 0))
                groups[name[: cuts[step]]] = count + 1, total + size
        if sum(count for count, _ in groups.values()) < _MOST * len(names):
            break
        best = groups if len(groups) in _GROUPS else best
    return best
