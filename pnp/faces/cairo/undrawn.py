"""What the drawing library stumbled over, though the gate let it pass."""

from typing import NamedTuple

from pnp.model.finding import PnpError


class Stumble(NamedTuple):
    """The number of the face among those that were to be drawn, what was said, and the markup that cannot be drawn."""

    number: int
    reason: str
    markup: str


class StumbleError(Exception):
    """A piece of markup that cannot be drawn, and what was said."""

    def __init__(self, reason: str, markup: str) -> None:
        super().__init__(reason)
        self.reason, self.markup = reason, markup


class UndrawnError(PnpError):
    """Faces that cannot be drawn: `stumbles` has one for each of them, in their order."""

    def __init__(self, what: str, stumbles: tuple[Stumble, ...]) -> None:
        first = stumbles[0]
        super().__init__(f"{what}: {first.reason} in {first.markup[:120]}", CURE)
        self.stumbles = stumbles


CURE = "Draw that in another way; templates/README.md says what is drawn."
