"""What the page shows when it opens, and that it asks no one but its server."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from browsing import REFUSED

INPUT = ('input["x"]', 157, 179, "x")


def test_the_first_view_fills_all_panes_with_the_first_input(explorer):
    expect(explorer.page).to_have_title("tiny.onnx · onnxlens")
    explorer.selects(*INPUT)
    expect(explorer.row("tiny.onnx")).to_contain_text("ModelProto")
    expect(explorer.row("graph")).to_contain_text("tiny: 2 nodes, 2 initializers")
    expect(explorer.byte(0)).to_have_text("08")
    expect(explorer.meaning).to_contain_text('x: FLOAT ["N", 4]')
    expect(explorer.page.locator("#header")).to_contain_text("233 bytes")
    expect(explorer.page.locator("#map canvas").first).to_be_visible()


def test_the_token_leaves_the_address_and_what_follows_the_hash_stays(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), "#path=graph.node[1].name")
    assert "token" not in explorer.page.url
    assert explorer.page.url.startswith(explorer.server.url)
    explorer.selects("name", 56, 61)
    explorer.leads_to(path="graph.node[1].name")


def test_a_page_without_its_cookie_is_told_how_to_get_in(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), None)
    explorer.watch.forgive("403")
    explorer.page.goto(explorer.server.url)
    expect(explorer.page.locator("body")).to_have_text(
        "open the address that onnxlens serve printed; it lets this browser in"
    )


def test_all_that_is_asked_for_comes_from_the_server_of_the_page(real):
    for name in ("Findings", "Tensors", "Symbols", "Summary", "Reference"):
        expect(real.tab(name)).to_be_visible()
    assert len(real.watch.requests) > 20
    assert all(url.startswith(real.server.url) for url in real.watch.requests)


def test_several_files_are_chosen_from_in_the_header(visit, serve, tiny_file, real_file):
    explorer = visit(serve(tiny_file, real_file))
    choice = explorer.page.get_by_label("File", exact=True)
    expect(choice.locator("option")).to_have_text(["tiny.onnx", "super_resolution.onnx"])
    choice.select_option("super_resolution.onnx")
    explorer.ready(2)
    explorer.selects('input["input"]', 239719, 239764, "input")
    expect(explorer.page).to_have_title("super_resolution.onnx · onnxlens")
    choice.select_option("tiny.onnx")
    explorer.ready(1)
    explorer.selects(*INPUT)


def test_the_page_says_when_its_file_changes_on_disk(visit, serve, tmp_path, tiny):
    path = tmp_path / "m.onnx"
    path.write_bytes(tiny)
    explorer = visit(serve(path))
    explorer.watch.forgive(REFUSED)  # what the page still asked then
    path.write_bytes(tiny[:201])
    explorer.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(explorer.notices).to_contain_text("changed on disk")


def test_what_is_not_seen_at_once_is_loaded_after_the_first_view(explorer):
    asked = [urlsplit(url).path for url in explorer.watch.requests]
    assert asked.index("/api/window") < asked.index("/static/late.js") < asked.index("/api/map")
    assert asked.index("/api/map") < asked.index("/api/findings")
