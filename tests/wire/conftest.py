"""Fixtures of the tests of the scan."""

import pytest
from lens import Lens


@pytest.fixture
def lens(scanner: type, child: memoryview) -> Lens:
    """One scanner with its invariants."""
    return Lens(scanner, child)
