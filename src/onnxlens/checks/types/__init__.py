"""Rules about types, shapes and symbols."""
