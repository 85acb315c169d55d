"""Who may ask: hosts, origins, sites, the token and the cookie; what every answer carries."""

import pytest

from onnxlens.apps.web.guard import HEADERS
from onnxlens.apps.web.keys import Keys
from served import answer_on


@pytest.fixture(scope="module")
def server(serve_all, model):
    return serve_all(model)


PATHS = ("/", "/static/palette.css", "/api/documents", "/api/window?doc=1&from=0&to=9", "/nope")


def test_the_token_is_exchanged_for_a_cookie_that_scripts_and_other_sites_do_not_get(server):
    answer = server.ask(server.token_url.removeprefix(server.origin), cookie=None)
    assert answer.status == 303 and answer.headers["location"] == "/"
    cookie, *rules = answer.headers["set-cookie"].split("; ")
    assert sorted(rules) == ["HttpOnly", "Path=/", "SameSite=Strict"]
    assert cookie.startswith(f"onnxlens-{server.port}=") and len(cookie) > 40
    token = server.token_url.partition("token=")[2]
    assert token not in cookie and len(token) >= 40
    assert server.ask("/", cookie=cookie).status == 200


@pytest.mark.parametrize("path", PATHS)
def test_without_the_cookie_nothing_is_served(server, path):
    for cookie in (None, "", f"onnxlens-{server.port}=x", server.cookie[:-1], server.cookie + "x"):
        answer = server.ask(path, cookie=cookie)
        assert answer.status == 403 and b"address that onnxlens serve printed" in answer.body
        assert answer.headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    "query", ["token=", "token=x", "token=%00", "token=%ff%C3%A9", "token=A&token=B", "Token=x"]
)
def test_another_token_lets_nobody_in(server, query):
    answer = server.ask(f"/?{query}", cookie=None)
    assert answer.status == 403 and "set-cookie" not in answer.headers


def test_the_token_counts_at_one_address_only(server):
    query = server.token_url.partition("?")[2]
    for path in ("/index.html", "/api/documents", "/static/palette.css", "//"):
        assert server.ask(f"{path}?{query}", cookie=None).status == 403
    assert server.ask(f"/?{query}&file=x", cookie=None).status == 403
    assert server.ask(f"/?{query}", cookie=None, method="POST").status == 403


def test_the_cookie_is_found_among_others(server):
    assert server.ask("/api/documents", cookie=f"a=b; {server.cookie}; c").status == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}",
             "127.0.0.1:{port}.evil.example", "[::1]:{port}", "127.1:{port}", "0.0.0.0:{port}", ""]
)  # fmt: skip
def test_another_host_is_refused(server, host):
    host = host.format(port=server.port)
    answer = server.ask("/api/documents", Host=host)
    assert answer.status == 403 and b"Host" in answer.body


def test_a_request_without_a_host_is_refused(server):
    with server.raw() as connection:
        connection.sendall(f"GET / HTTP/1.0\r\nCookie: {server.cookie}\r\n\r\n".encode())
        assert answer_on(connection).status == 403


def test_localhost_is_this_machine_too(server):
    host = f"localhost:{server.port}"
    answer = server.ask("/api/documents", Host=host, origin=f"http://{host}")
    assert answer.status == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1",
               "http://127.0.0.1:1", "http://localhost:{port}", "file://"]
)  # fmt: skip
def test_another_origin_is_refused(server, origin):
    origin = origin.format(port=server.port)
    assert server.ask("/api/documents", origin=origin).status == 403
    answer = server.ask("/api/open", method="POST", body=b"x", origin=origin)
    assert answer.status == 403 and len(server.api("documents").json["documents"]) == 1


def test_a_post_needs_an_origin(server):
    with server.raw() as connection:
        head = f"POST /api/close?doc=1 HTTP/1.1\r\nHost: {server.host}\r\nContent-Length: 0\r\n"
        connection.sendall(f"{head}Cookie: {server.cookie}\r\n\r\n".encode())
        assert answer_on(connection).status == 403
    assert len(server.api("documents").json["documents"]) == 1


@pytest.mark.parametrize(
    ("site", "status"),
    [("cross-site", 403), ("same-site", 403), ("x", 403), ("same-origin", 200), ("none", 200)],
)
def test_what_another_site_leads_to_is_refused(server, site, status):
    for path in ("/", "/api/documents"):
        assert server.ask(path, Sec_Fetch_Site=site).status == status
    exchange = server.ask(
        server.token_url.removeprefix(server.origin), cookie=None, Sec_Fetch_Site=site
    )
    assert exchange.status == (303 if status == 200 else 403)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND"])
def test_other_methods_are_refused(server, method):
    answer = server.ask("/api/documents", method=method)
    assert answer.status == 405 and answer.headers["allow"] == "GET, HEAD, POST"
    assert "access-control-allow-origin" not in answer.headers


def answers(server):
    """Yield one answer of each kind."""
    yield 303, server.ask(server.token_url.removeprefix(server.origin), cookie=None)
    yield 403, server.ask("/", cookie=None)
    yield 403, server.ask("/", Host="evil.example")
    yield 200, server.ask("/static/palette.css")
    yield 200, server.api("documents")
    yield 200, server.ask("/api/documents", method="HEAD")
    yield 200, server.api("bytes", from_=0, to=9)
    yield 400, server.api("window", from_="x", to=9)
    yield 404, server.ask("/nope")
    yield 405, server.ask("/", method="PUT")
    yield 405, server.ask("/api/close?doc=1")
    yield 413, server.api("window", from_=0, to=10**10)


def test_every_answer_carries_the_rules_for_the_browser(server):
    for status, answer in answers(server):
        assert answer.status == status
        names = [name for name, _ in answer.pairs]
        assert len(names) == len(set(names)) and "server" not in names
        assert {name: answer.headers[name] for name, _ in HEADERS} == dict(HEADERS)


def test_a_browser_may_run_only_the_scripts_of_the_page_itself():
    policy = dict(HEADERS)["content-security-policy"].split("; ")
    assert policy == [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
        "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ]  # fmt: skip
    assert dict(HEADERS) | {
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
        "x-frame-options": "DENY",
    } == dict(HEADERS)
    assert "camera=()" in dict(HEADERS)["permissions-policy"].split(", ")


def test_a_websocket_is_no_way_in(server):
    answer = server.ask(
        "/api/documents", cookie=None, Upgrade="websocket", Connection="Upgrade",
        Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==", Sec_WebSocket_Version="13",
    )  # fmt: skip
    assert answer.status == 403


def test_the_token_of_the_browsers_command_line_counts_once():
    keys = Keys()
    once = keys.once
    assert keys.fits(once) and not keys.fits(once)
    assert keys.fits(keys.token) and keys.fits(keys.token)


def test_each_run_has_secrets_of_its_own():
    keys, others = Keys(), Keys()
    assert len({keys.token, keys.cookie, keys.once, others.token, others.cookie, others.once}) == 6
