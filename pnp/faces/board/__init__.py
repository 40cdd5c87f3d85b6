"""What a template draws a board from: the board's map as paths, and pens that follow them."""
