"""The public Python interface."""

from ..wire.fill import BUDGET
from .document import Document, open

__all__ = ["BUDGET", "Document", "open"]
