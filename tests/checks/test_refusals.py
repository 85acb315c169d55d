"""What protobuf refuses, and what the rules about bytes say of it, tried on broken files."""

from random import Random

import pytest
from cases import schema as schema_cases
from cases import wire as wire_cases
from google.protobuf.message import DecodeError
from onnx import onnx_data_pb2, onnx_ml_pb2, onnx_operators_ml_pb2

from onnxlens import api
from onnxlens.checks.catalog import rules
from onnxlens.checks.engine import check

REFUSED = [rule for rule in rules(["W"]) if rule.severity == "error" and rule.code <= "W010"]
SEEDS = [
    (case.kind, case.data)
    for case in (*wire_cases.CASES, *schema_cases.CASES)
    if 0 < len(case.data) < 1 << 16
]
TRIES = 400


def is_refused(kind: str, data: bytes) -> bool:
    """Tell whether the parser of the onnx package refuses some bytes."""
    for module in (onnx_ml_pb2, onnx_data_pb2, onnx_operators_ml_pb2):
        if hasattr(module, kind):
            try:
                getattr(module, kind).FromString(data)
            except DecodeError:
                return True
            return False
    raise AssertionError(kind)


def broken(data: bytes, random: Random) -> bytes:
    """Return some bytes with up to three changes."""
    out = bytearray(data)
    for _ in range(random.randint(0, 3)):
        at, size = random.randrange(len(out) + 1), random.randint(1, 5)
        change = random.randrange(4)
        if change == 0:
            del out[at : at + size]
        elif change == 1:
            out[at:at] = random.randbytes(size)
        elif change == 2:
            out[at : at + 1] = random.randbytes(1)
        else:
            out[at:at] = out[:size]
    return bytes(out)


@pytest.mark.parametrize("seed", range(10))
def test_rules_find_an_error_in_exactly_the_files_that_protobuf_refuses(seed: int):
    random, refused = Random(seed), 0
    for _ in range(TRIES):
        kind, data = random.choice(SEEDS)
        data = broken(data, random)
        with api.open(data, kind) as document:
            findings = check(document, REFUSED, deep=True)
        assert bool(findings) == is_refused(kind, data), (kind, data.hex(), findings)
        refused += bool(findings)
    assert TRIES / 10 < refused < TRIES
