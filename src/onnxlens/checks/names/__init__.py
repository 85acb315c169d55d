"""Rules about names, graphs and functions."""
