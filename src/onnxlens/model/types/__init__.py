"""Value types: read from a file, written to bytes and to text, and read back."""
