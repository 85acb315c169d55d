"""Names in their scope and symbols of the whole model."""
