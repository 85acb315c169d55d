"""The page of an operator, and how an operator is named."""

import re

import pytest

from onnxlens import schema
from onnxlens.apps.cli.main import run
from onnxlens.schema.operators import (
    operator,
    operator_domains,
    operator_names,
    operator_versions,
)
from onnxlens.views.operator import operator_lines
from onnxlens.views.page import Page
from shown import harmless

CLIP = """\
ai.onnx Clip-13
since        opset version 13
versions     1, 6, 11, 12, 13: onnxlens schema Clip-N

          name    type  needed
input 0   input   T     required
input 1   min     T     optional
input 2   max     T     optional
output 0  output  T     required
"""


@pytest.fixture
def page(capsys):
    """Run ``schema NAME``; return status, standard output and standard error."""

    def call(name):
        status = run(["schema", name])
        out, err = capsys.readouterr()
        return status, out, err

    return call


def test_an_operator_is_shown_in_its_newest_version(page):
    assert page("Clip") == (0, CLIP, "")
    assert page("Clip-13") == (0, CLIP, "") and page("Clip-99") == (0, CLIP, "")
    assert page("ai.onnx.Clip") == (0, CLIP, "")


@pytest.mark.parametrize(("asked", "since"), [(1, 1), (5, 1), (6, 6), (10, 6), (11, 11), (12, 12)])
def test_an_operator_is_shown_as_it_is_in_an_opset_version(page, asked, since):
    status, out, _ = page(f"Clip-{asked}")
    assert status == 0 and out.startswith(f"ai.onnx Clip-{since}\n")
    attributes = set(re.findall(r"attribute +(\w+)", out))
    assert attributes == (
        set() if since >= 11 else {"max", "min"} | ({"consumed_inputs"} & attributes)
    )


def test_an_operator_of_another_domain_needs_no_domain_where_the_name_is_its_own(page):
    status, out, _ = page("ai.onnx.ml.ZipMap")
    assert status == 0 and out.startswith("ai.onnx.ml ZipMap-1\n")
    assert page("ZipMap")[1] == out


def test_a_default_and_a_variadic_input_are_told(page):
    assert "attribute  alpha  FLOAT  optional, default 0.01" in page("LeakyRelu")[1]
    assert "variadic, at least 1" in page("Concat")[1]
    assert re.search(r"input 2 +v_initial +V +variadic, at least 0", page("Loop")[1])
    assert re.search(r"attribute +axis +INT +required", page("Concat")[1])


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("Clipp", "Clip"), ("ZipMapp", "ZipMap"), ("TypeProt", "TypeProto"), ("Model", "ModelProto")],
)
def test_an_unknown_name_gets_the_nearest(page, name, nearest):
    status, out, err = page(name)
    assert status == 2 and not out
    assert err.splitlines()[0].endswith(f"nearest is {nearest}")


@pytest.mark.parametrize("name", ["Clip-0", "com.example.Clip", "-13", ".", "Clip-x", "字", "\x1b"])
def test_what_is_no_operator_is_a_usage_error(page, name):
    status, out, err = page(name)
    assert status == 2 and not out
    assert err and err.replace("\n", "").isprintable()


def test_messages_and_enums_come_before_operators(page):
    assert page("TypeProto")[1].startswith("no  name")
    assert page("TensorProto.DataType")[0] == 0
    taken = {m.name for m in schema.messages()} | {e.name for e in schema.enums()}
    assert not taken & {name for d in operator_domains() for name in operator_names(d)}


def test_every_version_of_every_operator_fits_a_terminal_and_a_pipe():
    count = 0
    for domain in operator_domains():
        for name in operator_names(domain):
            versions = operator_versions(domain, name)
            for version in versions:
                spec = operator(domain, name, version)
                assert spec is not None and spec.since_version == version
                for sheet in (Page(), Page(80, True), Page(60, True)):
                    lines = list(operator_lines(sheet, spec, versions))
                    harmless(lines, sheet)
                    count += 1
                assert sum(line.startswith("input ") for line in lines) == len(spec.inputs)
                assert sum(line.startswith("output ") for line in lines) == len(spec.outputs)
                assert sum(line.startswith("attribute ") for line in lines) == len(spec.attributes)
    assert count > 1900
