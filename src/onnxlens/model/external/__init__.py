"""External data: the files beside a model that hold its tensors, and what is wrong with them."""
