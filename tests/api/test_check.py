"""Checks in Python: of one thing, of many files, in one process and in several."""

import os
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

import onnxlens
from onnxlens.api import pool
from onnxlens.api.check import Checked, check_file, check_files
from onnxlens.errors import SchemaError, SourceError
from pool_tasks import length

HALF = 139


def said(checked):
    found = [(each.code, each.path, each.span, each.message) for each in checked.findings]
    return checked.path, checked.root, checked.error, checked.next, checked.title, found


def test_check_takes_a_path_bytes_and_a_document(tiny, tmp_path):
    path = tmp_path / "half.onnx"
    path.write_bytes(tiny[:HALF])
    (finding,) = onnxlens.check(tiny[:HALF])
    assert (finding.code, finding.severity, finding.span) == ("W003", "error", (135, 136))
    assert finding.record == (134, 139), "the whole record, of which the length is at fault"
    assert [each.code for each in onnxlens.check(path)] == ["W003"]
    with onnxlens.open(path) as document:
        assert document.check(ignore=["W"]) == []
    assert onnxlens.check(tiny) == []


def test_unknown_codes_and_files_that_are_not_there_raise(tiny):
    with pytest.raises(SchemaError):
        onnxlens.check(tiny, select=["T9"])
    with pytest.raises(SourceError):
        onnxlens.check("gone.onnx")
    with pytest.raises(SchemaError):
        list(check_files(["a"], 1, "Model"))


def test_several_processes_find_the_same_in_the_same_order(corpus, tmp_path):
    folder = corpus / "microsoft__Windows-Machine-Learning"
    paths = [str(tmp_path / "gone"), *(str(path) for path in sorted(folder.iterdir()))]
    one = [said(each) for each in check_files(paths, 1)]
    two = [said(each) for each in check_files(paths, 2)]
    assert one == two and len(one) == len(paths)
    assert any(found for *_, found in one) and one[0][2] == "no such file"


def test_a_file_of_test_data_is_read_as_its_model_says(corpus):
    name = "generated__onnx-1.23.2/test_optional_get_element_optional_tensor/test_data_set_0"
    assert check_file(str(corpus / name / "input_0.pb")).root == "OptionalProto"


def test_a_file_without_a_message_is_an_error_with_advice(tmp_path):
    path = tmp_path / "e.onnx"
    path.touch()
    checked = check_file(str(path))
    assert (checked.root, checked.error, checked.read) == (None, "empty, 0 bytes", True)
    assert checked.next.startswith("fetch it again")


def test_the_budget_of_records_is_passed_on(tiny, tmp_path):
    path = tmp_path / "tiny.onnx"
    path.write_bytes(tiny)
    (checked,) = check_files([str(path)], 1, max_records=10)
    assert checked.records < 53


@pytest.mark.parametrize("items", [["dies"], ["a", "dies", "once", "bb", "dies", *("ccc",) * 20]])
def test_a_process_that_dies_costs_one_result_and_no_order(items):
    lost = []
    found = list(pool.results(length, items, 2, lambda item: lost.append(item) or -1))
    assert found == [-1 if item == "dies" else len(item) for item in items]
    assert lost == [item for item in items if item == "dies"]


def test_only_a_few_tasks_are_begun_ahead():
    taken = []

    def items():
        for number in range(1000):
            taken.append(number)
            yield "x" * number

    found = pool.results(length, items(), 2, int)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    assert len(taken) <= 3 + 2 * 4
    found.close()


def test_a_file_at_which_a_process_dies_is_named():
    from onnxlens.api import check

    assert isinstance(check._lost("a.onnx"), Checked)
    assert "died" in check._lost("a.onnx").error and not check._lost("a.onnx").read


def test_no_process_is_left_when_the_results_are_not_taken_to_the_end():
    found = pool.results(partial(time.sleep), [60.0] * 4, 2, int)
    started = time.monotonic()
    code = (
        "import time, sys; from onnxlens.api import pool\n"
        "if __name__ == '__main__':\n"
        "    print('on', flush=True)\n"
        "    list(pool.results(time.sleep, [60.0] * 4, 2, int))\n"
    )
    found.close()
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
        # a shell's & would have it ignored
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert child.stdout.readline() == b"on\n"
    time.sleep(1)
    os.killpg(child.pid, signal.SIGINT)  # as Ctrl-C in a terminal
    _, err = child.communicate(timeout=40)
    assert time.monotonic() - started < 40  # the tasks themselves would take 60 seconds
    assert err.count(b"Traceback") == 1, err.decode()  # that of the child's own interrupt
    with pytest.raises(ProcessLookupError):
        for _ in range(50):
            os.killpg(child.pid, 0)
            time.sleep(0.1)
