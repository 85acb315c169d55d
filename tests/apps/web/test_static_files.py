"""The files of the page: which are served, and that no other file is."""

import re
from importlib.resources import files

import pytest

from onnxlens.apps.web.static_files import StaticFiles
from served import answer_on


@pytest.fixture(scope="module")
def server(serve_all, model):
    return serve_all(model)


def test_the_page_and_its_files_have_the_types_that_browsers_insist_on(server):
    page = server.ask("/")
    assert page.status == 200 and page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.body == files("onnxlens.apps.web").joinpath("static", "index.html").read_bytes()
    for name, kind in (("palette.css", "text/css"), ("server.js", "text/javascript")):
        answer = server.ask(f"/static/{name}")
        assert answer.status == 200
        assert answer.headers["content-type"] == f"{kind}; charset=utf-8"


def test_every_file_of_the_page_is_served():
    names = [file.name for file in files("onnxlens.apps.web").joinpath("static").iterdir()]
    served = StaticFiles()
    assert [name for name in names if served.get(name) is None] == []


def test_the_page_names_the_scripts_that_it_cannot_begin_without(server):
    link = server.ask("/").headers["link"]
    names = re.findall(r'</static/([\w-]+\.js)>; rel="modulepreload"', link)
    folder = files("onnxlens.apps.web").joinpath("static")
    needed = {"main.js"}
    for name in names:
        needed.update(re.findall(r' from "\./(.+?)";', folder.joinpath(name).read_text()))
    assert sorted(names) == sorted(needed)
    assert "late.js" not in names and "map.js" not in names


@pytest.mark.parametrize(
    "path",
    ["/static/", "/static", "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py",
     "/static//etc/passwd", "/static/%2fetc%2fpasswd", "/etc/passwd", "//etc/passwd",
     "/static/index.html/", "/static/index.html%00.js", "/static/INDEX.HTML", "/index.html",
     "/api/../static/index.html", "/static/./index.html", "/app.py", "/static/__init__.py",
     "/%2e%2e/%2e%2e/etc/passwd", "/static\\..\\app.py", "/static/..;/app.py"],
)  # fmt: skip
def test_a_path_leads_nowhere_else(server, path):
    with server.raw() as connection:
        connection.sendall(server.head(f"GET {path}"))
        answer = answer_on(connection)
    assert answer.status == 404 and b"root:" not in answer.body


@pytest.mark.parametrize("query", ["file=/etc/passwd", "path=/etc/passwd", "x", "token"])
def test_a_query_does_not_name_a_file(server, query):
    for path in ("/", "/static/server.js"):
        answer = server.ask(f"{path}?{query}")
        assert answer.status in (403, 404) and b"root:" not in answer.body


def test_a_whole_address_in_the_request_is_no_page(server):
    with server.raw() as connection:
        connection.sendall(server.head(f"GET {server.url}"))
        assert answer_on(connection).status == 404
