"""The command serve: what it opens, prints and how it ends."""

import os
import re
import signal
import socket
import subprocess
import sys
import time

import pytest

from onnxlens.apps.cli.main import run
from onnxlens.wire.scalars import encode_record
from served import Command, environment, until

SEED = "0A 01 78 12 0F 0A 0D 08 01 12 09 0A 02 08 01 0A 03 12 01 4E"


@pytest.fixture
def command():
    """Start the command with any words; it is ended with the test."""
    started = []

    def start(*words, **named):
        started.append(Command("serve", *words, **named))
        return started[-1]

    yield start
    for each in started:
        each.close()


def names(server):
    return [entry["name"] for entry in server.api("documents").json["documents"]]


def test_the_address_is_all_that_is_printed(serve, model):
    server = serve(model)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{43}", server.token_url)
    assert server.ask("/").status == 200
    assert server.end() == -signal.SIGTERM
    assert server.command.process.stdout.read() == "" and server.errors() == ""


def test_each_file_that_is_named_is_a_document(serve, model, corpus):
    other = corpus / "microsoft__Windows-Machine-Learning" / "mnist.onnx"
    server = serve(model, other)
    assert names(server) == ["tiny.onnx", "mnist.onnx"]
    assert server.api("documents").json["documents"][0]["dropped"] is False


def test_without_a_file_nothing_is_open(serve, tiny):
    server = serve()
    assert names(server) == [] and server.ask("/").status == 200
    assert server.drop(tiny).json["id"] == 1


def test_a_hex_text_a_root_and_a_budget_are_taken(serve, model):
    server = serve(options=("--hex", SEED))
    assert server.api("documents").json["documents"][0]["root"] == "ValueInfoProto"
    server = serve(model, options=("--as", "GraphProto", "--max-records", "5"))
    (entry,) = server.api("documents").json["documents"]
    assert entry["root"] == "GraphProto" and not entry["complete"]


def test_a_file_of_test_data_is_what_the_model_beside_it_says(serve, corpus):
    folder = corpus / "generated__onnx-1.23.2" / "test_optional_get_element_optional_tensor"
    server = serve(folder / "test_data_set_0" / "input_0.pb")
    (entry,) = server.api("documents").json["documents"]
    assert entry["root"] == "OptionalProto" and entry["because"]


def test_a_broken_file_and_one_of_another_kind_open_like_good_ones(serve, tmp_path, tiny):
    (tmp_path / "cut.onnx").write_bytes(tiny[:139])
    (tmp_path / "text.onnx").write_text("hello, this is no model\n")
    server = serve(tmp_path / "cut.onnx", tmp_path / "text.onnx")
    cut, text = server.api("documents").json["documents"]
    assert cut["damage"]["start"] == 134 and text["root"] is None


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["nope.onnx"], 3, "nope.onnx: no such file"),
        (["."], 3, "a directory, needed a file"),
        (["--as", "Nope", "tiny.onnx"], 2, "Nope"),
        (["--hex", SEED, "tiny.onnx"], 2, "needed FILE or --hex, not both"),
        (["--port", "70000"], 2, "70000"),
        (["--color", "always"], 2, "--color"),
    ],
)
def test_what_cannot_be_opened_ends_the_command_without_a_server(
    command, model, words, status, said
):
    failed = command("--no-browser", *words, cwd=model.parent)
    assert failed.wait() == status
    assert failed.process.stdout.read() == "" and said in failed.errors()


def test_a_port_can_be_chosen_and_may_be_taken(serve, command, model):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        failed = command("--no-browser", "--port", port, model)
        assert failed.wait() == 2
        assert f"port {port}: in use" in failed.errors()
        assert "next         onnxlens serve --port 0" in failed.errors()
    assert serve(model, options=("--port", port)).port == port


def test_a_port_is_free_again_at_once(serve, model):
    server = serve(model)
    server.api("documents")
    server.end()
    assert serve(model, options=("--port", server.port)).api("documents", doc=1).status == 200


def test_ctrl_c_ends_it_without_a_word(serve, model):
    server = serve(model)
    server.api("documents")
    server.command.process.send_signal(signal.SIGINT)
    assert server.command.wait() == 0
    assert server.errors() == ""


def test_ctrl_c_does_not_wait_for_an_answer_that_takes_long(serve):
    node = encode_record(1, encode_record(4, b"Relu"))  # an error each: it has no input
    server = serve(options=("--as", "ModelProto"))
    server.drop(b"\x08\x0a" + encode_record(7, node * 800_000))  # judged in half a minute
    with server.raw() as connection:
        connection.sendall(server.head("GET /api/findings?doc=1"))
        begun = server.worked()
        until(lambda: server.worked() > begun + 20, "the server works")
        server.command.process.send_signal(signal.SIGINT)
        asked = time.monotonic()
        assert server.command.wait() == 0
        assert time.monotonic() - asked < 10
    assert server.errors() == ""


def test_a_missing_package_is_named_with_the_way_to_get_it(monkeypatch, capsys, model):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["serve", "--no-browser", str(model)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.splitlines() == [
        "uvicorn: not installed; the page needs starlette and uvicorn",
        "next         pip install 'onnxlens[web]'",
    ]


def test_the_browser_gets_an_address_that_counts_once(tmp_path, model):
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.new\nmv {seen}.new {seen}\n')
    browser.chmod(0o755)
    started = subprocess.Popen(
        [sys.executable, "-m", "onnxlens", "serve", str(model)],
        env={**environment(), "BROWSER": str(browser)},
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        printed = started.stdout.readline().strip()
        until(seen.exists, "the browser was started")
        given = seen.read_text().strip()
    finally:
        started.terminate()
        started.wait()
        started.stdout.close()
    assert given.partition("token=")[0] == printed.partition("token=")[0]
    assert given != printed


def test_the_help_begins_with_an_example_and_has_no_option_of_lines(capsys):
    assert run(["serve", "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("  onnxlens serve model.onnx\n")
    assert "--no-browser" in shown and "--color" not in shown and "--hex-offsets" not in shown


def test_it_listens_to_this_machine_alone(serve, model):
    server = serve(model)
    with open(f"/proc/{server.pid}/net/tcp") as table:
        rows = [line.split() for line in table if f":{server.port:04X} " in line]
    listening = [row[1] for row in rows if row[3] == "0A"]
    assert listening == [f"0100007F:{server.port:04X}"]
    assert os.path.exists(f"/proc/{server.pid}")
