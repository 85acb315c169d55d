"""Metadata in words: the entries of every level, their meaning, and what an image model wants."""
