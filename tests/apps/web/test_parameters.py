"""How the parameters of a question are read."""

import pytest

from onnxlens.apps.web.parameters import Number, Span, Text, query_of, read
from onnxlens.apps.web.refused import Refused

N = (Number("n"),)


def status(parameters, query) -> int:
    with pytest.raises(Refused) as refused:
        read(parameters, query_of(query))
    return refused.value.status


def test_values_come_in_the_order_of_the_parameters():
    parameters = (Text("of"), Span(), Number("limit", 7))
    assert read(parameters, query_of(b"to=9&of=1%3Anode&from=2&doc=3")) == ["1:node", 2, 9, 7]
    assert read(N, query_of(b"n=9223372036854775807")) == [(1 << 63) - 1]
    assert read((Number("n", None), Text("t", None)), {}) == [None, None]
    assert read((Number("n", least=-1),), {"n": "-1"}) == [-1]


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", "1.0", "0x10", " 1", "1_0", "1e3", "\u0661", "\u00b2", "None",
             "1" * 20, "9223372036854775808", "/etc/passwd"]
)  # fmt: skip
def test_what_is_no_number_is_refused(text):
    with pytest.raises(Refused) as refused:
        read(N, {"n": text})
    assert refused.value.status == 400


def test_what_is_missing_unknown_or_said_twice_is_refused():
    assert status(N, b"") == 400
    assert status(N, b"n=1&file=/etc/passwd") == 400
    assert status(N, b"n=1&n=2") == 400
    assert status((), b"n=1") == 400
    assert status((Text("t", among=("a", "b")),), b"t=c") == 400


def test_text_that_is_not_utf_8_is_refused():
    assert status((Text("t"),), b"t=%FF") == 400
    assert status((Text("t"),), b"t=\xff") == 400
    assert status((Text("t"),), b"&".join(b"t%d=1" % i for i in range(100))) == 400


def test_what_is_too_large_is_told_apart_from_what_cannot_be_read():
    assert status((Number("n", most=9),), b"n=10") == 413
    assert status((Span(10),), b"from=0&to=11") == 413
    assert status((Span(10),), b"from=0&to=10000000000") == 413
    assert status((Span(10),), b"from=2&to=1") == 400
    assert read((Span(10),), query_of(b"from=5&to=15")) == [5, 15]
