"""Faces of onnxlens: they parse what a person asked, call, and show."""
