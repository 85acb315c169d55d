"""What a server outlives: garbage, slow clients, floods; memory stays bounded meanwhile."""

import asyncio
import os
import random
from collections import Counter
from contextlib import ExitStack, suppress

import pytest

from onnxlens.apps.web.documents import Session
from onnxlens.apps.web.guard import HEADERS
from onnxlens.apps.web.protocol import REQUESTS, Protocol
from onnxlens.wire.scalars import encode_record
from served import Client, answer_on, until

MIB = 1 << 20
FLOOD = 10_000


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    """A model with a megabyte of weights."""
    path = tmp_path_factory.mktemp("weights") / "m.onnx"
    tensor = encode_record(8, b"w") + encode_record(9, random.Random(1).randbytes(MIB))
    path.write_bytes(b"\x08\x0a" + encode_record(7, encode_record(5, tensor)))
    return path


@pytest.fixture(scope="module")
def server(serve_all, weights):
    return serve_all(weights)


@pytest.fixture(autouse=True)
def alive(server):
    """After each test the server answers as before, and has nothing to say about it."""
    yield
    assert until(lambda: server.api("documents").status == 200, "it answers")
    assert server.api("bytes", from_=0, to=2).body == b"\x08\x0a"
    assert server.errors() == ""


@pytest.mark.parametrize(
    "garbage",
    [b"\0" * 100, b"GET\r\n\r\n", b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + bytes(200),
     b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
     b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
     b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
     b"GET / HTTP/1.1\r\nHost: a\r\nbad name: x\r\n\r\n", b"\xff\xfe GET / HTTP/1.1\r\n\r\n",
     b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n", b"x" * 100_000 + b"\r\n\r\n"],
    ids=range(11),
)  # fmt: skip
def test_what_is_no_request_is_told_so_with_all_rules_for_browsers(server, garbage):
    with server.raw() as connection:
        connection.sendall(garbage)
        answer = answer_on(connection)
    assert answer.status == 400 and answer.headers["connection"] == "close"
    assert {name: answer.headers[name] for name, _ in HEADERS} == dict(HEADERS)


def test_another_version_of_http_gets_no_further_than_the_guard(server):
    for request in (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/9.9\r\nHost: a\r\n\r\n"):
        with server.raw() as connection:
            connection.sendall(request)
            assert answer_on(connection).status == 403


def test_an_address_or_header_without_end_is_not_kept(server):
    for beginning in ("GET /", "GET / HTTP/1.1\r\nX: "):
        with server.raw() as connection:
            with suppress(ConnectionError):  # it was cut off, with an answer or without
                connection.sendall(beginning.encode() + b"x" * 64 * MIB)
            with suppress(ConnectionError):
                assert connection.recv(1 << 16)[9:12] in (b"", b"400")
    assert server.peak() < 200 * MIB


def test_random_bytes_do_no_harm(server):
    source = random.Random(7)
    for _ in range(200):
        with server.raw() as connection:
            connection.sendall(source.randbytes(source.randrange(1, 400)))


def test_garbage_after_a_request_does_no_harm(server):
    for garbage in (b"\0" * 100, b"GET\r\n\r\n", server.head("GET /") * 50):
        with server.raw() as connection:
            connection.sendall(server.head("GET /api/window?doc=1&from=0&to=65536") + garbage)
            assert answer_on(connection).status == 200


def test_a_body_that_breaks_its_own_rules_does_no_harm(server):
    for body in (b"zz\r\n", b"f" * 30 + b"\r\n", b"5\r\nabcdefgh\r\n", b"-1\r\n"):
        with server.raw() as connection:
            connection.sendall(server.head("POST /api/open", "Transfer-Encoding: chunked") + body)
            assert connection.recv(1 << 16)[9:12] in (b"", b"400")


def test_clients_that_say_nothing_or_half_a_request_keep_nobody_waiting(server):
    with ExitStack() as stack:
        for number in range(REQUESTS - 10):
            connection = stack.enter_context(server.raw())
            connection.sendall((b"", b"G", server.head("GET /")[:-2])[number % 3])
        assert server.api("window", from_=0, to=65_536).status == 200


def test_clients_that_do_not_read_keep_nobody_waiting(server):
    with ExitStack() as stack:
        for _ in range(REQUESTS - 20):
            connection = stack.enter_context(server.raw())
            connection.sendall(server.head("GET /api/bytes?doc=1&from=0&to=1048576"))
        assert server.api("window", from_=0, to=65_536).status == 200
    assert server.peak() < 300 * MIB


def test_a_silent_client_is_left_after_a_while(near, monkeypatch):
    monkeypatch.setattr(Protocol, "patience", 0.2)
    client = near(Session())
    for beginning in (b"", b"GET / HT", client.head("GET /")[:-2]):
        with client.raw() as connection:
            connection.sendall(beginning)
            assert connection.recv(1) == b""
    with client.raw() as connection:
        connection.sendall(client.head("GET /api/documents"))
        assert answer_on(connection).status == 200
        assert connection.recv(1) == b""


def test_over_the_limit_requests_are_refused_until_there_is_room(server):
    with ExitStack() as stack:
        for _ in range(REQUESTS):
            stack.enter_context(server.raw())
        answer = until(lambda: told_to_wait(server), "the limit is reached")
    assert {name: answer.headers[name] for name, _ in HEADERS} == dict(HEADERS)
    until(lambda: server.ask("/").status == 200, "there is room")


def told_to_wait(server):
    answer = server.ask("/")
    return answer if answer.status == 503 else None


def test_ten_thousand_parallel_windows_leave_it_alive_and_small(server):
    statuses = asyncio.run(flood(server, FLOOD))
    assert set(statuses) <= {200, 503, None} and statuses[200] > 0
    assert server.peak() < 200 * MIB


async def flood(server: Client, number: int) -> Counter:
    """Ask for windows, as many at once as this process may have connections for."""
    room = asyncio.Semaphore(400)
    head = server.head("GET /api/window?doc=1&from=0&to=65536", "Connection: close")

    async def one() -> int | None:
        async with room:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(head)
                answer = await reader.read()
                writer.close()
                return int(answer[9:12]) if answer else None
            except ConnectionError:  # one that was too much
                return None

    return Counter(await asyncio.gather(*(one() for _ in range(number))))


def test_a_window_of_ten_gigabytes_is_refused(server):
    for name in ("window", "bytes"):
        for span in ((0, 10 * 10**9), (5, (1 << 63) - 1)):
            assert server.api(name, from_=span[0], to=span[1]).status == 413
    assert server.api("map", from_=0, to=(1 << 63) - 1, buckets=2048).status in (200, 400)


def test_connections_that_are_cut_anywhere_do_no_harm(server):
    request = server.head("GET /api/window?doc=1&from=0&to=65536")
    for length in range(0, len(request), 7):
        with server.raw() as connection:
            connection.sendall(request[:length])
    for _ in range(50):
        with server.raw() as connection:
            connection.sendall(request)
            connection.recv(10)


def test_no_descriptor_is_lost(server):
    before = len(os.listdir(f"/proc/{server.pid}/fd"))
    for _ in range(50):
        number = server.drop(b"\x08\x0a").json["id"]
        server.ask(f"/api/close?doc={number}", method="POST")
    until(lambda: len(os.listdir(f"/proc/{server.pid}/fd")) <= before + 2, "all are closed")
