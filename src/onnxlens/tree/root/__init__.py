"""Which message a file holds, told from its bytes alone."""

from .verdict import Candidate, Verdict, detect

__all__ = ["Candidate", "Verdict", "detect"]
