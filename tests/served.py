"""The real command ``onnxlens serve`` in a process of its own, and what tests ask it with."""

import http.client
import json
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds until something that should happen has not happened


class Answer:
    """What a server answered: ``status``, ``headers`` by name in lower case, ``body``."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.pairs = [(name.lower(), value) for name, value in response.getheaders()]
        self.headers = dict(self.pairs)
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    """What asks a server: ``url`` is its address without, ``token_url`` with the token."""

    def __init__(self, token_url: str) -> None:
        self.token_url = token_url
        self.port = urlsplit(self.token_url).port
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}/"
        self.origin = f"http://{self.host}"
        self._cookie = ""

    @property
    def cookie(self) -> str:
        """The cookie that the token is exchanged for."""
        if not self._cookie:
            path = self.token_url.removeprefix(self.url.rstrip("/"))
            given = self.ask(path, cookie=None).headers["set-cookie"]
            self._cookie = given.partition(";")[0]
        return self._cookie

    def ask(self, path, *, method="GET", body=None, cookie=True, origin=None, **headers) -> Answer:
        """Send one request, with the cookie if it is not None; ``_`` in a header stands for -."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if cookie is not None:
            sent["Cookie"] = self.cookie if cookie is True else cookie
        if origin is not None or method == "POST":
            sent["Origin"] = origin or self.origin
        with self.connected() as connection:
            connection.request(method, path, body, sent)
            return Answer(connection.getresponse())

    def api(self, question, **parameters) -> Answer:
        """Ask a question about document 1, if no other is named; ``from_`` stands for from."""
        query = urlencode({"doc": 1, **{key.rstrip("_"): v for key, v in parameters.items()}})
        return self.ask(f"/api/{question}?{query}")

    def drop(self, data, name="dropped.onnx") -> Answer:
        """Drop a file."""
        return self.ask("/api/open", method="POST", body=data, X_Name=name)

    @contextmanager
    def connected(self) -> Iterator[http.client.HTTPConnection]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            yield connection
        finally:
            connection.close()

    @contextmanager
    def raw(self) -> Iterator[socket.socket]:
        """A plain connection."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE) as connection:
            yield connection

    def head(self, request: str, *lines: str) -> bytes:
        """Return the head of a request from the page, as it is sent."""
        about = (f"Host: {self.host}", f"Origin: {self.origin}", f"Cookie: {self.cookie}", *lines)
        return "\r\n".join((f"{request} HTTP/1.1", *about, "", "")).encode()


class Server(Client):
    """A running ``onnxlens serve``, with the number of its process."""

    def __init__(self, command: "Command") -> None:
        super().__init__(command.first_line().strip())
        self.command = command
        self.pid = command.process.pid

    def peak(self) -> int:
        """Bytes of memory that the process had at most."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        (line,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
        return int(line.split()[1]) << 10

    def worked(self) -> int:
        """Time that the process has worked, in ticks of the system."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])

    def errors(self) -> str:
        """All that it has written to standard error."""
        return self.command.errors()

    def end(self) -> int:
        """End it by its own number, if it still runs; return its exit status."""
        return self.command.end()


def answer_on(connection: socket.socket) -> Answer:
    """Return the next answer on a plain connection."""
    response = http.client.HTTPResponse(connection)
    response.begin()
    return Answer(response)


def environment() -> dict[str, str]:
    """The environment of a command: this source tree, and no browser that it could open."""
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "BROWSER": "", "PYTHONUTF8": "1"}


class Command:
    """A running command; its errors go to a file, which never fills up as a pipe does."""

    def __init__(self, *words, cwd=None) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "onnxlens", *map(str, words)], cwd=cwd, env=environment(),
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors,
        )  # fmt: skip

    def first_line(self) -> str:
        """Wait for the first line that it prints; fail with its errors where none comes."""
        with selectors.DefaultSelector() as ready:
            ready.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if ready.select(PATIENCE) else ""
        if not line:
            pytest.fail(f"{self.process.args} printed nothing:\n{self.errors()}")
        return line

    def errors(self) -> str:
        """Return all that it has written to standard error."""
        length = self._errors.seek(0, os.SEEK_END)
        return os.pread(self._errors.fileno(), length, 0).decode()

    def end(self) -> int:
        """End it by its own number, if it still runs; return its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.wait()

    def wait(self) -> int:
        """Wait for its end; return its exit status."""
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            pytest.fail(f"{self.process.args} did not end:\n{self.errors()}")

    def close(self) -> None:
        """End it, and release its files."""
        try:
            self.end()
        finally:
            self.process.stdout.close()
            self._errors.close()


@contextmanager
def serving() -> Iterator[Callable[..., Server]]:
    """Give a function that starts servers; all of them are ended with the block."""
    with ExitStack() as stack:

        def serve(*files, options=()) -> Server:
            command = Command("serve", "--no-browser", *options, *files)
            stack.callback(command.close)
            return Server(command)

        yield serve


def until(tells, what: str):
    """Wait until ``tells()`` is true, and return what it returns."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := tells():
            return found
        time.sleep(0.02)
    pytest.fail(f"waited in vain until {what}")
