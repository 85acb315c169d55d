"""Rules about data files, checked on folders that hold a model and what it needs."""

from pathlib import Path

import pytest
from on_disk import BAD, FINE, GOOD, SHA1, Bad, Good

from onnxlens import api
from onnxlens.checks.catalog import rule_of, rules
from onnxlens.checks.engine import check
from onnxlens.finding import Finding


def written(folder: Path, case: Bad | Good) -> Path:
    """Write the files of a case; return the path of the model."""
    inner = folder / "model"
    inner.mkdir()
    for name, content in case.files.items():
        if isinstance(content, bytes):
            (inner / name).write_bytes(content)
        elif isinstance(content, str):
            (inner / name).symlink_to(content)
        else:
            (folder / "outside").write_bytes(bytes(8))
            (inner / name).hardlink_to(folder / "outside")
    path = inner / "model.onnx"
    path.write_bytes(case.data)
    return path


def found(path: Path | bytes, code: str) -> list[Finding]:
    """Return what one rule finds."""
    with api.open(path, "ModelProto") as document:
        return check(document, [rule_of(code)], deep=True)


@pytest.mark.parametrize("case", BAD, ids=lambda case: f"{case.code}-{case.says}"[:40])
def test_a_fault_beside_the_model_is_found(case: Bad, tmp_path: Path):
    path = written(tmp_path, case)
    (finding,) = found(path, case.code)
    with api.open(path, "ModelProto") as document:
        assert (finding.path, finding.span) == (case.path, document[case.path].span)
    assert case.says in finding.message
    assert finding.severity == case.severity
    assert [related.path for related in finding.related] == list(case.related)


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.code)
def test_what_fits_is_passed_over(case: Good, tmp_path: Path):
    assert found(written(tmp_path, case), case.code) == []


def test_the_file_that_fits_has_the_checksum_of_the_table(tmp_path: Path):
    from hashlib import sha1

    assert sha1(FINE.files["w.bin"]).hexdigest() == SHA1


@pytest.mark.parametrize("case", BAD, ids=lambda case: f"{case.code}-{case.says}"[:40])
def test_one_cause_is_one_error(case: Bad, tmp_path: Path):
    path = written(tmp_path, case)
    with api.open(path, "ModelProto") as document:
        findings = check(document, rules(["D", "X"]), deep=True)
    worse = [finding.code for finding in findings if finding.severity != "info"]
    assert worse == ([] if case.severity == "info" else [case.code])


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.code)
def test_of_bytes_without_a_folder_nothing_is_said_of_files(case: Bad):
    if case.code != "D035":  # of a gap the numbers alone tell
        assert found(case.data, case.code) == []
