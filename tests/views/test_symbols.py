"""The symbols: a heading for each, a table of its axes, what is worth saying of it."""

import pytest

import recipes as r
from onnxlens.views.page import Page
from onnxlens.views.symbols import symbol_lines
from shown import HOSTILE, LONG, PAGES, document, harmless

NONE = "no symbols: every axis has a size, or none at all"
SCOPE = "outside of functions one scope"


def shown(data: bytes, page: Page | None = None, kind: str = "ModelProto") -> list[str]:
    """Return the lines about a message."""
    return list(symbol_lines(page or Page(), document(data, kind)))


def model(*names: str, more: bytes = b"") -> bytes:
    """Return a model whose input x has axes of these names."""
    type_ = r.tensor_type(r.FLOAT, *map(r.dim, names))
    return r.model(r.graph(inputs=[r.value("x", type_)], more=more))


SAMPLE = """\
"N": 2 axes
offset  axis  of                   path
    36     0  input x              graph.input[0]
    76     0  value t, DATA_BATCH  graph.value_info[0]

"M": 1 axis
offset  axis  of       path
    41     1  input x  graph.input[0]

2 symbols on 3 axes; outside of functions one scope
"""


def test_a_symbol_has_a_row_for_each_axis_and_a_last_line_counts():
    info = r.of(13, r.value("t", r.tensor_type(r.FLOAT, r.dim("N", "DATA_BATCH"))))
    assert "\n".join(shown(model("N", "M", more=info))) + "\n" == SAMPLE


def test_offsets_are_those_of_the_dim_param():
    data = model("N")
    at = int(shown(data)[2].split()[0])
    assert data[at : at + 3] == b"\x12\x01N"
    assert shown(data, Page(hex_offsets=True))[2].split()[0] == f"0x{at:04X}"


def test_paths_are_those_of_what_has_the_axis():
    inner = r.tensor_type(r.FLOAT, r.dim("N"))
    type_ = r.of(4, r.of(1, r.of(9, r.of(1, inner))))  # a sequence of optional tensors
    held = r.node("Optional", [], ["y"], [r.attribute("type", 13, r.of(14, type_))])
    data = r.model(r.graph([held], inputs=[r.value("x", type_)]))
    rows = shown(data)[2:4]
    assert [row.split()[2:] for row in rows] == [
        ["input", "x", "graph.input[0]"],
        ["attribute", "type", "graph.node[0].attribute[0]"],
    ]
    for row in rows:
        owner = document(data)[row.split()[-1]]
        assert owner.start < int(row.split()[0]) < owner.end


@pytest.mark.parametrize("kind", ["ModelProto", "TensorProto", "TypeProto", "GraphProto"])
def test_no_symbols_are_said(kind):
    assert shown(b"", kind=kind) == [NONE]


def test_fixed_axes_are_no_symbols():
    assert shown(r.BASE) == [NONE]


def test_a_type_that_is_the_file_has_its_symbols():
    lines = shown(r.tensor_type(r.FLOAT, r.dim("N")), kind="TypeProto")
    assert lines[0] == '"N": 1 axis'
    assert lines[2].split() == ["8", "0", "value", '""', "tensor_type.shape.dim[0]"]
    assert lines[-1] == f"1 symbol on 1 axis; {SCOPE}"


def test_notes_stand_below_the_table():
    lines = shown(model("None", "None", "N"))
    (first,) = (line for line in lines if line.startswith("notes "))
    assert "None: placeholder-like" in first
    assert any("None: axes 0 and 1 of input x are equal by it" in line for line in lines)
    assert not any(" N: " in line for line in lines)


@pytest.mark.parametrize(
    ("count", "axes"),
    [
        (1, ""),
        (3, "0, 1 and 2"),
        (8, "0, 1, 2, 3, 4, 5, 6 and 7"),
        (9, "0, 1, 2, 3, 4, 5, 6, 7 and 1 more"),
        (2000, "0, 1, 2, 3, 4, 5, 6, 7 and 1,992 more"),
    ],
)
def test_axes_of_one_shape_are_equal_in_one_line(count, axes):
    equal = [line for line in shown(model(*["N"] * count)) if "equal by it" in line]
    assert equal == ([f"notes        N: axes {axes} of input x are equal by it"] if axes else [])


def test_symbols_of_one_kind_share_a_note():
    lines = shown(model(*(f"unk__{at}" for at in range(6))))
    (note,) = (line for line in lines if "made by a tool" in line)
    assert "unk__0, unk__1, unk__2, unk__3 and 2 more: made by a tool" in note


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("page", [*PAGES, Page()], ids=lambda page: f"{page.width} {page.cut}")
def test_hostile_names_do_not_drive_a_terminal(name, page):
    text = HOSTILE[name]
    type_ = r.of(1, r.int_of(1, 1) + r.of(2, r.each(1, [r.of(2, text) + r.of(3, text)] * 2)))
    body = r.graph(inputs=[r.of(1, text) + r.of(2, type_)])
    assert harmless(shown(r.model(body), page), page) >= 4


def test_a_huge_name_is_cut():
    lines = shown(r.model(r.graph(inputs=[r.of(1, LONG) + r.of(2, r.tensor_type(1))])))
    assert lines == [NONE]
    type_ = r.of(1, r.of(2, r.of(1, r.of(2, LONG))))
    lines = shown(r.model(r.graph(inputs=[r.of(1, LONG) + r.of(2, type_)])))
    assert max(map(len, lines)) < 5000


def test_on_a_terminal_the_lines_fit():
    page = Page(80, True)
    type_ = r.tensor_type(r.FLOAT, r.dim("a_long_name_of_a_batch_dimension", "DATA_BATCH"))
    lines = shown(r.model(r.graph(inputs=[r.value("input_of_a_long_name" * 3, type_)])), page)
    assert harmless(lines, page) >= 3
    assert lines[0] == '"a_long_name_of_a_batch_dimension": 1 axis'
    owner = "input " + "input_of_a_long_name" * 3
    assert lines[2] == f"{'96':>6}     0  {owner[:49]}…  graph.input[0]"
    narrow = Page(40, True)
    lines = shown(model("a_long_name_of_a_batch_dimension" * 2), narrow)
    assert lines[0] == '"a_long_name_of_a_batch_dimensi…: 1 axis'
    assert lines[3:5] == [f"{'36':>6}     0  input x", f"{'':8}graph.input[0]"]
    assert [" ".join(lines[-2:])] == [f"1 symbol on 1 axis; {SCOPE}"]
    assert harmless(lines, narrow) == 8
    named = r.graph(inputs=[r.value("n" * 40, r.tensor_type(r.FLOAT, r.dim("N")))])
    assert shown(r.model(named), narrow)[3] == f"{'75':>6}     0  input {'n' * 19}…"
    assert harmless(shown(r.BASE, narrow), narrow) == 2


def test_half_of_the_page_is_left_to_a_long_path():
    data = r.graph(inputs=[r.value("x" * 90, r.tensor_type(r.FLOAT, r.dim("N")))])
    inner = r.node("If", [], [], [r.attribute("then_branch", 5, r.of(6, data))])
    for _ in range(3):
        inner = r.node("If", [], [], [r.attribute("b", 5, r.of(6, r.of(1, inner)))])
    page = Page(80, True)
    line = shown(r.model(r.of(1, inner)), page)[2]
    assert line == f"{'200':>6}     0  value {'x' * 25}…  …node[0].attribute[0].g.input[0]"


def test_10_000_axes_are_all_listed():
    names = [f"n{at % 5000}" for at in range(10_000)]
    lines = shown(model(*names))
    assert lines[-1] == f"5,000 symbols on 10,000 axes; {SCOPE}"
    assert sum(line.endswith("  input x  graph.input[0]") for line in lines) == 10_000
    assert sum(line.endswith(": 2 axes") for line in lines) == 5000
