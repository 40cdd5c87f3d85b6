"""How much an expression may do: steps, sizes, depth. What goes beyond is an error, never a wait."""

from typing import NoReturn

from pnp.rules.language.stumble import StumbleError

LONGEST = 4_000  # characters of an expression
DEEPEST = 40  # levels of an expression
MOST_STEPS = 600_000  # of one rule, all its cards together
MOST_OF_A_KIT = 4_000_000  # of all rules of a kit
MOST_ITEMS = 50_000  # of a list
MOST_LETTERS = 10_000  # of a text
LARGEST = 10**15
MOST_BITS = 2_000  # of a fraction's denominator


class Budget:
    """Counts steps down; raises a StumbleError when there are none left."""

    __slots__ = ("left",)

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take so many steps off."""
        self.left -= steps
        if self.left < 0:
            self.stop()

    def stop(self) -> NoReturn:
        """Say that there are no steps left."""
        raise StumbleError(
            "this takes too many steps", "Look at fewer things at a time: avoid a loop inside of a loop."
        )
