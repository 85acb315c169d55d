"""Files that a model needs, and how its tensors cover them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onnxlens import api
from onnxlens.model.external.coverage import coverage
from onnxlens.model.external.files import DataFile, DataFiles
from onnxlens.model.external.needed import NeededFile, Use, needed
from onnxlens.model.external.places import external_tensors
from onnxlens.model.external.remarks import remarks
from onnxlens.model.external.sizes import stated_size


def _said(file):
    return remarks(file, coverage(file))


def _brief(files):
    return [(f.location, len(f.uses), f.needed, f.file.state, f.file.size) for f in files]


def test_files_come_by_first_use_with_what_they_need(tmp_path, at, need):
    (tmp_path / "a.bin").write_bytes(bytes(20))
    files = need(
        tmp_path, at("x", "b.bin", 0, 8), at("y", "./a.bin", 8, 12), at("z", "a.bin", 0, 8)
    )
    assert _brief(files) == [
        ("b.bin", 1, 8, "missing", None),
        ("./a.bin", 2, 12, "present", 20),
    ]
    assert files[1].names() == ["y", "z"]


@pytest.mark.parametrize(
    ("dims", "data_type", "size"),
    [
        ((), 1, 4), ((3, 4), 1, 48), ((0, 5), 11, 0), ((3,), 21, 2), ((5,), 25, 2), ((3,), 27, 3),
        ((2,), 15, 32), ((2,), 8, None), ((2,), 99, None), ((2,), 0, None), ((-1,), 1, None),
        ((1 << 32, 1 << 32), 1, 1 << 66), ((1,) * 2000, 1, None),
    ],
)  # fmt: skip
def test_the_size_of_a_tensor_follows_from_dims_and_data_type(tensor, dims, data_type, size):
    made = tensor("w", dims=dims, data_type=data_type).SerializeToString()
    assert stated_size(api.open(made, "TensorProto").merged()) == size


def test_without_a_length_dims_and_data_type_tell_the_end(tensor, need):
    place = ("location", "w.bin"), ("offset", "16")
    (file,) = need(None, tensor("w", *place, dims=(2, 2)))
    assert (file.needed, file.unknown) == (32, 0)
    (file,) = need(None, tensor("w", *place, data_type=8), tensor("v", *place, dims=(1,)))
    assert (file.needed, file.unknown) == (20, 1)
    (file,) = need(None, tensor("w", ("location", "w.bin"), ("length", "-1"), dims=(1,)))
    assert (file.needed, file.unknown) == (None, 1)
    (file,) = need(None, tensor("w", ("location", "w.bin"), ("offset", "x"), ("length", "8")))
    assert (file.needed, file.unknown) == (None, 1)


SPANS = {
    "one after another": ([(0, 4), (4, 8)], 8, [(0, 8)], [], [], 0),
    "in any order": ([(4, 8), (0, 4)], 8, [(0, 8)], [], [], 0),
    "a gap in front": ([(4, 8)], 8, [(4, 8)], [(0, 4)], [], 4),
    "a gap between": ([(0, 2), (6, 8)], 8, [(0, 2), (6, 8)], [(2, 6)], [], 4),
    "a rest": ([(0, 2)], 8, [(0, 2)], [], [], 6),
    "shared": ([(0, 8), (0, 8)], 8, [(0, 8)], [], [], 0),
    "overlap": ([(0, 6), (4, 8)], 8, [(0, 8)], [], [(4, 6)], 0),
    "inside": ([(0, 8), (2, 4), (5, 6)], 8, [(0, 8)], [], [(2, 4), (5, 6)], 0),
    "same start": ([(0, 8), (0, 4)], 8, [(0, 8)], [], [(0, 4)], 0),
    "nothing": ([(4, 4)], 8, [], [], [], 8),
    "outside": ([(4, 12)], 8, [(4, 12)], [(0, 4)], [], 4),
    "far outside": ([(1 << 40, 1 << 41)], 8, [(1 << 40, 1 << 41)], [(0, 1 << 40)], [], 8),
    "no file": ([(0, 4)], None, [(0, 4)], [], [], None),
    "beyond 64 bits": ([(1 << 64, 1 << 65)], 8, [(1 << 64, 1 << 65)], [(0, 1 << 64)], [], 8),
}


def _file(at, spans, size):
    """Return a file of a size with tensors in it, without a disk."""
    made = NeededFile("w.bin", DataFile("present" if size is not None else "missing", size=size))
    for number, (start, end) in enumerate(spans):
        data = at(f"t{number}", "w.bin", start, end)
        data.ClearField("dims")
        (place,) = external_tensors(api.open(data.SerializeToString(), "TensorProto"))
        made.uses.append(Use(place))
    return made


@pytest.mark.parametrize(
    ("spans", "size", "merged", "gaps", "overlaps", "orphaned"), SPANS.values(), ids=SPANS
)
def test_spans_gaps_and_overlaps(at, spans, size, merged, gaps, overlaps, orphaned):
    found = coverage(_file(at, spans, size))
    assert (found.spans, found.gaps, found.orphaned) == (merged, gaps, orphaned)
    assert [each.span for each in found.overlaps] == overlaps
    assert [use.end for use in found.outside] == [end for _, end in spans if size and end > size]
    assert found.shared == len(spans) - len(set(spans))


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), max_size=12), st.integers(0, 40))
def test_coverage_counts_each_byte_as_a_map_of_bytes_does(pairs, size):
    spans = [(start, start + length) for start, length in pairs]
    made = NeededFile("w.bin", DataFile("present", size=size))
    made.uses = [_PlainUse(start, end) for start, end in spans]
    found = coverage(made)
    covered = {byte for start, end in spans for byte in range(start, end)}
    assert {byte for start, end in found.spans for byte in range(start, end)} == covered
    last = max(covered, default=-1)
    gaps = {byte for start, end in found.gaps for byte in range(start, end)}
    assert gaps == set(range(last + 1)) - covered
    assert found.orphaned == len(set(range(size)) - covered)
    assert (found.tail.start, found.tail.end) == (min(last + 1, size), size)
    twice = {b for i, (s, e) in enumerate(sorted(set(spans))) for b in range(s, e)
             if any(s2 <= b < e2 for s2, e2 in sorted(set(spans))[:i])}  # fmt: skip
    assert {b for each in found.overlaps for b in range(each.span.start, each.span.end)} == twice


class _PlainUse:
    """A use without a document: a place and no tensor to ask."""

    class tensor:  # noqa: N801 - stands for an attribute
        class external:  # noqa: N801 - stands for an attribute
            placed = True

    def __init__(self, start, end):
        self.start, self.end = start, end


def test_a_small_gap_is_padding_and_a_large_one_notable(at):
    found = coverage(_file(at, [(0, 1), (1 + 65536, 65538), (65538 + 65537, 131076)], 131076))
    assert [gap.size for gap in found.gaps] == [65536, 65537]
    assert [gap.size for gap in found.notable_gaps] == [65537]


def test_many_tensors_are_no_matter(at):
    one = _file(at, [(0, 64)], 64 * 100_000)
    place = one.uses[0].tensor
    one.uses = []
    for number in range(100_000):
        use = Use(place)
        use.start, use.end = number * 64, number * 64 + 80
        one.uses.append(use)
    found = coverage(one)
    assert (len(found.spans), len(found.overlaps), len(found.outside)) == (1, 99_999, 1)
    assert len(remarks(one, found)) < 60


MIB = 1 << 20
SAID = {
    "all fits": ([(0, 4), (4, 8)], bytes(8), []),
    "too short": ([(4, 12)], bytes(8), ["t0 needs 4:12; the file has 8 bytes"]),
    "two": (
        [(0, 6), (4, 8)], bytes(8), ["t0 and t1 overlap in 4:6, 2 bytes"],
    ),
    "a prefix that nothing refers to": (
        [(MIB // 2, MIB)], bytes(MIB),
        ["no tensor refers to 0:524288, a gap of 524,288 bytes",
         "in all 524,288 of 1,048,576 bytes are not referred to (50.0 %)"],
    ),
    "a rest": (
        [(0, 4)], bytes(16),
        ["no tensor refers to the last 12 bytes, from 4 on",
         "in all 12 of 16 bytes are not referred to (75.0 %)"],
    ),
    "hardly a rest": (
        [(0, 4000)], bytes(4001),
        ["no tensor refers to the last 1 bytes, from 4000 on",
         "in all 1 of 4,001 bytes are not referred to (<0.1 %)"],
    ),
    "hardly anything": (
        [(0, 1)], bytes(4001),
        ["no tensor refers to the last 4,000 bytes, from 1 on",
         "in all 4,000 of 4,001 bytes are not referred to (99.9 %)"],
    ),
    "not data": (
        [(0, 4)], b"<html></html>",
        ['"w.bin" is an HTML page, not data',
         "no tensor refers to the last 9 bytes, from 4 on",
         "in all 9 of 13 bytes are not referred to (69.2 %)"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("spans", "data", "said"), SAID.values(), ids=SAID)
def test_what_does_not_fit_is_said(tmp_path, at, need, spans, data, said):
    (tmp_path / "w.bin").write_bytes(data)
    tensors = [at(f"t{n}", "w.bin", start, end) for n, (start, end) in enumerate(spans)]
    (file,) = need(tmp_path, *tensors)
    assert _said(file) == said


@pytest.mark.parametrize(
    ("entries", "dims", "said"),
    [
        ([("length", "8")], (1_000_000,),
         ["w: length is 8 bytes; FLOAT [1000000] needs 4,000,000"]),
        ([("length", "8")], (1,), ["w: length is 8 bytes; FLOAT [1] needs 4"]),
        ([], (2,), []),
        ([("offset", "4")], (1,), []),
        ([], (1,), ["w: no length, so 8 bytes; FLOAT [1] needs 4",
                    "no tensor refers to the last 4 bytes, from 4 on",
                    "in all 4 of 8 bytes are not referred to (50.0 %)"]),
        ([("offset", "-1"), ("length", "8")], (2,),
         ['w: offset "-1" is not a non-negative decimal',
          "no tensor refers to the last 8 bytes, from 0 on",
          "in all 8 of 8 bytes are not referred to (100 %)"]),
    ],
)  # fmt: skip
def test_a_length_is_compared_with_dims_and_data_type(tmp_path, tensor, need, entries, dims, said):
    (tmp_path / "w.bin").write_bytes(bytes(8))
    (file,) = need(tmp_path, tensor("w", ("location", "w.bin"), *entries, dims=dims))
    assert _said(file) == said


def test_a_string_tensor_reaches_to_the_end_of_the_file(tmp_path, tensor, need):
    (tmp_path / "w.bin").write_bytes(bytes(8))
    places = [[("location", "w.bin"), ("offset", offset)] for offset in ("4", "9")]
    (file,) = need(tmp_path, *(tensor(f"s{i}", *p, data_type=8) for i, p in enumerate(places)))
    assert coverage(file).spans == [(4, 8)]
    assert _said(file) == ["s1 begins at byte 9; the file has 8 bytes"]


def test_sentences_of_one_kind_are_counted(at, need):
    (file,) = need(None, *(at(f"t{n}", "../w", n, n + 1) for n in range(3)))
    assert _said(file) == ['"../w": leaves the folder']
    made = _file(at, [(n, n + 2) for n in range(20)], 21)
    assert _said(made)[-1] == "and 11 more like that"


CORPUS = {
    "onnxruntime__onnxruntime-qnn/conv_qdq_external_ini/conv_qdq_external_ini.onnx":
        [("conv_qdq_external_ini.bin", 2, 992, "present", 992)],
    "onnxruntime__onnxruntime-qnn/model_with_external_initializers"
    "/model_with_external_initializers.onnx":
        [("Pads.bin", 1, 32, "present", 32)],
    "tracel-ai__burn-onnx/multi_external_files/multi_external_files.onnx":
        [("multi_external_weights.bin", 1, 64, "present", 64),
         ("multi_external_bias.bin", 1, 16, "present", 16)],
    "NVIDIA__TensorRT/ext_weights/ext_weights.onnx":
        [("ext_weights.data", 3, 36, "present", 36)],
    "onnxruntime__onnxruntime-qnn/test_arbitrary_external_file.onnx":
        [("../../../../../../../etc/passwd", 2, 800, "refused", None)],
    "onnxruntime__onnxruntime-qnn/test_evil_weights.onnx":
        [("*/_ORT_MEM_ADDR_/*", 1, 12230736, "refused", None)],
}  # fmt: skip
REFUSED = {
    "../../../../../../../etc/passwd": "leaves the folder",
    "*/_ORT_MEM_ADDR_/*": "is a marker of ONNX Runtime for an address in memory, not a file",
}


@pytest.mark.parametrize(("path", "expected"), CORPUS.items(), ids=CORPUS)
def test_files_of_the_corpus(corpus, path, expected):
    document = api.open(corpus / path)
    files = needed(document, DataFiles((corpus / path).parent))
    assert _brief(files) == expected
    for file in files:
        reason = REFUSED.get(file.location)
        assert file.file.reason == (reason or "")
        assert bool(_said(file)) == bool(reason)


def test_a_model_that_climbs_out_of_its_folder_is_refused(corpus):
    import re

    from google.protobuf import json_format
    from onnx import ModelProto

    text = (corpus / "onnx__onnx-mlir" / "external_data_traversal_v2.json").read_text()
    model = json_format.Parse(re.sub(r"(?m)^\s*//.*$", "", text), ModelProto())
    (file,) = needed(api.open(model.SerializeToString()), DataFiles(corpus))
    assert (file.file.state, file.file.reason) == ("refused", "is absolute")
    assert file.names() == ["tensor0"]
