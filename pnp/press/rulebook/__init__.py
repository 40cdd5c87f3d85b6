"""Rulebooks: a document set in pages. Inside, lengths are points, y downward from the top of what is spoken of."""
