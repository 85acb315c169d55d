"""The command line: what is asked, exit status, what is loaded and what is read."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from onnxlens.apps.cli.main import run
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

ROOT = Path(__file__).parent.parent.parent
MODEL = b"\x08\x0a" + encode_record(
    7, encode_record(2, b"g") + encode_record(1, encode_record(4, b"Relu"))
)
WRONG = (
    ["tree"],
    ["--as", "Model", "m.onnx"],
    ["get", "m.onnx", "graph.nod"],
    ["--hex", "0"],
    ["at", "m.onnx", "99999"],
    ["at", "m.onnx", "x"],
    ["tree", "m.onnx", "--depth", "x"],
    ["hex", "m.onnx", "--range", "9:3"],
    ["schema", "Nope.x"],
    ["--nope", "m.onnx"],
)
SEED = "0A 01 78 12 0F 0A 0D 08 01 12 09 0A 02 08 01 0A 03 12 01 4E"


@pytest.fixture
def lens(tmp_path, monkeypatch, capsys):
    """Run a command in an empty folder; return status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments, stdin=None):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = run(list(arguments))
        out, err = capsys.readouterr()
        return status, out, err

    return call


def test_the_seed_is_recognised_without_naming_it(lens):
    status, out, _ = lens("bytes", "--fold", "--hex", SEED)
    assert status == 0 and out.splitlines()[0] == 'x: FLOAT [1, "N"]'
    rows = [line[8:22].strip() for line in out.splitlines()[3:]]
    assert rows == ["0A 01 78", "12 0F", "0A 0D", "08 01", "12 09", "0A 02 08 01", "0A 03 12 01 4E"]


def test_a_file_name_alone_asks_for_its_summary(lens, tmp_path):
    (tmp_path / "m.onnx").write_bytes(MODEL)
    assert lens("m.onnx") == lens("summary", "m.onnx")


def test_standard_input_is_read(lens):
    status, out, _ = lens("-", stdin=MODEL)
    assert status == 0 and out.startswith("-: ONNX model, ")


def test_exit_status_tells_the_kinds_of_failure_apart(lens, tmp_path):
    (tmp_path / "m.onnx").write_bytes(MODEL)
    (tmp_path / "text.onnx").write_text("hello, this is no model\n")
    (tmp_path / "cut.onnx").write_bytes(MODEL[:-3])
    assert lens("m.onnx")[0] == 0
    status, out, err = lens("cut.onnx")
    assert status == 0 and "cut off" in out and err.count("\n") == 1
    assert lens("nope.onnx")[0] == 3
    assert lens(".")[0] == 3
    status, out, err = lens("text.onnx")
    assert status == 3 and out and not err
    assert lens("tree", "text.onnx", "--as", "ModelProto")[0] == 0
    for wrong in WRONG:
        status, out, err = lens(*wrong)
        assert status == 2 and not out and err, wrong


def test_a_wrong_name_is_answered_with_the_nearest(lens, tmp_path):
    (tmp_path / "m.onnx").write_bytes(MODEL)
    assert "ModelProto" in lens("--as", "Model", "m.onnx")[2]
    assert "did you mean m.onnx?" in lens("m.onx")[2]
    assert "TypeProto.Tensor.elem_type" in lens("schema", "TypeProto.Tensor.elem_typ")[2]
    assert "graph.node[0].op_type" in lens("get", "m.onnx", "graph.node[0].op_typ")[2]


def test_offsets_are_read_in_every_spelling(lens, tmp_path):
    (tmp_path / "m.onnx").write_bytes(MODEL)
    answers = {lens("at", "m.onnx", spelling)[1] for spelling in ("9", "0x9", "0X09", "0_9")}
    assert len(answers) == 1
    spans = ("4:9", "4:+5", "0x4:0x9", "4:0x9")
    assert len({lens("hex", "m.onnx", "--range", span)[1] for span in spans}) == 1


def test_damage_is_in_json_with_path_and_reason(lens, tmp_path):
    (tmp_path / "cut.onnx").write_bytes(MODEL[:-3])
    found = json.loads(lens("summary", "--json", "cut.onnx")[1])
    assert {entry["path"] for entry in found["damage"]} >= {"graph", "graph.node[0]"}


def test_a_budget_ends_the_index_and_says_so(lens, tmp_path):
    (tmp_path / "m.onnx").write_bytes(MODEL)
    status, out, _ = lens("tree", "m.onnx", "--depth", "all", "--max-records", "3")
    assert status == 0 and "not indexed" in out


def test_json_lines_are_one_record_each(lens, tmp_path):
    (tmp_path / "m.onnx").write_bytes(MODEL)
    lines = lens("tree", "m.onnx", "--jsonl")[1].splitlines()
    whole = json.loads(lens("tree", "m.onnx", "--json")[1])
    assert [json.loads(line) for line in lines] == whole["records"]
    assert {record["path"] for record in whole["records"]} >= {"", "graph.node[0].op_type"}


def _fresh(code, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment
    ).stdout


TENSOR = encode_tag(1, 0) + b"\x02" + encode_tag(2, 0) + b"\x01" + encode_record(9, bytes(8))
HEAVY = {"numpy", "onnx", "rich", "asyncio", "dataclasses", "ml_dtypes"}


@pytest.mark.parametrize("command", ["summary", "tree", "values"])
def test_what_previews_values_loads_nothing_heavy(tmp_path, command):
    graph = encode_record(2, b"g") + encode_record(5, encode_record(8, b"w") + TENSOR)
    for name, data in (("m.onnx", MODEL + encode_record(7, graph)), ("x.pb", TENSOR)):
        (tmp_path / name).write_bytes(data)
        code = (
            "import sys; from onnxlens.apps.cli.main import run; run(sys.argv[1:]);"
            "print('LOADED', *sorted(sys.modules))"
        )
        shown, _, names = _fresh(code, command, tmp_path / name).partition("LOADED ")
        assert shown
        loaded = set(names.split())
        assert "click" in loaded and not HEAVY & loaded
        assert command != "summary" or not {"json", "difflib"} & loaded


def _large(path, size):
    """Write a model with one raw_data of ``size`` bytes, none of them stored."""
    raw = encode_tag(9, 2) + encode_varint(size)
    before = (
        encode_tag(1, 0) + encode_varint(size) + encode_tag(2, 0) + b"\x03" + encode_record(8, b"w")
    )
    tensor = encode_tag(5, 2) + encode_varint(len(before) + len(raw) + size) + before + raw
    after = encode_record(2, b"g")
    graph = encode_tag(7, 2) + encode_varint(len(tensor) + size + len(after)) + tensor
    with path.open("wb") as file:
        file.write(b"\x08\x08" + graph)
        file.seek(size, 1)
        file.write(after + encode_record(8, encode_tag(2, 0) + b"\x11"))


def test_a_5_gb_file_is_summarised_with_little_memory(tmp_path):
    path = tmp_path / "large.onnx"
    _large(path, 5 * 10**9)
    # not getrusage: what it calls the peak begins with that of the process that forked
    code = (
        "import sys; from onnxlens.apps.cli.main import run; status = run(sys.argv[1:]);"
        "peak = [l for l in open('/proc/self/status') if l.startswith('VmHWM')][0].split()[1];"
        "print('MEMORY', peak, status)"
    )
    out = _fresh(code, "summary", path)
    memory, status = out.partition("MEMORY ")[2].split()
    assert status == "0" and int(memory) < 100 << 10, "KiB of memory"
    assert "weights 5,000,000,000 (99.9 %)" in out and "opsets       ai.onnx 17" in out


def test_no_payload_is_read_for_a_summary(tmp_path, monkeypatch):
    from onnxlens import api
    from onnxlens.source import FileSource
    from onnxlens.views.page import Page
    from onnxlens.views.summary import summary

    path = tmp_path / "large.onnx"
    _large(path, 10**9)
    source, read = FileSource(path), []
    plain = source.read
    monkeypatch.setattr(
        source, "read", lambda offset, size: read.append(size) or plain(offset, size)
    )
    document = api.open(source)
    assert list(summary(Page(), document))
    assert sum(read) < 1 << 20, "bytes"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("onnxlens tr", "plain,tree"),
        ("onnxlens mod", "file,mod"),
        ("onnxlens tree mod", "file,mod"),
        ("onnxlens at mod", "file,mod"),
        ("onnxlens tree --as TensorP", "plain,TensorProto"),
        ("onnxlens schema TypeProto.Tensor.e", "plain,TypeProto.Tensor.elem_type"),
    ],
)
def test_a_shell_completes_commands_files_and_names(words, expected):
    environment = {
        "_ONNXLENS_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
        "PYTHONPATH": str(ROOT / "src"),
    }
    command = [sys.executable, "-m", "onnxlens"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert expected in done.stdout.splitlines()
