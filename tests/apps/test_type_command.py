"""The command ``type``: a type in either notation and its bytes."""

import json
import unicodedata

import pytest

from onnxlens.apps.cli.main import run

SEED = 'x: FLOAT [1, "N"]'
SEED_BYTES = "0A 01 78 12 0F 0A 0D 08 01 12 09 0A 02 08 01 0A 03 12 01 4E"
HOSTILE = "\x1b[31m\x07\r\n\t\u202e\u2066\u200b\u2028\x85"


@pytest.fixture
def typed(capsys):
    """Run the command; return status, standard output and standard error."""

    def call(*arguments):
        status = run(["type", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return call


def rows(out):
    """Return the cells ``bytes`` of the byte table; none of these types is cut in it."""
    table = out.splitlines()[out.splitlines().index("") + 2 :]
    return [line[8:24].strip() for line in table]


def entries(out):
    """Return the values of the block by key."""
    found, key = {}, ""
    for line in out.split("\n\n")[0].splitlines()[1:]:
        key = line[:13].strip() or key
        found.setdefault(key, []).append(line[13:])
    return found


def test_the_line_of_the_seed_gives_its_20_bytes(typed):
    status, out, err = typed(SEED)
    assert status == 0 and not err
    assert out.splitlines()[0] == SEED
    assert entries(out) == {
        "read as": ["onnxlens notation"],
        "official": ["float[1,N] x"],
        "bytes": ["20 bytes, ValueInfoProto"],
    }
    assert " ".join(rows(out)) == SEED_BYTES


def test_the_line_of_the_seed_gives_its_20_bytes_as_json(typed):
    status, out, err = typed(SEED, "--json")
    assert status == 0 and not err and out.isascii()
    assert json.loads(out) == {
        "format": 1,
        "message": "ValueInfoProto",
        "type": SEED,
        "notation": "onnxlens",
        "official": "float[1,N] x",
        "lost": [],
        "bytes": SEED_BYTES.replace(" ", "").lower(),
    }


@pytest.mark.parametrize(
    ("text", "message"), [("float[1,N]", "TypeProto"), ("float[1,N] x", "ValueInfoProto")]
)
def test_the_official_text_gives_the_reverse(typed, text, message):
    status, out, _ = typed(text)
    own = SEED if message == "ValueInfoProto" else 'FLOAT [1, "N"]'
    assert status == 0 and out.splitlines()[0] == own
    assert entries(out)["read as"] == ["official notation"]
    assert entries(out)["official"] == [text]
    again = json.loads(typed(own, "--json")[1])
    assert again["bytes"] == json.loads(typed(text, "--json")[1])["bytes"]
    assert " ".join(rows(out)) == SEED_BYTES[0 if own == SEED else 15 :]


# our text, the official text of the same type, its bytes: the two are inverted where it hurts
INVERTED = (
    ("FLOAT", "float[]", "0a020801"),
    ("FLOAT []", "float", "0a0408011200"),
    ('FLOAT ["N"]', "float[N]", "0a09080112050a0312014e"),
    ("FLOAT [?]", "float[?]", "0a06080112020a00"),
    ("sequence(FLOAT)", "seq(float[])", "22060a040a020801"),
    ("sequence(FLOAT [])", "seq(float)", "22080a060a0408011200"),
)


@pytest.mark.parametrize(("own", "official", "data"), INVERTED)
def test_the_inverted_pairs_are_told(typed, own, official, data):
    for text, notation in ((own, "onnxlens"), (official, "official")):
        found = json.loads(typed(text, "--json")[1])
        assert (found["type"], found["official"]) == (own, official)
        assert (found["notation"], found["bytes"]) == (notation, data)
        status, out, _ = typed(text)
        assert status == 0 and out.splitlines()[0] == own
        assert entries(out)["read as"] == [f"{notation} notation"]
        assert entries(out)["official"] == [official]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("FLOAT", "no shape: any number of axes, of any size"),
        ("FLOAT []", "a scalar: feed shape (), not (1,)"),
        ("FLOAT [?]", "axis 0: a size that is not known"),
        ("FLOAT [2, 0]", "axis 1: no elements along this axis"),
        ("FLOAT [-1]", "axis 0: -1 is no size"),
        ('FLOAT ["None"]', '"None": placeholder-like'),
        ('FLOAT ["1"]', '"1": a name that looks like a number'),
        ("untyped", "no kind: needed tensor, sequence"),
        ("sequence(FLOAT)", "not a tensor"),
        ("99 [2]", "99 is not a data type"),
        ("map(FLOAT, FLOAT)", "this key_type is FLOAT"),
        ("sequence(FLOAT [2, ?])", "axis 1: of the type inside, a size that is not known"),
        ("map(INT64, UNDEFINED)", "of the type inside, UNDEFINED is no data type"),
        ("optional(map(FLOAT, FLOAT))", "of the type inside, keys are integers of 8 to 64 bits"),
        ("sequence(?)", "of the type inside, no elem_type"),
    ],
)
def test_what_trips_people_is_said_in_words(typed, text, words):
    status, out, _ = typed(text)
    assert status == 0
    assert any(words in line for line in entries(out)["means"])


@pytest.mark.parametrize("text", ["sequence(FLOAT)", "optional(FLOAT [])", "map(INT64, FLOAT)"])
def test_the_shape_of_a_type_inside_is_not_that_of_what_is_fed(typed, text):
    means = entries(typed(text)[1])["means"]
    assert means == ["not a tensor: runtimes that take only tensors refuse it"]


WRONG = (  # text, position of the mark, what was needed
    ("", 0, "needed a type"),
    ("FLOAT [1, N]", 10, "a symbol in quotes"),
    ("x: FLOAT [1", 11, 'needed "]" or ","'),
    ("float[1,", 8, "needed a size"),
    ("x: seq(FLOAT)", 3, "needed one notation throughout"),
    ("FLOAT [1] as", 12, "needed"),
)


@pytest.mark.parametrize(("text", "position", "needed"), WRONG)
def test_a_syntax_error_has_its_mark_under_the_place(typed, text, position, needed):
    for option in ((), ("--json",)):
        status, out, err = typed(text, *option)
        assert status == 2 and not out
        shown, mark, message, advice = err.splitlines()
        assert shown == text and mark == " " * position + "^"
        assert message.startswith(f"position {position}: found ") and needed in message
        assert advice == "next         onnxlens type --help"


def test_the_mark_stays_under_the_place_in_a_long_and_wide_text(typed):
    text = f'FLOAT ["{"字" * 500}", !]'
    status, out, err = typed(text)
    shown, mark, message, _ = err.splitlines()
    assert status == 2 and not out and len(shown) < 400
    wide = sum(2 if unicodedata.east_asian_width(c) == "W" else 1 for c in shown.split("!")[0])
    assert mark == " " * wide + "^"
    assert message.startswith(f"position {text.index('!')}: ")


LOST = (
    ("FLOAT [1:DATA_BATCH]", "tensor_type.shape.dim[0].denotation", "a denotation"),
    ("FLOAT [2] as IMAGE", "denotation", "a denotation"),
    ("UNDEFINED [2]", "tensor_type.elem_type", "the data type UNDEFINED"),
    ("99 [2]", "tensor_type.elem_type", "a data type without a name"),
    ("sequence()", "sequence_type.elem_type", "a container without the type inside"),
)


@pytest.mark.parametrize(("text", "path", "reason"), LOST)
def test_what_the_official_notation_cannot_say_is_named(typed, text, path, reason):
    status, out, _ = typed(text)
    assert status == 0 and out.splitlines()[0] == text
    (official,) = entries(out)["official"]
    assert official.endswith(f"  # lost: {reason}")
    assert entries(out)["lost"] == [f"{reason}: {path}"]
    assert json.loads(typed(text, "--json")[1])["lost"] == [{"path": path, "reason": reason}]


def test_a_reason_is_told_once_with_its_first_place(typed):
    text = "FLOAT [1:DATA_BATCH, 2:DATA_TIME] as IMAGE"
    _, out, _ = typed(text)
    assert entries(out)["lost"] == ["a denotation: denotation"]
    _, out, _ = typed("map(99, UNDEFINED [1:DATA_BATCH])")
    assert len(entries(out)["lost"]) == 3
    found = json.loads(typed("map(99, UNDEFINED [1:DATA_BATCH])", "--json")[1])["lost"]
    assert [f"{each['reason']}: {each['path']}" for each in found] == entries(out)["lost"]


@pytest.mark.parametrize(
    "text",
    [
        f"float[{HOSTILE}]",
        HOSTILE,
        f"FLOAT [1] as {HOSTILE}",
        f'FLOAT ["{HOSTILE}"]',
        '"\\u{1B}[2J\\u{202E}": FLOAT ["\\u{202E}\\n\\r"] as "\\u{2066}"',
        'opaque("\\u{1B}", "\\u{200B}")',
        f'x{HOSTILE}: FLOAT [1, "N"',
    ],
)
@pytest.mark.parametrize("option", [(), ("--json",), ("--color", "never")])
def test_hostile_text_never_reaches_the_terminal_raw(typed, text, option):
    status, out, err = typed(text, *option)
    assert status in (0, 2) and out + err
    acting = {
        c for c in out + err if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")
    }
    assert not acting


def test_escapes_of_our_notation_are_the_characters_themselves(typed):
    _, out, _ = typed('"\\u{1B}": FLOAT', "--json")
    assert json.loads(out)["bytes"].startswith("0a011b")
    _, out, _ = typed('"\\xFF": FLOAT', "--json")
    assert json.loads(out)["bytes"].startswith("0a01ff")


def test_the_notation_can_be_stated(typed):
    assert json.loads(typed("untyped", "--notation", "onnxlens", "--json")[1])["bytes"] == ""
    status, out, err = typed("float[1]", "--notation", "onnxlens")
    assert status == 2 and not out and "float" in err
    status, out, err = typed("FLOAT [1]", "--notation", "official")
    assert status == 2 and not out and "FLOAT" in err
    assert json.loads(typed("float[N]", "--notation", "official", "--json")[1])["type"] == (
        'FLOAT ["N"]'
    )
    status, out, err = typed("FLOAT", "--notation", "other")
    assert status == 2 and not out and "notation" in err


def test_a_name_alone_is_a_value_without_a_type(typed):
    found = json.loads(typed("x", "--json")[1])
    assert (found["message"], found["type"], found["bytes"]) == ("ValueInfoProto", "x", "0a0178")


def test_the_command_needs_a_text(typed):
    status, out, err = typed()
    assert status == 2 and not out and "TEXT" in err
