"""What every byte of an ONNX file says, and what it means."""
