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
    _row("themes", "list", of=_row("", "id")),
    _row("rulebooks", "anything"),
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

FONTS = (_row("body", "text", default="Source Serif 4"), _row("heading", "text", default="Barlow Condensed"))

RULEBOOK = (
    _row("name", "id", default="rules"),
    _row("file", "file", required=True),
    _row("title", "text"),
    _row("columns", "integer", default=1, min=1, max=2),
    _row("fonts", "group", fields=FONTS),
    _row("size", "number", default=10.5, min=8, max=14),
    _row("accent", "text", default="#1a1a1a"),
    _row("stock", "text", default="paper"),
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

TABLE = (
    _row("file", "file", required=True),
    _row("sheet", "text"),
    _row("columns", "anything"),
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
