"""Paths: each field has one, it leads back to the field, and a wrong one says what is near."""

from collections.abc import Iterator
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents import document_of, everything, samples
from made import FLOAT_TYPE, MADE, number, record, tag
from onnxlens.errors import PathError
from onnxlens.tree.document import Document
from onnxlens.tree.names import BARE_STEP, quote, unquote
from onnxlens.tree.path import Step, format_path, parse_path
from onnxlens.wire.kinds import VARINT
from onnxlens.wire.scalars import encode_varint
from reworked import reworked
from samples import group


def lead_back(document: Document) -> int:
    """Assert the law of paths; return for how many fields."""
    count = 0
    for field in everything(document):
        path = field.path
        found = document[path]
        assert (found, found.span) == (field, field.span), path
        assert format_path(parse_path(path)) == path
        count += 1
    return count


def node(name: str, op_type: str = "") -> bytes:
    """Return a node of a graph with a name."""
    return record(
        1, record(3, name.encode("utf-8", "surrogateescape")) + record(4, op_type.encode())
    )


def graph_of(scanner: type, *records: bytes) -> Document:
    """Return a model whose graph holds some records."""
    return document_of(record(7, b"".join(records)), "ModelProto", scanner)


def failure(document: Document, path: str) -> PathError:
    """Return the error for a path that leads nowhere."""
    with pytest.raises(PathError) as caught:
        document[path]
    assert caught.value.path == path
    return caught.value


def test_the_path_of_every_field_of_the_corpus_leads_back(corpus: Path, scanner: type) -> None:
    files = samples(corpus)
    fields = sum(lead_back(document_of(each.data, each.kind, scanner)) for each in files)
    assert len(files) == 136
    assert fields > 740_000


@pytest.mark.parametrize("name", MADE)
def test_the_path_of_every_field_that_is_made_leads_back(name: str, scanner: type) -> None:
    kind, data, _ = MADE[name]
    assert lead_back(document_of(data, kind, scanner)) > (len(data) > 0)


def test_the_paths_of_reworked_files_lead_back(tiny: bytes, scanner: type) -> None:
    for data in reworked(document_of(tiny, "ModelProto", scanner), 300, 1):
        assert lead_back(document_of(data, "ModelProto", scanner)) > 0


@pytest.mark.parametrize("cut", range(0, 233, 3))
def test_the_paths_of_a_cut_file_lead_back(cut: int, tiny: bytes, scanner: type) -> None:
    document = document_of(tiny[:cut], "ModelProto", scanner)
    assert lead_back(document) == len(list(everything(document)))


def test_no_two_fields_share_a_path(tiny: bytes, scanner: type) -> None:
    for data in reworked(document_of(tiny, "ModelProto", scanner), 100, 2):
        paths = [field.path for field in everything(document_of(data, "ModelProto", scanner))]
        assert len(set(paths)) == len(paths)


def test_each_named_path_leads_back_too(corpus: Path, scanner: type) -> None:
    named = 0
    for sample in samples(corpus):
        document = document_of(sample.data, sample.kind, scanner)
        if len(document.index) < 4000:
            for field in document.walk():
                assert document[field.named_path] == field
                named += '["' in field.named_path
    assert named > 5000


def test_a_wide_graph_is_not_searched_anew_for_each_node(scanner: type) -> None:
    document = graph_of(scanner, *(node(f"n{at}") for at in range(20_000)))
    asked = 0
    children = document.index.children

    def counting(row: int) -> Iterator[int]:
        nonlocal asked
        for child in children(row):
            asked += 1
            assert asked < 200_000, "rows asked"  # here, so that a pass for each node ends soon
            yield child

    class Watched:
        def __getattr__(self, name: str) -> object:
            return counting if name == "children" else getattr(index, name)

    index, document.index = document.index, Watched()
    for at in range(0, 20_000, 7):
        assert document[f'graph.node["n{at}"].name'].path == f"graph.node[{at}].name"
    assert asked >= 20_000


def test_the_empty_path_is_the_file(tiny: bytes, scanner: type) -> None:
    document = document_of(tiny, "ModelProto", scanner)
    assert document[""] == document.file
    assert document.file.path == ""


def test_an_earlier_duplicate_is_counted_by_occurrence(scanner: type) -> None:
    data = number(1, 3) + number(1, 4) + record(7, node("a")) + record(7, node("b"))
    document = document_of(data, "ModelProto", scanner)
    assert [f.path for f in document.file.children] == [
        "ir_version~0", "ir_version", "graph~0", "graph",
    ]  # fmt: skip
    assert document["graph.node[0].name"].value == "b"
    assert document["graph~0.node[0].name"].value == "a"
    assert document["ir_version~1"] == document["ir_version"]
    assert failure(document, "ir_version~2").nearest == "ir_version~1"


def test_packed_and_unpacked_elements_count_together(scanner: type) -> None:
    data = (
        number(1, 2) + record(1, b"\x03\x04") + number(1, 5) + record(1, b"") + record(1, b"\x06")
    )
    document = document_of(data, "TensorProto", scanner)
    assert [document[f"dims[{at}]"].value for at in range(5)] == [2, 3, 4, 5, 6]
    assert [f.path for f in everything(document)] == [
        "", "dims[0]", "dims~1", "dims[1]", "dims[2]", "dims[3]", "dims~3", "dims~4", "dims[4]",
    ]  # fmt: skip
    assert document["dims~1"].value == [3, 4]
    error = failure(document, "dims[5]")
    assert str(error) == "dims[5]: there are 5 dims; nearest is dims[4]"
    assert document["dims~0"] == document["dims[0]"]


def test_the_elements_of_a_long_run_of_varints_lead_back(scanner: type) -> None:
    sizes = [1, 2, 3, 5, 9] * 10_000  # elements of all lengths at the ends of the chunks read
    payload = b"".join(encode_varint(1 << 7 * size - 1) for size in sizes)
    document = document_of(record(7, payload), "TensorProto", scanner)
    elements = list(document["int64_data~0"].children)
    assert [element.span.size for element in elements] == sizes
    for at in range(0, len(sizes), 37):
        assert document[f"int64_data[{at}]"] == elements[at]
        assert document[f"int64_data[{at}]"].span == elements[at].span
        assert document.at(elements[at].end - 1) == elements[at]


def test_the_bad_tail_of_a_run_is_malformed_inside_it(scanner: type) -> None:
    document = document_of(record(1, b"\x03\x80") + record(1, b"\x07"), "TensorProto", scanner)
    assert [f.path for f in everything(document)] == [
        "", "dims~0", "dims[0]", "dims~0.!", "dims~1", "dims[1]",
    ]  # fmt: skip
    tail = document["dims~0.!"]
    assert (tail.value, tail.name, tail.number, tail.spec) == (b"\x80", "!", 0, None)
    assert failure(document, "dims~1.!").nearest == "dims~1"
    assert failure(document, "dims[0].!").nearest == "dims[0]"


def test_a_run_without_an_element_is_found_by_occurrence(scanner: type) -> None:
    document = document_of(record(1, b""), "TensorProto", scanner)
    assert failure(document, "dims[0]").nearest == "dims~0"


def test_unknown_numbers_and_unfitting_wire_types_are_counted_by_number(scanner: type) -> None:
    data = number(40, 1) + record(1, b"x") + number(40, 2) + number(1000, 3) + record(1, b"y")
    document = document_of(data + number(1, 3), "ModelProto", scanner)
    assert [f.path for f in document.file.children] == [
        "#40[0]", "#1[0]", "#40[1]", "#1000[0]", "#1[1]", "ir_version",
    ]  # fmt: skip
    assert document["#1000"] == document["#1000[0]"]
    error = failure(document, "#40")
    assert str(error) == "#40: there are 2 record #40; nearest is #40[1]"
    assert failure(document, "#40[2]").nearest == "#40[1]"
    assert failure(document, "#40~0").nearest == "#40[1]"
    assert failure(document, '#1000["a"]').nearest == "#1000[0]"
    for unknown in ("#2", "#2[0]", "#a", "#0", "#" + "1" * 5000):
        assert failure(document, unknown).nearest == ""


def test_the_records_of_an_unknown_group_have_paths(scanner: type) -> None:
    document = document_of(group(40, number(1, 7) + group(40, b"")), "ModelProto", scanner)
    assert [f.path for f in document.walk()] == [
        "", "#40[0]", "#40[0].#1[0]", "#40[0].#40[0]", "#40[0].#40[0].#40[0]", "#40[0].#40[1]",
    ]  # fmt: skip


def test_malformed_bytes_and_a_rest_have_paths(tiny: bytes, scanner: type) -> None:
    document = graph_of(scanner, node("a"), b"\x00\x01")
    assert document["graph.!"].value == b"\x00\x01"
    assert failure(document, "!").nearest == ""
    part = document_of(tiny, "ModelProto", scanner, budget=6)
    rest = [f.path for f in part.walk() if f.name == "!rest"]
    assert rest[-1] == "!rest"
    assert part["!rest"].end == len(tiny)
    assert [part[path].path for path in rest] == rest
    assert failure(part, "!").nearest == ""


def test_a_file_without_a_root_is_one_rest(scanner: type) -> None:
    document = document_of(b"text", None, scanner)
    assert [f.path for f in document.walk()] == ["", "!rest"]
    assert document["!rest"].value == b"text"
    assert str(failure(document, "graph")) == (
        "graph: that has no named fields; nearest is the file itself"
    )


def test_entries_are_found_by_name(scanner: type) -> None:
    document = graph_of(scanner, node("a", "Relu"), node("b", "Gemm"), record(11, record(1, b"x")))
    assert document['graph.node["b"].op_type'].value == "Gemm"
    assert document['graph.input["x"]'].named_path == 'graph.input["x"]'
    assert document["graph.node[1].op_type"].named_path == 'graph.node["b"].op_type'


def test_the_last_name_of_an_entry_counts(scanner: type) -> None:
    document = graph_of(scanner, record(1, record(3, b"a") + record(3, b"b")))
    assert document['graph.node["b"]'].path == "graph.node[0]"
    assert failure(document, 'graph.node["a"]').candidates == ()


def test_a_name_of_two_entries_lists_both(scanner: type) -> None:
    document = graph_of(scanner, node("a"), node("b"), node("a"))
    error = failure(document, 'graph.node["a"].op_type')
    assert error.candidates == ("graph.node[0]", "graph.node[2]")
    assert str(error) == ('graph.node["a"]: 2 entries have that name: graph.node[0], graph.node[2]')
    assert document["graph.node[2]"].named_path == "graph.node[2]"
    assert all(document[path].content for path in error.candidates)


def test_a_name_of_two_singular_records_lists_both(scanner: type) -> None:
    document = document_of(record(7, record(2, b"g")) * 2, "ModelProto", scanner)
    error = failure(document, 'graph["g"]')
    assert error.candidates == ("graph~0", "graph")
    assert [document[path].row for path in error.candidates] == [1, 3]


def test_the_nearest_name_is_told(scanner: type) -> None:
    document = graph_of(scanner, node("conv_one"), node("relu"))
    assert str(failure(document, 'graph.node["conv_on"]')) == (
        'graph.node["conv_on"]: none of 2 node has that name; nearest is graph.node["conv_one"]'
    )
    assert failure(document, 'graph.node["zzz"]').nearest == "graph"
    long = "a" * 300
    assert failure(graph_of(scanner, node(long)), 'graph.node["aaa"]').nearest == "graph"
    assert failure(graph_of(scanner, node(long)), f'graph.node["{long}b"]').nearest == (
        f'graph.node["{long}"]'
    )


def test_a_field_without_names_says_so(tiny: bytes, scanner: type) -> None:
    document = document_of(tiny, "ModelProto", scanner)
    error = failure(document, 'graph.node[0].input["x"]')
    assert str(error) == ('graph.node[0].input["x"]: input has no names; nearest is graph.node[0]')


def test_a_misspelt_field_says_which_is_nearest(scanner: type) -> None:
    nodes = [record(1, record(5, record(1, b"alpha"))) for _ in range(4)]
    document = graph_of(scanner, *nodes, record(2, b"g"))
    assert str(failure(document, "graph.node[3].atribute")) == (
        "graph.node[3].atribute: NodeProto has no such field; nearest is graph.node[3].attribute"
    )
    assert failure(document, "graph.node[3].atribute[0].name").nearest == (
        "graph.node[3].attribute[0]"
    )
    assert failure(document, "graph.nam").nearest == "graph.name"
    assert failure(document, "graf.name").nearest == "graph"
    assert failure(document, "graph.node[3].op_typ").nearest == "graph.node[3]"
    assert failure(document, "graph.zzzzzz").nearest == "graph"


def test_an_index_out_of_range_says_how_many_there_are(scanner: type) -> None:
    document = graph_of(scanner, node("a"), node("b"))
    assert str(failure(document, "graph.node[2].name")) == (
        "graph.node[2]: there are 2 node; nearest is graph.node[1]"
    )
    assert failure(document, "graph.node[99999999999999999999]").nearest == "graph.node[1]"
    assert failure(document, "graph.input[0]").nearest == "graph"
    assert str(failure(document, "graph.node")) == (
        "graph.node: node is repeated and needs an index; nearest is graph.node[0]"
    )
    assert str(failure(document, "graph[0]")) == (
        "graph[0]: graph is a singular field; nearest is graph"
    )
    assert failure(document, "graph.node[0].name.x").nearest == "graph.node[0].name"


@pytest.mark.parametrize(
    "path",
    [
        ".", "graph.", ".graph", "graph..node", "a b", "graph[", "graph[]", "graph[1", "graph[-1]",
        "graph[1]x", 'graph["a', 'graph["a"', r'graph["\q"]', r'graph["\x4"]', r'graph["\u{}"]',
        r'graph["\u{110000}"]', r'graph["\u{4_1}"]', r'graph["\x+4"]', "graph~", "graph~x", "#",
        "#[0]", "!x", "!rest0", "graph[" + "1" * 21 + "]",
    ],
)  # fmt: skip
def test_what_is_no_path_is_refused(path: str, tiny: bytes, scanner: type) -> None:
    error = failure(document_of(tiny, "ModelProto", scanner), path)
    assert str(error).startswith(path)
    with pytest.raises(PathError):
        parse_path(path)


def _surrogates(text: str) -> bool:
    return any(0xDC00 <= ord(each) < 0xE000 for each in text)


numbers = st.integers(0, 10**20 - 1)
# what a file can hold: characters, and bytes that are not UTF-8; half a surrogate pair is neither
_ODD = '"\\\n\r\t\0\x7f\u202e\u200b\udc80\udcff'
keys = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(_ODD))
words = st.text(BARE_STEP, min_size=1)
names = words | words.map("#{}".format)
steps = st.one_of(
    names.map(Step),
    st.tuples(names, numbers).map(lambda pair: Step(pair[0], number=pair[1])),
    st.tuples(names, keys).map(lambda pair: Step(pair[0], key=pair[1])),
    st.tuples(names, numbers).map(lambda pair: Step(pair[0], occurrence=pair[1])),
    st.sampled_from([Step("!"), Step("!rest")]),
)


@given(st.lists(steps))
def test_a_path_reads_back(path: list[Step]) -> None:
    assert parse_path(format_path(path)) == path


@given(keys)
def test_a_quoted_string_reads_back_and_hides_nothing(key: str) -> None:
    quoted = quote(key)
    assert unquote(quoted, 0) == (key, len(quoted))
    assert all(each.isprintable() or category(each) == "Zs" for each in quoted)
    quoted.encode()


@given(st.text())
def test_any_text_is_a_path_or_a_path_error(text: str) -> None:
    try:
        assert parse_path(format_path(parse_path(text))) == parse_path(text)
    except PathError as error:
        assert error.path == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ('say "hi"', r"say \"hi\""),
        ("back\\slash", r"back\\slash"),
        ("line\nfeed\r\t", r"line\nfeed\r\t"),
        ("\x1b[31m", r"\u{1B}[31m"),
        ("\u202etxt.exe", r"\u{202E}txt.exe"),
        ("a\udcff\udc80", r"a\xFF\x80"),
        ("é 数", "é 数"),
        ("a.b/c:0]", "a.b/c:0]"),
    ],
)
def test_a_key_is_escaped_in_a_path_and_found_by_it(name: str, text: str, scanner: type) -> None:
    document = graph_of(scanner, node("other"), node(name))
    path = document["graph.node[1]"].named_path
    assert path == f'graph.node["{text}"]'
    assert document[path].path == "graph.node[1]"


def test_escapes_of_plain_characters_are_read(scanner: type) -> None:
    document = graph_of(scanner, node("ABC"))
    assert document[r'graph.node["\x41\u{42}C"]'].path == "graph.node[0]"


def test_a_name_over_64_kib_is_found_by_the_path_that_shows_it(scanner: type) -> None:
    document = graph_of(scanner, node("é" * 40_000), node("b"))
    path = document["graph.node[0]"].named_path
    assert document[path].path == "graph.node[0]"


def test_a_deep_file_has_paths_as_deep(scanner: type) -> None:
    data = FLOAT_TYPE
    for _ in range(150):
        data = record(4, record(1, data))
    document = document_of(data, "TypeProto", scanner)
    assert lead_back(document) == len(document.index)
    assert document["sequence_type.elem_type." * 150 + "tensor_type.elem_type"].value == 1


def test_a_number_of_64_is_read_again_from_a_long_tag(scanner: type) -> None:
    data = tag(64, VARINT, 5) + encode_varint(7, 10)
    field = document_of(data, "ModelProto", scanner)["#64"]
    assert (field.number, field.value, field.tag.size, field.payload.size) == (64, 7, 5, 10)
