"""What external_data says of one tensor, beside what the loader of the onnx package reads."""

import pytest
from onnx import TensorProto
from onnx.external_data_helper import ExternalDataInfo

from made import number
from onnxlens import api
from onnxlens.model.external.entry import external
from onnxlens.wire.scalars import encode_record as record

W = ("location", "w.bin")


def _read(data):
    data = data if isinstance(data, bytes) else data.SerializeToString()
    return external(api.open(data, "TensorProto").merged())


@pytest.mark.parametrize("location", [TensorProto.DEFAULT, None])
def test_a_tensor_that_is_not_external_has_no_entry(tensor, location):
    made = tensor("w", W)
    made.ClearField("data_location")
    if location is not None:
        made.data_location = location
    assert _read(made) is None


@pytest.mark.parametrize(
    "entries",
    [
        [W],
        [W, ("offset", "0"), ("length", "8")],
        [W, ("offset", "4097"), ("checksum", "AB" * 20), ("basepath", "/home")],
        [W, ("offset", "0012"), ("length", "000")],
        [("offset", "4"), ("length", "8"), W],
        [W, ("location", "other.bin"), ("offset", "1"), ("offset", "2")],
        [("location", "é/ü.bin"), ("length", str(1 << 40))],
        [("location", "x" * 5000)],
    ],
)
def test_what_the_loader_reads_is_read(tensor, entries):
    made = tensor("w", *entries)
    found, expected = _read(made), ExternalDataInfo(made)
    assert (found.location, found.length) == (expected.location, expected.length)
    assert (found.offset, found.checksum) == (expected.offset or 0, expected.checksum)
    assert found.placed


@pytest.mark.parametrize(
    ("entries", "problems"),
    [
        ([W, ("offset", "4096"), ("length", "0"), ("checksum", "ab"), ("basepath", "b")], []),
        ([W, ("offset", "1")], []),
        ([W, ("offset", str((1 << 63) - 1))], []),
        ([], ["external_data has no location"]),
        ([("location", "")], []),
        (
            [W, W, ("offset", "1"), ("offset", "1"), ("offset", "1")],
            [
                "location is given 2 times; the loader of onnx takes the last, "
                "its checker tests all",
                "offset is given 3 times; the loader of onnx takes the last, its checker tests all",
            ],
        ),
        (
            [W, ("__class__", "x"), ("Offset", "1"), ("", "")],
            [
                f"key {key} is none of location, offset, length, checksum, basepath"
                for key in ('"__class__"', '"Offset"', '""')
            ],
        ),
        ([W, ("offset", "-1")], ['offset "-1" is not a non-negative decimal']),
        ([W, ("offset", "0x10")], ['offset "0x10" is not a non-negative decimal']),
        ([W, ("length", "")], ['length "" is not a non-negative decimal']),
        ([W, ("length", " 8")], ['length " 8" is not a non-negative decimal']),
        ([W, ("length", "1_0")], ['length "1_0" is not a non-negative decimal']),
        ([W, ("length", "٣")], ['length "٣" is not a non-negative decimal']),
        ([W, ("length", "\x1b[2J")], ['length "\\u{1B}[2J" is not a non-negative decimal']),
        ([W, ("offset", str(1 << 63))], ["offset 9223372036854775808 is beyond 2^63 - 1"]),
        ([W, ("offset", "9" * 9000)], ["offset has 9,000 digits; 2^63 has 19"]),
        (
            [W, ("offset", "18446744073709551608"), ("length", "16")],
            [
                "offset 18446744073709551608 is beyond 2^63 - 1",
                "offset 18446744073709551608 + length 16 is 18446744073709551624, "
                "which wraps to 8 in 64 bits",
            ],
        ),
        (
            [W, ("offset", "18446744073709551608"), ("length", "8")],
            [
                "offset 18446744073709551608 is beyond 2^63 - 1",
                "offset 18446744073709551608 + length 8 is 18446744073709551616, "
                "which wraps to 0 in 64 bits",
            ],
        ),
        (
            [W, ("offset", "18446744073709551608"), ("length", "7")],
            ["offset 18446744073709551608 is beyond 2^63 - 1"],
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_numbers(tensor, entries, problems):
    assert _read(tensor("w", *entries)).problems == problems


@pytest.mark.parametrize("value", ["-1", "0x10", "", "1.5", "9" * 5000])
@pytest.mark.parametrize("key", ["offset", "length"])
def test_a_place_that_cannot_be_read_is_no_place(tensor, key, value):
    found = _read(tensor("w", W, (key, value)))
    assert (found.placed, found.offset, found.length) == (False, 0, None)


def test_many_unknown_keys_are_counted(tensor):
    found = _read(tensor("w", W, *((f"k{i}", "") for i in range(1000))))
    assert len(found.problems) == 11
    assert found.problems[-1] == "990 more keys that ONNX does not define"


def test_a_location_that_is_not_utf_8_keeps_its_bytes():
    entry = record(1, b"location") + record(2, b"w\xff.bin")
    found = _read(number(14, 1) + record(13, entry))
    assert found.location.encode("utf-8", "surrogateescape") == b"w\xff.bin"


def test_a_huge_location_is_read_in_part(tensor):
    found = _read(tensor("w", ("location", "x" * 1_000_000)))
    assert len(found.location) == (1 << 16) + 1


def test_the_last_key_of_an_entry_counts():
    entry = record(1, b"offset") + record(1, b"location") + record(2, b"w.bin")
    assert _read(number(14, 1) + record(13, entry)).location == "w.bin"
