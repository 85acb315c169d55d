"""What tells one message from another: weights of evidence, from 0 to 1 unless said otherwise."""

THRESHOLD = 0.5  # below it no root is believed

# How well content has to fit a field of the right number and wire type.
BINARY_STRING = 0.05  # bytes that are no text in a string
LINES_IN_NAME = 0.6
BYTES_FIELD = 0.8  # any bytes fit
PACKED_RUN = 0.7  # nearly any bytes fit
UNUSUAL_RUN = 0.4  # packed, where the standard has it unpacked
MOST_UNPROVEN = 4  # weight of a field whose bytes prove nothing
ENUM_OUT_OF_RANGE = 0.2
ENUM_ZERO = 0.8
HUGE_NUMBER = 0.4
LIKELY_BELOW = 1 << 48
BROKEN_RUN = 0.1
RUN_THAT_IS_TEXT = 0.2
TWICE = 0.7  # a singular field that comes again, or a second member of a oneof
UNSEEN = 0.9  # a message too deep to look into
ONEOF_CONFLICT = 0.6
DISORDER = 0.97  # fields not in the order of their numbers

# Costs, as factors of the weight of what does not fit.
UNKNOWN = 0.3
WRONG_WIRE = 1.0
LEAST_WRONG = 4
LOST = 0.5

# Part of the score that depends on the fields below being there.
EXPECTED_SHARE = 0.6
MAY_FOLLOW = 0.4  # factor of what may stand in the part that was not seen
EXPECTED_SHARE_INNER = 0.6

# Messages as people store them in files have 1.
PRIOR = {
    "IntIntListEntryProto": 0.6,
    "NodeDeviceConfigurationProto": 0.85,
    "ShardingSpecProto": 0.85,
    "ShardedDimProto": 0.8,
    "SimpleShardedDimProto": 0.7,
    "TrainingInfoProto": 0.9,
    "DeviceConfigurationProto": 0.7,
    "StringStringEntryProto": 0.8,
    "TensorAnnotation": 0.85,
    "TensorProto.Segment": 0.6,
    "TensorShapeProto": 0.9,
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
    "AttributeProto": ((3, ("name",)), (2, ("type",)), (2, _ATTRIBUTE_VALUES)),
    "ValueInfoProto": ((3, ("name",)), (3, ("type",))),
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
    "TensorProto": ((6, ("data_type",)), (2, ("dims",)), (3, _TENSOR_DATA)),
    "TensorProto.Segment": ((1, ("begin",)), (1, ("end",))),
    "SparseTensorProto": ((3, ("values",)), (2, ("indices",)), (2, ("dims",))),
    "TensorShapeProto": ((1, ("dim",)),),
    "TensorShapeProto.Dimension": ((1, ("dim_value", "dim_param")),),
    "TypeProto": ((1, _TYPE_KINDS),),
    "TypeProto.Tensor": ((2, ("elem_type",)), (1, ("shape",))),
    "TypeProto.Sequence": ((1, ("elem_type",)),),
    "TypeProto.Map": ((1, ("key_type",)), (1, ("value_type",))),
    "TypeProto.Optional": ((1, ("elem_type",)),),
    "TypeProto.SparseTensor": ((2, ("elem_type",)), (1, ("shape",))),
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
