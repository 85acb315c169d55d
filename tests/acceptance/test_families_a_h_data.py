"""Rows of known-problems.md on data: A8 to A16, H-1 to H-9, H-15 and I13 to I17."""

import hashlib
import os

import pytest

import recipes as r
from onnxlens import api
from onnxlens.model import facts
from onnxlens.views.page import Page
from onnxlens.views.summary import summary

W = "graph.initializer[0]"
AT = ("location", "w.bin")


def stored(data_type, dims, fields=b"", name="w"):
    """Return a TensorProto."""
    return (
        b"".join(r.int_of(1, size) for size in dims)
        + r.int_of(2, data_type)
        + fields
        + (r.of(8, name))
    )


def outside(*entries, dims=(2,), external=True, name="w"):
    """Return a FLOAT tensor with entries of external_data."""
    fields = b"".join(r.of(13, r.entry(*each)) for each in entries)
    return stored(1, dims, fields + (r.int_of(14, 1) if external else b""), name)


class Said:
    """What is said of a model in a folder."""

    def __init__(self, folder, model):
        path = folder / "m.onnx"
        path.write_bytes(model)
        with api.open(path) as document:
            self.summary = "\n".join(summary(Page(), document))
            names = [field for field in document.walk() if field.content is not None]
            self._texts = {field.path: document.explain(field) for field in names}

    def of(self, path=W):
        return "; ".join(self._texts[path])


@pytest.fixture
def said(tmp_path):
    """Return what is said of a model with initializers, w.bin beside it holding 8 bytes."""
    (tmp_path / "w.bin").write_bytes(bytes(8))

    def tell(*tensors, graph=None):
        return Said(tmp_path, r.model(graph or r.graph(initializers=tensors)))

    return tell


def test_a8_and_a9_the_limit_of_2_gib_the_largest_tensors_and_how_many_must_leave(
    said, monkeypatch
):
    tensors = [stored(2, (size,), r.of(9, bytes(size)), f"t{size}") for size in (300, 500, 100)]
    plain = said(*tensors)
    assert "limit" not in plain.summary and facts.LIMIT == (1 << 31) - 1
    monkeypatch.setattr(facts, "LIMIT", 900)
    found = said(*tensors).summary
    assert "limit        protobuf takes 900 bytes (2 GiB), this is " in found
    assert "it fits once its largest tensor is external data" in found
    assert "largest      t500 500  t300 300  t100 100" in found
    monkeypatch.setattr(facts, "LIMIT", 1200)
    assert "bytes are left" in said(*tensors).summary


EVERYWHERE = {
    "initializer": r.graph(initializers=[outside(("location", "nofile.bin"))]),
    "attribute t": r.graph([r.node("Constant", [], ["y"], [
        r.attribute("value", 4, r.of(5, outside(("location", "nofile.bin"))))])]),
    "attribute tensors": r.graph([r.node("C", [], ["y"], [
        r.attribute("value", 9, r.of(10, outside(("location", "nofile.bin"))))])]),
    "sparse values": r.graph(more=r.of(15, r.of(1, outside(("location", "nofile.bin"))))),
    "sparse indices": r.graph(more=r.of(15, r.of(2, outside(("location", "nofile.bin"))))),
    "a subgraph": r.graph([r.node("If", ["x"], ["y"], [
        r.attribute("then_branch", 5, r.of(6, r.graph(
            initializers=[outside(("location", "nofile.bin"))])))])]),
}  # fmt: skip


@pytest.mark.parametrize("where", EVERYWHERE)
def test_a10_the_files_are_listed_over_all_places(said, where):
    found = said(graph=EVERYWHERE[where]).summary
    assert 'needs        "nofile.bin", 8 bytes for 1 tensor; not beside it: no such file' in found
    assert "next         put what is missing beside m.onnx" in found


def test_a10_functions_and_training_count_too(said, tmp_path):
    node = r.node("Constant", [], ["y"], [
        r.attribute("value", 4, r.of(5, outside(("location", "nofile.bin"))))])  # fmt: skip
    function = r.of(25, r.of(1, "F") + r.of(7, node))
    training = r.of(20, r.of(1, r.graph(initializers=[outside(("location", "nofile.bin"))])))
    found = Said(tmp_path, r.model(more=function + training)).summary
    assert '"nofile.bin", 8 bytes for 2 tensors' in found


def test_a11_a_place_beyond_the_end_is_told_with_both_numbers(said):
    found = said(outside(AT, ("offset", "4"), ("length", "8")))
    assert "w needs 4:12; the file has 8 bytes" in found.summary
    assert "present, 8 bytes, 4 bytes too few" in found.summary
    assert "bytes 4:12 of 8" in found.of() and "external_data has 4 bytes" in found.of()


def test_a11_a_model_under_the_name_of_the_data_is_told(said, tmp_path):
    (tmp_path / "data").write_bytes(r.BASE)
    found = said(outside(("location", "data"), ("length", "8")))
    assert "an ONNX model, not data" in found.summary and "an ONNX model, not data" in found.of()


def test_a12_bytes_alone_have_no_folder_and_a_path_has_its_own(said, tmp_path, monkeypatch):
    model = r.model(r.graph(initializers=[outside(AT, ("length", "8"))]))
    alone = r.Said(model)
    assert "the model cannot be loaded from bytes alone" in alone.summary
    assert '"w.bin": cannot be loaded from bytes alone' in alone.of(W)
    monkeypatch.chdir("/")  # the folder of the model counts, not the one where one works
    found = said(outside(AT, ("length", "8")))
    assert '"w.bin", 8 bytes for 1 tensor; present, 8 bytes' in found.summary
    assert f'the data is in "{tmp_path}/w.bin", bytes 0:8 of 8' in found.of()
    missing = said(outside(("location", "nofile.bin")))
    assert "put what is missing beside m.onnx" in missing.summary
    assert f'"nofile.bin" is looked for in "{tmp_path}"' in missing.of()


def test_a13_what_no_tensor_refers_to_is_counted(said, tmp_path):
    (tmp_path / "w.bin").write_bytes(bytes(1 << 20))
    half = 1 << 19
    found = said(outside(AT, ("offset", str(half)), ("length", str(half)), dims=(half // 4,)))
    assert "no tensor refers to 0:524288, a gap of 524,288 bytes" in found.summary
    assert "524,288 of 1,048,576 bytes are not referred to (50.0 %)" in found.summary


def test_a14_a_tensor_without_data_is_told_what_it_would_need(said):
    assert "no data field, data_location DEFAULT, 8 bytes expected" in said(stored(1, (2,))).of()


def test_a15_external_data_that_is_ignored_is_told(said):
    found = said(outside(AT, external=False))
    assert "external_data is ignored because data_location is not EXTERNAL" in found.of()
    assert "needs        no other file" in found.summary


def test_a16_a_checksum_is_compared_and_its_absence_told(said):
    right, wrong = hashlib.sha1(bytes(8)).hexdigest(), "deadbeef"
    size = ("length", "8")
    assert (
        "the checksum is the SHA-1 of the file" in said(outside(AT, size, ("checksum", right))).of()
    )
    assert "the checksum is the SHA-1" in said(outside(AT, size, ("checksum", right.upper()))).of()
    found = said(outside(AT, size, ("checksum", wrong))).of()
    assert f'checksum "deadbeef" is not the SHA-1 of the file, {right}' in found
    assert "no checksum" in said(outside(AT, size)).of()


# -- h -------------------------------------------------------------------------------------------


def test_h1_a_huge_tensor_from_a_tiny_file_is_told_and_not_allocated(said):
    assert (
        "declares 4 TiB, raw_data holds 4 bytes"
        in said(stored(1, (1 << 40,), r.of(9, bytes(4)))).of()
    )


def test_h2_the_product_of_dims_is_exact(said):
    found = said(stored(1, (1 << 32, 1 << 32), r.of(9, bytes(4)))).of()
    assert "declares 64 EiB" in found  # 2^64 elements of 4 bytes


def test_h3_a_tensor_without_data_is_told(said):
    assert (
        "no data field, data_location DEFAULT, 128 bytes expected" in said(stored(3, (128,))).of()
    )


def test_h4_entries_are_counted_by_the_packing_rule_of_the_type(said):
    entries = b"".join(r.int_of(5, 1) for _ in range(4))
    found = said(stored(9, (32,), entries)).of()
    assert "int32_data has 4 entries; BOOL [32] needs 32" in found
    assert "each BOOL takes an entry of its own; only types of 4 and 2 bits are packed" in found
    found = said(stored(22, (32,), entries)).of()
    assert "needs 16" in found and "an entry of int32_data holds 2 elements of INT4" in found
    assert "entry" not in said(stored(22, (8,), entries)).of()


@pytest.mark.parametrize("length", ["8", "4"])
def test_h5_a_length_is_compared_with_the_dims(said, length):
    found = said(outside(AT, ("length", length), dims=(1_000_000,)))
    words = f"length is {length} bytes; FLOAT [1000000] needs 4,000,000"
    assert words in found.summary and f"external_data has {length} bytes" in found.of()


def test_h6_sums_do_not_wrap(said):
    found = said(outside(AT, ("offset", "18446744073709551608"), ("length", "16")))
    for words in (found.summary, found.of()):
        assert "which wraps to 8 in 64 bits" in words and "beyond 2^63 - 1" in words
    assert (
        "w needs 18446744073709551608:18446744073709551624; the file has 8 bytes" in found.summary
    )


@pytest.mark.parametrize("number", ["-1", "0x10", "", "\uff11", "1e3", " 4"])
@pytest.mark.parametrize("key", ["offset", "length"])
def test_h7_numbers_are_decimal_and_not_negative(said, key, number):
    found = said(outside(AT, (key, number)))
    for words in (found.summary, found.of()):
        assert f'{key} "{number}" is not a non-negative decimal' in words


def test_h7_unknown_keys_are_named(said):
    found = said(outside(AT, ("__class__", "x"), ("length", "8")))
    for words in (found.summary, found.of()):
        assert 'key "__class__" is none of location, offset, length' in words
    assert "not one of the standard keys" in found.of(f"{W}.external_data[1]")


def test_h8_an_address_in_memory_is_no_file(said):
    found = said(outside(("location", "*/_ORT_MEM_ADDR_/*"), ("offset", "4096")))
    words = "is a marker of ONNX Runtime for an address in memory, not a file"
    assert words in found.summary and words in found.of()
    assert words in found.of(f"{W}.external_data[0]")
    assert "treat this file as untrusted" in found.summary


OUTSIDE = {
    "attribute t": ("graph.node[0].attribute[0].t", lambda tensor: r.graph(
        [r.node("Constant", [], ["y"], [r.attribute("value", 4, r.of(5, tensor))])])),
    "sparse values": ("graph.sparse_initializer[0].values", lambda tensor: r.graph(
        more=r.of(15, r.of(1, tensor)))),
    "sparse indices": ("graph.sparse_initializer[0].indices", lambda tensor: r.graph(
        more=r.of(15, r.of(2, tensor)))),
}  # fmt: skip


@pytest.mark.parametrize("where", OUTSIDE)
def test_h9_paths_are_checked_everywhere(said, tmp_path, where):
    (tmp_path.parent / "outside.bin").write_bytes(bytes(8))
    path, make = OUTSIDE[where]
    found = said(graph=make(outside(("location", "../outside.bin"))))
    assert '"../outside.bin"' in found.summary and "leaves the folder; not opened" in found.summary
    assert '"../outside.bin": leaves the folder' in found.of(path)
    assert "leaves the folder" in found.of(f"{path}.external_data[0]")


def test_h9_links_are_refused(said, tmp_path):
    os.symlink("w.bin", tmp_path / "link.bin")
    found = said(outside(("location", "link.bin"), ("length", "8")))
    assert 'is a symbolic link to "w.bin"; not opened' in found.summary
    assert "is a symbolic link" in found.of()


def test_h15_a_gap_of_more_than_64_kib_is_noted(said):
    found = said(outside(AT, ("offset", str(1 << 40)), ("length", "8"))).summary
    assert "no tensor refers to 0:1099511627776, a gap of 1,099,511,627,776 bytes" in found
    assert "1,099,511,627,776 bytes too few" in found


# -- i -------------------------------------------------------------------------------------------


def test_i13_a_shape_that_was_stored_big_endian_is_read_both_ways(said):
    found = said(stored(6, (1,), r.of(9, bytes.fromhex("00000310")))).of()
    assert (
        "as little-endian, which raw_data has to be, 268632064; as big-endian it would be 784"
        in found
    )


def test_i14_entries_above_16_bits_are_flagged(said):
    found = said(stored(10, (2,), r.int_of(5, 15360) + r.int_of(5, 81920))).of()
    assert "int32_data[1] is 81920; FLOAT16 keeps the low 16 bits" in found


def test_i15_too_many_bytes_are_told(said):
    assert (
        "raw_data has 12 bytes; FLOAT [2] needs 8" in said(stored(1, (2,), r.of(9, bytes(12)))).of()
    )


def test_i16_an_unknown_data_type_is_told(said):
    assert "data_type is 99, which is unknown" in said(stored(99, (2,), r.of(9, bytes(8)))).of()


def test_i17_padding_and_bool_bytes_are_told(said):
    found = said(stored(22, (3,), r.of(9, bytes.fromhex("21f3")))).of()
    assert "the last byte of raw_data is 0xF3, whose upper bits are padding and not 0" in found
    found = said(stored(9, (2,), r.of(9, bytes.fromhex("02ff")))).of()
    assert "raw_data byte 0 is 2; a BOOL is 0 or 1, and other bytes read true" in found
