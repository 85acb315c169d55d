"""Bytes and schema joined: documents, fields, paths, roots and the merged view."""
