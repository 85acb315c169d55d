"""Rules about fields: what must be there, and what they may hold."""
