"""Documents: any bytes open, rows tile the file, and nothing is read that is not asked for."""

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from documents import document_of, everything, samples
from invariants import tiles
from made import FLOAT_TYPE, MADE, NAN, SHAPE, number, record, tag
from onnxlens.errors import SourceError
from onnxlens.schema import message
from onnxlens.source import FileSource, MemorySource
from onnxlens.tree.document import Document
from onnxlens.tree.field import TAIL, Field
from onnxlens.wire import damage as reason
from onnxlens.wire.index import Index
from onnxlens.wire.kinds import I32, LEN, MALFORMED, NOT_INDEXED, VARINT
from onnxlens.wire.scalars import encode_varint
from samples import VALUE_INFO, every_wire_type, group, mutated

RANDOM_STRINGS = 20_000
WEIGHTS = 50 << 20


class Counted(MemorySource):
    """Bytes in memory that count how many of them were read."""

    bytes_read = 0

    def read(self, offset: int, size: int) -> memoryview:
        found = super().read(offset, size)
        self.bytes_read += len(found)
        return found


def facts(field: Field) -> tuple[object, ...]:
    """Ask a field for everything; floats as text, since NaN is not equal to itself."""
    note = field.note
    return (
        field.path, field.named_path, field.name, field.number, field.wire_type, field.span,
        field.payload, field.tag, field.length, field.declared, field.is_root, field.is_run,
        field.is_unknown, field.damage, field.message, field.content, field.spec, field.parent,
        note.short if note else None, repr(field.value), repr(field.preview(3)), field.raw(),
        [child.span for child in field.children], repr(field),
    )  # fmt: skip


def is_sound(field: Field) -> None:
    """Assert what must hold of every field, whatever the bytes were."""
    told = facts(field)
    assert told == facts(field)
    assert field.start <= field.tag.end <= field.payload.start <= field.payload.end == field.end
    children = list(field.children)
    assert all(child.parent == field for child in children)
    if children:
        assert children[0].start == field.payload.start
        assert children[-1].end == field.end
        assert all(a.end == b.start for a, b in pairwise(children))
    if field.document.size and field.span.size:
        assert field.start in field.document.at(field.start).span


def random_strings(tiny: bytes) -> list[bytes]:
    """Return short strings: half are noise, half a model, a tensor or a type that was mutated."""
    chance = random.Random(20_000)
    noise = [chance.randbytes(chance.randrange(60)) for _ in range(RANDOM_STRINGS // 2)]
    seeds = [tiny[:60], tiny[150:], VALUE_INFO, every_wire_type(), record(7, record(5, NAN * 3))]
    return noise + list(mutated(seeds, RANDOM_STRINGS - len(noise), 20_000))


def test_every_file_of_the_corpus_opens_and_tiles(corpus: Path, scanner: type) -> None:
    files = samples(corpus)
    for sample in files:
        document = document_of(sample.data, sample.kind, scanner)
        tiles(document.index, len(sample.data))
        assert document.file.span == (0, len(sample.data))
    assert len(files) == 136


def test_random_strings_open_and_tile_and_every_field_can_be_asked(
    tiny: bytes, scanner: type
) -> None:
    strings = random_strings(tiny)
    assert len(strings) == RANDOM_STRINGS
    for data in strings:
        document = document_of(data, "ModelProto", scanner)
        tiles(document.index, len(data))
        for field in everything(document):
            is_sound(field)


def test_random_strings_can_be_read_as_every_message(tiny: bytes, scanner: type) -> None:
    for spec in (message("TensorProto"), message("TypeProto"), message("AttributeProto")):
        for data in random_strings(tiny)[::100]:
            for field in everything(document_of(data, spec.name, scanner)):
                is_sound(field)


@pytest.mark.parametrize("name", MADE)
def test_every_field_that_is_made_can_be_asked(name: str, scanner: type) -> None:
    kind, data, _ = MADE[name]
    for field in everything(document_of(data, kind, scanner)):
        is_sound(field)


def test_every_prefix_of_a_model_opens_and_tiles(tiny: bytes, scanner: type) -> None:
    for cut in range(len(tiny) + 1):
        document = document_of(tiny[:cut], "ModelProto", scanner)
        tiles(document.index, cut)
        for field in everything(document):
            is_sound(field)


def columns(index: Index, row: int) -> tuple[int, ...]:
    """Return all columns of a row."""
    return tuple(
        column[row] for column in (index.start, index.next, index.parent, index.slot, index.head)
    )


def obey_prefix_law(whole: Index, part: Index, cut: int) -> None:
    """Rows that end before the cut are the same; the ones around it differ in end or mark."""
    assert part.size == cut
    for row in range(1, len(part)):
        if whole.end(row) <= cut:
            assert columns(part, row) == columns(whole, row)
            continue
        assert whole.start[row] < cut
        assert (part.start[row], part.parent[row]) == (whole.start[row], whole.parent[row])
        assert part.end(row) == cut
        if part.wire_type(row) != MALFORMED:
            assert (part.slot[row], part.head[row]) == (whole.slot[row], whole.head[row])
    after = len(part)
    assert (
        after == len(whole) or whole.start[after] >= cut or part.wire_type(after - 1) == MALFORMED
    )
    assert sum(whole.end(row) <= cut for row in range(1, len(whole))) <= len(part) - 1


def test_the_index_of_a_prefix_is_that_of_the_whole_up_to_the_cut(
    tiny: bytes, scanner: type
) -> None:
    deep = record(7, record(1, group(40, number(1, 300) + group(41, record(9, b"abc")))))
    for data in (tiny, tiny * 2, deep + every_wire_type() + deep):
        whole = document_of(data, "ModelProto", scanner).index
        for cut in range(len(data) + 1):
            part = document_of(data[:cut], "ModelProto", scanner).index
            obey_prefix_law(whole, part, cut)


def test_the_prefix_law_holds_for_the_corpus(corpus: Path, scanner: type) -> None:
    chance, tried = random.Random(7), 0
    for sample in samples(corpus):
        if sample.kind and len(sample.data) < 20_000:
            whole = document_of(sample.data, sample.kind, scanner).index
            for cut in chance.sample(range(len(sample.data) + 1), 5):
                part = document_of(sample.data[:cut], sample.kind, scanner).index
                obey_prefix_law(whole, part, cut)
                tried += 1
    assert tried > 200


def test_a_model_cut_in_half_lists_the_nodes_before_the_cut(scanner: type) -> None:
    nodes = [record(1, record(3, b"node%d" % at)) for at in range(10)]
    data = record(7, b"".join(nodes)) + number(1, 8)
    cut = len(data) // 2
    document = document_of(data[:cut], "ModelProto", scanner)
    names = [str(document[f"graph.node[{at}].name"].value) for at in range(5)]
    assert names == ["node0", "node1", "node2", "node3", "node4"[: len(names[4])]]
    graph = document["graph"]
    assert graph.declared == len(b"".join(nodes))
    assert graph.payload.size == cut - 2
    assert graph.damage == reason.CLIPPED
    assert document["graph.node[0]"].damage is None


def test_a_string_that_is_cut_keeps_what_is_there(scanner: type) -> None:
    document = document_of(record(7, record(2, b"main_graph"))[:8], "ModelProto", scanner)
    name = document["graph.name"]
    assert (name.value, name.declared, name.payload.size, name.damage) == (
        "main", 10, 4, reason.CLIPPED,
    )  # fmt: skip


def innermost(document: Document) -> list[Field]:
    """Return the innermost field of each byte, found by laying all fields over each other."""
    held = [document.file] * document.size
    for field in everything(document):
        held[field.start : field.end] = [field] * field.span.size
    return held


def test_at_finds_the_innermost_field_of_every_byte(
    tiny: bytes, corpus: Path, scanner: type
) -> None:
    tensor = record(1, b"\x03\xff\x01") + record(4, bytes(10)) + record(5, b"\x80" * 12)
    inputs = [("ModelProto", tiny), ("TensorProto", tensor), (None, b"text")]
    inputs += [(sample.kind, sample.data) for sample in samples(corpus) if len(sample.data) < 1500]
    inputs += [("ModelProto", data) for data in random_strings(tiny)[::500]]
    inputs += [(kind, data) for kind, data, _ in MADE.values()]
    elements = 0
    for kind, data in inputs:
        document = document_of(data, kind, scanner)
        found = [document.at(offset) for offset in range(len(data))]
        assert found == innermost(document)
        assert all(offset in field.span for offset, field in enumerate(found))
        elements += sum(field.element is not None for field in found)
    assert elements > 300


@pytest.mark.parametrize("offset", [-1, 233, 10**30])
def test_at_refuses_an_offset_outside_the_file(offset: int, tiny: bytes, scanner: type) -> None:
    with pytest.raises(IndexError, match=f"offset {offset} is outside the file, 0 to 232"):
        document_of(tiny, "ModelProto", scanner).at(offset)


def test_at_in_an_empty_file_has_nothing_to_find(scanner: type) -> None:
    document = document_of(b"", "ModelProto", scanner)
    assert (document.file.span, list(document.file.children)) == ((0, 0), [])
    with pytest.raises(IndexError):
        document.at(0)


def test_walking_prunes_where_enter_is_false(tiny: bytes, scanner: type) -> None:
    document = document_of(tiny, "ModelProto", scanner)
    shallow = [field.path for field in document.walk(enter=lambda field: field.is_root)]
    assert shallow == ["", *(child.path for child in document.file.children)]
    assert "graph" in shallow
    no_nodes = list(document.walk(enter=lambda field: field.name != "node"))
    outside = [f for f in document.walk() if not f.path.startswith("graph.node[")]
    assert [field for field in no_nodes if field.name != "node"] == outside
    assert len(no_nodes) == len(outside) + 2
    node = document["graph.node[0]"]
    assert [field.path for field in document.walk(node)] == [
        field.path for field in document.walk() if field.path.startswith(node.path)
    ]


def weighty(scanner: type) -> tuple[Counted, Document]:
    """Return a document with 50 MiB of weights between its nodes and its outputs."""
    tensor = number(1, 2) + number(1, 3) + record(8, b"w") + record(9, bytes(WEIGHTS))
    packed = record(1, b"\x02\x03") + record(4, bytes(1 << 20)) + record(8, b"p")
    nodes = b"".join(record(1, record(3, b"n%d" % at)) for at in range(50))
    graph = nodes + record(5, tensor) + record(5, packed) + record(12, VALUE_INFO)
    source = Counted(number(1, 8) + record(7, graph) + number(5, 1))
    return source, document_of(source, "ModelProto", scanner)


def test_opening_a_named_root_reads_no_weights(scanner: type) -> None:
    source, document = weighty(scanner)
    assert len(document.index) > 100
    assert source.bytes_read < 200_000


def test_asking_for_other_fields_reads_no_weights(scanner: type) -> None:
    source, document = weighty(scanner)
    source.bytes_read = 0
    weights = document['graph.initializer["w"].raw_data']
    assert weights.path == "graph.initializer[0].raw_data"
    assert weights.payload.size == WEIGHTS == weights.declared
    assert [child.path for child in document["graph"].children][-1] == "graph.output[0]"
    assert document.at(weights.end - 1) == weights
    assert document.at(document.size - 1).path == "model_version"
    assert weights.preview(16) == bytes(16)
    floats = document["graph.initializer[1].float_data~0"]
    assert document["graph.initializer[1].float_data[262143]"].parent == floats
    assert document.at(floats.end - 1).element == 262_143
    assert floats.preview(8) == [0.0, 0.0]
    assert len(list(document.walk())) == len(document.index)
    assert source.bytes_read < 2_000


def test_the_weights_are_read_when_they_are_asked_for(scanner: type) -> None:
    source, document = weighty(scanner)
    source.bytes_read = 0
    assert document["graph.initializer[0].raw_data"].value == bytes(WEIGHTS)
    assert WEIGHTS <= source.bytes_read < WEIGHTS + 100


def test_two_threads_read_the_same_of_one_document(corpus: Path, scanner: type) -> None:
    data = (corpus / "yalue__onnxruntime_go/sklearn_randomforest.onnx").read_bytes()[:60_000]
    alone = document_of(data, "ModelProto", scanner)
    expected = [(f.path, repr(f.value), f.damage) for f in everything(alone)]
    shared = document_of(data, "ModelProto", scanner)
    fields = list(everything(shared))

    def read(step: int) -> list[tuple[str, str, int | None]]:
        told = [(f.path, repr(f.value), f.damage) for f in fields[::step]]
        return told[::step]

    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(read, (1, -1, 1, -1)))
    assert len(expected) > 2000
    assert runs == [expected] * 4


def test_fields_are_equal_and_hash_by_place(tiny: bytes, scanner: type) -> None:
    document, other = (document_of(tiny, "ModelProto", scanner) for _ in range(2))
    assert document["graph"] == document.at(21)
    assert hash(document["graph"]) == hash(document.at(21))
    assert document["graph"] != other["graph"]
    assert document["graph"] != document["graph.node[0]"]
    assert len(set(document.walk()) | set(document.walk())) == len(document.index)


def test_a_closed_document_reads_no_more(tmp_path: Path, tiny: bytes, scanner: type) -> None:
    (tmp_path / "tiny.onnx").write_bytes(tiny)
    with document_of(FileSource(tmp_path / "tiny.onnx"), "ModelProto", scanner) as document:
        assert (document.name, document.size) == ("tiny.onnx", 233)
        assert document["ir_version"].value == 10
    with pytest.raises(SourceError):
        document["ir_version"].value  # noqa: B018 - it reads


def test_a_field_says_where_its_parts_are(scanner: type) -> None:
    data = number(1, 300) + tag(7, LEN, 5) + encode_varint(3, 2) + record(2, b"g")
    document = document_of(data, "ModelProto", scanner)
    version, graph = document["ir_version"], document["graph"]
    assert (version.tag, version.length, version.payload) == ((0, 1), (1, 1), (1, 3))
    assert version.declared is None
    assert (graph.tag, graph.length, graph.payload) == ((3, 8), (8, 10), (10, 13))
    assert graph.declared == 3
    assert (document.file.tag, document.file.payload) == ((0, 0), (0, 13))


def test_a_preview_reads_the_beginning_and_numbers_whole(scanner: type) -> None:
    data = record(8, "aé数".encode()) + record(5, b"\x01\xac\x02\x03") + number(2, 300)
    document = document_of(data + record(4, NAN + bytes(8)), "TensorProto", scanner)
    assert [document["name"].preview(size) for size in range(7)] == [
        "", "a", "a", "aé", "aé", "aé", "aé数",
    ]  # fmt: skip
    assert [document["int32_data~0"].preview(size) for size in range(5)] == [
        [], [1], [1], [1, 300], [1, 300, 3],
    ]  # fmt: skip
    assert document["data_type"].preview(1) == 300
    assert document["float_data~0"].preview(11)[1:] == [0.0]
    assert document["float_data[2]"].value == 0.0


def test_unfitting_records_give_their_bits(scanner: type) -> None:
    data = tag(2, I32) + NAN + record(40, b"\xff") + tag(41, VARINT) + encode_varint(-1)
    values = [field.value for field in document_of(data, "ModelProto", scanner).file.children]
    assert values == [0x7FC00001, b"\xff", (1 << 64) - 1]


def test_messages_groups_and_the_file_have_no_value(scanner: type) -> None:
    document = document_of(record(7, b"") + group(40, b""), "ModelProto", scanner)
    assert [field.value for field in document.walk()] == [None] * 4


def test_the_end_of_a_run_says_why_it_cannot_be_read(scanner: type) -> None:
    for tail, why in ((b"\x80" * 9, reason.VALUE_CUT), (b"\x80" * 10 + b"\x01", reason.VALUE_LONG)):
        document = document_of(record(1, b"\x05" + tail), "TensorProto", scanner)
        elements = list(document["dims~0"].children)
        assert [each.element for each in elements] == [0, TAIL]
        assert (elements[1].damage, elements[1].value) == (why, tail)
        assert document["dims~0"].value == [5]


def test_a_note_is_that_of_the_field_or_of_the_root(scanner: type) -> None:
    document = document_of(number(1, 3) + number(40, 1), "ModelProto", scanner)
    notes = [field.note for field in document.walk()]
    assert notes[0] is not None
    assert notes[1] is not None
    assert notes[0].short != notes[1].short
    assert notes[2] is None


def test_damage_of_a_rest_is_none(tiny: bytes, scanner: type) -> None:
    rests = [
        field
        for field in document_of(tiny, "ModelProto", scanner, budget=6).walk()
        if field.wire_type == NOT_INDEXED
    ]
    assert rests
    assert {(field.damage, field.spec, field.name) for field in rests} == {(None, None, "!rest")}


def test_a_type_in_a_group_is_not_read_as_one(scanner: type) -> None:
    document = document_of(group(2, FLOAT_TYPE + SHAPE), "ValueInfoProto", scanner)
    inner = list(document["#2"].children)
    assert [field.content for field in inner] == [None] * 3
    assert inner[0].value == b"\x08\x01"
