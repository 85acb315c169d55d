"""How an element of each data type is stored: bits, number format, typed field, packing.

Sources: the comments of TensorProto in onnx-ml.proto of onnx 1.23.2 (IR version 14); for the small
floats also docs/technical/float8.md and float4.md of onnx and the OCP MX specification 1.0.
"""

from __future__ import annotations

# How a float's codes are spent on infinities, NaN and zeros.
IEEE = "ieee"  # all exponent bits set: infinity, or NaN with a mantissa
FN = "fn"  # only the code with exponent and mantissa all set is NaN; no infinity
FNUZ = "fnuz"  # the code of negative zero is NaN, the only one; no infinity
FINITE = "finite"  # numbers only
E8M0 = "e8m0"  # no sign, no mantissa, no zero: a power of two; all bits set is NaN


class Format:
    """A binary float: exponent bits, mantissa bits, bias, and how special values are coded.

    ``special`` is IEEE, FN, FNUZ, FINITE or E8M0. All but E8M0 have a sign bit above the exponent
    and count from the smallest normal step below exponent 1.
    """

    __slots__ = ("bias", "exponent", "mantissa", "special")

    def __init__(self, exponent: int, mantissa: int, bias: int, special: str) -> None:
        self.exponent = exponent
        self.mantissa = mantissa
        self.bias = bias
        self.special = special


class DataType:
    """One value of TensorProto.DataType as storage.

    ``bits`` is the width of an element in ``raw_data`` (0 for STRING, which has none), ``kind``
    one of signed, unsigned, float, complex, bool, string. ``format`` tells a float's codes; of a
    complex number, those of each part. ``field`` is the field of typed storage, of which
    ``entries`` entries hold ``elements`` elements; ``entry_bits`` are the low bits of an entry
    that count. ``dtype`` is the name of the type in numpy, or in ml_dtypes where ``is_extended``.
    """

    __slots__ = ("bits", "dtype", "elements", "entries", "entry_bits", "field", "format",
                 "is_extended", "kind", "name", "number")  # fmt: skip

    def __init__(
        self,
        number: int,
        name: str,
        bits: int,
        kind: str,
        field: str,
        dtype: str,
        format: Format | None = None,
        packing: tuple[int, int] = (1, 1),
    ) -> None:
        self.number = number
        self.name = name
        self.bits = bits
        self.kind = kind
        self.format = format
        self.field = field
        self.elements, self.entries = packing
        self.entry_bits = bits * self.elements // self.entries
        self.dtype = dtype
        self.is_extended = dtype in _EXTENDED

    def __repr__(self) -> str:
        return f"<DataType {self.name}>"

    def bytes_for(self, count: int) -> int:
        """Return the bytes that ``count`` elements take in ``raw_data``, rounded up."""
        return (count * self.bits + 7) // 8

    def entries_for(self, count: int) -> int:
        """Return the entries that ``count`` elements take in the typed field, rounded up."""
        return -(-count // self.elements) * self.entries


_EXTENDED = frozenset((
    "bfloat16", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "uint4",
    "int4", "float4_e2m1fn", "float8_e8m0fnu", "uint2", "int2", "float6_e2m3fn", "float6_e3m2fn",
))  # fmt: skip
_SINGLE, _DOUBLE = Format(8, 23, 127, IEEE), Format(11, 52, 1023, IEEE)
_COMPLEX = (1, 2)  # elements, entries
_ROWS = (
    DataType(1, "FLOAT", 32, "float", "float_data", "float32", _SINGLE),
    DataType(2, "UINT8", 8, "unsigned", "int32_data", "uint8"),
    DataType(3, "INT8", 8, "signed", "int32_data", "int8"),
    DataType(4, "UINT16", 16, "unsigned", "int32_data", "uint16"),
    DataType(5, "INT16", 16, "signed", "int32_data", "int16"),
    DataType(6, "INT32", 32, "signed", "int32_data", "int32"),
    DataType(7, "INT64", 64, "signed", "int64_data", "int64"),
    DataType(8, "STRING", 0, "string", "string_data", "object"),
    DataType(9, "BOOL", 8, "bool", "int32_data", "bool"),
    DataType(10, "FLOAT16", 16, "float", "int32_data", "float16", Format(5, 10, 15, IEEE)),
    DataType(11, "DOUBLE", 64, "float", "double_data", "float64", _DOUBLE),
    DataType(12, "UINT32", 32, "unsigned", "uint64_data", "uint32"),
    DataType(13, "UINT64", 64, "unsigned", "uint64_data", "uint64"),
    DataType(14, "COMPLEX64", 64, "complex", "float_data", "complex64", _SINGLE, _COMPLEX),
    DataType(15, "COMPLEX128", 128, "complex", "double_data", "complex128", _DOUBLE, _COMPLEX),
    DataType(16, "BFLOAT16", 16, "float", "int32_data", "bfloat16", Format(8, 7, 127, IEEE)),
    DataType(17, "FLOAT8E4M3FN", 8, "float", "int32_data", "float8_e4m3fn", Format(4, 3, 7, FN)),
    DataType(
        18, "FLOAT8E4M3FNUZ", 8, "float", "int32_data", "float8_e4m3fnuz", Format(4, 3, 8, FNUZ)
    ),
    DataType(19, "FLOAT8E5M2", 8, "float", "int32_data", "float8_e5m2", Format(5, 2, 15, IEEE)),
    DataType(
        20, "FLOAT8E5M2FNUZ", 8, "float", "int32_data", "float8_e5m2fnuz", Format(5, 2, 16, FNUZ)
    ),
    DataType(21, "UINT4", 4, "unsigned", "int32_data", "uint4", None, (2, 1)),
    DataType(22, "INT4", 4, "signed", "int32_data", "int4", None, (2, 1)),
    DataType(
        23, "FLOAT4E2M1", 4, "float", "int32_data", "float4_e2m1fn", Format(2, 1, 1, FINITE), (2, 1)
    ),
    DataType(24, "FLOAT8E8M0", 8, "float", "int32_data", "float8_e8m0fnu", Format(8, 0, 127, E8M0)),
    DataType(25, "UINT2", 2, "unsigned", "int32_data", "uint2", None, (4, 1)),
    DataType(26, "INT2", 2, "signed", "int32_data", "int2", None, (4, 1)),
    DataType(27, "FLOAT6E2M3", 6, "float", "int32_data", "float6_e2m3fn", Format(2, 3, 1, FINITE)),
    DataType(28, "FLOAT6E3M2", 6, "float", "int32_data", "float6_e3m2fn", Format(3, 2, 3, FINITE)),
)
_BY_NUMBER = {row.number: row for row in _ROWS}


def data_types() -> tuple[DataType, ...]:
    """All data types that an element can have, in order of number; UNDEFINED is none."""
    return _ROWS


def storage_of(number: int) -> DataType | None:
    """The data type of a number; None for 0 and for numbers that the standard does not have."""
    return _BY_NUMBER.get(number)
