"""What holds for every explanation: it reads any bytes and says one harmless line each."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from documents import document_of, everything, samples
from onnxlens import schema
from onnxlens.model.explaining import attributes, constants, infos, nodes, sparse, text
from onnxlens.model.metadata.leaks import leaks
from onnxlens.tree.document import Document
from onnxlens.views.page import Page
from onnxlens.wire.scan import Scanner
from samples import mutated
from shown import HOSTILE, LONG, full, harmless

TABLES = (attributes.EXPLAINS, infos.EXPLAINS, nodes.EXPLAINS, sparse.EXPLAINS, text.EXPLAINS)
EXPLAINED = sorted({name.partition(".")[0] for table in TABLES for name in table})
WIDE = Page(cut=False)


def all_said(document: Document) -> Iterator[str]:
    """Yield all that is said of all fields, and of the graph and the texts as a whole."""
    for field in everything(document):
        names = [field.spec.qualified] if field.spec else []
        names += [field.content.name] if field.content else []
        for table in TABLES:
            for name in names:
                yield from table.get(name, lambda field, place: iter(()))(field, str)
    yield from map(repr, leaks(document))
    root = document.merged() if document.root else None
    if root is not None and root.spec.name == "ModelProto":
        root = root.message("graph")
    if root is not None and root.spec.name == "GraphProto":
        yield from map(repr, constants.fixed_axes(root))


def test_every_table_names_what_the_schema_has():
    fields = {field.qualified for message in schema.messages() for field in message.fields}
    messages = {message.name for message in schema.messages()}
    assert all(set(table) <= fields | messages for table in TABLES)


def test_nothing_raises_on_the_corpus_and_all_is_harmless(corpus: Path):
    count = 0
    for sample in samples(corpus):
        if sample.kind:
            count += harmless(all_said(document_of(sample.data, sample.kind, Scanner)), WIDE)
    assert count > 40


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", ["ModelProto", "NodeProto", "SparseTensorProto", "FunctionProto"])
def test_hostile_strings_are_said_harmlessly(kind: str, name: str):
    data = full(schema.message(kind), HOSTILE[name], 3)
    harmless(all_said(document_of(data, kind, Scanner)), WIDE)


@pytest.mark.parametrize("kind", ["AttributeProto", "ValueInfoProto", "NodeProto", "TensorProto"])
def test_long_strings_are_said_in_short(kind: str):
    document = document_of(full(schema.message(kind), LONG, 0), kind, Scanner)
    lines = list(all_said(document))
    assert harmless(lines, WIDE) == len(lines)
    assert max(map(len, lines), default=0) < 1500


@settings(max_examples=60)
@given(data=st.binary(max_size=200), kind=st.sampled_from(EXPLAINED))
def test_random_bytes_never_raise(data: bytes, kind: str):
    harmless(all_said(document_of(data, kind, Scanner)), WIDE)


@pytest.mark.parametrize("kind", EXPLAINED)
def test_mutations_of_messages_never_raise(kind: str):
    seeds = [full(schema.message(kind), word, 2) for word in (b"/home/u/n.py", b"Ren\xe9", b"")]
    for data in mutated(seeds, 40, 7):
        harmless(all_said(document_of(data, kind, Scanner)), WIDE)


def test_a_deep_nest_of_graphs_is_read_without_recursion():
    node, attribute, graph = (tag + b"\x80\x80\x80\x80\x08" for tag in (b"\x0a", b"\x2a", b"\x32"))
    data = b"\x3a\x80\x80\x80\x80\x08" + (node + attribute + graph) * 2000
    assert harmless(all_said(document_of(data, "ModelProto", Scanner)), WIDE) >= 2000
