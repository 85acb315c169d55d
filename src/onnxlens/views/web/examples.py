"""A short message of each kind that the reference decodes, in hexadecimal."""

EXAMPLES = {
    "AttributeProto": "0A 07 73 74 72 69 64 65 73 40 02 40 02 A0 01 07",
    "ValueInfoProto": "0A 01 78 12 0F 0A 0D 08 01 12 09 0A 02 08 01 0A 03 12 01 4E",
    "NodeProto": (
        "0A 01 78 12 01 79 1A 03 61 63 74 22 09 4C 65 61 6B 79 52 65 6C 75 2A 0F 0A 05 61 "
        "6C 70 68 61 15 00 00 00 3F A0 01 01"
    ),
    "IntIntListEntryProto": "08 04 10 00 10 01",
    "NodeDeviceConfigurationProto": (
        "0A 03 74 77 6F 12 12 0A 01 78 10 00 10 01 22 09 08 00 12 05 12 01 4E 18 02 18 01"
    ),
    "ShardingSpecProto": (
        "0A 01 77 10 00 10 FF FF FF FF FF FF FF FF FF 01 1A 0F 08 FF FF FF FF FF FF FF FF "
        "FF 01 10 01 10 02 22 06 08 01 12 02 18 02"
    ),
    "ShardedDimProto": "08 00 12 05 12 01 4E 18 02",
    "SimpleShardedDimProto": "08 08 18 02",
    "TrainingInfoProto": (
        "0A 2F 0A 20 12 02 77 30 22 0C 52 61 6E 64 6F 6D 4E 6F 72 6D 61 6C 2A 0C 0A 05 73 "
        "68 61 70 65 40 02 A0 01 07 12 05 73 74 61 72 74 62 04 0A 02 77 30 12 22 0A 0F 0A "
        "01 77 0A 01 64 12 02 77 32 22 03 53 75 62 12 04 73 74 65 70 5A 03 0A 01 64 62 04 "
        "0A 02 77 32 1A 07 0A 01 77 12 02 77 30 22 07 0A 01 77 12 02 77 32"
    ),
    "ModelProto": (
        "08 0A 12 04 68 61 6E 64 3A 35 0A 0C 0A 01 78 12 01 79 22 04 52 65 6C 75 12 01 67 "
        "5A 10 0A 01 78 12 0B 0A 09 08 01 12 05 0A 03 12 01 4E 62 10 0A 01 79 12 0B 0A 09 "
        "08 01 12 05 0A 03 12 01 4E 42 02 10 15"
    ),
    "DeviceConfigurationProto": "0A 03 74 77 6F 10 02 1A 05 43 50 55 3A 30 1A 05 43 50 55 3A 31",
    "StringStringEntryProto": "0A 0C 6D 6F 64 65 6C 5F 61 75 74 68 6F 72 12 03 41 64 61",
    "TensorAnnotation": (
        "0A 01 78 12 11 0A 0C 53 43 41 4C 45 5F 54 45 4E 53 4F 52 12 01 73 12 16 0A 11 5A "
        "45 52 4F 5F 50 4F 49 4E 54 5F 54 45 4E 53 4F 52 12 01 7A"
    ),
    "GraphProto": (
        "0A 0C 0A 01 78 12 01 79 22 04 52 65 6C 75 12 01 67 5A 10 0A 01 78 12 0B 0A 09 08 "
        "01 12 05 0A 03 12 01 4E 62 10 0A 01 79 12 0B 0A 09 08 01 12 05 0A 03 12 01 4E"
    ),
    "TensorProto": "08 02 10 01 42 01 77 4A 08 00 00 80 3F 00 00 00 C0",
    "TensorProto.Segment": "08 00 10 02",
    "SparseTensorProto": (
        "0A 11 08 02 10 01 22 08 00 00 80 3F 00 00 00 C0 42 01 77 12 09 08 02 10 07 3A 03 "
        "03 C8 01 18 E8 07"
    ),
    "TensorShapeProto": "0A 03 12 01 4E 0A 02 08 04 0A 00",
    "TensorShapeProto.Dimension": "12 01 4E 1A 0A 44 41 54 41 5F 42 41 54 43 48",
    "TypeProto": "0A 0D 08 01 12 09 0A 03 12 01 4E 0A 02 08 04 32 06 54 45 4E 53 4F 52",
    "TypeProto.Tensor": "08 0A 12 04 0A 02 08 03",
    "TypeProto.Sequence": "0A 04 0A 02 08 01",
    "TypeProto.Map": "08 07 12 04 0A 02 08 01",
    "TypeProto.Optional": "0A 08 22 06 0A 04 0A 02 08 01",
    "TypeProto.SparseTensor": "08 01 12 05 0A 03 08 E8 07",
    "TypeProto.Opaque": "0A 08 6D 79 2E 74 79 70 65 73 12 05 54 61 62 6C 65",
    "OperatorSetIdProto": "0A 0A 61 69 2E 6F 6E 6E 78 2E 6D 6C 10 03",
    "FunctionProto": (
        "0A 05 54 77 69 63 65 22 01 78 2A 01 79 3A 0E 0A 01 78 0A 01 78 12 01 79 22 03 41 "
        "64 64 4A 04 0A 00 10 15 52 06 6D 79 2E 6F 70 73"
    ),
    "OperatorProto": "0A 05 53 63 61 6C 65 10 01 18 01 52 09 79 20 3D 20 73 20 2A 20 78",
    "OperatorSetProto": (
        "0A 09 4F 4E 4E 58 4F 50 53 45 54 10 0A 22 06 6D 79 2E 6F 70 73 28 01 42 0B 0A 05 "
        "53 63 61 6C 65 10 01 18 01"
    ),
    "SequenceProto": ("0A 01 73 10 01 1A 08 10 01 4A 04 00 00 80 3F 1A 08 10 01 4A 04 00 00 00 C0"),
    "MapProto": (
        "0A 01 6D 10 07 18 01 18 02 2A 16 10 01 1A 08 10 01 4A 04 00 00 80 3F 1A 08 10 01 "
        "4A 04 00 00 00 C0"
    ),
    "OptionalProto": "0A 01 6F 10 01 1A 08 10 01 4A 04 00 00 80 3F",
}
