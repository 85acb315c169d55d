"""The rules by which a file is judged, and the engine that asks them."""
