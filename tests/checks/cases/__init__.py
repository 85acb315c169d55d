"""Good and bad files for each rule, one module a layer; each has a list ``CASES``."""
