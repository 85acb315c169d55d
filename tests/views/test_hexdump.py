"""The hex dump: rows of 16 bytes, with a mark before each byte where a record starts."""

import re

import pytest

from onnxlens.tree.document import Document
from onnxlens.views.hexdump import hex_dump
from onnxlens.views.page import Page
from onnxlens.wire.scalars import encode_record
from samples import VALUE_INFO, mutated
from shown import PAGES, document, harmless

SAMPLE = """\
   144                                         |5A 14|0A               Z..
   160  01 78|12 0F|0A 0D|08 01 |12 09|0A 03|12 01 4E|0A  .x............N.
   176  02|08 04                                          ...
"""


def dump(page: Page, tree: Document) -> list[str]:
    return list(hex_dump(page, tree, (0, tree.size)))


def read_back(lines: list[str], count: int = 16) -> bytes:
    """The bytes that a dump shows in hexadecimal."""
    cells = (line[7 : 7 + 3 * count + (count > 8)].replace("|", " ") for line in lines)
    return bytes.fromhex("".join(cells))


def marks(lines: list[str]) -> list[int]:
    """The offsets of the bytes that have a mark before them."""
    found = []
    for line in lines:
        starts = [m.start() for m in re.finditer(r"\|(?=[0-9A-F]{2})", line[7:56])]
        found += [int(line[:6]) + (at - (at > 24)) // 3 for at in starts]
    return found


def test_the_sample_is_printed_to_the_letter(tiny: bytes):
    assert "\n".join(hex_dump(Page(), document(tiny), (157, 179))) + "\n" == SAMPLE


def test_every_byte_is_shown_and_every_record_marked(tiny: bytes):
    tree = document(tiny)
    shown = dump(Page(), tree)
    assert read_back(shown) == tiny
    assert marks(shown) == tree.index.start.tolist()[1:-1]


def test_marks_and_bytes_hold_across_blocks():
    node = encode_record(1, encode_record(4, b"Relu"))
    data = encode_record(7, node * 20_000)
    tree = document(data)
    shown = dump(Page(), tree)
    assert read_back(shown) == data
    assert marks(shown) == tree.index.start.tolist()[1:-1]


def test_a_header_that_crosses_a_block_keeps_its_colours():
    before = encode_record(2, bytes((1 << 16) - 5))  # the tag of graph is the last byte of a block
    data = before + encode_record(7, encode_record(2, b"n" * 200))
    assert len(before) == (1 << 16) - 1
    last, first = list(hex_dump(Page(colour=True), document(data), (65520, 65540)))
    assert last.endswith("00 00|\x1b[36m3A\x1b[0m  ...............:")
    assert "\x1b[35mCB\x1b[0m \x1b[35m01\x1b[0m|\x1b[36m12\x1b[0m \x1b[35mC8\x1b[0m" in first


def test_colours_change_no_character(tiny: bytes):
    tree = document(tiny)
    coloured = dump(Page(colour=True), tree)
    assert [re.sub("\x1b\\[[0-9]*m", "", line) for line in coloured] == dump(Page(), tree)


def test_weights_have_no_marks_and_no_colour(tiny: bytes):
    (row,) = hex_dump(Page(colour=True), document(tiny), (96, 112))
    assert row.count("\x1b[") == 2  # the offset's
    assert "|" not in row


def test_only_printable_ascii_is_shown_as_text():
    data = bytes(range(256))
    shown = list(hex_dump(Page(), document(data, None), (0, 256)))
    text = "".join(line[58:].ljust(16) for line in shown)
    assert text == "".join(chr(c) if 0x20 <= c < 0x7F else "." for c in data)


@pytest.mark.parametrize("span", [(5, 5), (9, 3), (233, 300), (-4, 0)])
def test_a_span_without_bytes_has_no_rows(tiny: bytes, span: tuple[int, int]):
    assert list(hex_dump(Page(), document(tiny), span)) == []


def test_a_span_over_the_end_stops_at_the_end(tiny: bytes):
    tree = document(tiny)
    assert list(hex_dump(Page(), tree, (0, 10_000))) == dump(Page(), tree)


@pytest.mark.parametrize(("cells", "count"), [(40, 8), (41, 8), (60, 8), (74, 16), (160, 16)])
def test_the_rows_fit_the_page(tiny: bytes, cells: int, count: int):
    page = Page(cells, cut=True)
    shown = dump(page, document(tiny))
    assert harmless(shown, page) == -(-len(tiny) // count)
    assert read_back(shown, count) == tiny


def test_offsets_in_hexadecimal_have_a_fixed_width(tiny: bytes):
    shown = dump(Page(hex_offsets=True), document(tiny))
    assert [line[:8] for line in shown[:2]] == ["0x0000 |", "0x0010  "]


class _Watched(Document):
    """A document that keeps how much was read at once."""

    most = 0

    def read(self, start: int, end: int) -> bytes:
        self.most = max(self.most, end - start)
        return super().read(start, end)


def test_a_large_payload_is_read_in_blocks():
    made = document(encode_record(2, bytes(1 << 20)))
    watched = _Watched(made.source, made.index, made.verdict)
    assert len(dump(Page(colour=True), watched)) == 65_537
    assert 0 < watched.most <= 1 << 17


def test_damaged_files_are_shown_whole(tiny: bytes):
    for data in mutated([tiny, VALUE_INFO], 300, 11):
        tree = document(data)
        assert read_back(dump(Page(), tree)) == data
        assert marks(dump(Page(), tree)) == tree.index.start.tolist()[1:-1] * bool(data)
        for page in PAGES:
            assert harmless(dump(page, tree), page) == len(dump(page, tree))
        uncoloured = [re.sub("\x1b\\[[0-9]*m", "", x) for x in dump(Page(colour=True), tree)]
        assert uncoloured == dump(Page(), tree)
