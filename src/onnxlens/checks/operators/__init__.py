"""Rules about nodes and what they call."""
