"""What stops an expression."""


class StumbleError(Exception):
    """An expression cannot be read or has no value. `offset` counts the characters of its text, -1 where unknown."""

    def __init__(self, message: str, help: str = "", offset: int = -1) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.offset = offset
