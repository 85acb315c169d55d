"""What the bytes mean: ONNX read off the merged view."""
