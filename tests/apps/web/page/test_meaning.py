"""The meaning of a field: what it says, and where it leads in the tree and the bytes."""

import re

from playwright.sync_api import expect

DIM_PARAM = "graph.input[0].type.tensor_type.shape.dim[0].dim_param"
TENSOR = ('initializer["w"]', 73, 134, "w")
NODE = ('node["fc"]', 24, 48, "fc")


def part(explorer, title):
    """Return the part of the meaning under a heading."""
    heading = explorer.page.get_by_role("heading", name=title, exact=True)
    return explorer.meaning.locator("section").filter(has=heading)


def at(explorer, path):
    """Select a field, and leave the mouse elsewhere."""
    explorer.enter(explorer.goto, path)
    explorer.leads_to(path=path)


def test_crumbs_lead_from_a_byte_to_each_record_around_it(explorer):
    explorer.byte(174).click()
    explorer.selects("dim_param", 172, 175)
    crumbs = explorer.meaning.get_by_role("navigation", name="Around it")
    around = ["file", "graph", 'input["x"]', "type", "tensor_type", "shape", "dim[0]"]
    expect(crumbs.get_by_role("button")).to_have_text(around)
    crumbs.get_by_role("button", name="shape").click()
    explorer.selects("shape", 168, 179)
    crumbs.get_by_role("button", name="file").click()
    explorer.selects("tiny.onnx", 0, 233)


LINKS = (
    ("graph.node[0]", "Inputs come from", 'input[0] "x"', ('input["x"]', 157, 179, "x")),
    ("graph.node[0]", "Outputs used by", 'node[1] Relu "act"', ('node["act"]', 48, 67, "act")),
    ("graph.node[0].input[1]", "Comes from", 'initializer[0] "w"', TENSOR),
    ("graph.initializer[0]", "Used by", 'node[0] Gemm "fc"', NODE),
    (DIM_PARAM, "Same symbol", 'output "y" axis 0', ("dim_param", 194, 197)),
)


def test_links_lead_to_producers_uses_and_axes_of_the_same_symbol(explorer):
    for path, title, link, target in LINKS:
        at(explorer, path)
        part(explorer, title).get_by_role("button", name=link, exact=True).click()
        explorer.selects(*target)


def test_what_a_link_points_at_is_tinted_in_tree_and_bytes_and_nothing_moves(explorer):
    at(explorer, "graph.initializer[0]")
    before = explorer.page.url
    part(explorer, "Used by").get_by_role("button").hover()
    expect(explorer.byte(24)).to_have_class(re.compile(r"\bpointed\b"))
    expect(explorer.byte(48)).not_to_have_class(re.compile(r"\bpointed\b"))
    expect(explorer.status).to_contain_text('node[0] Gemm "fc"')
    assert explorer.page.url == before


def test_a_symbol_says_what_it_stands_for_and_which_axis_has_it_too(explorer):
    at(explorer, DIM_PARAM)
    expect(explorer.meaning.locator(".value")).to_have_text('"N"')
    expect(explorer.meaning).to_contain_text(
        'any size; axis 0 of output "y" (offset 194) has the same.'
    )


def test_standard_values_are_listed_with_the_one_that_is_here_first(explorer):
    at(explorer, "metadata_props[0].key")
    values = part(explorer, "Standard values").get_by_role("listitem")
    expect(values.first).to_contain_text("model_author (here): The people or organisations")
    expect(values.filter(has_text="(here)")).to_have_count(1)
    expect(values.filter(has_text="model_license")).to_be_visible()


def test_the_bytes_of_a_field_are_told_as_span_tag_length_and_payload(explorer):
    at(explorer, DIM_PARAM)
    told = dict(
        zip(
            part(explorer, "Bytes").locator("dt").all_inner_texts(),
            part(explorer, "Bytes").locator("dd").all_inner_texts(),
            strict=True,
        )
    )
    assert told["span"] == "172 to 175 (3 bytes)"
    assert told["in hex"] == "0xAC to 0xAF"
    assert (told["tag"], told["length"], told["payload"]) == ("12 field 2, LEN", "01 1", "4E")


def test_the_pane_says_what_the_field_is_and_what_the_standard_says_of_it(explorer):
    at(explorer, DIM_PARAM)
    expect(explorer.meaning).to_contain_text("TensorShapeProto.Dimension field 2")
    expect(part(explorer, "What this field is")).to_contain_text("size")
    expect(part(explorer, "Schema")).to_contain_text("TensorShapeProto.Dimension.dim_param")
    expect(part(explorer, "Path")).to_contain_text(DIM_PARAM)


def test_findings_stand_with_the_field_that_they_are_about(real):
    at(real, "graph.input[1].name")
    expect(part(real, "Findings here")).to_contain_text('info N021 input "conv1.weight" has a')
    at(real, "graph.input[0]")
    part(real, "Findings here").get_by_role("button", name="8 elsewhere in this file").click()
    expect(real.drawer.get_by_role("tab", name="Findings")).to_have_attribute(
        "aria-selected", "true"
    )
