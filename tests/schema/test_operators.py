"""The signatures of operators: everything that the schemas of the onnx package say."""

import gzip
import sys
import threading
from subprocess import run

import onnx
import pytest
from onnx import AttributeProto, defs

import generate_operators
from onnxlens.schema import operators as subject
from onnxlens.schema.operators import (
    operator,
    operator_domains,
    operator_names,
    operator_versions,
)

SCHEMAS = defs.get_all_schemas_with_history()
NAMES = sorted({(schema.domain, schema.name) for schema in SCHEMAS})
UNLIMITED = 2**31 - 1


def plain(attribute: defs.OpSchema.Attribute):
    """The default of an attribute as Python has it."""
    value = attribute.default_value
    if value.type == AttributeProto.UNDEFINED:
        return None
    found = onnx.helper.get_attribute_value(value)
    if isinstance(found, list):
        return tuple(item.decode() if isinstance(item, bytes) else item for item in found)
    return found.decode() if isinstance(found, bytes) else found


def theirs(schema: defs.OpSchema) -> dict:
    """All that a schema says and we keep."""
    return {
        "name": (schema.domain, schema.name, schema.since_version, schema.deprecated),
        "inputs": parameters(schema.inputs),
        "outputs": parameters(schema.outputs),
        "bounds": [schema.min_input, schema.max_input, schema.min_output, schema.max_output],
        "attributes": {
            a.name: (a.type.value, a.required, plain(a)) for a in schema.attributes.values()
        },
    }


def parameters(of: list) -> list:
    return [(p.name, p.option.name.lower(), p.is_homogeneous, p.type_str) for p in of]


def ours(spec: subject.OperatorSpec) -> dict:
    """The same of a spec."""
    most = [UNLIMITED if most is None else most for most in (spec.max_input, spec.max_output)]
    return {
        "name": (spec.domain, spec.name, spec.since_version, spec.deprecated),
        "inputs": [(p.name, p.option, p.homogeneous, p.type) for p in spec.inputs],
        "outputs": [(p.name, p.option, p.homogeneous, p.type) for p in spec.outputs],
        "bounds": [spec.min_input, most[0], spec.min_output, most[1]],
        "attributes": {a.name: (a.type, a.required, a.default) for a in spec.attributes},
    }


def test_every_version_of_every_operator_is_what_its_schema_says():
    assert len(SCHEMAS) > 600
    for schema in SCHEMAS:
        spec = operator(schema.domain, schema.name, schema.since_version)
        assert spec is not None
        assert ours(spec) == theirs(schema)
        assert [a.name for a in spec.attributes] == sorted(schema.attributes)
        assert all(type(a.default) is type(plain(schema.attributes[a.name]))
                   for a in spec.attributes)  # fmt: skip


@pytest.mark.parametrize("domain", sorted({domain for domain, _ in NAMES}), ids=repr)
def test_an_operator_is_found_by_opset_version_as_in_the_package(domain: str):
    for name in (name for known, name in NAMES if known == domain):
        for opset_version in range(operator_domains()[domain] + 3):
            try:
                expected = defs.get_schema(name, opset_version, domain).since_version
            except defs.SchemaError:
                expected = None
            found = operator(domain, name, opset_version)
            assert (found and found.since_version) == expected, (name, opset_version)


def test_names_and_versions_are_those_of_the_package():
    for domain in operator_domains():
        assert operator_names(domain) == tuple(name for known, name in NAMES if known == domain)
    for domain, name in NAMES:
        assert operator_versions(domain, name) == tuple(sorted(
            s.since_version for s in SCHEMAS if (s.domain, s.name) == (domain, name)
        ))  # fmt: skip


def test_the_newest_opset_versions_are_those_of_the_package():
    assert set(operator_domains()) == {schema.domain for schema in SCHEMAS}
    assert operator_domains()[""] == defs.onnx_opset_version()
    assert operator_domains()["ai.onnx.ml"] == defs.onnx_ml_opset_version()


def test_the_two_spellings_of_the_default_domain_are_one():
    assert operator("ai.onnx", "Relu", 20) is operator("", "Relu", 20) is not None
    assert operator_names("ai.onnx") == operator_names("")
    assert operator_versions("ai.onnx", "Relu") == operator_versions("", "Relu")
    assert "ai.onnx" not in operator_domains()


@pytest.mark.parametrize(
    ("domain", "name", "opset_version"),
    [("", "Nothing", 20), ("my.domain", "Relu", 20), ("", "relu", 20), ("", "Relu", 0),
     ("", "Relu", -1), ("", "Gelu", 19), ("", "", 20), ("", "R" * 1_000_000, 20)],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_what_the_standard_does_not_have_is_none(domain: str, name: str, opset_version: int):
    assert operator(domain, name, opset_version) is None


def test_an_unknown_name_has_no_versions():
    assert operator_versions("", "Nothing") == ()
    assert operator_names("my.domain") == ()


def test_an_opset_version_of_the_future_has_the_newest_operators():
    assert operator("", "Relu", 1 << 62) is operator("", "Relu", operator_domains()[""])


def test_the_table_is_read_when_it_is_first_asked_for_and_not_before():
    code = (
        "import sys, onnxlens.schema, onnxlens.schema.operators as operators\n"
        "assert operators._kept is None and 'zlib' not in sys.modules\n"
        "assert operators.operator('', 'Add', 14).name == 'Add' and operators._kept\n"
    )
    program = [sys.executable, "-S", "-c", f"import sys; sys.path[:] = {sys.path!r}\n{code}"]
    assert run(program, capture_output=True, text=True).stderr == ""


def test_threads_that_load_at_once_find_the_same(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(subject, "_kept", None)
    found: list[int] = []
    barrier = threading.Barrier(8)

    def ask() -> None:
        barrier.wait()
        spec = operator("", "Conv", 11)
        assert spec is not None
        found.append(spec.since_version)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [11] * 8


# -- the generator -----------------------------------------------------------------------------


def test_the_file_has_what_the_generator_would_write():
    assert generate_operators.written() == generate_operators.generate(SCHEMAS)


def test_the_order_in_which_schemas_come_does_not_matter():
    assert generate_operators.generate(SCHEMAS[::-1]) == generate_operators.generate(SCHEMAS)


def test_the_file_stays_small():
    assert generate_operators.OPERATORS.stat().st_size < 25_000


@pytest.fixture
def elsewhere(tmp_path, monkeypatch: pytest.MonkeyPatch):
    """The file that the generator writes, for once in a folder of the test."""
    path = tmp_path / "operators.json.gz"
    monkeypatch.setattr(generate_operators, "OPERATORS", path)
    return path


def call(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["generate_operators.py", *arguments])
    return generate_operators.main()


def test_a_drift_is_told_and_then_written(elsewhere, monkeypatch, capsys):
    elsewhere.write_bytes(gzip.compress(b"{}"))
    assert call(monkeypatch, "--check") == 1
    assert "run the generator" in capsys.readouterr().err
    assert call(monkeypatch) == 0
    assert call(monkeypatch, "--check") == 0
    assert generate_operators.written() == generate_operators.generate(SCHEMAS)


def test_other_compression_of_the_same_content_is_no_drift(elsewhere, monkeypatch):
    data = gzip.compress(generate_operators.generate(SCHEMAS).encode(), 1, mtime=7)
    elsewhere.write_bytes(data)
    assert call(monkeypatch, "--check") == 0
    assert call(monkeypatch) == 0
    assert elsewhere.read_bytes() == data


def test_a_missing_file_is_a_drift(elsewhere, monkeypatch):
    assert call(monkeypatch, "--check") == 1
    assert not elsewhere.exists()


def test_a_schema_that_the_rows_cannot_represent_stops_the_generator(
    elsewhere, monkeypatch, capsys
):
    tensor = onnx.helper.make_tensor("t", onnx.TensorProto.FLOAT, [], [1.0])
    default = onnx.helper.make_attribute("odd", tensor)
    attribute = defs.OpSchema.Attribute("odd", default, "")
    schema = defs.OpSchema("Odd", "test", 1, attributes=[attribute])
    monkeypatch.setattr(defs, "get_all_schemas_with_history", lambda: [schema])
    assert call(monkeypatch) == 1
    assert "odd: default of type 4" in capsys.readouterr().err
    assert not elsewhere.exists()
