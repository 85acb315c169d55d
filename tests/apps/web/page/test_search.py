"""The search box: how it reads what is typed, what it finds, and how one gets out of it."""

from playwright.sync_api import expect

DIM_PARAM = ("dim_param", 172, 175)
NODE = ('node["act"]', 48, 67, "act")


def tab(explorer, name):
    return explorer.drawer.get_by_role("tab", name=name)


READINGS = (
    ("Gemm", "read as text in names and values", "graph.node[0].op_type", ("op_type", 42, 48)),
    ("relu", "in upper and lower case", "graph.node[1].op_type", ("op_type", 61, 67)),
    ("op:relu", 'read as nodes of the operator "relu"', "graph.node[1]", NODE),
    ("graph.node[1]", "read as a path", "graph.node[1]", NODE),
    ("174", "read as offset 174 (0xAE)", "dim[0].dim_param", DIM_PARAM),
    ("0xAE", "read as offset 174 (0xAE)", "dim[0].dim_param", DIM_PARAM),
    ("field:dim_param", "read as all fields named dim_param", "dim_param", DIM_PARAM),
    ("12 01 4E", "read as the bytes 12 01 4E", "dim[0].dim_param", DIM_PARAM),
)


def test_the_box_says_how_it_reads_a_text_and_a_click_on_a_hit_selects_it(explorer):
    for text, read, path, target in READINGS:
        hits = explorer.find(text)
        explorer.says(read)
        expect(hits.first).to_contain_text(path)
        hits.first.click()
        explorer.selects(*target)


def test_the_number_of_hits_stands_on_the_tab_and_matches_are_marked(explorer):
    hits = explorer.find("0A 01")
    expect(tab(explorer, "Search")).to_have_text("Search 6")
    expect(hits).to_have_count(6)
    expect(hits.nth(3).locator("mark")).to_have_text("0A 01")
    expect(hits.nth(3)).to_contain_text("0A 01 68")


def test_what_is_nowhere_is_said_with_the_way_it_was_looked_for(explorer):
    hits = explorer.find("zzz")
    explorer.says("no hit for zzz")
    explorer.says("read as text in names and values")
    expect(hits).to_have_count(0)


def test_a_number_can_be_read_as_text_instead(explorer):
    explorer.search.fill("21")
    explorer.says("read as offset 21 (0x15)")
    explorer.drawer.get_by_role("button", name="text instead").click()
    explorer.says("read as text in names and values")
    explorer.drawer.get_by_role("button", name="read it by its form").click()
    explorer.says("read as offset 21 (0x15)")


def test_a_hit_that_is_pointed_at_is_previewed_and_not_selected(explorer):
    explorer.find("Gemm").first.hover()
    expect(explorer.status).to_contain_text('graph.node[0].op_type: "Gemm"')
    explorer.selects('input["x"]', 157, 179, "x")


def test_escape_empties_the_box_and_opens_what_was_open_before(explorer):
    explorer.tab("Symbols")
    explorer.search.fill("Gemm")
    expect(tab(explorer, "Search")).to_have_attribute("aria-selected", "true")
    explorer.press("Escape")
    expect(explorer.search).to_have_value("")
    expect(tab(explorer, "Symbols")).to_have_attribute("aria-selected", "true")
    expect(tab(explorer, "Search")).to_have_text("Search ")


def test_escape_ends_a_search_that_is_still_running(explorer):
    explorer.page.route("**/api/search?*", lambda _: None)  # no answer comes
    with explorer.page.expect_request("**/api/search?*"):
        explorer.search.fill("Gemm")
    explorer.says("searched 0 %, 0 hits so far")
    with explorer.page.expect_event("requestfailed") as ended:
        explorer.press("Escape")
    assert ended.value.failure == "net::ERR_ABORTED"
    expect(explorer.drawer.get_by_text("so far").filter(visible=True)).to_have_count(0)


def test_one_letter_is_searched_with_enter_alone(explorer):
    explorer.search.fill("h")
    explorer.tab("Search")
    explorer.says("Type 2 characters or more")
    explorer.search.press("Enter")
    expect(explorer.tab("Search").locator("mark").first).to_have_text("h")


def test_what_is_searched_for_stands_in_the_address(explorer):
    explorer.search.fill("op:Relu")
    explorer.leads_to(q="op:Relu", tab="search")
    explorer.reload()
    expect(explorer.search).to_have_value("op:Relu")
    expect(explorer.find("op:Relu").first).to_contain_text("graph.node[1]")
