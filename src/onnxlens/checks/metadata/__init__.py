"""Rules about metadata and denotations."""
