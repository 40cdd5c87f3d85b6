"""Print-and-play: YAML through templates to sheets that line up, and checks that the game is consistent."""

__version__ = "0.1.0"
