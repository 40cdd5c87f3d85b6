"""A message with expressions in braces, as in `Fight {card.fight} is outside -1..3`."""

from pnp.rules.language.expression import Expression, read_expression
from pnp.rules.language.scope import Scope
from pnp.rules.language.stumble import StumbleError
from pnp.rules.language.values import Datum, show

_LONGEST = 300


class Message:
    """A text and the expressions in it. A StumbleError, with its offset, if one of them cannot be read."""

    __slots__ = ("parts",)

    def __init__(self, text: str) -> None:
        self.parts = tuple(_parts(text))

    def fill(self, scope: Scope) -> str:
        """The message with the values of its expressions."""
        said = ""
        for part, offset in self.parts:
            if isinstance(part, str):
                said += part
                continue
            try:
                said += say(part.evaluate(scope))
            except StumbleError as error:
                raise StumbleError(error.message, error.help, offset + max(error.offset, 0)) from None
        line = " ".join(said.split())
        return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def say(value: Datum) -> str:
    """A value within a sentence: texts without quotes."""
    return value[:_LONGEST] if isinstance(value, str) else show(value)


def _parts(text: str) -> list[tuple[str | Expression, int]]:
    """Plain text and expressions, each with its offset; doubled braces are plain."""
    parts: list[tuple[str | Expression, int]] = []
    at = 0
    while at < len(text):
        if text.startswith(("{{", "}}"), at):
            parts.append((text[at], at))
            at += 2
        elif text[at] == "{":
            end = _end(text, at)
            parts.append((_read(text[at + 1 : end], at + 1), at + 1))
            at = end + 1
        else:
            stops = [found for sign in "{}" if (found := text.find(sign, at + 1)) >= 0]
            end = min(stops, default=len(text))
            parts.append((text[at:end], at))
            at = end
    return parts


def _end(text: str, start: int) -> int:
    """Where the brace that opens at `start` closes; braces within quotes do not count."""
    quote = ""
    for at in range(start + 1, len(text)):
        letter = text[at]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter == "}":
            return at
    raise StumbleError("this brace is never closed", "Write {card.run}; for a plain brace, write {{.", start)


def _read(text: str, offset: int) -> Expression:
    try:
        return read_expression(text)
    except StumbleError as error:
        raise StumbleError(error.message, error.help, offset + max(error.offset, 0)) from None
