"""What a record means where it stands: sentences, where it leads, its standard strings.

This is apart from ``record``, since names are looked up in the whole model the first time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.graph.related import Related
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..text import safe
from .kept import explainer
from .links import links
from .record import field_of, place
from .standard import standard_strings

_DIMENSION = "TensorShapeProto.Dimension"


def about(document: Document, row: int, element: int | None = None) -> dict[str, Any]:
    """Return what there is to say of a row, or an element of the packed run in it, in its place.

    ``follow`` is where its name leads. Raises IndexError for a row or element that is not there.
    """
    field = field_of(document, row, element)
    found = links(field)
    return {
        "sentences": list(_sentences(field)),
        "links": [_link(each) for each in found],
        "follow": place(found[0].fields[0][1]) if found else None,
        "standard": standard_strings(field),
    }


def _sentences(field: Field) -> Iterator[str]:
    explain = explainer(field.document).explain
    yield from map(safe, explain(field))
    if field.content is not None and field.content.name == _DIMENSION:
        dim = Merged(field.document, field.content, (field.row,))
        for spec in field.content.fields:  # a dim means what the fields that count in it do
            for child in dim.records(spec.name)[-1:]:
                yield from map(safe, explain(child))


def _link(found: Related) -> dict[str, Any]:
    items = [{"words": safe(words), **place(field)} for words, field in found.fields]
    return {"title": found.title, "items": items, "more": found.more}
