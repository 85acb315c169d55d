"""Wire types of protobuf and the two that the index adds."""

VARINT = 0
I64 = 1
LEN = 2
SGROUP = 3
EGROUP = 4
I32 = 5
NOT_INDEXED = 6  # a rest that the scan left out: the budget was reached, or there is no root
MALFORMED = 7  # bytes that cannot be decoded, up to the end of their message

NAMES = ("VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32", "not indexed", "malformed")

MAX_TAG = 5  # bytes; standard parsers refuse a longer tag
MAX_VARINT = 10  # bytes; 64 bits at 7 a byte
LONGEST_HEAD = MAX_TAG + MAX_VARINT  # the most bytes that decide where a record's payload begins
