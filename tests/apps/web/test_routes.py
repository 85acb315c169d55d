"""The questions over HTTP: what each takes, what it answers, how it refuses."""

import json
import os

import pytest

from onnxlens import api
from onnxlens.apps.web.answers import encoded
from onnxlens.apps.web.documents import Session
from onnxlens.apps.web.findings import LARGE, findings
from onnxlens.apps.web.routes import ROUTES
from onnxlens.errors import SourceError
from onnxlens.views.web.findings import findings_json
from onnxlens.wire.scalars import encode_record

ASKED = {
    "documents": {},
    "children": {"of": "0", "from": 0, "count": 100},
    "window": {"from": 0, "to": 65_536},
    "bytes": {"from": 0, "to": 233},
    "record": {"row": 1},
    "findings": {},
    "rule": {"code": "W003"},
    "search": {"q": "Gemm"},
    "tensors": {},
    "histogram": {"row": 0},
    "values": {"row": 0},
    "symbols": {},
    "summary": {},
    "map": {"from": 0, "to": 233, "buckets": 64},
    "step": {"kind": "weights", "from": 0},
    "reference": {},
    "about": {"row": 0},
    "first": {},
}


@pytest.fixture(scope="module")
def server(serve_all, model):
    return serve_all(model)


def parameters(server, name):
    """What is asked, with the row of a tensor where one is needed."""
    if "row" not in ASKED[name] or name == "record":
        return ASKED[name]
    return {"row": server.api("record", path="graph.initializer[0]").json["row"]}


def test_every_question_is_asked_here():
    assert set(ASKED) == {name for name, route in ROUTES.items() if not route.post}


@pytest.mark.parametrize("name", ASKED)
def test_every_question_is_answered(server, name):
    answer = server.api(name, **parameters(server, name))
    assert answer.status == 200, answer.body
    if name not in ("bytes", "search"):
        assert answer.headers["content-type"] == "application/json" and answer.body.isascii()
        assert isinstance(answer.json, dict)


@pytest.mark.parametrize("name", ASKED)
def test_a_question_about_an_unknown_parameter_is_refused(server, name):
    answer = server.api(name, **parameters(server, name), file="/etc/passwd")
    assert answer.status == 400 and b"root:" not in answer.body


@pytest.mark.parametrize("name", [name for name in ASKED if name not in ("documents", "rule")])
def test_a_document_that_is_not_open_is_not_found(server, name):
    if name == "reference":
        return
    for doc in (0, 2, 1 << 62):
        answer = server.api(name, **parameters(server, name), doc=doc)
        assert answer.status == 404 and "no open document" in answer.json["error"]
    for doc in ("/etc/passwd", "-1", "1.0", "", 1 << 63):
        assert server.api(name, **parameters(server, name), doc=doc).status == 400


def test_a_record_is_found_by_row_offset_and_path(server, model):
    by_row = server.api("record", row=1).json
    assert server.api("record", path=by_row["path"]).json == by_row
    assert server.api("record", offset=by_row["start"]).json == by_row
    for wrong in ({}, {"row": 1, "offset": 1}, {"path": "graph", "offset": 1}, {"element": 1}):
        assert server.api("record", **wrong).status == 400


def test_a_path_that_leads_nowhere_gets_the_nearest_one(server):
    answer = server.api("record", path="graph.node[0].inputt")
    assert answer.status == 404 and answer.json["nearest"].startswith("graph.node[0]")


def test_an_offset_or_row_outside_the_file_is_refused(server):
    for wrong in ({"offset": 233}, {"offset": (1 << 63) - 1}, {"row": 10**6}, {"row": 1 << 62}):
        assert server.api("record", **wrong).status in (400, 404)


def test_bytes_and_windows_are_cut_at_the_end_of_the_file(server, tiny):
    assert server.api("bytes", from_=200, to=1 << 20).body == tiny[200:]
    assert server.api("bytes", from_=500, to=600).body == b""
    assert server.api("window", from_=200, to=60_000).json["to"] == 233
    assert server.api("bytes", from_=0, to=0).body == b""


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("window", {"from": 0, "to": 65_537}),
        ("window", {"from": 0, "to": 10_000_000_000}),
        ("bytes", {"from": 0, "to": (1 << 20) + 1}),
        ("bytes", {"from": 0, "to": 10_000_000_000}),
        ("children", {"of": "0", "from": 0, "count": 1001}),
        ("map", {"from": 0, "to": 9, "buckets": 2049}),
        ("search", {"q": "x", "limit": 10**9}),
        ("tensors", {"limit": 10**9}),
        ("histogram", {"row": 1, "bins": 10**9}),
        ("values", {"row": 1, "limit": 10**9}),
    ],
)
def test_what_is_too_much_is_refused(server, name, asked):
    answer = server.api(name, **asked)
    assert answer.status == 413 and "at most" in answer.json["error"]


def test_a_code_or_name_that_is_none_is_not_found(server):
    assert server.api("rule", code="Z999").status == 404
    assert server.api("reference", name="Nope").status == 404


def test_there_are_no_other_questions(server):
    for name in ("", "nope", "documents/", "open/x", "__class__", "%2e%2e/documents"):
        answer = server.ask(f"/api/{name}")
        assert answer.status == 404 and answer.json["error"]


def test_questions_are_read_and_changes_are_posted(server):
    for name in ("open", "close", "reload"):
        assert server.ask(f"/api/{name}?doc=1").status == 405
    for path in ("/api/documents", "/api/search?doc=1&q=x", "/", "/static/server.js"):
        assert server.ask(path, method="POST", body=b"x").status == 405
    assert len(server.api("documents").json["documents"]) == 1


@pytest.mark.parametrize("name", ["documents", "window", "search"])
def test_head_is_answered_without_a_body(server, name):
    query = "&".join(f"{key}={value}" for key, value in {"doc": 1, **ASKED[name]}.items())
    answer = server.ask(f"/api/{name}?{query}", method="HEAD")
    assert answer.status == 200 and answer.body == b""
    assert server.ask("/", method="HEAD").status == 200


def test_the_summary_has_the_test_data_beside_the_model(serve, corpus):
    folder = corpus / "generated__onnx-1.23.2" / "test_loop16_seq_none"
    server = serve(folder / "model.onnx")
    block = server.api("summary").json["blocks"][-1]
    assert block["title"] == "Test data beside it"
    assert "test_data_set_0" in json.dumps(block) and "input_2.pb" in json.dumps(block)


# Files that change, and findings


def test_a_file_that_can_no_longer_be_read_is_told(serve, tmp_path):
    path = tmp_path / "m.onnx"
    path.write_bytes(bytes(200_000))
    server = serve(path, options=("--as", "ModelProto"))
    assert server.api("documents").json["documents"][0]["changed"] is False
    os.truncate(path, 100)
    assert server.api("documents").json["documents"][0]["changed"] is True
    answer = server.api("bytes", from_=100_000, to=100_010)
    assert answer.status == 503 and answer.json["error"].startswith("m.onnx: changed")


def test_a_file_that_changed_is_read_again(serve, tmp_path, tiny):
    path = tmp_path / "m.onnx"
    path.write_bytes(tiny[:139])
    server = serve(path)
    assert server.api("findings").json["totals"]["error"] == 1
    path.write_bytes(tiny)
    answer = server.ask("/api/reload?doc=1", method="POST")
    assert (answer.json["id"], answer.json["size"], answer.json["damage"]) == (1, 233, None)
    assert server.api("findings").json["totals"]["error"] == 0
    path.unlink()
    answer = server.ask("/api/reload?doc=1", method="POST")
    assert answer.status == 503 and "no such file" in answer.json["error"]
    assert server.api("bytes", from_=0, to=233).body == tiny


@pytest.mark.parametrize("options", [(), ("--as", "ModelProto")])
def test_a_large_file_is_judged_apart_with_the_same_result(serve, tmp_path, options):
    node = b"\x0a\x00" * LARGE + encode_record(4, b"Relu")  # it has too many inputs
    path = tmp_path / "m.onnx"
    path.write_bytes(b"\x08\x0a" + encode_record(7, encode_record(1, node)))
    server = serve(path, options=options)
    found = server.api("findings")
    with api.open(str(path), *options[1:]) as document:
        assert len(document.index) > LARGE
        assert found.body == encoded(findings_json(document, document.check()))
    assert found.json["totals"]["error"] > 0
    assert server.errors() == ""


def test_a_large_file_that_changed_is_not_judged_as_another(tmp_path, tiny):
    path = tmp_path / "m.onnx"
    path.write_bytes(b"\x08\x0a" * (LARGE + 1))
    session = Session()
    opened = session.add(api.open(str(path), "ModelProto"), "ModelProto")
    path.write_bytes(tiny)
    with pytest.raises(SourceError, match="changed"):
        findings(opened, session.max_records)


def test_findings_are_looked_for_once(model):
    session = Session()
    opened = session.add(api.open(str(model)))
    first = findings(opened, session.max_records)
    assert findings(opened, session.max_records) is first
    assert json.loads(first)["totals"]["error"] == 0
