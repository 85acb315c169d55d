"""Rules about annotations for devices."""
