"""Words for other formats say what was found, what was needed and what is next."""

import csv
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import unicodedata
from pathlib import Path
from types import ModuleType

import onnx
import pytest

from onnxlens.tree.foreign import Foreign, identify
from onnxlens.views.foreign import _WORDS, headline, lines

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"

OID = "b935f3b3a1dd02133c111b3dc4590e1cdbe08eade68fd8315c346f6c36372c8e"

HOSTILE = "\x1b[31m\x07\u202e\u200b\x00\r\n{here}|{name}%s'$(x)" + "x" * 5000


def samples() -> ModuleType:
    """Return the tests of the other room, which make a file of every kind."""
    path = ROOT / "tests" / "tree" / "test_foreign.py"
    spec = importlib.util.spec_from_file_location("foreign_samples", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SAMPLES = samples()


# To the letter of interface.md, section 3


@pytest.mark.parametrize(
    ("foreign", "size", "first", "following"),
    [
        (
            Foreign("empty"),
            "0 bytes",
            "empty, 0 bytes",
            "fetch it again; 0 bytes are a valid empty message: --as ModelProto shows it",
        ),
        (
            Foreign("lfs-pointer"),
            "134 bytes",
            "Git LFS pointer, 134 bytes; the model itself is not here",
            "git lfs pull --include model.onnx",
        ),
        (
            Foreign("html", {"title": "Sign in"}),
            "48,213 bytes",
            'an HTML page, 48,213 bytes, title "Sign in"',
            "the download was answered with a page; fetch the raw file",
        ),
        (
            Foreign("torch-zip"),
            "9 bytes",
            "zip holding data.pkl, a PyTorch checkpoint; needed ONNX protobuf",
            "export it with torch.onnx.export",
        ),
        (
            Foreign("protobuf-text", {"line": "ir_version: 8", "number": 1}),
            "9 bytes",
            'protobuf text, not binary (line 1 "ir_version: 8")',
            'convert it with the onnx package: onnx.load(…, format="textproto")',
        ),
        (
            Foreign("crlf", {"pairs": 212, "line_feeds": 212, "whole": 1}),
            "9 bytes",
            "line ends were rewritten: 212 of 212 bytes 0A follow 0D",
            "fetch it again in binary mode; in git: *.onnx binary",
        ),
    ],
)
def test_messages_three_to_eight_read_as_specified(
    foreign: Foreign, size: str, first: str, following: str
) -> None:
    assert headline(foreign, size) == first
    assert lines(foreign, "model.onnx")[-1] == ("next", following)


def test_a_pointer_reads_as_in_the_sample() -> None:
    foreign = Foreign("lfs-pointer", {"size": 257533020, "oid": OID})
    assert headline(foreign, "134 bytes").startswith("Git LFS pointer, 134 bytes;")
    assert lines(foreign, "Yolo.onnx") == [
        ("model", "257,533,020 bytes (246 MiB), sha256 b935f3b3a1dd…36372c8e"),
        ("next", "git lfs pull --include Yolo.onnx"),
    ]


def test_a_pointer_in_a_merge_conflict_says_so_first() -> None:
    foreign = Foreign("lfs-pointer", {"size": 12, "oid": OID, "conflict": 2})
    assert [key for key, _ in lines(foreign, "m.onnx")] == ["model", "conflict", "next"]


def test_what_was_read_of_a_large_file_is_said() -> None:
    foreign = Foreign("crlf", {"pairs": 9, "line_feeds": 9, "whole": 0, "window": 65536})
    assert headline(foreign, "1 byte") == (
        "line ends were rewritten: 9 of 9 bytes 0A follow 0D in the first 65,536 bytes"
    )


def test_a_zip_lists_what_it_holds() -> None:
    foreign = Foreign("zip", {"entry_1": "a.txt", "entry_2": "b c", "entries": 1200})
    assert lines(foreign, "m")[0] == ("holds", '"a.txt", "b c"; 1,200 entries in all')


# The table


def test_every_kind_that_is_told_has_words() -> None:
    told = {kind for kind, _ in SAMPLES.SURE + SAMPLES.WEAK}
    assert told == set(_WORDS)


@pytest.mark.parametrize("kind", _WORDS)
def test_every_kind_has_words_without_any_fact(kind: str) -> None:
    first = headline(Foreign(kind), "12 bytes")
    under = lines(Foreign(kind), "model.onnx")
    assert first and under[-1][0] == "next"
    for text in (first, *(value for _, value in under)):
        assert text == " ".join(text.split()) and "|" not in text
        assert not {"please", "invalid", "failed", "oops"} & set(text.lower().split())


@pytest.mark.parametrize(("kind", "data"), SAMPLES.SURE + SAMPLES.WEAK)
def test_every_sample_has_complete_words(kind: str, data: bytes) -> None:
    foreign = SAMPLES.sure(data) or SAMPLES.weak(data)
    assert foreign.kind == kind
    texts = [headline(foreign, "12 bytes"), *(v for _, v in lines(foreign, "model.onnx"))]
    assert all(texts) and not [text for text in texts if re.search(r"\{\w+\}", text)]


STRINGS = (
    *("title", "root", "code", "message", "line", "key", "comments", "node", "op", "metadata"),
    *("inside", "version", "oid", "type", "entry_1", "entry_2", "entry_3"),
    *("key_1", "key_2", "key_3", "key_4"),
)


@pytest.mark.parametrize("kind", _WORDS)
def test_hostile_strings_are_escaped_and_cut(kind: str) -> None:
    facts: dict[str, str | int] = dict.fromkeys(STRINGS, HOSTILE)
    numbers = dict.fromkeys(("number", "size", "entries", "tensors", "pairs", "line_feeds"), 3)
    foreign = Foreign(kind, {**facts, **numbers})
    texts = [headline(foreign, "12 bytes"), *(v for _, v in lines(foreign, "model.onnx"))]
    for text in texts:
        assert len(text) < 1000
        assert not [c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")]


# The commands work


def text_files() -> list[str]:
    with (CORPUS / "MANIFEST.csv").open(encoding="utf-8", newline="") as rows:
        forms = ("textproto", "json", "json+comments", "onnxtext+comments")
        return [row["path"] for row in csv.DictReader(rows) if row["form"] in forms]


def command(path: Path) -> str:
    data = path.read_bytes()
    foreign = identify(lambda offset, size: data[offset : offset + size], len(data))
    assert foreign is not None
    return dict(lines(foreign, shlex.quote(str(path))))["command"]


def run(text: str, folder: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        text, shell=True, cwd=folder, env=os.environ | {"PATH": path}, capture_output=True
    )
    assert ran.returncode == 0, ran.stderr.decode()


def test_the_command_converts_every_model_in_text_of_the_corpus(tmp_path: Path) -> None:
    paths = text_files()
    assert len(paths) > 10
    for path in paths:
        run(command(CORPUS / path), tmp_path)
        converted = tmp_path / "converted.onnx"
        model = onnx.load(converted, load_external_data=False)
        assert model.ir_version and model.graph.node, path
        converted.unlink()


def test_the_command_converts_a_part_of_a_model(tmp_path: Path) -> None:
    part = tmp_path / "my tensor.txt"
    part.write_text("dims: 2\ndata_type: 1\nfloat_data: 1.0\nfloat_data: 2.0\n", encoding="utf-8")
    run(command(part), tmp_path)
    tensor = onnx.TensorProto.FromString((tmp_path / "converted.pb").read_bytes())
    assert list(tensor.float_data) == [1.0, 2.0]
