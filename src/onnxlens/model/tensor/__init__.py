"""Stored tensors as values: where the elements stand, what is wrong, and the numbers."""
