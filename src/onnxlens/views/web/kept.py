"""What is found once for a document and kept as long as the document is."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import TypeVar

from ...model.explaining.explainer import Explainer
from ...tree.document import Document

T = TypeVar("T")


def once(make: Callable[[Document], T]) -> Callable[[Document], T]:
    """Decorate what is made of a document: it is made once, and kept with the document.

    A thread that asks while another one makes it waits for that.
    """
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def get(document: Document) -> T:
        kept = vars(document)
        if name not in kept:
            with kept.setdefault(f"{name} lock", RLock()):
                if name not in kept:
                    kept[name] = make(document)
        found: T = kept[name]
        return found

    return get


@once
def explainer(document: Document) -> Explainer:
    """Return what explains the fields of a document."""
    return Explainer(document)
