"""Which answer each exception gets, and what is told of a fault of ours."""

import json

import pytest

from onnxlens.apps.web.answers import answer, refusal
from onnxlens.apps.web.refused import Refused
from onnxlens.errors import DataError, PathError, SchemaError, SourceError


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (Refused(413, "large", next="less"), 413, {"error": "large", "next": "less"}),
        (PathError("no", path="a.b", nearest="a"), 404, {"error": "no", "nearest": "a"}),
        (PathError("no", path="a", nearest=""), 404, {"error": "no", "nearest": ""}),
        (SchemaError("no", name="A", nearest=None), 404, {"error": "no"}),
        (SourceError("gone", name="m", next="x"), 503, {"error": "m: gone", "next": "x"}),
        (DataError("no order", path="a"), 400, {"error": "no order"}),
        (ValueError("too many"), 400, {"error": "too many"}),
        (IndexError("outside"), 400, {"error": "outside"}),
    ],
)
def test_a_question_that_is_refused_is_told_why(error, status, said, capsys):
    response = refusal(error)
    assert (response.status_code, json.loads(response.body)) == (status, said)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "error",
    [KeyError("secret"), RuntimeError("secret"), UnicodeDecodeError("utf-8", b"s", 0, 1, "secret"),
     MemoryError("secret"), AssertionError("secret")],
)  # fmt: skip
def test_a_fault_of_ours_is_told_on_standard_error_and_not_over_http(error, capsys):
    response = refusal(error)
    assert response.status_code == 500 and b"secret" not in response.body
    assert "secret" in capsys.readouterr().err


def test_text_of_a_file_in_an_error_is_escaped_everywhere(capsys):
    assert json.loads(refusal(ValueError("\x1b[2J\u202e")).body)["error"] == "\\u001b[2J\\u202e"
    refusal(RuntimeError("\x1b[2J"))
    assert "\x1b" not in capsys.readouterr().err


def test_json_is_ascii_without_numbers_that_it_has_not():
    assert answer({"a": "é\u2028"}).body == b'{"a":"\\u00e9\\u2028"}'
    with pytest.raises(ValueError):
        answer({"a": float("nan")})
