"""What stops an expression."""


class StumbleError(Exception):
    """An expression cannot be read or has no value. `offset` counts the characters of its text, -1 where unknown.

    It is `silent` if the reason was told before: a value of the kit could not be read. `key` is that of a form's value
    which it is about, empty for the form itself.
    """

    def __init__(self, message: str, help: str = "", offset: int = -1, *, silent: bool = False, key: str = "") -> None:
        super().__init__(message)
        self.silent = silent
        self.key = key
        self.message = message
        self.help = help
        self.offset = offset
