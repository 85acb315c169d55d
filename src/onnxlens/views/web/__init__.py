"""What the page in the browser shows, as plain data."""
