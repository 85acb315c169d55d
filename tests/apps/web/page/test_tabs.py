"""The tabs of the drawer: summary, symbols, tensors and reference; and how the drawer closes."""

import re

from playwright.sync_api import expect


def tensors(explorer):
    return explorer.tab("Tensors").get_by_role("grid").get_by_role("row")


def reference(explorer):
    return explorer.drawer.locator(".reference")


def test_the_summary_answers_first_and_leads_to_the_fields(explorer):
    summary = explorer.tab("Summary")
    for words in ("ONNX model, 233 bytes", "ai.onnx 21", "tiny: 2 nodes, 2 initializers"):
        expect(summary).to_contain_text(words)
    summary.get_by_role("button", name="N: x axis 0, y axis 0").click()
    explorer.selects("dim_param", 172, 175)
    summary.get_by_role("button", name='x: FLOAT ["N", 4]').hover()
    expect(explorer.byte(157)).to_have_class(re.compile(r"\bpointed\b"))


def test_symbols_are_listed_with_each_axis_that_has_them(explorer):
    symbols = explorer.tab("Symbols")
    expect(symbols.locator(".symbol")).to_have_count(1)
    expect(symbols).to_contain_text("N 2 axes")
    symbols.get_by_role("button", name="output y axis 0").click()
    explorer.selects("dim_param", 194, 197)


def test_a_file_without_symbols_says_so(visit, kept, corpus):
    explorer = visit(kept(corpus / "onnxruntime__onnxruntime-qnn/test_evil_weights.onnx"))
    expect(explorer.tab("Symbols")).to_contain_text("no symbols: every axis has a size")


def test_tensors_stand_by_size_with_their_share_of_the_file(real):
    expect(real.tab("Tensors").get_by_role("grid")).to_have_attribute("aria-rowcount", "10")
    expect(tensors(real).nth(0)).to_contain_text("conv2.weightFLOAT [64, 64, 3, 3]")
    expect(tensors(real).nth(0)).to_contain_text("61.4 %")
    expect(tensors(real).nth(1)).to_contain_text("conv3.weight")
    expect(real.drawer.get_by_role("tab", name="Tensors")).to_have_text("Tensors 10")


def test_a_tensor_shows_its_bytes_its_first_values_and_a_histogram_of_all(real):
    tensors(real).nth(0).click()
    expect(real.meaning.locator(".title")).to_have_text('initializer["conv2.weight"]')
    page = real.drawer.locator(".tensorpage")
    expect(page).to_contain_text("and 36,800 more of 36,864")
    expect(page.locator(".values > *")).to_have_count(64)
    page.get_by_role("button", name="Histogram of all values").click()
    expect(page.get_by_role("img", name="histogram of 64 bins")).to_be_visible()
    expect(page.locator("dl.facts")).to_contain_text("values36,864")
    page.get_by_text("The same as a table").click()
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(65)
    real.tab("Tensors").get_by_role("button", name="Close", exact=True).click()
    expect(page).to_have_count(0)


def test_values_of_a_tensor_are_one_click_from_its_meaning(explorer):
    explorer.enter(explorer.goto, "graph.initializer[1]")
    explorer.meaning.get_by_role("button", name="Values and histogram").click()
    page = explorer.tab("Tensors").locator(".tensorpage")
    expect(page.locator(".values > *")).to_have_text(["0.5", "-0.5", "0"])
    expect(page).to_contain_text("3 values")


def test_the_reference_opens_at_the_field_that_is_selected(explorer):
    explorer.enter(explorer.goto, "graph.input[0].type.tensor_type.elem_type")
    explorer.meaning.get_by_role("button", name="TypeProto.Tensor.elem_type").click()
    heading = reference(explorer).get_by_role("heading", level=3)
    expect(heading).to_contain_text("TypeProto.Tensor.elem_type")
    explorer.leads_to(ref="TypeProto.Tensor.elem_type", tab="reference")
    reference(explorer).get_by_role("button", name="TypeProto.Tensor", exact=True).first.click()
    expect(heading).to_contain_text("TypeProto.Tensor message")
    expect(reference(explorer)).to_contain_text("2 times")
    # the mark is the one on the page
    explorer.drawer.get_by_role("button", name="‹ TypeProto.Tensor.elem_type").click()  # noqa: RUF001
    expect(heading).to_contain_text("TypeProto.Tensor.elem_type")


def test_the_reference_lists_all_messages_and_finds_them_by_letters(explorer):
    explorer.tab("Reference")
    names = explorer.drawer.get_by_role("grid", name="Messages and enums")
    expect(reference(explorer).get_by_role("heading", level=3)).to_contain_text("ModelProto")
    explorer.drawer.get_by_label("Filter messages and enums").fill("operatorsetid")
    expect(names.get_by_role("row")).to_have_count(1)
    names.get_by_role("row").click()
    expect(reference(explorer)).to_contain_text("domain")
    expect(reference(explorer).get_by_role("heading", name="Example")).to_be_attached()


def test_the_drawer_closes_and_opens_where_it_was(explorer):
    panel = explorer.tab("Symbols")
    explorer.drawer.get_by_role("button", name="Close", exact=True).click()
    expect(panel).to_be_hidden()
    explorer.drawer.get_by_role("button", name="Open", exact=True).click()
    expect(panel).to_be_visible()
    explorer.drawer.get_by_role("tab", name="Symbols").click()
    expect(panel).to_be_hidden()
    explorer.leads_to(tab=None)
    explorer.reload()
    expect(panel).to_be_hidden()
