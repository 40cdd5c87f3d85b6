"""Text on a face: markup, fonts, shaping, line breaking, fitting into a box."""
