"""Files that are dropped on the page: in memory only, bounded, shown and never trusted."""

import os
import socket

import pytest

from onnxlens.apps.web.documents import LIMIT, Session
from served import answer_on, until

MIB = 1 << 20


@pytest.fixture(scope="module")
def server(serve_all):
    return serve_all()


def test_a_dropped_file_is_a_document_like_others(serve, tiny, model):
    server = serve(model)
    answer = server.drop(tiny, "other.onnx")
    assert answer.status == 200
    listed = server.api("documents").json["documents"]
    assert listed[1] == answer.json
    assert {**listed[0], "id": 2, "name": "other.onnx", "dropped": True} == answer.json
    assert server.api("bytes", doc=2, from_=0, to=233).body == tiny


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("a%20b.onnx", "a b.onnx"),
        ("%D0%B6.onnx", "ж.onnx"),
        ("..%2F..%2Fetc%2Fpasswd", "passwd"),
        ("/etc/passwd", "passwd"),
        ("C:%5Cmodels%5Cm.onnx", "m.onnx"),
        ("%1B%5B2J", "\\u001b[2J"),
        ("%FF", "b"),
        ("", "dropped file"),
        ("x" * 9000, "x" * 255),
    ],
)
def test_the_name_is_only_shown(server, tiny, sent, shown):
    answer = server.drop(tiny, sent).json
    assert answer["name"].startswith(shown) or answer["name"].startswith("\\x")
    assert len(answer["name"]) <= 300
    assert server.api("bytes", doc=answer["id"], from_=0, to=233).body == tiny


def test_a_dropped_file_can_be_closed(server, tiny):
    number = server.drop(tiny).json["id"]
    answer = server.ask(f"/api/close?doc={number}", method="POST")
    assert answer.status == 200
    assert number not in [each["id"] for each in answer.json["documents"]]
    assert server.api("bytes", doc=number, from_=0, to=1).status == 404
    assert server.ask(f"/api/close?doc={number}", method="POST").status == 404


def test_an_empty_file_and_a_file_of_another_kind_open_too(server):
    assert server.drop(b"").json["foreign"]["title"].startswith("empty")
    assert server.drop(b"hello, this is no model\n").json["root"] is None


def test_a_large_file_comes_in_whole(server):
    data = os.urandom(1 << 16) * 48
    number = server.drop(data).json["id"]
    assert (
        server.api("bytes", doc=number, from_=2 * MIB, to=3 * MIB).body == data[2 * MIB : 3 * MIB]
    )


def test_a_body_of_unknown_length_comes_in_whole(server):
    data = os.urandom(200_000)
    answer = server.ask("/api/open", method="POST", body=iter([data[:7], data[7:]]))
    assert answer.json["size"] == 200_000


def test_a_file_that_is_too_large_is_refused_before_anything_is_read(server):
    with server.raw() as connection:
        connection.sendall(server.head("POST /api/open", f"Content-Length: {LIMIT + 1}"))
        answer = answer_on(connection)
    assert answer.status == 413 and "onnxlens serve FILE" in answer.json["next"]


def test_a_body_of_unknown_length_is_cut_at_the_limit(near):
    server = near(Session(room=MIB))
    chunk = b"10000\r\n" + bytes(1 << 16) + b"\r\n"
    with server.raw() as connection:
        connection.sendall(server.head("POST /api/open", "Transfer-Encoding: chunked"))
        for _ in range(17):
            connection.sendall(chunk)
        answer = answer_on(connection)
    assert answer.status == 413 and "1,048,576 bytes (1.0 MiB)" in answer.json["error"]
    assert server.drop(bytes(MIB)).status == 200


def test_a_file_that_does_not_come_to_its_end_leaves_nothing_behind(near):
    session = Session(room=MIB)
    server = near(session)
    with server.raw() as connection:
        head = server.head("POST /api/open", "Content-Length: 900000")
        connection.sendall(head + bytes(700_000))
        until(lambda: session._coming >= 600_000, "most of it has come")
        assert server.drop(bytes(500_000)).status == 503
        connection.shutdown(socket.SHUT_RDWR)
    until(lambda: session._coming == 0, "the server has noticed")
    assert server.drop(bytes(900_000)).status == 200


def test_a_body_for_a_question_without_one_is_not_kept(server):
    answer = server.ask("/api/close?doc=999", method="POST", body=bytes(5 * MIB))
    assert answer.status == 404


def test_a_dropped_file_leads_to_no_file_beside_it(serve, corpus):
    path = corpus / "NVIDIA__TensorRT" / "ext_weights" / "ext_weights.onnx"
    server = serve(path)
    number = server.drop(path.read_bytes(), str(path)).json["id"]
    row = server.api("record", path="graph.initializer[0]").json["row"]
    assert server.api("values", row=row, doc=1).json["problem"] is None
    assert server.api("values", row=row, doc=number).json["problem"]
