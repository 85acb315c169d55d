"""Reasons why bytes cannot be decoded as protobuf."""

TAG_CUT = 1
TAG_LONG = 2
FIELD_ZERO = 3
WIRE_TYPE = 4
END_GROUP = 5
LENGTH_CUT = 6
LENGTH_LONG = 7
VALUE_CUT = 8
VALUE_LONG = 9
CLIPPED = 10
GROUP_OPEN = 11

# CLIPPED and GROUP_OPEN mark a record that is otherwise readable; the others a malformed row.
WORDS = {
    TAG_CUT: "the tag is cut off by the end of its message",
    TAG_LONG: "a tag of more than 5 bytes or 32 bits",
    FIELD_ZERO: "field number 0; numbers start at 1",
    WIRE_TYPE: "wire types are 0 to 5",
    END_GROUP: "an end-group tag without its start",
    LENGTH_CUT: "the length is cut off by the end of its message",
    LENGTH_LONG: "a length of more than 10 bytes",
    VALUE_CUT: "the value is cut off by the end of its message",
    VALUE_LONG: "a varint of more than 10 bytes",
    CLIPPED: "declares more bytes than its message has left",
    GROUP_OPEN: "a group without its end-group tag",
}
