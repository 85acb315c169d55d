"""Rules about what a file that is not trusted could do."""
