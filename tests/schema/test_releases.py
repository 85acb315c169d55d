"""Releases of onnx, against the tables and the enum of the onnx package."""

import onnx
import pytest
from onnx import defs, helper

from onnxlens import schema
from onnxlens.schema.releases import (
    NEWEST,
    NEWEST_IR,
    PUBLISHED,
    RELEASES,
    TRAINING,
    release_of_ir,
    release_of_opset,
    standard_domain,
)


def test_the_releases_are_those_of_the_package():
    ours = [(r.onnx, r.ir_version, *r.opsets.values()) for r in RELEASES]
    assert ours == helper.VERSION_TABLE


@pytest.mark.parametrize(
    ("domain", "version"),
    [pair for pair in helper.OP_SET_ID_VERSION_MAP if pair[0] != "ai.onnx.preview"],
)  # of ai.onnx.preview the package has every version of ai.onnx, but opsets of 1 only
def test_an_opset_came_with_the_ir_version_that_the_package_pairs_it_with(domain, version):
    release = release_of_opset(domain, version)
    assert release is not None
    assert release.ir_version == helper.OP_SET_ID_VERSION_MAP[domain, version]


def test_the_newest_opsets_are_those_of_the_package():
    newest = {domain: high for domain, (_, high) in defs.C.schema_version_map().items()}
    assert {standard_domain(domain): version for domain, version in newest.items()} == NEWEST


def test_the_newest_ir_version_is_that_of_the_package():
    assert NEWEST_IR == onnx.IR_VERSION


def test_the_dates_are_those_in_the_names_of_ir_versions():
    names = {value.number: value.name for value in schema.enum("Version").values if value.number}
    dates = {n: name.removeprefix("IR_VERSION_") for n, name in names.items() if n != NEWEST_IR}
    assert {n: "{:0>4}-{:0>2}-{:0>2}".format(*d.split("_")) for n, d in dates.items()} == PUBLISHED


@pytest.mark.parametrize(
    ("domain", "version", "onnx_version"),
    [("", 3, "1.1"), ("ai.onnx", 17, "1.12.0"), ("", 29, None), ("", 0, None), ("", -1, None),
     ("com.microsoft", 1, None), ("ai.onnx.preview", 1, None), (TRAINING, 1, "1.7.0"),
     ("ai.onnx.training", 1, "1.7.0"), ("ai.onnx.training", 2, None)],
)  # fmt: skip
def test_a_version_that_no_release_has_is_not_guessed(domain, version, onnx_version):
    release = release_of_opset(domain, version)
    assert (release.onnx if release else None) == onnx_version


@pytest.mark.parametrize(
    ("version", "onnx_version"), [(2, None), (3, "1.0"), (11, "1.18.0"), (15, None)]
)
def test_an_ir_version_came_with_the_first_release_that_has_it(version, onnx_version):
    release = release_of_ir(version)
    assert (release.onnx if release else None) == onnx_version
