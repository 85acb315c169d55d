"""Protobuf on the wire, without a word of ONNX: records, scalars and the flat index."""
