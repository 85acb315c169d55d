"""The root is told from the bytes, also of damaged ones, and nothing else is taken for ONNX."""

import csv
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onnxlens import schema
from onnxlens.source import MemorySource, Source
from onnxlens.tree.root import Verdict, detect
from onnxlens.tree.root.reader import HEAD, MOST_BYTES, Reader
from onnxlens.tree.root.weights import EXPECTED, PRIOR, THRESHOLD
from onnxlens.wire.kinds import EGROUP, I32, I64, LEN, SGROUP, VARINT
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint, read_varint

# Bytes of the samples


def L(number: int, payload: bytes | str) -> bytes:  # noqa: N802 - as known-problems.md has it
    return encode_record(number, payload.encode() if isinstance(payload, str) else payload)


def V(number: int, value: int) -> bytes:  # noqa: N802 - as known-problems.md has it
    return encode_tag(number, VARINT) + encode_varint(value)


def entry(key: str, value: str) -> bytes:
    return L(1, key) + L(2, value)


BASE = bytes.fromhex(
    "08083a330a0c0a0178120179220452656c751201675a0f0a0178120a0a08080112040a02080262"
    "0f0a0179120a0a08080112040a02080242021011"
)
GRAPH = BASE[4:55]
NODE = GRAPH[2:14]
VALUE_INFO = bytes.fromhex("0A 01 78 12 0F 0A 0D 08 01 12 09 0A 02 08 01 0A 03 12 01 4E")
TYPE = VALUE_INFO[5:]
SHAPE = TYPE[6:]
TENSOR = bytes.fromhex("080210014a080000803f00000040")
INDICES = V(1, 2) + V(2, 7) + L(7, b"\x01\x03")
SPARSE = L(1, TENSOR) + L(2, INDICES) + V(3, 9)
SHARDED_DIM = V(1, 0) + L(2, V(1, 4) + V(3, 2))
SHARDING = L(1, "x") + V(2, 0) + V(2, 1) + L(4, SHARDED_DIM)
FUNCTION = (
    L(1, "F") + L(4, "x") + L(5, "y") + L(7, NODE) + L(9, L(1, "") + V(2, 17)) + L(10, "local")
)
SEQUENCE = L(1, "s") + V(2, 1) + L(3, TENSOR) * 2

# The root that comes first, alone or with those that fit equally, and bytes.
MADE = [
    ("ModelProto", BASE),
    ("ModelProto", V(1, 8) + L(2, "pytorch") + L(3, "2.9") + L(7, GRAPH) + L(8, V(2, 17))),
    ("ModelProto", V(1, 8) + L(8, V(2, 17)) + L(25, FUNCTION)),
    ("ModelProto", V(1, 8) + L(7, GRAPH) + L(20, L(2, GRAPH)) + L(26, L(1, "tp") + V(2, 2))),
    ("GraphProto", GRAPH),
    ("GraphProto", L(1, NODE) * 40),
    ("FunctionProto", FUNCTION),
    ("NodeProto", NODE),
    ("NodeProto", L(2, "y") + L(4, "Constant") + L(5, L(1, "value") + L(5, TENSOR) + V(20, 4))),
    ("TensorProto", TENSOR),
    ("TensorProto", V(2, 1) + L(4, bytes(4)) + L(8, "scalar")),
    ("TensorProto", L(1, b"pp") + V(2, 1) + L(8, "w") + L(9, bytes(64))),
    ("TensorProto", V(1, 0) + V(2, 18) + L(8, "like")),
    ("TensorProto", V(1, 9) + V(2, 1) + L(13, entry("location", "w.bin")) + V(14, 1)),
    ("SparseTensorProto", SPARSE),
    ("SequenceProto", SEQUENCE),
    ("SequenceProto", L(1, "s") + V(2, 3) + L(5, SEQUENCE) * 2),
    ("SequenceProto", V(2, 1) + L(3, TENSOR) * 300),
    ("SequenceProto = OptionalProto", L(1, "seq_empty") + V(2, 1)),
    ("OptionalProto = SequenceProto", V(2, 1) + L(3, TENSOR)),
    ("OptionalProto = SequenceProto", V(2, 3) + L(3, TENSOR)),
    ("OptionalProto = SequenceProto", L(1, "o") + V(2, 3) + L(5, SEQUENCE)),
    ("OptionalProto = SequenceProto", V(2, 0)),
    ("SequenceProto = OptionalProto", V(2, 1)),
    ("MapProto", V(2, 7) + L(3, b"\x01\x02\x03") + L(5, V(2, 1) + L(3, TENSOR) * 3)),
    ("MapProto", L(1, "m") + V(2, 8) + L(4, "a") + L(4, "b") + L(5, SEQUENCE)),
    ("ValueInfoProto", VALUE_INFO),
    ("ValueInfoProto", L(1, "x") + L(2, b"")),
    ("ValueInfoProto", L(1, "x") + L(2, L(5, V(1, 7) + L(2, TYPE)))),
    ("TypeProto", TYPE),
    ("TypeProto", L(1, V(1, 1))),
    ("TypeProto", L(4, L(1, TYPE))),
    ("TypeProto", L(9, L(1, L(4, L(1, TYPE)))) + L(6, "IMAGE")),
    ("AttributeProto", L(1, "axis") + V(3, 1) + V(20, 2)),
    ("AttributeProto", L(1, "alpha") + encode_tag(2, I32) + bytes(4) + V(20, 1)),
    ("AttributeProto", L(1, "body") + L(6, GRAPH) + V(20, 5)),
    ("OperatorSetProto", L(1, "ONNXOPSET") + V(2, 8) + V(5, 17) + L(8, L(1, "Relu") + V(2, 14))),
    ("TensorShapeProto", SHAPE),
    ("TypeProto.Tensor", V(1, 1) + L(2, SHAPE)),
    ("TypeProto.Map", V(1, 7) + L(2, TYPE)),
    ("TypeProto.Sequence = TypeProto.Optional", L(1, TYPE)),
    ("StringStringEntryProto", entry("stride", "32")),
    ("TensorAnnotation", L(1, "x") + L(2, entry("SCALE_TENSOR", "s"))),
    ("TrainingInfoProto", L(1, GRAPH) + L(2, GRAPH) + L(4, entry("w", "w_new"))),
    ("OperatorProto", L(1, "Relu") + V(2, 14) + V(3, 1) + L(10, "max(0, x)")),
    ("OperatorSetIdProto", L(1, "ai.onnx.ml") + V(2, 17)),
    ("DeviceConfigurationProto", L(1, "tp") + V(2, 2) + L(3, "GPU0") + L(3, "GPU1")),
    ("NodeDeviceConfigurationProto", L(1, "tp") + L(2, SHARDING) + V(3, 0)),
    ("ShardingSpecProto", SHARDING),
    ("ShardedDimProto", SHARDED_DIM),
    ("SimpleShardedDimProto", V(1, 4) + V(3, 2)),
    ("TensorShapeProto.Dimension", V(1, 4) + L(3, "DATA_BATCH")),
]

# Messages whose bytes are those of another that files hold more often: that one is named first.
SHADOWED = [
    ("TypeProto.SparseTensor", V(1, 1) + L(2, SHAPE)),
    ("TensorProto.Segment", V(1, 2) + V(2, 7)),
    ("IntIntListEntryProto", V(1, 2) + V(2, 7)),
    ("TensorShapeProto", L(1, V(1, 6))),
    ("TypeProto.Opaque", entry("com.example", "tokenizer")),
    ("OperatorSetIdProto", L(1, "ai.onnx.ml") + V(2, 3)),
]


def told(data: bytes) -> Verdict:
    return detect(MemorySource(data))


def firsts(data: bytes) -> list[str]:
    """Return the names of the candidates that fit as well as the first."""
    verdict = told(data)
    return [candidate.message.name for candidate in verdict.candidates[: verdict.equal]]


def root(data: bytes) -> str | None:
    found = told(data).root
    return found.name if found else None


# Every message


@pytest.mark.parametrize(("names", "data"), MADE)
def test_a_whole_message_is_told(names: str, data: bytes) -> None:
    assert firsts(data) == names.split(" = ")


@pytest.mark.parametrize(("name", "data"), SHADOWED)
def test_a_message_that_reads_as_a_more_usual_one_is_still_a_candidate(
    name: str, data: bytes
) -> None:
    names = [candidate.message.name for candidate in told(data).candidates]
    assert name in names[1:]


def test_all_messages_of_the_standard_are_tried() -> None:
    tried = {name for names, _ in MADE + SHADOWED for name in names.split(" = ")}
    assert tried == {message.name for message in schema.messages()}


def test_the_table_of_weights_has_every_message_and_no_other_name() -> None:
    assert EXPECTED.keys() == {message.name for message in schema.messages()}
    assert EXPECTED.keys() >= PRIOR.keys()
    for message, rows in EXPECTED.items():
        names = {name for _, group in rows for name in group}
        assert names <= schema.message(message).by_name.keys()


def test_candidates_stand_best_first_between_the_threshold_and_one() -> None:
    for _, data in MADE + SHADOWED:
        scores = [candidate.score for candidate in told(data).candidates]
        assert scores == sorted(scores, reverse=True)
        assert 1 >= scores[0] >= scores[-1] >= THRESHOLD


def test_an_empty_file_is_said_to_be_empty() -> None:
    verdict = told(b"")
    assert verdict.foreign is not None and verdict.foreign.kind == "empty"
    assert (verdict.root, verdict.candidates, verdict.equal) == (None, (), 0)


def test_a_named_root_is_kept_without_candidates() -> None:
    verdict = Verdict.named(schema.message("TypeProto"))
    assert (verdict.root, verdict.equal, verdict.foreign) == (schema.message("TypeProto"), 0, None)


# Oddities of encoding


@pytest.mark.parametrize(
    "data",
    [
        L(9, b"pad") * 50 + BASE,
        b"".join(V(number, 1) for number in range(100, 900)) + BASE,
        BASE + L(99, b"hello") + V(100, 7),
        encode_tag(40, SGROUP) + V(1, 1) + L(1, "x") + encode_tag(40, EGROUP) + BASE,
        encode_tag(1, VARINT, 5) + BASE[1:],
        V(1, 3) + BASE,
        BASE + BASE,
        BASE[:2] + L(7, b"") + BASE[2:],
        L(1, b"\x08") + BASE[2:],  # ir_version with the wrong wire type
        V(1, 2**63) + BASE[2:],
        BASE[2:],
        BASE[55:] + BASE[2:55] + BASE[:2],
        BASE[:-10],
    ],
)
def test_a_model_with_odd_records_stays_one(data: bytes) -> None:
    assert root(data) == "ModelProto"


def test_a_file_of_unknown_fields_only_has_no_root() -> None:
    verdict = told(L(99, b"hello"))
    assert (verdict.root, verdict.foreign) == (None, None)


def test_a_tensor_is_no_model_though_it_parses_as_one() -> None:
    onnx.ModelProto.FromString(TENSOR)
    assert [candidate.message.name for candidate in told(TENSOR).candidates] == ["TensorProto"]


# The corpus


def manifest(corpus: Path) -> Iterator[tuple[dict[str, str], bytes]]:
    with (corpus / "MANIFEST.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            yield row, (corpus / row["path"]).read_bytes()


def table() -> list[dict[str, str]]:
    with Path(__file__).with_name("root_answers.csv").open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def answer(row: dict[str, str]) -> str:
    """Return what the table says of a row of the manifest; exactly one line must fit."""
    (line,) = (
        line["answer"]
        for line in table()
        if (line["kind"], line["form"]) == (row["kind"], row["form"])
        and row["kind_basis"].startswith(line["kind_basis"])
    )
    return line


def gives(data: bytes) -> str:
    """Return what is told of bytes, in the table's words."""
    verdict = told(data)
    if verdict.root:
        return " = ".join(sorted(firsts(data), reverse=True))
    return verdict.foreign.kind if verdict.foreign else "nothing"


def test_every_file_of_the_corpus_is_told_as_the_table_says(corpus: Path) -> None:
    rows = list(manifest(corpus))
    assert len(rows) == 136
    assert [row["path"] for row, data in rows if gives(data) not in answer(row).split(" | ")] == []


def test_every_line_of_the_table_is_met_in_the_corpus(corpus: Path) -> None:
    assert {answer(row) for row, _ in manifest(corpus)} == {line["answer"] for line in table()}


def test_a_model_of_the_corpus_leaves_no_doubt(corpus: Path) -> None:
    for row, data in manifest(corpus):
        if row["kind"] == "ModelProto" and row["form"] == "binary":
            best, *others = told(data).candidates
            assert best.score > 0.7, row["path"]
            assert all(best.score - other.score > 0.1 for other in others), row["path"]


# Ten mutations of each file


def records(data: bytes) -> list[bytes]:
    """Return the records of a message that is whole."""
    found, start = [], 0
    while start < len(data):
        tag, at = read_varint(data, start)
        value, size = read_varint(data, start + at)
        sizes = {VARINT: size, LEN: size + value, I32: 4, I64: 8}
        found.append(data[start : start + at + sizes[tag & 7]])
        start += len(found[-1])
    return found


def stray(chance: random.Random) -> bytes:
    """Return a record that no ONNX message has: all numbers end at 26."""
    number = chance.randrange(27, 1000)
    return chance.choice(
        (
            V(number, chance.getrandbits(20)),
            L(number, chance.randbytes(chance.randrange(40))),
            encode_tag(number, I32) + chance.randbytes(4),
            encode_tag(number, I64) + chance.randbytes(8),
        )
    )


def inside(parts: list[bytes], piece: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(parts) + 1)
    return b"".join([*parts[:at], piece, *parts[at:]])


def group_inside(parts: list[bytes], chance: random.Random) -> bytes:
    number = chance.randrange(27, 1000)
    content = V(1, 1) + encode_tag(2, SGROUP) + stray(chance) + encode_tag(2, EGROUP)
    group = encode_tag(number, SGROUP) + content + encode_tag(number, EGROUP)
    return inside(parts, group, chance)


def overlong(parts: list[bytes], chance: random.Random) -> bytes:
    tag, size = read_varint(parts[0])
    return encode_varint(tag, chance.randrange(size + 1, 6)) + b"".join(parts)[size:]


def last_cut(parts: list[bytes], chance: random.Random) -> bytes:
    """Cut up to half of the last record; one of 2 bytes may be all there is: cut a stray one."""
    if len(parts[-1]) < 4:
        parts = [*parts, L(99, "cut off")]
    return b"".join(parts)[: -chance.randrange(1, len(parts[-1]) // 2 + 1)]


def shuffled(parts: list[bytes], chance: random.Random) -> bytes:
    return b"".join(chance.sample(parts, len(parts)))


def packed(parts: list[bytes], chance: random.Random) -> bytes:
    """Pack the varints of the first tag, if it is one: the dims of a tensor."""
    tag, size = read_varint(parts[0])
    dims = [part for part in parts if tag & 7 == VARINT and read_varint(part)[0] == tag]
    if len(dims) < 2:
        return shuffled(parts, chance)
    return L(tag >> 3, b"".join(part[size:] for part in dims)) + b"".join(parts[len(dims) :])


TEN: dict[str, Callable[[list[bytes], random.Random], bytes]] = {
    "unknown in front": lambda parts, chance: stray(chance) + b"".join(parts),
    "fifty unknown in front": lambda parts, _: L(27, "pad") * 50 + b"".join(parts),
    "unknown inside": lambda parts, chance: inside(parts, stray(chance), chance),
    "unknown at the end": lambda parts, chance: b"".join(parts) + stray(chance),
    "reversed": lambda parts, _: b"".join(reversed(parts)),
    "overlong first tag": overlong,
    "first record twice": lambda parts, _: parts[0] + b"".join(parts),
    "unknown group": group_inside,
    "last record cut": last_cut,
    "packed or shuffled": packed,
}


def test_ten_mutations_of_every_binary_file_are_told_as_the_file(corpus: Path) -> None:
    wrong = []
    for row, data in manifest(corpus):
        if row["form"] != "binary" or "malformed" in row["kind"]:
            continue
        chance = random.Random(row["path"])
        for name, mutate in TEN.items():
            found = gives(mutate(records(data), chance))
            if found not in answer(row).split(" | "):
                wrong.append((row["path"], name, found))
    assert wrong == []


def flipped(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def test_ten_mutations_of_files_that_are_no_protobuf_are_told_as_the_file(corpus: Path) -> None:
    wrong = []
    for row, data in manifest(corpus):
        if row["form"] in ("raw", "flatbuffer") or "malformed" in row["kind"]:
            chance = random.Random(row["path"])
            # What tells a flatbuffer stands in its first bytes, of an early one at its end too.
            safe = 32 if row["form"] == "flatbuffer" else 0
            for _ in range(5):
                for mutant in (
                    data[:safe] + flipped(data[safe:], chance),
                    data + chance.randbytes(chance.randrange(1, 40)),
                ):
                    found = gives(mutant)
                    if found not in answer(row).split(" | "):
                        wrong.append((row["path"], found))
    assert wrong == []


COMMENTS = {"json": b"// ", "json+comments": b"// ", "onnxtext+comments": b"// "}


def test_ten_mutations_of_every_text_are_told_as_the_text(corpus: Path) -> None:
    wrong = []
    for row, data in manifest(corpus):
        if row["form"] in ("binary", "raw", "flatbuffer"):
            continue
        chance = random.Random(row["path"])
        comment = COMMENTS.get(row["form"], b"# ") + b"a comment\n"
        cuts = [data[: -chance.randrange(1, len(data) // 3)] for _ in range(3)]
        windows = data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        mutants = [b"\n" + data, b"\n\n\n" + data, comment + data, b"\n" + comment * 3 + data]
        mutants += [*cuts, windows, windows[: len(windows) * 3 // 4], data + b"\n\n"]
        assert len(mutants) == 10
        wrong += [(row["path"], gives(m)) for m in mutants if gives(m) not in answer(row)]
    assert wrong == []


# Damage


def models(corpus: Path) -> Iterator[bytes]:
    for row, data in manifest(corpus):
        if row["kind"] == "ModelProto" and row["form"] == "binary":
            yield data


def test_prefixes_of_models_are_told(corpus: Path) -> None:
    """Measured: 99.9 % of those from 9 bytes on. The others end right before the graph, and what
    stands there are strings as a NodeProto has them."""
    chance = random.Random(9)
    ends = right = 0
    for data in models(corpus):
        some = [chance.randrange(9, len(data)) for _ in range(5)]
        for end in [*range(9, min(len(data), 150)), *some]:
            ends += 1
            right += root(data[:end]) == "ModelProto"
    assert right / ends > 0.998


def test_single_flipped_bits_are_forgiven(corpus: Path) -> None:
    """Measured: 97 % of the binary files keep their root. The others are small, and the bit was
    in the tag or the length of what told them."""
    chance = random.Random(1)
    tried = right = 0
    for row, data in manifest(corpus):
        if row["form"] == "binary" and row["kind"] in ("ModelProto", "TensorProto", "NodeProto"):
            for _ in range(20):
                tried += 1
                right += root(flipped(data, chance)) == row["kind"]
    assert right / tried > 0.95


def test_models_with_rewritten_line_ends_keep_their_root_and_say_so(corpus: Path) -> None:
    told_so = 0
    for data in models(corpus):
        if data.count(b"\n") >= 8:
            verdict = told(data.replace(b"\n", b"\r\n"))
            assert verdict.root is schema.message("ModelProto")
            assert verdict.foreign is not None and verdict.foreign.kind == "crlf"
            told_so += 1
    assert told_so > 70


def test_models_decoded_as_utf_8_are_never_taken_for_something_else(corpus: Path) -> None:
    for data in models(corpus):
        assert root(data.decode("utf-8", "replace").encode()) in ("ModelProto", None)


def test_text_that_begins_like_a_record_is_text() -> None:
    for text in (
        b'"a quoted line"\n',
        b"\nhello world\n",
        b"* a list\n* of things\n",
        b"Batch 3\n",
    ):
        verdict = told(text)
        assert verdict.root is None
        assert verdict.foreign is not None and verdict.foreign.kind == "text"


# Messages out of the corpus


def inner(message: Any) -> Iterator[Any]:
    """Yield a message of the onnx package and all messages in it."""
    yield message
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for each in [value] if hasattr(value, "ListFields") else value:
                yield from inner(each)


# Least share of the messages in the models of the corpus, at most 300 of a kind, that are named
# first, alone or with their equals; measured, rounded down. What is missing are mostly messages
# of a few bytes that read as another: OperatorSetIdProto, dimensions and shapes of one number.
SHARES = {
    "AttributeProto": 0.99,
    "FunctionProto": 1.0,
    "GraphProto": 1.0,
    "ModelProto": 1.0,
    "NodeProto": 1.0,
    "OperatorSetIdProto": 0.35,
    "SparseTensorProto": 1.0,
    "StringStringEntryProto": 1.0,
    "TensorAnnotation": 1.0,
    "TensorProto": 1.0,
    "TensorShapeProto": 0.9,
    "TensorShapeProto.Dimension": 0.8,
    "TypeProto": 0.98,
    "TypeProto.Map": 0.5,
    "TypeProto.Optional": 1.0,
    "TypeProto.Sequence": 1.0,
    "TypeProto.SparseTensor": 0.0,
    "TypeProto.Tensor": 0.98,
    "ValueInfoProto": 0.99,
}


def test_messages_inside_models_are_told_on_their_own(corpus: Path) -> None:
    found: dict[str, set[bytes]] = {}
    for data in models(corpus):
        for message in inner(onnx.ModelProto.FromString(data)):
            name = message.DESCRIPTOR.full_name.removeprefix("onnx.")
            found.setdefault(name, set()).add(message.SerializeToString())
    assert found.keys() == SHARES.keys()
    for name, samples in found.items():
        some = sorted(samples - {b""})
        some = random.Random(name).sample(some, min(len(some), 300))
        right = sum(name in firsts(sample) for sample in some)
        assert right / len(some) >= SHARES[name], name


def test_the_data_of_the_onnx_package_is_told() -> None:
    """Files that the weights were not tried on; measured: all."""
    folder = Path(onnx.__file__).parent / "backend" / "test" / "data"
    models, tensors = sorted(folder.rglob("*.onnx")), sorted(folder.rglob("*.pb"))
    assert (len(models) > 100, len(tensors) > 300) == (True, True)
    assert {root(path.read_bytes()) for path in models} == {"ModelProto"}
    assert {root(path.read_bytes()) for path in tensors} == {"TensorProto"}


# Bytes that are nothing


@pytest.mark.parametrize(
    ("least", "most", "share"), [(1, 8, 0.03), (9, 16, 0.01), (17, 300, 0.001)]
)
def test_random_bytes_are_rarely_believed(least: int, most: int, share: float) -> None:
    """Measured: 1.9 %, 0.5 % and 0.01 % of them: what is short is a message by chance."""
    chance = random.Random(20)
    believed = sum(
        root(chance.randbytes(chance.randint(least, most))) is not None for _ in range(20_000)
    )
    assert believed / 20_000 < share


@given(st.binary(max_size=300))
def test_random_bytes_never_raise(data: bytes) -> None:
    told(data)


@given(st.sampled_from([data for _, data in MADE]), st.integers(0, 80), st.binary(max_size=20))
def test_damaged_messages_never_raise(data: bytes, place: int, noise: bytes) -> None:
    told(data[:place] + noise + data[place + len(noise) :])
    told(data[:place] + noise + data[place:])


# Work


class Meter(Source):
    """A file of any size: its bytes are ``data``, then zeros; reads are counted."""

    name = "meter"

    def __init__(self, data: bytes, size: int = 0) -> None:
        self.data, self.size = data, max(size, len(data))
        self.reads = self.read_bytes = 0

    def read(self, offset: int, size: int) -> bytes:
        assert offset >= 0 and offset + size <= self.size
        self.reads += 1
        self.read_bytes += size
        return self.data[offset : offset + size].ljust(size, b"\0")


def test_a_payload_of_gigabytes_is_skipped() -> None:
    size = 5_000_000_000
    tensor = V(1, size // 4) + V(2, 1) + L(8, "w") + encode_tag(9, LEN) + encode_varint(size)
    meter = Meter(tensor, size + len(tensor))
    verdict = detect(meter)
    assert [candidate.message.name for candidate in verdict.candidates] == ["TensorProto"]
    assert meter.read_bytes < 2 * HEAD


class Repeated(Meter):
    """A file that is the same record over and over."""

    def read(self, offset: int, size: int) -> bytes:
        super().read(offset, size)
        start = offset % len(self.data)
        return (self.data * (2 + size // len(self.data)))[start : start + size]


@pytest.mark.parametrize("payload", [0, 100, 1_000, 5_000, 100_000, 3_000_000])
def test_of_many_records_a_bounded_part_is_read_in_windows(payload: int) -> None:
    tensor = V(1, payload // 4) + V(2, 1) + L(9, bytes(payload))
    constant = L(1, "value") + L(5, tensor) + V(20, 4)
    record = L(1, L(2, "y") + L(4, "Constant") + L(5, constant))
    meter = Repeated(record, 1_000_000_000 // len(record) * len(record))
    verdict = detect(meter)
    assert verdict.root is schema.message("GraphProto")
    assert meter.read_bytes <= MOST_BYTES + 2 * HEAD
    assert meter.reads < 1_100


def test_a_reader_gives_the_bytes_of_the_file_until_its_limit_and_none_after() -> None:
    data = random.Random(4).randbytes(4_000_000)
    reader, chance = Reader(MemorySource(data)), random.Random(5)
    for _ in range(20_000):
        offset, size = chance.randrange(len(data)), chance.randrange(400)
        found, whole = reader.at(offset, size), data[offset : offset + size]
        assert found == whole if reader.left else whole.startswith(found)
    assert reader.left == 0
    assert reader.at(0, 100) == data[:100]
    assert reader.at(len(data), 10) == b""


def test_a_model_of_a_few_hundred_bytes_is_told_in_two_milliseconds(corpus: Path) -> None:
    """Measured: 0.2 ms."""
    small = [data for data in models(corpus) if len(data) < 400]
    start = time.perf_counter()
    for data in small:
        told(data)
    assert len(small) > 40
    assert (time.perf_counter() - start) / len(small) < 0.002


def nested(depth: int) -> bytes:
    content = nested(depth - 1) if depth else b"\x0a\x01x" * 20
    return b"".join(L(number, content) for number in range(1, 27))


@pytest.mark.parametrize(
    "data",
    [
        nested(2) * 5,
        (encode_tag(40, SGROUP) * 300 + encode_tag(40, EGROUP) * 300) * 300,
        encode_tag(1, SGROUP) * 600_000,
        V(1, 1) * 500_000,
        L(1, L(1, L(1, "x") * 60) * 60) * 300,
    ],
)
def test_hostile_repetition_takes_little_time(data: bytes) -> None:
    """Measured: at most 60 ms."""
    start = time.process_time()
    told(data)
    assert time.process_time() - start < 1


def test_the_import_is_light() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "import onnxlens.tree.root\n"
        "heavy = {'json', 'zlib', 'html', 'dataclasses', 'numpy', 'onnx', 'inspect'}\n"
        "print(sorted(heavy & (set(sys.modules) - before)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout == "[]\n", ran.stderr
