"""Answers line by line: as they are found, as fast as they are read, and no longer than wanted."""

import asyncio
import json
import os
import threading
import time

import pytest

from onnxlens.apps.web.lines import Lines
from onnxlens.wire.kinds import LEN
from onnxlens.wire.scalars import encode_tag, encode_varint
from served import until

HOLE = 20_000_000_000  # bytes; what searches it takes seconds


class Heard:
    """A client at hand: what it was sent; it leaves when ``gone`` is set."""

    def __init__(self) -> None:
        self.sent = []
        self.gone = asyncio.Event()
        self.reads = asyncio.Event()
        self.reads.set()

    async def receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        self.sent.append(message)
        await self.reads.wait()

    @property
    def lines(self):
        body = b"".join(message.get("body", b"") for message in self.sent)
        return [json.loads(line) for line in body.splitlines()]


def hear(make, during=None) -> Heard:
    """Run an answer to its end; ``during`` runs beside it with the client."""

    async def run():
        heard = Heard()
        answer = Lines(make)(scope={"type": "http"}, receive=heard.receive, send=heard.send)
        await asyncio.gather(answer, *([during(heard)] if during else []))
        return heard

    return asyncio.run(run())


async def soon(tells):
    """Wait until something is true."""
    for _ in range(3000):
        if tells():
            return
        await asyncio.sleep(0.01)
    pytest.fail("waited in vain")


def test_lines_come_in_order_with_an_end():
    heard = hear(lambda stopped: ({"n": n} for n in range(1000)))
    assert heard.lines == [{"n": n} for n in range(1000)]
    assert heard.sent[0]["status"] == 200
    assert [message.get("more_body", False) for message in heard.sent[1:]][-1] is False


def test_a_line_is_sent_before_the_next_one_is_found():
    go_on = threading.Event()

    def make(stopped):
        yield {"n": 1}
        assert go_on.wait(30)
        yield {"n": 2}

    async def during(heard):
        await soon(lambda: len(heard.sent) > 1)
        assert heard.lines == [{"n": 1}]
        go_on.set()

    assert hear(make, during).lines == [{"n": 1}, {"n": 2}]


def test_what_goes_wrong_before_the_first_line_is_a_refusal():
    def make(stopped):
        raise ValueError("no hex")
        yield {}

    heard = hear(make)
    assert heard.sent[0]["status"] == 400 and heard.lines == [{"error": "no hex"}]


def test_what_goes_wrong_later_is_the_last_line():
    def make(stopped):
        yield {"n": 1}
        raise ValueError("no more")

    heard = hear(make)
    assert heard.sent[0]["status"] == 200 and heard.lines == [{"n": 1}, {"error": "no more"}]


def test_the_work_ends_when_the_client_has_gone():
    ended = threading.Event()

    def make(stopped):
        yield {"n": 0}
        while not stopped():
            time.sleep(0.01)
        ended.set()

    async def during(heard):
        await soon(lambda: heard.lines)
        heard.gone.set()

    hear(make, during)
    assert ended.is_set()


def test_the_work_waits_for_a_client_that_reads_slowly():
    made = []

    def make(stopped):
        for n in range(100_000):
            made.append(n)
            yield {"n": n}

    async def during(heard):
        heard.reads.clear()
        await soon(lambda: made)
        await asyncio.sleep(0.3)
        assert len(made) < 1000
        heard.gone.set()
        heard.reads.set()

    hear(make, during)
    assert len(made) < 2000


# With the real search


@pytest.fixture(scope="module")
def huge(tmp_path_factory):
    """A model whose one initializer is a hole of 20 GB."""
    path = tmp_path_factory.mktemp("huge") / "huge.onnx"
    raw = encode_tag(9, LEN) + encode_varint(HOLE)
    graph = encode_tag(5, LEN) + encode_varint(len(raw) + HOLE) + raw
    head = b"\x08\x0a" + encode_tag(7, LEN) + encode_varint(len(graph) + HOLE) + graph
    path.write_bytes(head)
    os.truncate(path, len(head) + HOLE)
    return path


def test_a_search_answers_line_by_line(serve, model):
    answer = serve(model).api("search", q="Gemm")
    lines = [json.loads(line) for line in answer.body.splitlines()]
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert lines[0]["read"] == "text" and lines[-1]["done"] is True
    assert any("Gemm" in line.get("text", "") for line in lines[1:-1])


def test_a_search_ends_when_the_client_closes_the_connection(serve, huge):
    server = serve(huge)
    with server.raw() as connection:
        path = "/api/search?doc=1&q=0A+0B+0C+0D+0E+0F&as=hex"
        connection.sendall(server.head(f"GET {path}"))
        assert connection.recv(1000).startswith(b"HTTP/1.1 200")
        begun = server.worked()
        until(lambda: server.worked() > begun + 20, "the search is under way")
    until(lambda: rests(server), "the process rests")
    assert server.api("documents").status == 200


def rests(server) -> bool:
    """Tell whether the process does next to nothing for a while."""
    before = server.worked()
    time.sleep(0.3)
    return server.worked() - before <= 3  # the server itself ticks ten times a second
