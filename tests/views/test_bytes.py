"""The byte table: one row a record, with offset, bytes, field and meaning."""

import random
from itertools import islice

import pytest

from onnxlens import schema
from onnxlens.tree.document import Document
from onnxlens.views.bytes import byte_table
from onnxlens.views.page import Page
from onnxlens.views.text import width
from onnxlens.wire.scalars import encode_record, encode_tag
from samples import VALUE_INFO, every_wire_type, mutated
from shown import HOSTILE, LONG, PAGES, document, full, harmless

FOLDED = """\
x: FLOAT [1, "N"]

offset  bytes           field                         meaning
     0  0A 01 78        ValueInfoProto.name           "x"
     3  12 0F           ValueInfoProto.type           TypeProto, 15 bytes
     5  0A 0D            TypeProto.tensor_type        TypeProto.Tensor, 13 bytes
     7  08 01             TypeProto.Tensor.elem_type  FLOAT (1)
     9  12 09             TypeProto.Tensor.shape      TensorShapeProto, 9 bytes
    11  0A 02 08 01        TensorShapeProto.dim[0]    dim_value 1
    15  0A 03 12 01 4E     TensorShapeProto.dim[1]    dim_param "N"
"""
OPENED = """\
    15  0A 03              TensorShapeProto.dim[1]    Dimension, 3 bytes
    17  12 01 4E            …oto.Dimension.dim_param  "N"
"""


def lines(data: bytes, kind: str, page: Page | None = None, fold: bool = False) -> list[str]:
    return list(byte_table(page or Page(), document(data, kind), None, None, fold))


def offsets(table: list[str]) -> list[int]:
    """The first column of the rows that begin with a number."""
    firsts = (line[:6].strip() for line in table if line[6:7] == " ")
    return [int(first) for first in firsts if first.isdecimal()]


# To the letter of interface.md


@pytest.mark.parametrize("cut", [False, True])
def test_the_folded_sample_is_printed_to_the_letter(cut: bool):
    shown = lines(VALUE_INFO, "ValueInfoProto", Page(cut=cut), fold=True)
    assert "\n".join(shown) + "\n" == FOLDED


def test_without_fold_a_dim_opens_and_a_long_name_keeps_its_end():
    shown = lines(VALUE_INFO, "ValueInfoProto", Page(cut=True))
    assert "\n".join(shown[-2:]) + "\n" == OPENED


def test_where_nothing_is_cut_a_long_name_stands_whole():
    assert lines(VALUE_INFO, "ValueInfoProto")[-1].split() == [
        "17", "12", "01", "4E", "TensorShapeProto.Dimension.dim_param", '"N"',
    ]  # fmt: skip


def test_the_answer_line_alone_is_bold():
    shown = lines(VALUE_INFO, "ValueInfoProto", Page(colour=True))
    assert shown[0] == '\x1b[1mx: FLOAT [1, "N"]\x1b[0m'
    assert not any("\x1b[1m" in line for line in shown[1:])


def test_tag_and_length_have_colours_and_the_payload_has_none():
    (row,) = (
        line for line in lines(VALUE_INFO, "ValueInfoProto", Page(colour=True)) if "78" in line
    )
    assert "\x1b[36m0A\x1b[0m \x1b[35m01\x1b[0m 78 " in row
    assert "\x1b[2mValueInfoProto.\x1b[0mname" in row


# Which records, which bytes


def test_every_record_has_a_row_at_its_offset(tiny: bytes):
    tree = document(tiny)
    assert offsets(lines(tiny, "ModelProto")) == tree.index.start.tolist()[1:-1]


def test_a_message_without_a_line_has_no_answer_line(tiny: bytes):
    assert lines(tiny, "ModelProto")[0].split() == ["offset", "bytes", "field", "meaning"]


def test_a_field_inside_the_file_stands_first_with_its_number(tiny: bytes):
    tree = document(tiny)
    shown = list(byte_table(Page(), tree, tree["graph.node[1]"], None, False))
    assert shown[0] == 'Relu "act": h -> y'
    assert shown[3] == "    48  0A 11           GraphProto.node[1]            NodeProto, 17 bytes"
    assert shown[4].split()[1:5] == ["0A", "01", "68", "NodeProto.input[0]"]
    assert shown[4].endswith(' "h": input X of Relu')


def test_siblings_are_numbered_as_in_their_paths():
    data = b"".join(encode_record(1, b"a") + encode_record(2, b"b") for _ in range(3))
    names = [line.split()[-2] for line in lines(data, "NodeProto")[3:]]
    assert names == [f"NodeProto.{name}[{i}]" for i in range(3) for name in ("input", "output")]


def test_a_packed_run_is_one_row_and_its_elements_count():
    data = encode_record(1, b"\x02\x03") + b"\x08\x05"
    run, single = lines(data, "TensorProto")[3:]
    assert run.split() == ["0", "0A", "02", "02", "03", "TensorProto.dims", "2,", "3"]
    assert single.split() == ["4", "08", "05", "TensorProto.dims[2]", "5"]


def test_an_element_of_a_packed_run_is_a_row_of_its_own():
    tree = document(encode_record(1, b"\x02\x03"), "TensorProto")
    shown = list(byte_table(Page(), tree, tree["dims[1]"], None, False))
    assert [line.split() for line in shown[1:]] == [["3", "03", "TensorProto.dims[1]", "3"]]


@pytest.mark.parametrize(("cells", "count"), [(80, 5), (88, 5), (89, 8), (112, 8), (113, 16)])
def test_a_wider_page_shows_more_bytes(cells: int, count: int):
    for size, shown in ((count, count), (count + 1, count - 1)):
        data = encode_record(1, bytes([0xAB]) * (size - 2))
        row = lines(data, "ValueInfoProto", Page(cells))[-1]
        assert row[8 : 8 + 3 * count].rstrip() == " ".join(
            ["0A", f"{size - 2:02X}", *["AB"] * (shown - 2), *["…"] * (shown < size)]
        )


def test_a_page_of_160_gives_the_field_44_cells_and_the_rest_to_the_meaning():
    head = lines(VALUE_INFO, "ValueInfoProto", Page(160, cut=True))[2]
    assert head.index("field") == 8 + 47 + 2
    assert head.index("meaning") == head.index("field") + 44 + 2


def test_on_a_narrow_page_the_meaning_has_a_line_of_its_own():
    shown = lines(VALUE_INFO, "ValueInfoProto", Page(40, cut=True))
    assert shown[4:6] == ["     0  0A 01 78        …eInfoProto.name", '        "x"']


# Fold


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (encode_record(1, b"\x08\x01\x1a\x01d"), "TensorShapeProto"),  # two scalars
        (encode_record(1, b""), "TensorShapeProto"),  # none
        (encode_record(1, b"\x08"), "TensorShapeProto"),  # one that cannot be decoded
        (encode_record(1, b"\x78\x01"), "TensorShapeProto"),  # one that is unknown
        (encode_record(5, encode_record(1, b"\x01\x02")), "GraphProto"),  # a packed run
        (encode_record(2, encode_record(1, b"")), "ValueInfoProto"),  # a message
    ],
)
def test_what_is_no_single_scalar_is_not_folded(data: bytes, kind: str):
    assert lines(data, kind, fold=True) == lines(data, kind)


# Range


def test_a_range_shows_the_records_that_it_touches_and_counts_the_rest(tiny: bytes):
    tree = document(tiny)
    shown = list(byte_table(Page(), tree, None, (157, 179), False))
    touched = [f.start for f in tree.walk() if f.row and f.start < 179 and f.end > 157]
    assert offsets(shown) == touched
    left = len(tree.index) - 1 - len(touched)
    assert shown[-1] == f"{left} records outside 157:179 not shown: --range 0:233"


@pytest.mark.parametrize("span", [(0, 1), (24, 24), (100, 101), (232, 500), (233, 240), (0, 233)])
def test_any_range_shows_what_a_walk_would_and_says_what_it_left(tiny: bytes, span):
    tree, (start, end) = document(tiny), span
    shown = list(byte_table(Page(), tree, None, span, False))
    touched = [
        f.start for f in tree.walk() if f.row and start < end and f.start < end and f.end > start
    ]
    assert offsets(shown) == touched
    left = len(tree.index) - 1 - len(touched)
    assert bool(left) == shown[-1].startswith(f"{left} records outside {start}:{end} not shown")


def test_a_range_numbers_siblings_by_all_that_is_in_the_file(tiny: bytes):
    shown = list(byte_table(Page(), document(tiny), None, (134, 136), False))
    names = [line[24:54].strip() for line in shown[1:-1]]
    assert names == ["ModelProto.graph", "GraphProto.initializer[1]"]


def test_nothing_left_out_has_no_last_line(tiny: bytes):
    assert offsets(lines(tiny, "ModelProto"))[-1] == 223
    assert lines(tiny, "ModelProto")[-1].startswith("   223  ")


def test_an_empty_file_says_that_there_are_no_records():
    assert lines(b"", "ModelProto")[1:] == ["no records"]


# Damage and what is unknown


def test_damaged_rows_have_a_mark_before_the_bytes(tiny: bytes):
    shown = lines(tiny[:139], "ModelProto")
    marked = [line for line in shown if line[6:8] == " !"]
    assert [line.split()[0] for line in marked] == ["21", "134", "138"]
    assert marked[-1].split()[1:3] == ["!10", "!"]


def test_the_undecodable_end_of_a_packed_run_is_marked_and_counted():
    (row,) = lines(encode_record(1, b"\x02\x83"), "TensorProto")[3:]
    assert row.startswith("     0 !0A 02 02 83")
    assert row.endswith("2; the last 1 byte cannot be decoded")


def test_unknown_fields_have_their_number_and_count():
    data = encode_record(99, b"a") + encode_record(99, b"b") + encode_tag(7, 0) + b"\x01"
    names = [line[24:54].strip() for line in lines(data, "ModelProto")[1:]]
    assert names == ["ModelProto.#99[0]", "ModelProto.#99[1]", "ModelProto.#7[0]"]


def test_groups_open_and_end():
    names = [line[24:54].strip() for line in lines(every_wire_type(), "ModelProto")[1:]]
    assert names[4:] == ["ModelProto.#44[0]", "#1[0]", "#1000[0]", "#1000[0]", "#44[0]"]


def test_what_is_not_indexed_is_a_row(tiny: bytes):
    shown = list(byte_table(Page(), document(tiny, budget=3), None, None, False))
    assert shown[-1].split()[6:] == ["!rest", "not", "indexed,", "212", "bytes"]


def test_a_file_without_a_root_is_one_row():
    shown = list(byte_table(Page(), document(b"\x89PNG", None), None, None, False))
    assert [line.split() for line in shown[1:]] == [
        ["0", "89", "50", "4E", "47", "!rest", "not", "indexed,", "4", "bytes"]
    ]


# Streams


class _Counted(Document):
    """A document that counts how often it is read."""

    reads = 0

    def read(self, start: int, end: int) -> bytes:
        self.reads += 1
        return super().read(start, end)


def test_the_first_lines_come_before_the_whole_file_is_read():
    data = encode_record(7, encode_record(1, b"") * 50_000)
    made = document(data)
    counted = _Counted(made.source, made.index, made.verdict)
    first = list(islice(byte_table(Page(), counted, None, None, False), 5))
    assert first[-1].split()[-4:] == ["GraphProto.node[2]", "NodeProto,", "0", "bytes"]
    assert counted.reads < 5_000


# Hostile


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.width))
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_string_drives_the_terminal_or_leaves_the_page(page: Page, text: bytes):
    for spec in schema.messages():
        tree = document(full(spec, text, 2), spec.name)
        for fold in (False, True):
            assert harmless(byte_table(page, tree, None, None, fold), page) > len(spec.fields)


@pytest.mark.parametrize("spec", schema.messages(), ids=lambda spec: spec.name)
def test_a_string_of_a_megabyte_stays_short_even_where_nothing_is_cut(spec):
    tree = document(full(spec, LONG, 0), spec.name)
    shown = list(byte_table(Page(), tree, None, None, False))
    harmless(shown, Page())
    assert max(map(width, shown)) < 20_000


def test_damaged_files_are_shown_on_every_page(tiny: bytes):
    for data in (*mutated([tiny, VALUE_INFO], 300, 7), random.Random(1).randbytes(2000)):
        tree = document(data)
        for page in PAGES:
            assert harmless(byte_table(page, tree, None, None, True), page) >= 2
        assert offsets(lines(data, "ModelProto")) == tree.index.start.tolist()[1:-1] * bool(data)
