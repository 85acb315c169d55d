"""Value types for tests: hostile ones, every presence, and what the onnx package says of a type."""

import random
import unicodedata
from collections.abc import Iterator
from itertools import product

import onnx.parser
import onnx.printer
from onnx import GraphProto, TypeProto, ValueInfoProto

from onnxlens import api
from onnxlens.model.types.read import read_type, read_value
from onnxlens.model.types.value_type import CONTAINERS, Dim, Level, ValueInfo, ValueType
from onnxlens.model.words import GRAMMAR, OFFICIAL_NAMES, OWN_NAMES

SEED = 20_240_607
INT64 = (-(1 << 63), -1, 0, 1, 2, 17, 224, (1 << 31) - 1, 1 << 32, (1 << 63) - 1)
DATA_TYPES = (*OWN_NAMES.values(), 27, 99, -1, -100, (1 << 31) - 1, -(1 << 31))
WORDS = (
    b"N", b"x", b"batch", b"_", b"a1", b"x:0", b"/model/layer.0/Conv", b"a.b", b"a-b", b"2", b"-1",
    *(word.encode() for word in (*sorted(GRAMMAR), *OWN_NAMES, *OFFICIAL_NAMES, "undefined")),
)  # fmt: skip
PIECES = (
    *WORDS, b'"', b"\\", b'\\"', b"\\n", b"\\x41", b"\\u{41}", b"\n", b"\r", b"\t", b"\v", b"\0",
    b"\x1b[31m", b"\x7f", b" ", b": ", b":", b"::", b"?", b"?:", b" as ", b"#", b"//", b",", b", ",
    b"(", b")", b"[", b"]", b"{", b"}", b"'", b".", b"..",
    "é".encode(), "大".encode(), "…".encode(), "\xa0".encode(), "\u202e".encode(),
    "\u200b".encode(), "\ue000".encode(), "\u2028".encode(), "😀".encode(),
    "\ufffd".encode(), "\U0010ffff".encode(), b"\xff", b"\x80", b"\xc3", b"\xa9", b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80", b"\xc0\x80",
)  # fmt: skip


def hostile_types(count: int, seed: int = SEED) -> Iterator[ValueType]:
    """Yield types whose fields are absent, empty, usual, hostile or at a limit by chance."""
    chance = random.Random(seed)
    return (ValueType(tuple(_levels(chance))) for _ in range(count))


def hostile_values(count: int, seed: int = SEED) -> Iterator[ValueInfo]:
    """Yield named types; name and type are absent now and then."""
    chance = random.Random(seed)
    for _ in range(count):
        type_ = ValueType(tuple(_levels(chance))) if chance.random() < 0.8 else None
        yield ValueInfo(_text(chance), type_)


def _levels(chance: random.Random) -> Iterator[Level]:
    while chance.random() < 0.35:
        kind = chance.choice(tuple(CONTAINERS))
        key = _data_type(chance) if kind == "map" else None
        yield Level(kind, key, denotation=_rare(chance))
        if chance.random() < 0.1:
            return
    kind = chance.choice(("tensor", "tensor", "tensor", "sparse_tensor", "opaque", "untyped"))
    level = Level(kind, denotation=_rare(chance))
    if kind == "opaque":
        level.domain, level.name = _text(chance), _text(chance)
    elif kind != "untyped":
        level.data_type = _data_type(chance)
        if chance.random() < 0.8:
            level.dims = tuple(_dim(chance) for _ in range(chance.choice((0, 1, 1, 2, 4))))
    yield level


def _dim(chance: random.Random) -> Dim:
    which = chance.randrange(3)
    if which == 0:
        return Dim(size=chance.choice(INT64), denotation=_rare(chance))
    return Dim(symbol=_text(chance) if which == 1 else None, denotation=_rare(chance))


def _data_type(chance: random.Random) -> int | None:
    return None if chance.random() < 0.05 else chance.choice(DATA_TYPES)


def _rare(chance: random.Random) -> str | None:
    return _text(chance) if chance.random() < 0.15 else None


def _text(chance: random.Random) -> str | None:
    """Return None, a word, or up to four pieces, as a reader of their bytes has them."""
    which = chance.random()
    if which < 0.1:
        return None
    if which < 0.5:
        return chance.choice(WORDS).decode()
    data = b"".join(chance.choices(PIECES, k=chance.randrange(5)))
    return data.decode("utf-8", "surrogateescape")


def every_presence() -> Iterator[ValueType]:
    """Yield types in which each field is absent, at its default, usual, or unusual."""
    texts = (None, "", "N", "two words")
    members = ({}, {"size": 0}, {"size": -1}, {"size": 5}, {"symbol": ""}, {"symbol": "N"})
    dims = [Dim(**member, denotation=text) for member, text in product(members, texts)]
    shapes = [None, (), *((dim,) for dim in dims), (dims[0], dims[-1])]
    leaves = [Level("untyped", denotation=text) for text in texts]
    for kind, number, text in product(("tensor", "sparse_tensor"), (None, 0, 1, 99, -100), texts):
        leaves += (Level(kind, number, shape, denotation=text) for shape in shapes)
    for domain, name, text in product(texts, texts, texts):
        leaves.append(Level("opaque", domain=domain, name=name, denotation=text))
    for leaf in leaves:
        yield ValueType((leaf,))
    for kind, text in product(CONTAINERS, texts):
        for number in (None, 0, 7, 99) if kind == "map" else (None,):
            outer = Level(kind, number, denotation=text)
            yield ValueType((outer,))
            for leaf in leaves[::13]:
                yield ValueType((outer, leaf))
                yield ValueType((Level("optional"), outer, leaf))


def mutated_texts(texts: list[str], count: int, seed: int = SEED) -> Iterator[str]:
    """Yield texts of types cut, with characters doubled, swapped, dropped, put in, or mixed."""
    chance = random.Random(seed)
    for _ in range(count):
        text = chance.choice(texts)
        for _ in range(chance.choice((0, 1, 1, 2, 3))):
            at, other = chance.randrange(len(text) + 1), chance.choice(texts)
            begin = chance.randrange(len(other) + 1)
            text = chance.choice(
                (
                    text[:at],
                    text[:at] + text[at : at + 1] + text[at:],
                    text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
                    text[:at] + text[at + 1 :],
                    text[:at] + chance.choice(' "\\,()[]?:;#.-_aN019\n\t\ud800') + text[at:],
                    text[:at] + other[begin : begin + chance.randrange(12)] + text[at:],
                )
            )
        yield text


def is_harmless(text: str) -> bool:
    """Tell whether a text has no character that controls, hides, or is none."""
    return not any(
        unicodedata.category(each) in ("Zl", "Zp") or unicodedata.category(each)[0] == "C"
        for each in text
    )


# -- what the onnx package says ----------------------------------------------------------------


def type_of(proto: TypeProto) -> ValueType:
    """Return the type that an object of the onnx package holds."""
    levels, inner = [], proto
    while inner is not None:
        inner = _level_of(inner, levels)
    return ValueType(tuple(levels))


def _level_of(proto: TypeProto, levels: list[Level]) -> TypeProto | None:
    """Add the level of a TypeProto; return the one inside it."""
    member = proto.WhichOneof("value")
    level = Level(member[:-5] if member else "untyped", denotation=_get(proto, "denotation"))
    levels.append(level)
    if member is None:
        return None
    content = getattr(proto, member)
    if level.kind == "opaque":
        level.domain, level.name = _get(content, "domain"), _get(content, "name")
        return None
    if level.kind == "map":
        level.data_type = _get(content, "key_type")
        return _get(content, "value_type")
    level_type = _get(content, "elem_type")
    if level.kind in CONTAINERS:
        return level_type
    level.data_type = level_type
    if content.HasField("shape"):
        level.dims = tuple(_dim_of(dim) for dim in content.shape.dim)
    return None


def _dim_of(dim) -> Dim:
    return Dim(_get(dim, "dim_value"), _get(dim, "dim_param"), _get(dim, "denotation"))


def value_of(proto: ValueInfoProto) -> ValueInfo:
    """Return the named type that an object of the onnx package holds."""
    return ValueInfo(_get(proto, "name"), type_of(proto.type) if proto.HasField("type") else None)


def _get(message, name: str):
    """Return a field, None if it is absent; the package gives bytes for what is not UTF-8."""
    if not message.HasField(name):
        return None
    found = getattr(message, name)
    return found.decode("utf-8", "surrogateescape") if isinstance(found, bytes) else found


def printed(value: ValueInfoProto) -> str | None:
    """Return how the onnx package prints a value, None if it cannot."""
    try:
        text = onnx.printer.to_text(GraphProto(name="g", input=[value]))
    except UnicodeDecodeError:
        return None
    assert text.startswith("g (") and text.endswith(") => () {\n}"), text
    return text[3 : -len(") => () {\n}")]


def parsed_text(text: str) -> ValueInfoProto | None:
    """Return the value that the onnx package reads from a text, None if it does not read."""
    try:
        graph = onnx.parser.parse_graph(f"g ({text}\n) => () {{}}")
    except (onnx.parser.ParseError, ValueError, IndexError):  # the last two of std::stoll
        return None
    return graph.input[0] if len(graph.input) == 1 else None


# -- what onnxlens reads -----------------------------------------------------------------------


def read(data: bytes) -> ValueType:
    """Return the type of a TypeProto's bytes."""
    return read_type(api.open(data, "TypeProto").merged())


def read_named(data: bytes) -> ValueInfo:
    """Return the named type of a ValueInfoProto's bytes."""
    return read_value(api.open(data, "ValueInfoProto").merged())
