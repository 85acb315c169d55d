"""The table of metadata on every level."""

import pytest

import recipes as r
from onnxlens.views.metadata import metadata_lines
from onnxlens.views.page import Page
from shown import HOSTILE, LONG, PAGES, document, harmless

NONE = ["no metadata_props on any level"]


def shown(data: bytes, page: Page | None = None, kind: str = "ModelProto") -> list[str]:
    """Return the lines about a message."""
    return list(metadata_lines(page or Page(), document(data, kind)))


def everywhere() -> bytes:
    """Return a model with an entry on each level."""
    tensor = r.int_of(1, 0) + r.int_of(2, r.FLOAT) + r.of(8, "w") + r.of(16, r.entry("a.t", "5"))
    body = r.graph(
        [r.RELU + r.of(3, "act") + r.of(9, r.entry("a.n", "1"))],
        inputs=[r.X + r.of(4, r.entry("a.v", "2"))],
        initializers=[tensor],
        more=r.of(16, r.entry("a.g", "3")),
    )
    function = r.of(1, "f") + r.of(14, r.entry("a.f", "4"))
    return r.model(body, ir=10, more=r.of(25, function) + r.metadata(r.entry("a.m", "0")))


def test_every_level_is_listed_with_its_owner_in_file_order():
    lines = shown(everywhere())
    said = [line.split(None, 1)[1] for line in lines[1:-1]]
    assert [" ".join(line.split()) for line in said] == [
        'node act a.n = "1"',
        'tensor w a.t = "5"',
        'value info x a.v = "2"',
        'graph g a.g = "3"',
        'function f a.f = "4"',
        'model a.m = "0"',
    ]
    assert lines[-1] == "6 entries of metadata_props"


def test_offsets_are_those_of_the_entries():
    data = r.BASE + r.metadata(r.entry("a.k", "v"))
    assert shown(data)[1].split() == ["59", "model", "a.k", "=", '"v"']
    assert shown(data, Page(hex_offsets=True))[1].split()[0] == "0x003B"
    assert shown(data)[-1] == "1 entry of metadata_props"


@pytest.mark.parametrize("kind", ["ModelProto", "TensorProto", "GraphProto", "TypeProto"])
def test_no_metadata_are_said(kind):
    assert shown(b"", kind=kind) == NONE
    assert shown(r.BASE) == NONE


def test_texts_with_paths_are_listed_though_there_are_no_metadata():
    lines = shown(r.model(r.graph([r.RELU + r.of(6, "/home/u/net.py(41)")])))
    assert any("/home/u/net.py" in line and "doc_string" in line for line in lines)
    assert lines[-1:] == NONE and not any(line.startswith("offset") for line in lines)


def test_many_texts_with_paths_are_counted():
    nodes = [r.RELU + r.of(6, f"/home/u/n{at}.py") for at in range(20)]
    lines = shown(r.model(r.graph(nodes)))
    assert sum("/home/u/n" in line for line in lines) == 8
    assert any("and 12 more texts" in line for line in lines)


def test_a_meaning_stands_below_its_entry():
    lines = shown(r.BASE + r.metadata(r.entry("model_author", "me"), r.entry("x.y", "z")))
    assert lines[1].endswith('model_author = "me"')
    assert lines[2].strip() == "The people or organisations that made the model"
    assert lines[3].endswith('x.y = "z"') and len(lines) == 5


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["mine"], "1 key is the writer's own"),
        (["a", "b", "com.x.c"], "2 keys are the writer's own"),
        (["com.x.c", "model_author", "Image.BitmapPixelFormat", "sample_rate"], ""),
    ],
)
def test_keys_of_the_writers_own_are_counted_in_one_line(keys, words):
    lines = shown(r.BASE + r.metadata(*(r.entry(key, "v") for key in keys)))
    told = [line for line in lines if "own" in line]
    advice = "; ONNX recommends a reversed domain name in front"
    assert told == ([f"notes        {words}{advice}"] if words else [])
    assert not words or lines[-3:] == ["", *told, lines[-1]]
    assert not [line for line in lines[1 : 1 + len(keys)] if "recommends" in line]


def test_keys_of_the_writers_own_are_those_of_the_model_each_counted_once():
    node = r.RELU + r.of(9, r.entry("mine", "1"))
    entries = (r.entry(key, "v") for key in ("k", "k", "l", "k"))
    lines = shown(r.model(r.graph([node, node]), ir=10, more=r.metadata(*entries)))
    assert "notes        2 keys are the writer's own; " in lines[-2]
    assert lines[-1] == "6 entries of metadata_props"


def test_a_long_path_does_not_push_its_place_off_the_page():
    path = "/home/u/" + "folder/" * 12 + "net.py"
    data = r.model(r.graph([r.RELU + r.of(6, path + " forward")]))
    at = document(data)["graph.node[0].doc_string"].start
    page = Page(60, True)
    lines = shown(data, page)
    assert lines[1] == f"paths        {path[:46]}…"
    assert lines[2] == f"{'':13}in node doc_string at {at}, {len(path) + 8} bytes"
    assert harmless(lines, page) == 6


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("page", [*PAGES, Page()], ids=lambda page: f"{page.width} {page.cut}")
def test_hostile_entries_do_not_drive_a_terminal(name, page):
    text = HOSTILE[name]
    entry = r.of(1, text) + r.of(2, text)
    node = r.RELU + r.of(3, text) + r.of(6, b"/home/" + text) + r.of(9, entry)
    lines = shown(r.model(r.graph([node]), ir=10, more=r.of(14, entry) + r.of(14, entry)), page)
    assert harmless(lines, page) >= 5


def test_a_huge_entry_is_cut():
    lines = shown(r.BASE + r.metadata(r.of(1, LONG) + r.of(2, LONG)))
    assert max(map(len, lines)) < 10_000


def test_on_a_terminal_the_lines_fit():
    page = Page(80, True)
    lines = shown(
        r.BASE + r.metadata(r.entry("names", str({n: f"class{n}" for n in range(80)}))), page
    )
    assert harmless(lines, page) >= 3
    assert lines[0].split() == ["offset", "of", "key", "=", "value"]


def test_10_000_entries_are_all_listed():
    entries = (r.entry(f"a.k{at % 9000}", str(at)) for at in range(10_000))
    lines = shown(r.BASE + r.metadata(*entries))
    assert lines[-1] == "10,000 entries of metadata_props"
    assert sum("model  a.k" in line for line in lines) == 10_000
    assert sum("the key stands at" in line for line in lines) == 1000
