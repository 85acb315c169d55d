"""Explanations: sentences about one value at hand, which a note on its field cannot know."""
