"""Multi-device annotations (IR version 11) in words: hints that a backend may ignore."""
