"""What tells where to cut, score and fold: marks, lines, numbers, and the paths themselves."""
