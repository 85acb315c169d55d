"""Denotations flow: which axis means what, from the inputs of a graph through its nodes."""
