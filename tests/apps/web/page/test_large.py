"""Files of 5 GB and of a million records: any place is shown, and little is asked and kept."""

import os
from functools import cache

import pytest
from playwright.sync_api import expect

from make_example import integer, text
from onnxlens.wire.kinds import LEN
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

HUGE = 5_000_000_000  # bytes of the one raw_data, none of which takes room on the disk
NODES = 500_000  # each with an op_type: a million records
MOST_NODES = 5_000  # of the page, whatever the file holds
LITTLE = 1 << 20  # bytes that the server answers with until a place is shown


@pytest.fixture(scope="module")
def server_of(serve_all):
    """The server of a file; it ends with these tests, and what it still checks with it."""
    return cache(lambda path: serve_all(path))


@pytest.fixture(scope="module")
def huge_file(tmp_path_factory):
    """A model of 5 GB, whose last field stands behind a hole."""
    raw = encode_tag(9, LEN) + encode_varint(HUGE)
    tensor = integer(1, HUGE // 4) + integer(2, 1) + text(8, "w") + raw
    head = text(2, "huge") + encode_tag(5, LEN) + encode_varint(len(tensor) + HUGE) + tensor
    start = integer(1, 10) + encode_tag(7, LEN) + encode_varint(len(head) + HUGE) + head
    path = tmp_path_factory.mktemp("huge") / "huge.onnx"
    with path.open("wb") as file:
        file.write(start)
        file.truncate(len(start) + HUGE)
        file.seek(0, os.SEEK_END)
        file.write(encode_record(8, integer(2, 21)))
    return path


@pytest.fixture(scope="module")
def many_file(tmp_path_factory):
    """A model of a million records."""
    nodes = b"".join(encode_record(1, text(4, f"Op{number}")) for number in range(NODES))
    path = tmp_path_factory.mktemp("many") / "many.onnx"
    path.write_bytes(integer(1, 10) + encode_record(7, nodes))
    return path


@pytest.fixture
def huge(visit, server_of, huge_file):
    return visit(server_of(huge_file))


@pytest.fixture
def many(visit, server_of, many_file):
    return visit(server_of(many_file))


def small(explorer):
    """Expect that the page holds little and was sent little."""
    assert explorer.page.evaluate("document.querySelectorAll('*').length") < MOST_NODES
    assert 0 < explorer.watch.received < LITTLE


def test_the_last_byte_of_5_gb_is_a_key_away(huge, huge_file):
    size = huge_file.stat().st_size
    assert huge_file.stat().st_blocks * 512 < 1 << 20
    huge.bytes.focus()
    huge.press("Control+End")
    expect(huge.cursor).to_have_text("15")
    expect(huge.byte(size - 1)).to_be_in_viewport()
    huge.leads_to(path="opset_import[0].version")
    expect(huge.status).to_contain_text(f"{size - 2}:{size}")
    small(huge)


def test_the_middle_of_5_gb_is_shown_at_once_and_walked_by_key_and_wheel(huge):
    huge.enter(huge.goto, "2,500,000,000")
    expect(huge.byte(2_500_000_000)).to_have_text("00")
    expect(huge.byte(2_500_000_000)).to_be_in_viewport()
    expect(huge.meaning.locator(".title")).to_have_text("raw_data")
    huge.press("ArrowDown", "ArrowDown")
    expect(huge.byte(2_500_000_032)).to_be_in_viewport()
    row = huge.bytes.locator('[role="row"]:not([hidden])')
    top = min(int(each.get_attribute("aria-rowindex")) for each in row.all())
    huge.bytes.hover()
    huge.page.mouse.wheel(0, 21)
    expect(huge.bytes.locator(f'[aria-rowindex="{top}"]:not([hidden])')).to_have_count(0)
    expect(huge.bytes.locator(f'[aria-rowindex="{top + 1}"]')).to_be_visible()
    small(huge)


def test_what_stands_behind_5_gb_is_a_field_like_others(huge, huge_file):
    size = huge_file.stat().st_size
    huge.row("opset_import[0]").click()
    huge.selects("opset_import[0]", size - 4, size)
    expect(huge.meaning).to_contain_text("ai.onnx 21")
    expect(huge.page.locator("#map .kind[data-kind=weights]")).to_contain_text("99.9 %")
    expect(huge.tab("Tensors").get_by_role("row").first).to_contain_text("4.7 GiB")
    small(huge)


def test_a_million_records_are_one_tree_of_which_only_rows_in_view_exist(many):
    expect(many.page.locator("#fields-count")).to_have_text("1,000,002 records")
    many.enter(many.goto, "graph.node[0]")
    many.leads_to(path="graph.node[0]")
    many.fields.focus()
    many.press("ArrowLeft", "*")
    expect(many.fields).to_have_attribute("aria-rowcount", "500503")  # with 500 groups
    many.press("End")
    expect(many.row("node[499999]")).to_be_in_viewport()
    expect(many.row("node[499999]")).to_contain_text("Op499999")
    expect(many.row("node[499999]")).to_have_attribute("aria-selected", "true")
    expect(many.row("node[499990]")).to_contain_text("Op499990")
    small(many)


def test_any_of_a_million_records_is_reached_by_path_and_shown_in_all_panes(many):
    many.enter(many.goto, "graph.node[250000].op_type")
    expect(many.meaning.locator(".value")).to_have_text('"Op250000"')
    expect(many.fields.locator('[aria-selected="true"]')).to_contain_text("Op250000")
    expect(many.row("node[250000]")).to_be_in_viewport()
    small(many)


def test_a_name_is_found_among_a_million_records(many):
    hits = many.find("Op499999")
    expect(hits).to_have_count(1, timeout=20_000)
    hits.click()
    many.leads_to(path="graph.node[499999].op_type")
    expect(many.meaning.locator(".value")).to_have_text('"Op499999"')
