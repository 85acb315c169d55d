"""Operators over rows of features: for each row of the batch they give one row, or one number."""

from __future__ import annotations

from .call import Call, Outputs, of_first
from .meaning import Axis


@of_first
def scores(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Regressors, samples and vectors: a row of other features for each row."""
    return [(axes[0], Axis())] if len(axes) == 2 else []


@of_first
def classes(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """A class for each row, and a score for each row and class."""
    return [(axes[0],), (axes[0], Axis())] if len(axes) == 2 else []


@of_first
def n_grams(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """TfIdfVectorizer: counts for each row; one row alone has no batch."""
    return [(*axes[:-1], Axis())] if len(axes) in (1, 2) else []


@of_first
def features(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """ArrayFeatureExtractor takes some of the last axis; a row alone becomes a batch of one."""
    rows = axes[:-1] if len(axes) != 1 else (Axis(None, 1),)
    return [(*rows, Axis(axes[-1].denotation))] if axes else []
