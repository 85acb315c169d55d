"""What was found: a row a hit, and how many there are."""

import pytest

from onnxlens import schema
from onnxlens.tree.find import find
from onnxlens.views.found import found_lines
from onnxlens.views.page import Page
from onnxlens.wire.scalars import encode_record
from shown import HOSTILE, LONG, PAGES, document, full, harmless


def test_a_hit_has_offset_path_and_value(tiny: bytes):
    tree = document(tiny)
    assert list(found_lines(Page(), tree, find(tree, "Relu"))) == [
        "offset  field                  value",
        '    61  graph.node[1].op_type  "Relu"',
        "1 hit",
    ]


def test_a_node_is_shown_by_its_line(tiny: bytes):
    tree = document(tiny)
    assert list(found_lines(Page(), tree, find(tree, op="gemm")))[1:] == [
        '    24  graph.node[0]  Gemm "fc": x, w, b -> h',
        "1 hit",
    ]


def test_the_offset_is_that_of_the_bytes_that_were_found(tiny: bytes):
    tree = document(tiny)
    shown = list(found_lines(Page(), tree, find(tree, data=b"nnxlens")))
    assert [line.split()[:2] for line in shown[1:-1]] == [
        [str(tiny.index(b"nnxlens")), "producer_name"],
        [str(tiny.rindex(b"nnxlens")), "metadata_props[0].value"],
    ]
    assert shown[-1] == "2 hits"


def test_nothing_found_is_said_without_a_heading(tiny: bytes):
    tree = document(tiny)
    assert list(found_lines(Page(), tree, find(tree, "zebra"))) == ["nothing found"]


def test_a_long_path_keeps_its_end(tiny: bytes):
    tree = document(tiny)
    page = Page(60, cut=True)
    shown = list(found_lines(page, tree, find(tree, field="dim_value")))
    assert shown[1] == "   177  …pe.shape.dim[1].dim_value  4"
    harmless(shown, page)


def test_where_nothing_is_cut_a_long_path_stands_whole(tiny: bytes):
    tree = document(tiny)
    row = list(found_lines(Page(), tree, find(tree, field="dim_value")))[1]
    assert row.split() == ["177", "graph.input[0].type.tensor_type.shape.dim[1].dim_value", "4"]


@pytest.mark.parametrize("page", [*PAGES, Page()], ids=lambda page: f"{page.width}{page.cut}")
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_string_drives_the_terminal_or_leaves_the_page(page: Page, text: bytes):
    for spec in schema.messages():
        tree = document(full(spec, text, 2), spec.name)
        everything = ((field, field.start) for field in tree.walk())
        assert harmless(found_lines(page, tree, everything), page) > len(spec.fields)


def test_a_string_of_a_megabyte_stays_short_even_where_nothing_is_cut():
    tree = document(encode_record(2, LONG))
    shown = list(found_lines(Page(), tree, find(tree, field="producer_name")))
    assert len(shown) == 3
    assert max(map(len, shown)) < 20_000
