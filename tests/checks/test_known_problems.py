"""Every row of known-problems.md is reported by a rule, or is no fault; its traps keep silent."""

import re
from pathlib import Path

import on_disk
import pytest
from test_rules import BAD

from onnxlens import api
from onnxlens.wire.kinds import I32
from onnxlens.wire.scalars import encode_tag
from recipes import (
    BASE,
    FLOAT,
    attribute,
    dim,
    each,
    entry,
    graph,
    int_of,
    model,
    node,
    of,
    tensor_type,
    value,
)

ROWS = Path(__file__).resolve().parents[3] / "shared" / "reference" / "known-problems.md"

FORMAT = "no ONNX file: its format is named"
SHOWN = "no fault: a question that summary, tree or values answer"
ELSEWHERE = "not of the file: of what was made with it, or of the reader"

# row -> the codes that report it, or why there is none
CODES = {
    "A1": FORMAT, "A2": "W002", "A3": "W003", "A4": "S001", "A5": FORMAT, "A6": FORMAT,
    "A7": "W020 W021", "A8": "W010", "A9": "W010", "A10": "D040 D030", "A11": "D042 D041",
    "A12": ELSEWHERE, "A13": "D035 D044", "A14": "D003", "A15": "D008", "A16": "D045 D046",
    "A17": "W001 W002",
    "B1": "T002", "B2": SHOWN, "B3": SHOWN, "B4": "T006", "B5": "T020", "B6": "T021", "B7": SHOWN,
    "B8": "T060", "B9": "T022", "B10": "T012", "B11": "T060", "B12": "T003", "B13": "T004",
    "B14": "T001 T005", "B15": "T011", "B16": "V003 T011", "B17": "T009", "B18": "T008",
    "B19": "T050 T051", "B20": SHOWN, "B21": SHOWN, "B22": "N012",
    "C1": "T040 T041", "C2": SHOWN, "C3": "T045", "C4": SHOWN, "C5": "T043 T042", "C6": "T040",
    "C7": "T042", "C8": "W031", "C9": SHOWN, "C10": "D010", "C11": SHOWN,
    "D1": "M025", "D2": ELSEWHERE, "D3": SHOWN, "D4": "M020", "D5": "M022", "D6": SHOWN,
    "D7": "M030", "D8": "M010 M012 M024", "D9": SHOWN, "D10": "S021", "D11": "S020",
    "E1": SHOWN, "E2": SHOWN, "E3": SHOWN, "E4": "S002 V001", "E5": "V004 N021", "E6": "V005",
    "E7": "V009", "E8": "V006", "E9": "V008", "E10": "S030", "E11": "V003", "E12": "V007 S002",
    "F1": SHOWN, "F2": "O015", "F3": SHOWN, "F4": "O015", "F5": "O014", "F6": "O010", "F7": "O013",
    "F8": "S032", "F9": "S034", "F10": "N004", "F11": "T061", "F12": "N011 S003",
    "G1": "P002", "G2": "P003", "G3": "P004", "G4": "P005", "G5": "P007", "G6": "V003",
    "G7": "P001", "G8": "P008 P009 P010",
    "H-1": "D004", "H-2": "D004", "H-3": "D003", "H-4": "D004", "H-5": "D034 D042", "H-6": "D032",
    "H-7": "X004 D031", "H-8": "X002", "H-9": "X001", "H-10": "X006", "H-11": "W009",
    "H-12": "N015", "H-13": "X007", "H-14": "X008", "H-15": "D035 D042", "H-16": "O051",
    "I1": "W043", "I2": SHOWN, "I3": "D023", "I4": "S012", "I5": "S011", "I6": "S010",
    "I7": "W020", "I8": "W032", "I9": "W031", "I10": "W030", "I11": "W021", "I12": SHOWN,
    "I13": "D024", "I14": "D020", "I15": "D004", "I16": "D001", "I17": "D021 D022",
    "I18": ELSEWHERE,
}  # fmt: skip


def rows_of(path: Path) -> list[str]:
    """Return the ids of all rows in the tables of families A to I."""
    found: list[str] = re.findall(r"^\| ([A-I]-?\d+) \|", path.read_text(), re.MULTILINE)
    return found


def test_each_row_is_in_the_table_once():
    rows = rows_of(ROWS)
    assert sorted(rows) == sorted(CODES)
    assert len(rows) > 120


def test_each_code_of_the_table_has_a_bad_case():
    with_case = {case.code for case in (*BAD, *on_disk.BAD)}
    codes = {word for codes in CODES.values() for word in codes.split() if word[1:].isdigit()}
    assert codes and not codes - with_case


def attributed(*fields: bytes) -> bytes:
    """Return a model with an attribute of an operator that ONNX does not define."""
    made = node("Any", ["x"], ["y"], [of(1, "a") + b"".join(fields)], of(7, "com.example"))
    return model(graph([made]), more=of(8, of(1, "com.example") + int_of(2, 1)))


def valued(type_: bytes) -> bytes:
    """Return a model whose input and output have a type."""
    return model(graph(inputs=[value("x", type_)], outputs=[value("y", type_)]))


BRANCH = of(1, node("Relu", ["x"], ["t"])) + of(2, "b") + of(12, of(1, "t"))
IF = node(
    "If", ["c"], ["y"], [attribute(f"{b}_branch", 5, of(6, BRANCH)) for b in ("then", "else")]
)
CONDITION = value("c", tensor_type(9))
X, W = (value(name, tensor_type(FLOAT, dim(2))) for name in "xw")
WEIGHT = int_of(1, 2) + int_of(2, FLOAT) + of(8, "w") + of(9, bytes(8))
SCALER = node(
    "Scaler", ["x"], ["y"],
    [attribute(name, 6, encode_tag(7, I32) + bytes(4)) for name in ("offset", "scale")],
    of(7, "ai.onnx.ml"),
)  # fmt: skip
SPLIT = of(4, int_of(1, 0) + of(2, int_of(1, 2) + int_of(3, 2)))
GROUPS = [of(3, int_of(1, key) + int_of(2, key - 4)) for key in (4, 5)]
SHARDED = of(1, "tp") + of(2, of(1, "x") + int_of(2, 4) + int_of(2, 5) + b"".join(GROUPS) + SPLIT)

# what may look like a fault, the file, and the infos that there may be
TRAPS = (
    ("a dim with neither member", valued(tensor_type(FLOAT, dim())), ""),
    ("a dim of size 0", valued(tensor_type(FLOAT, dim(0))), ""),
    ("a scalar", valued(tensor_type(FLOAT)), ""),
    ("an omitted optional input",
     model(graph([node("Clip", ["x", "", "w"], ["y"])], [X, value("w", tensor_type(FLOAT))])), ""),
    ("a trailing empty input", model(graph([node("Clip", ["x", ""], ["y"])])), "O015"),
    ("only ai.onnx.ml imported", model(graph([SCALER]), opset=3, domain="ai.onnx.ml"), ""),
    ("numbers one by one, and packed",
     attributed(int_of(8, 1), of(8, b"\x02"), int_of(8, 3), int_of(20, 7)), "W042 O003"),
    ("numbers packed, and one by one",
     model(graph([node("Add", ["x", "w"], ["y"])],
                 initializers=[of(1, b"\x02") + WEIGHT[2:]])), "W042"),
    ("opset_import before ir_version", BASE[55:] + BASE[:55], ""),
    ("graph before ir_version", BASE[2:55] + BASE[:2] + BASE[55:], ""),
    ("unknown fields", BASE + of(99, "hello") + int_of(100, 7), "W021"),
    ("an overlong varint", b"\x08\x88\x00" + BASE[2:], "W040"),
    ("an overridable initializer",
     model(graph([node("Add", ["x", "w"], ["y"])], [X, W], initializers=[WEIGHT])), "N021"),
    ("an attribute of 0 without a value",
     model(graph([node("LeakyRelu", ["x"], ["y"], [attribute("alpha", 1)])])), "S034"),
    ("bytes that look like a message",
     attributed(of(9, "BRANCH_GTE"), int_of(20, 8)), "O003"),
    ("a subgraph's output without a type", model(graph([IF], [X, CONDITION])), ""),
    ("names that are no identifiers",
     model(graph([node("Relu", ["x"], ["/a/b::0"], (), of(3, "0/Relu:1")),
                  node("Relu", ["/a/b::0"], ["y"])])), ""),
    ("groups of devices",
     model(graph([node("Relu", ["x"], ["y"], (), of(10, SHARDED))]), ir=11,
           more=of(26, of(1, "tp") + int_of(2, 2))), ""),
)  # fmt: skip


@pytest.mark.parametrize(("data", "infos"), [trap[1:] for trap in TRAPS], ids=[t[0] for t in TRAPS])
def test_what_is_no_fault_is_passed_over(data: bytes, infos: str):
    findings = api.open(data, "ModelProto").check()
    assert {f.code for f in findings} == set(infos.split()), findings
    assert {f.severity for f in findings} <= {"info"}


@pytest.mark.parametrize("offsets", [("8", "0"), ("8", "8")], ids=["descending", "shared"])
def test_data_outside_in_any_order_or_shared_is_passed_over(
    tmp_path: Path, offsets: tuple[str, str]
):
    weights = [
        int_of(1, 2) + int_of(2, FLOAT) + of(8, name) + int_of(14, 1)
        + each(13, [entry("location", "w.bin"), entry("offset", at), entry("length", "8")])
        for name, at in zip("vw", offsets, strict=True)
    ]  # fmt: skip
    (tmp_path / "w.bin").write_bytes(bytes(16))
    path = tmp_path / "model.onnx"
    path.write_bytes(model(graph([node("Sum", ["x", "v", "w"], ["y"])], initializers=weights)))
    findings = api.open(path).check(deep=True)
    assert {f.code for f in findings} <= {"D035", "D046"}, findings
    assert {f.severity for f in findings} <= {"info"}, findings
