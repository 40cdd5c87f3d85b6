"""Where pieces may lie on a page: paper, places, seams."""
