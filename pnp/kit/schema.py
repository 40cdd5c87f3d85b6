"""The keys of every part of a kit's YAML, as rows of fields: content/README.md says the same in words."""

from typing import Any

from pnp.kit.fields import PUBLIC
from pnp.model.kit import Field
from pnp.model.place import Where

NOWHERE = Where("")
RESERVED = ("id", "title", "copies", "number")


def _row(name: str, type: str, required: bool = False, **limits: Any) -> Field:
    return Field(name, type, NOWHERE, required=required, **limits)


_TEXT = _row("", "text")

KIT = (
    _row("kit", "id", required=True),
    _row("title", "text", required=True),
    _row("version", "text"),
    _row("summary", "text"),
    _row("licence", "text"),
    _row("credits", "anything"),
    _row("print", "anything"),
)

CREDIT = (_row("role", "text", required=True), _row("name", "text", required=True))

JOB = (
    _row("name", "id"),
    _row("decks", "anything"),
    _row("stock", "text", default="card stock"),
    _row("flip", "choice", options=("long-edge", "short-edge"), default="long-edge"),
    _row("marks", "choice", options=("both", "fronts", "backs", "none"), default="both"),
    _row("gutter", "length", default=0.0, min=0, max=1000),
    _row("margin", "length", default=4.2, min=0, max=1000),
)

DECK = (
    _row("deck", "id", required=True),
    _row("title", "text"),
    _row("size", "size", required=True),
    _row("corner", "length", default=3.0, min=0),
    _row("bleed", "length", default=3.175, min=0, max=50),
    _row("safe", "length", default=3.0, min=0),
    _row("front", "file", required=True),
    _row("back", "file"),
    _row("count", "integer", min=0),
    _row("shared", "anything"),
    _row("fields", "anything"),
    _row("cards", "anything"),
)

CARD = (
    _row("id", "id", required=True),
    _row("title", "text", required=True),
    _row("copies", "integer", default=1, min=0, max=1000),
)

SPEC = (
    _row("type", "choice", required=True, options=PUBLIC),
    _row("required", "boolean"),
    _row("default", "anything"),
    _row("also", "list", of=_TEXT),
    _row("min", "number"),
    _row("max", "number"),
    _row("options", "list", of=_TEXT),
    _row("deck", "id"),
    _row("of", "anything"),
    _row("fields", "anything"),
)

RULES = (_row("waivers", "anything"),)

WAIVER = (_row("check", "text"), _row("on", "text"), _row("reason", "text"))
