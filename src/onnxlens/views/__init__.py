"""Pure layouts: facts in, lines of text or JSON out."""
