"""What stops an expression."""


class StumbleError(Exception):
    """An expression cannot be read or has no value. `offset` counts the characters of its text, -1 where unknown.

    It is `silent` if the reason was told before: a value of the kit could not be read.
    """

    def __init__(self, message: str, help: str = "", offset: int = -1, *, silent: bool = False) -> None:
        super().__init__(message)
        self.silent = silent
        self.message = message
        self.help = help
        self.offset = offset
