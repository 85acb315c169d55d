"""Rules about the elements of tensors, in the file and beside it."""
