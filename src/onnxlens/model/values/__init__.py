"""Values of data files: tensors, sparse tensors, sequences, maps and optionals."""
