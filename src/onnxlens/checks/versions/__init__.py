"""Rules about IR versions and opset versions."""
