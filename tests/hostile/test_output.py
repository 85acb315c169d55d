"""Whatever stands in a file's strings, no output acts on a terminal."""

import io
import json
import subprocess
import sys
import unicodedata

import pytest

from onnxlens import schema
from onnxlens.apps.cli.main import run
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

STRINGS = {
    "escape": b"\x1b[2J\x1b]0;owned\x07",
    "carriage return": b"safe\r\nevil\rworse",
    "bell and nul": b"\x07\x00\x08\x7f",
    "bidi": "\u202eevil\u2066\u200b\u2028\x85\x9b31m".encode(),
    "not utf-8": b"Ren\xe9 \xff\xfe \xc0\xaf",
    "long": b"A" * 1_000_000,
    "long and odd": ("\u202e\x1b" * 100_000).encode(),
}
ROOTS = (
    "ModelProto",
    "TensorProto",
    "SequenceProto",
    "MapProto",
    "OperatorSetProto",
    "FunctionProto",
)
COMMANDS = (
    ["summary"], ["summary", "--all"], ["summary", "--json"], ["tree", "--depth", "all", "--guess"],
    ["tree", "--jsonl"], ["tree", "--json"], ["bytes"], ["bytes", "--fold"], ["hex"], ["find", "e"],
    ["at"], ["at", "--json"],
)  # fmt: skip
CHECKS = (
    ["--all"], ["--json"], ["--format", "concise"], ["--format", "github"], ["--format", "sarif"],
)  # fmt: skip
LINE_LIMIT = 20_000  # characters of a line in a pipe, where only single strings are cut


def _message(name, text, depth=0):
    """Return a message with ``text`` in every string and bytes field, three levels deep."""
    out = b""
    for field in schema.message(name).fields:
        if field.type in ("string", "bytes"):
            out += encode_record(field.number, text)
        elif field.is_message and depth < 3:
            inner = _message(field.ref, text if depth < 2 else text[:1000], depth + 1)
            out += encode_record(field.number, inner)
        elif field.type in ("int32", "int64", "enum"):
            out += encode_tag(field.number, 0) + encode_varint(1)
    return out + encode_record(99, text)


def _printed(arguments, monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="utf-8"))
    monkeypatch.setattr(sys, "stderr", sys.stdout)
    status = run(arguments)
    sys.stdout.flush()
    return raw.getvalue().decode("utf-8"), status


def _acts(character):
    return character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs")


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("name", STRINGS)
def test_no_output_holds_a_control_character(name, root, tmp_path, monkeypatch):
    text = STRINGS[name]
    if len(text) > 1000:  # one long string is enough to see that it is cut
        data = encode_record(
            schema.message(root)
            .by_name["name" if root not in ("ModelProto", "OperatorSetProto") else "doc_string"]
            .number,
            text,
        )
        data += _message(root, text[:200])
    else:
        data = _message(root, text)
    file = tmp_path / "hostile.pb"
    file.write_bytes(data)
    for command in COMMANDS:
        arguments = [command[0], str(file), *command[1:], "--as", root]
        if command[0] == "at":
            arguments.insert(2, str(min(30, len(data) - 1)))
        if command[0] == "hex":
            arguments += ["--range", "0:500"]
        printed, status = _printed(arguments, monkeypatch)
        assert status == 0, printed[-300:]
        bad = {hex(ord(character)) for character in set(printed) if _acts(character)}
        assert not bad, (command, bad)
        if "--json" in command:
            assert json.loads(printed)["format"] == 1
        elif "--jsonl" in command:
            assert all(json.loads(line) for line in printed.splitlines())
        else:
            assert max(map(len, printed.splitlines())) < LINE_LIMIT, command


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("name", STRINGS)
def test_no_finding_holds_a_control_character(name, root, tmp_path, monkeypatch):
    file = tmp_path / "a\x1b[31m\u202eb:c,%\r\n.pb"
    file.write_bytes(_message(root, STRINGS[name][:2000]))
    for options in CHECKS:
        arguments = ["check", str(file), "--as", root, *options]
        printed, status = _printed(arguments, monkeypatch)
        assert status in (0, 1), printed[-300:]
        bad = {hex(ord(character)) for character in set(printed) if _acts(character)}
        assert not bad, (options, bad)
        if options[-1] in ("--json", "sarif"):
            assert isinstance(json.loads(printed), dict)
        elif options[-1] == "github":
            assert all(line.startswith("::") for line in printed.splitlines())
        elif options[-1] == "concise":
            shown = str(tmp_path) + "/a\\u001b[31m\\u202eb:c,%\\r\\n.pb:"
            assert all(line.startswith(shown) for line in printed.splitlines())


def test_a_hostile_file_name_is_escaped(tmp_path, monkeypatch):
    file = tmp_path / "a\x1b[31m\u202eb.onnx"
    file.write_bytes(b"\x08\x07" + encode_record(7, encode_record(2, b"g")))
    for command in ("summary", "tree", "bytes", "hex"):
        printed, status = _printed([command, str(file)], monkeypatch)
        assert status == 0
        assert not [character for character in printed if _acts(character)]
    printed, status = _printed([str(tmp_path / "no\x1b\u202efile")], monkeypatch)
    assert status == 3 and not [character for character in printed if _acts(character)]


def test_get_raw_gives_the_bytes_as_they_are(tmp_path):
    file = tmp_path / "model.onnx"
    file.write_bytes(encode_record(2, STRINGS["escape"]))
    command = [sys.executable, "-m", "onnxlens", "get", str(file), "producer_name", "--raw"]
    done = subprocess.run([*command, "--as", "ModelProto"], capture_output=True, check=True)
    assert done.stdout == STRINGS["escape"]
