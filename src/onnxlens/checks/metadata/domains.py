"""Rules about names of domains."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.metadata.near import meant, near_miss
from ...schema.standard import DOMAIN, standard_names
from ..context import Context
from ..rule import Found, rule
from .records import unlike


@rule("M040", "info")
def domain_misspelt(context: Context) -> Iterator[Found]:
    """
    Finds:
    An imported domain that differs from one of ONNX's own in case or in a few letters.

    Why:
    Domains count as they are spelt, so it is another domain, whose operators no runtime knows. It
    is allowed, since a model may import domains of its own.

    Fix:
    Spell the domain as ONNX does, in the import and in the nodes.
    """
    names = standard_names(DOMAIN)
    for field, text in unlike(context, DOMAIN):
        near = near_miss(text, names)
        if near is not None:
            yield Found(field, meant(text, near), span=field.payload)
