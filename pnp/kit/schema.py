"""The keys of every part of a kit's YAML, as rows of fields: content/README.md says the same in words."""

from typing import Any

from pnp.kit.fields import PUBLIC
from pnp.model.kit import Field
from pnp.model.place import Where

NOWHERE = Where("")
RESERVED = ("id", "title", "copies", "number", "as_printed")


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
    _row("glossary", "anything"),
    _row("names", "anything"),
    _row("reads", "anything"),
    _row("words", "file"),
    _row("assets", "anything"),
)

CREDIT = (_row("role", "text", required=True), _row("name", "text", required=True))

TERM = (
    _row("term", "text", required=True),
    _row("not", "list", required=True, of=_TEXT),
    _row("skip", "list", of=_TEXT),
)

NAMED = (_row("word", "text", required=True), _row("of", "id", required=True), _row("number", "text", default="number"))

READ = (_row("field", "text", required=True), _row("as", "text", required=True))

ASSET = (
    _row("file", "text", required=True),
    _row("by", "text", required=True),
    _row("licence", "text", required=True),
)

JOB = (
    _row("name", "id"),
    _row("decks", "anything"),
    _row("stock", "text", default="card stock"),
    _row("flip", "choice", options=("long-edge", "short-edge"), default="long-edge"),
    _row("marks", "anything"),
    _row("cut_order", "boolean", default=False),
    _row("gutter", "length", default=0.0, min=0, max=1000),
    _row("margin", "margins", default=4.2, min=0, max=1000),
    _row("up", "integer", min=1, max=10000, also=("most", "bleed")),
    _row("layout", "choice", options=("grid", "gutterfold", "tiles"), default="grid"),
    _row("overlap", "length", default=6.0, min=0, max=1000),
    _row("fold", "length", default=10.0, min=0, max=1000),
    _row("share", "boolean", default=False),
    _row("optional", "boolean", default=False),
    _row("skip", "list", of=_row("", "integer", min=1, max=10000)),
)

# The `marks` of a job, where they are a word and where they are a group.
SIDES = _row("marks", "choice", options=("both", "fronts", "backs", "none"), default="both")

LINES = (
    _row("cut", "choice", options=("solid", "dashed", "dotted"), default="solid"),
    _row("score", "choice", options=("solid", "dashed", "dotted"), default="dotted"),
    _row("fold", "choice", options=("solid", "dashed", "dotted"), default="dashed"),
)

MARKS = (
    _row(
        "style",
        "choice",
        options=("ticks", "corners", "crosses", "dots", "lines", "outlines", "none"),
        default="ticks",
    ),
    _row("sides", "choice", options=("both", "fronts", "backs"), default="both"),
    _row("length", "length", min=0.5, max=100),
    _row("offset", "length", min=0, max=50),
    _row("weight", "length", default=0.15, min=0.088, max=2),
    _row("colour", "text", default="#000000"),
    _row("cuts", "choice", options=("outlines", "straight")),
    _row("lines", "group", fields=LINES),
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
    _row("booklet", "boolean", default=False),
    _row("thickness", "length", default=0.1, min=0, max=1),
    _row("trim", "length", default=0.0, min=0, max=30),
)

PANEL = (
    _row("name", "id"),
    _row("length", "length", required=True, min=1, max=1000),
    _row("use", "choice", options=("picture", "tab", "plain"), default="picture"),
    _row("turned", "boolean", default=False),
    _row("then", "choice", options=("fold", "score", "cut"), default="fold"),
)

FOLDS = (
    _row("direction", "choice", options=("down", "across"), default="down"),
    _row("panels", "list", required=True, of=_row("", "group", fields=PANEL)),
    _row("steps", "list", of=_TEXT),
)

PYRAMID = (
    _row("sides", "integer", default=4, min=3, max=12),
    _row("base", "length", required=True, min=3, max=500),
    _row("height", "length", min=3, max=500),
    _row("slant", "length", min=3, max=500),
    _row("floor", "boolean", default=False),
)

TUCK_BOX = (
    _row("holds", "list", of=_row("", "id")),
    _row("cards", "integer", min=1, max=2000),
    _row("card", "size"),
    _row("stock", "length", default=0.32, min=0.01, max=10),
    _row("play", "length", default=1.0, min=0, max=50),
    _row("wall", "length", default=0.3, min=0, max=3),
    _row("inside", "list", of=_row("", "length", min=2, max=500)),
)

NESTS = (_row("in", "id", required=True), _row("stock", "length", required=True, min=0.01, max=10))

NET = (
    _row("pyramid", "group", fields=PYRAMID),
    _row("box", "list", of=_row("", "length", min=3, max=500)),
    _row("die", "length", min=5, max=200),
    _row("tuck_box", "group", fields=TUCK_BOX),
    _row("flap", "length", default=6.0, min=2, max=50),
    _row("nests", "group", fields=NESTS),
    _row("steps", "list", of=_TEXT),
)

DECK = (
    _row("deck", "id", required=True),
    _row("title", "text"),
    _row("size", "size", required=True),
    _row("shape", "anything"),
    _row("also", "choice", options=("round",)),
    _row("folds", "group", fields=FOLDS),
    _row("net", "group", fields=NET),
    _row("corner", "length", default=3.0, min=0),
    _row("bleed", "length", default=3.175, min=0, max=50),
    _row("safe", "length", default=3.0, min=0),
    _row("front", "file", required=True),
    _row("back", "file"),
    _row("back_bleed", "length", min=0, max=50),
    _row("back_turn", "choice", options=("0", "90", "180", "270"), default="0"),
    _row("board", "id"),
    _row("count", "integer", min=0),
    _row("shared", "anything"),
    _row("fields", "anything"),
    _row("cards", "anything"),
    _row("expects", "anything"),
    _row("better", "anything"),
)

CARD = (
    _row("id", "card id", required=True),
    _row("title", "text", required=True),
    _row("copies", "integer", default=1, min=0, max=1000),
    _row("as_printed", "anything"),
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

RULES = (
    _row("levels", "anything"),
    _row("waivers", "anything"),
    _row("rules", "anything"),
    _row("examples", "anything"),
    _row("odds", "anything"),
    _row("facts", "anything"),
)

WAIVER = (_row("check", "text"), _row("on", "text"), _row("reason", "text"))

RULE = (
    _row("id", "id", required=True),
    _row("says", "text", required=True),
    _row("ref", "text"),
    _row("level", "choice", options=("error", "warning", "information")),
    _row("on", "id"),
    _row("for", "text"),
    _row("if", "text"),
    _row("expect", "text"),
    _row("message", "text"),
    _row("unique", "anything"),
    _row("count", "anything"),
    _row("sum", "anything"),
    _row("range", "anything"),
    _row("one_of", "anything"),
    _row("covers", "anything"),
    _row("refers_to", "anything"),
    _row("at_most", "anything"),
    _row("reachable", "anything"),
    _row("separates", "anything"),
)

EXAMPLE = (
    _row("id", "id", required=True),
    _row("says", "text"),
    _row("ref", "text"),
    _row("given", "anything"),
    _row("printed", "anything", required=True),
    _row("by_rule", "anything", required=True),
)

ODDS = (
    _row("deck", "id"),
    _row("field", "text"),
    _row("dice", "text"),
    _row("draws", "anything"),
    _row("difficulties", "anything"),
    _row("modifiers", "anything"),
)

# The forms of a rule: the keys that each takes, those that it needs, and the key that a bare value stands for.
FORMS = {
    "unique": (("fields",), ("fields",), "fields"),
    "count": (("is", "min", "max"), (), "is"),
    "sum": (("field", "is", "min", "max"), ("field",), ""),
    "range": (("field", "min", "max"), ("field",), ""),
    "one_of": (("field", "values"), ("field", "values"), ""),
    "covers": (("field", "values"), ("field", "values"), ""),
    "refers_to": (("field", "deck", "board", "key"), ("field",), ""),
    "at_most": (("field", "most"), ("most",), "most"),
    "reachable": (("from", "without"), ("from",), "from"),
    "separates": (("by", "inside", "outside"), ("by", "inside"), ""),
}
