"""Agreement: the merged view says what the onnx package says."""

from pathlib import Path
from typing import Any

import pytest

from documents import document_of, samples
from made import MADE, number
from onnxlens.schema import messages
from onnxlens.tree.document import Document
from onnxlens.wire.scalars import encode_record as record
from oracle import compare, parsed
from reworked import reworked

PARSED_FILES = 107  # of the corpus
SEED_BYTES = 3000  # files up to this size are reworked


def written_out(message: Any) -> dict[str, Any]:
    """Return the fields that are set in a message of the package."""
    return {field.name: _written_out(value) for field, value in message.ListFields()}


def _written_out(value: Any) -> Any:
    if hasattr(value, "ListFields"):
        return written_out(value)
    if isinstance(value, (int, float, str, bytes)):
        return value
    return [_written_out(each) for each in value]


def has_damage(document: Document) -> bool:
    """Tell whether a record or the end of a packed run cannot be decoded."""
    runs = map(document.run_of, range(len(document.index)))
    return bool(document.damage) or any(
        run is not None and run.good_end() < run.end for run in runs
    )


def test_each_file_of_the_corpus_agrees(corpus: Path, scanner: type) -> None:
    compared = 0
    for sample in samples(corpus):
        message = parsed(sample.kind, sample.data) if sample.kind else None
        assert (message is not None) == sample.parses, sample.path
        if message is not None:
            document = document_of(sample.data, sample.kind, scanner)
            assert compare(document.merged(), message) > 0
            compared += 1
    assert compared == PARSED_FILES


@pytest.mark.parametrize("name", MADE)
def test_what_is_made_for_a_rule_agrees(name: str, scanner: type) -> None:
    kind, data, expected = MADE[name]
    message = parsed(kind, data)
    assert message is not None
    assert repr(written_out(message)) == repr(expected)
    document = document_of(data, kind, scanner)
    compare(document.merged(), message)
    assert not has_damage(document)


def test_every_message_of_the_schema_agrees_on_what_another_one_holds(scanner: type) -> None:
    for kind, data, _ in MADE.values():
        for spec in messages():
            message = parsed(spec.name, data)
            if message is not None:
                compare(document_of(data, spec.name, scanner).merged(), message)
            else:
                assert kind != spec.name


def test_a_singular_number_reads_alike_in_every_message(scanner: type) -> None:
    for spec in messages():
        for field in range(1, 28):
            data = number(field, (3 << 32) + 1) + record(field, b"\x00\x01") + number(field, 2)
            message = parsed(spec.name, data)
            if message is not None:
                compare(document_of(data, spec.name, scanner).merged(), message)


def test_files_with_records_changed_agree_where_the_package_parses_them(
    corpus: Path, scanner: type
) -> None:
    read = refused = 0
    for sample, data in _reworked(corpus, scanner, each=8):
        message = parsed(sample, data)
        if message is None:
            refused += 1
            continue
        document = document_of(data, sample, scanner)
        assert compare(document.merged(), message) > 0
        assert not has_damage(document)
        read += 1
    assert read > 500
    assert refused > 20  # or the changes are too tame


def test_whatever_the_package_parses_has_no_damage(corpus: Path, scanner: type) -> None:
    intact = 0
    for sample in samples(corpus):
        if sample.parses:
            assert not has_damage(document_of(sample.data, sample.kind, scanner)), sample.path
            intact += 1
    assert intact == PARSED_FILES


def test_the_package_refuses_a_run_with_a_bad_tail(scanner: type) -> None:
    for data in (record(1, b"\x03\x80"), record(4, bytes(5)), record(1, b"\xff" * 11)):
        assert parsed("TensorProto", data) is None
        assert has_damage(document_of(data, "TensorProto", scanner))


def _reworked(corpus: Path, scanner: type, each: int) -> list[tuple[str, bytes]]:
    """Return variants of the small files, with their message."""
    out = []
    for seed, sample in enumerate(samples(corpus)):
        if sample.parses and sample.kind and len(sample.data) <= SEED_BYTES:
            document = document_of(sample.data, sample.kind, scanner)
            out += [(sample.kind, data) for data in reworked(document, each, seed)]
    assert len(out) > each * 40
    return out
