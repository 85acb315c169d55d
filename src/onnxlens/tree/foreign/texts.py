"""Notations of text that say whose they are, in the order in which they are asked."""

from .json_text import onnx_json
from .markup import markup
from .onnx_text import onnx_text
from .pointer import lfs_pointer
from .protobuf_text import protobuf_text
from .rewritten import utf16

TEXTS = (utf16, lfs_pointer, markup, onnx_text, onnx_json, protobuf_text)
