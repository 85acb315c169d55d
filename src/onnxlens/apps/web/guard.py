"""The guard before every answer: who may ask, and what a browser may do with what it gets."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import compare_digest
from urllib.parse import parse_qs

from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from .keys import Keys

_NOTHING = "'none'"
_POLICY = {
    "default-src": _NOTHING,
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": _NOTHING,
    "form-action": _NOTHING,
    "frame-ancestors": _NOTHING,
    "require-trusted-types-for": "'script'",
    "trusted-types": _NOTHING,
}
_FEATURES = (
    "accelerometer", "autoplay", "camera", "display-capture", "encrypted-media", "fullscreen",
    "geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment",
    "picture-in-picture", "publickey-credentials-get", "screen-wake-lock", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip

# Every answer has these; also what the protocol itself answers to a request that it cannot read.
HEADERS = (
    ("content-security-policy", "; ".join(f"{key} {value}" for key, value in _POLICY.items())),
    ("x-content-type-options", "nosniff"),
    ("cache-control", "no-store"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("x-frame-options", "DENY"),
    ("permissions-policy", ", ".join(f"{feature}=()" for feature in _FEATURES)),
)

_METHODS = ("GET", "HEAD", "POST")
_SITES = (b"same-origin", b"none")  # of Sec-Fetch-Site: our own page, or a person's own doing
_CLOSED = "open the address that onnxlens serve printed; it lets this browser in\n"
_HTTP = 80  # the port that a browser leaves out


class Guard:
    """An ASGI app before another one, which sees only what our own page asks.

    The token in the address that was printed is exchanged for a cookie; without that cookie
    nothing is served, not even the page.
    """

    def __init__(self, app: ASGIApp, port: int, keys: Keys) -> None:
        ports = ("", f":{port}") if port == _HTTP else (f":{port}",)
        self._app = app
        self._hosts = {f"{name}{p}".encode() for name in ("127.0.0.1", "localhost") for p in ports}
        self._keys = keys
        self._cookie = f"onnxlens-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        response = self._refusal(scope) or self._exchange(scope) or self._stranger(scope)
        await (response or self._app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that did not come from our page or a person."""
        hosts, origins = list(_values(scope, b"host")), list(_values(scope, b"origin"))
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return _refused("needed 127.0.0.1 or localhost with the port of this server as Host")
        if scope["method"] not in _METHODS:
            return _not_that_method()
        if any(origin != b"http://" + hosts[0] for origin in origins):
            return _refused("another site asks; only the page of this server may")
        if scope["method"] == "POST" and not origins:
            return _refused("needed an Origin with POST")
        if any(site not in _SITES for site in _values(scope, b"sec-fetch-site")):
            return _refused(f"another site leads here; {_CLOSED.strip()}")
        return None

    def _exchange(self, scope: Scope) -> Response | None:
        """Return the answer that gives the cookie for the token, and leads to the bare address."""
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if scope["path"] != "/" or scope["method"] == "POST" or set(query) != {"token"}:
            return None
        if len(query["token"]) != 1 or not self._keys.fits(query["token"][0]):
            return _refused(_CLOSED)
        cookie = f"{self._cookie}={self._keys.cookie}; HttpOnly; SameSite=Strict; Path=/"
        return Response(status_code=303, headers={"location": "/", "set-cookie": cookie})

    def _stranger(self, scope: Scope) -> Response | None:
        """Return the answer to a request without the cookie."""
        wanted = f"{self._cookie}={self._keys.cookie}".encode()
        for header in _values(scope, b"cookie"):
            if any(compare_digest(each.strip(), wanted) for each in header.split(b";")):
                return None
        return _refused(_CLOSED)


def _values(scope: Scope, name: bytes) -> Iterator[bytes]:
    return (value for key, value in scope["headers"] if key == name)


def _refused(words: str) -> Response:
    return PlainTextResponse(f"{words.rstrip()}\n", 403)


def _not_that_method() -> Response:
    return PlainTextResponse("needed GET, HEAD or POST\n", 405, {"allow": ", ".join(_METHODS)})
