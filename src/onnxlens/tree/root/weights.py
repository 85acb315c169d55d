"""The evidence that tells one message from another, as a table of weights.

Chosen by trial on the corpus, on the messages inside it, on damaged copies of both and on random
bytes; tests/tree/test_root.py states what they achieve.
"""

# Scores, 0 to 1.
THRESHOLD = 0.5  # below it a message is not believed: foreign files reach 0.45, damaged models 0.57
DOUBTFUL = 0.8  # below it a file is asked whether something was done to it

# How well a payload fits a field of the right number and wire type: 1 unless
BINARY_STRING = 0.05  # a string is no text
LINES_IN_NAME = 0.3  # a string that should be one line has several
ENUM_OUT_OF_RANGE = 0.2  # the standard has no name for the number
ENUM_ZERO = 0.8  # it is 0, which means undefined, mostly
HUGE_NUMBER = 0.4  # an integer is not below LIKELY_BELOW
LIKELY_BELOW = 1 << 48
BYTES_FIELD = 0.8  # any bytes would fit
PACKED_RUN = 0.7  # nearly any bytes would fit
UNUSUAL_RUN = 0.4  # values are packed that the standard has unpacked
RUN_THAT_IS_TEXT = 0.2  # packed values are all letters: rather a name
BROKEN_RUN = 0.1  # packed values cannot be decoded
UNSEEN = 0.9  # a message is too deep to look into, or a payload is empty
TWICE = 0.7  # factor, where a singular field comes again

# Factors of the share that fits.
UNPROVEN = 0.7  # all that fits is such that any bytes would
ONEOF_CONFLICT = 0.6  # two members of a oneof, which no writer sets
DISORDER = 0.97  # fields are not in the order of their numbers

# Records weigh as many bits as their size has; those of one tag count as one record, and
MOST_UNPROVEN = 4  # at most this, where any bytes would fit
LEAST_WRONG = 6  # at least this, where a field has the wrong wire type
UNKNOWN = 0.3  # this factor: all fields that the message does not have
LOST = 0.5  # this factor: what cannot be decoded

# Part of the score that depends on the fields below being there.
EXPECTED_SHARE = 0.6
MAY_FOLLOW = 0.4  # factor of a missing field that may stand where the file was not seen

# How usual it is that a file holds the message: 1 for those that people store.
PRIOR = {
    "ModelProto": 1.1,
    "IntIntListEntryProto": 0.6,
    "NodeDeviceConfigurationProto": 0.85,
    "ShardingSpecProto": 0.85,
    "ShardedDimProto": 0.8,
    "SimpleShardedDimProto": 0.7,
    "TrainingInfoProto": 0.85,
    "DeviceConfigurationProto": 0.7,
    "StringStringEntryProto": 0.8,
    "TensorAnnotation": 0.85,
    "TensorProto.Segment": 0.6,
    "TensorShapeProto": 0.8,
    "TensorShapeProto.Dimension": 0.7,
    "TypeProto.Tensor": 0.85,
    "TypeProto.Sequence": 0.8,
    "TypeProto.Map": 0.8,
    "TypeProto.Optional": 0.8,
    "TypeProto.SparseTensor": 0.8,
    "TypeProto.Opaque": 0.75,
    "OperatorSetIdProto": 0.75,
    "OperatorProto": 0.8,
}

_TENSOR_DATA = (
    "float_data", "int32_data", "string_data", "int64_data", "raw_data", "double_data",
    "uint64_data", "external_data",
)  # fmt: skip
_TYPE_KINDS = (
    "tensor_type", "sequence_type", "map_type", "opaque_type", "sparse_tensor_type",
    "optional_type",
)  # fmt: skip
_ATTRIBUTE_VALUES = (
    "f", "i", "s", "t", "g", "tp", "sparse_tensor", "floats", "ints", "strings", "tensors",
    "graphs", "type_protos", "sparse_tensors", "ref_attr_name",
)  # fmt: skip
_SEQUENCE_VALUES = (
    "tensor_values", "sparse_tensor_values", "sequence_values", "map_values", "optional_values",
)  # fmt: skip
_OPTIONAL_VALUES = (
    "tensor_value", "sparse_tensor_value", "sequence_value", "map_value", "optional_value",
)  # fmt: skip

# Fields that a message has, as a rule: any one of the names, and its weight against the others.
EXPECTED: dict[str, tuple[tuple[int, tuple[str, ...]], ...]] = {
    "AttributeProto": ((4, ("name",)), (2, ("type",)), (1, _ATTRIBUTE_VALUES)),
    "ValueInfoProto": ((3, ("name",)), (2, ("type",))),
    "NodeProto": ((4, ("op_type",)), (1, ("input",)), (2, ("output",))),
    "IntIntListEntryProto": ((1, ("key",)), (1, ("value",))),
    "NodeDeviceConfigurationProto": ((1, ("configuration_id",)), (1, ("sharding_spec",))),
    "ShardingSpecProto": ((1, ("tensor_name",)), (1, ("device",)), (1, ("sharded_dim",))),
    "ShardedDimProto": ((1, ("axis",)), (1, ("simple_sharding",))),
    "SimpleShardedDimProto": ((1, ("dim_value", "dim_param")), (1, ("num_shards",))),
    "TrainingInfoProto": ((2, ("algorithm",)), (1, ("update_binding",))),
    "ModelProto": ((2, ("ir_version",)), (5, ("graph", "functions")), (1, ("opset_import",))),
    "DeviceConfigurationProto": ((1, ("name",)), (1, ("num_devices",))),
    "StringStringEntryProto": ((1, ("key",)), (1, ("value",))),
    "TensorAnnotation": ((1, ("tensor_name",)), (1, ("quant_parameter_tensor_names",))),
    "GraphProto": ((3, ("node",)), (1, ("name",)), (2, ("output",))),
    "TensorProto": ((9, ("data_type",)), (2, ("dims",)), (2, _TENSOR_DATA)),
    "TensorProto.Segment": ((1, ("begin",)), (1, ("end",))),
    "SparseTensorProto": ((3, ("values",)), (2, ("indices",)), (2, ("dims",))),
    "TensorShapeProto": ((1, ("dim",)),),
    "TensorShapeProto.Dimension": ((1, ("dim_value", "dim_param")),),
    "TypeProto": ((1, _TYPE_KINDS),),
    "TypeProto.Tensor": ((3, ("elem_type",)), (1, ("shape",))),
    "TypeProto.Sequence": ((1, ("elem_type",)),),
    "TypeProto.Map": ((1, ("key_type",)), (1, ("value_type",))),
    "TypeProto.Optional": ((1, ("elem_type",)),),
    "TypeProto.SparseTensor": ((3, ("elem_type",)), (1, ("shape",))),
    "TypeProto.Opaque": ((1, ("name",)), (1, ("domain",))),
    "OperatorSetIdProto": ((1, ("domain",)), (2, ("version",))),
    "FunctionProto": ((2, ("name",)), (3, ("node",)), (2, ("domain", "opset_import"))),
    "OperatorProto": ((2, ("op_type",)), (1, ("since_version",)), (1, ("status",))),
    "OperatorSetProto": (
        (1, ("magic",)), (1, ("ir_version",)), (1, ("opset_version",)),
        (3, ("operator", "functions")),
    ),
    "SequenceProto": ((3, ("elem_type",)), (1, _SEQUENCE_VALUES)),
    "MapProto": ((3, ("key_type",)), (2, ("keys", "string_keys")), (3, ("values",))),
    "OptionalProto": ((3, ("elem_type",)), (1, _OPTIONAL_VALUES)),
}  # fmt: skip
