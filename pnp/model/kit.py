"""A kit as it was read: decks of cards with typed values, each with its place, and how they are to be printed."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from pnp.model.board import Board
from pnp.model.colours import GRAY
from pnp.model.expectation import Expectations, Preference
from pnp.model.finding import Fault, LevelChange
from pnp.model.marking import Marking
from pnp.model.net import Net
from pnp.model.outline import Outline
from pnp.model.place import Where
from pnp.model.printer import Margins
from pnp.model.rule import Example, Facts, Odds, Rule
from pnp.model.strip import Strip
from pnp.model.table import Table
from pnp.model.track import Track
from pnp.model.wording import Provenance, Wording

Value: TypeAlias = "str | int | float | bool | tuple[Value, ...] | Mapping[str, Value] | None"
Path: TypeAlias = tuple[str | int, ...]


class Field(NamedTuple):
    """What a card may say under one key: its type and its limits. `type` is a row of `pnp.kit.fields.TYPES`."""

    name: str
    type: str
    where: Where
    required: bool = True
    default: Value = None
    min: float | None = None
    max: float | None = None
    options: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    deck: str = ""
    of: "Field | None" = None
    fields: tuple["Field", ...] = ()


class Card(NamedTuple):
    """One design of a deck, printed `copies` times.

    `values` holds every declared field (a default where the file is silent), text untouched;
    `places` says where each value stands, by its path (`("equipment", "rules")`).
    """

    id: str
    title: str
    copies: int
    where: Where
    values: Mapping[str, Value] = {}
    places: Mapping[Path, Where] = {}

    def place(self, *path: str | int) -> Where:
        """The place of the value at `path`, or of the nearest thing around it that has one."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.places:
                return self.places[path[:end]]
        return self.where


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards of one size that share a front, a back and their fields. Lengths in mm.

    `back_bleed` is the bleed of the backs, None: as the fronts'. `back_turn` is how far (degrees clockwise) they are
    turned against the fronts: with 90 or 270 they are drawn for the turned size.
    `count` is the number of cards that the file promises (copies counted), None where it promises none; `expects` is
    what it promises of their numbers, `better` which values make a better card.
    `board` is the board that its cards show, whose lines they are best parted along.
    `shape` is what their shape is called, `outline` where they are cut, from the trim's top left corner; None: along
    the trim. `strip` says how they are folded, `net` which solid they are folded into; `also` is `round` for those
    that may be cut along the circle inside their outline, too.
    `places` says where a key of the deck stands (`("size",)`).
    """

    id: str
    title: str
    where: Where
    width: float
    height: float
    front: str
    back: str = ""
    size_name: str = ""
    corner: float = 3.0
    bleed: float = 3.175
    safe: float = 3.0
    count: int | None = None
    fields: tuple[Field, ...] = ()
    cards: tuple[Card, ...] = ()
    places: Mapping[Path, Where] = field(default_factory=dict)
    expects: Expectations = field(default_factory=Expectations)
    better: tuple[Preference, ...] = ()
    back_bleed: float | None = None
    back_turn: int = 0
    board: str = ""
    shape: str = "rectangle"
    outline: Outline | None = None
    strip: Strip | None = None
    also: str = ""
    net: Net | None = None

    @property
    def folded(self) -> Strip | Net | None:
        """The panels that a piece is folded from, and the lines between them; None if it stays flat."""
        return self.strip or self.net

    @property
    def size(self) -> int:
        """How many cards the deck has, copies counted."""
        return sum(card.copies for card in self.cards)

    def of_side(self, side: str) -> "Deck":
        """The deck as the template of a side (`front`, `back`) has to be drawn: its own size and bleed."""
        if side == "front":
            return self
        bleed = self.bleed if self.back_bleed is None else self.back_bleed
        across = self.back_turn % 180 != 0
        width, height = (self.height, self.width) if across else (self.width, self.height)
        behind = None
        if self.outline is not None:  # seen from behind, left and right change places
            behind = self.outline.mirrored(self.width).turned(-self.back_turn, self.width, self.height)
        # A back that is turned against its front is drawn as it stands, across the panels.
        strip = None if self.strip is None or self.back_turn else self.strip.mirrored(self.width)
        net = None if self.net is None else self.net.mirrored(self.width)
        return replace(self, width=width, height=height, bleed=bleed, outline=behind, strip=strip, net=net)

    def place(self, *path: str | int) -> Where:
        """The place of the deck's key, or of the deck."""
        return self.places.get(path, self.where)


class Job(NamedTuple):
    """How some decks of a kit are to be printed together: one stock, one or two sides. Lengths in mm.

    `gutter` 0 means shared cuts: neighbours touch and only the outer edge of the sheet has bleed. `up` sets it in other
    words: `most` (shared cuts), `bleed` (as wide as whole bleeds need it), or how many a sheet takes; empty: as it is.
    `margin` is what stays blank at every edge, or at each. `layout` is `grid`; `gutterfold`: backs beside their fronts
    on one side of the paper, `fold` mm from them, to be folded behind them; or `tiles`: pieces larger than the paper in
    parts, each of which goes on `overlap` mm below the next, to be glued. With `share`, what is left of several sizes
    lies together on the last sheets.
    `flip` is `long-edge` or `short-edge`; `marks` is `fronts`, `backs`, `both` or `none`, and `marking` what they look
    like. `skip` are places of every sheet that stay free, from 1, row by row. With `cut_order` the marks are numbered
    in the order in which a guillotine cuts. `cutter` is the machine that a build is for, if it is for one: one of
    `pnp.model.passages.CUTTERS`. `optional` says that the game can be played without what is printed.
    """

    name: str
    decks: tuple[str, ...]
    where: Where
    stock: str = "card stock"
    flip: str = "long-edge"
    marks: str = "both"
    gutter: float = 0.0
    margin: float | Margins = 4.2
    places: Mapping[Path, Where] = {}
    marking: Marking = Marking()
    cut_order: bool = False
    skip: tuple[int, ...] = ()
    cutter: str = ""
    up: str | int = ""
    layout: str = "grid"
    fold: float = 10.0
    share: bool = False
    overlap: float = 6.0
    optional: bool = False

    @property
    def margins(self) -> Margins:
        """What stays blank at each edge of a page as it lies."""
        return self.margin if isinstance(self.margin, Margins) else Margins(*(self.margin,) * 4)

    def place(self, *path: str | int) -> Where:
        """The place of the job's key, or of the job."""
        return self.places.get(path, self.where)


class Rulebook(NamedTuple):
    """A text of the kit that is printed as a booklet: which file, and how it is set.

    `body` and `heading` are families of fonts, `size` is points, `accent` a colour (`#rrggbb`). `booklet` asks for a
    saddle-stitched one beside the loose pages; `thickness` of its paper and `trim`, what is cut off its outer edge once
    it is folded, are mm.
    """

    name: str
    file: str
    where: Where
    title: str = ""
    columns: int = 1
    body: str = "Source Serif 4"
    heading: str = "Barlow Condensed"
    size: float = 10.5
    accent: str = "#1a1a1a"
    stock: str = "paper"
    places: Mapping[Path, Where] = {}
    booklet: bool = False
    thickness: float = 0.1
    trim: float = 0.0

    def place(self, *path: str | int) -> Where:
        """The place of the rulebook's key, or of the rulebook."""
        return self.places.get(path, self.where)


class Waiver(NamedTuple):
    """A finding that the author accepts, with the reason.

    It covers findings of `check` in `file`, and, where given, on `line` alone (a comment on the line)
    or on the thing called `on` (a card, deck or file name).
    """

    check: str
    reason: str
    where: Where
    on: str = ""
    file: str = ""
    line: int = 0


class Credit(NamedTuple):
    """Who did what: `role` (Designer, Icons) and `name`."""

    role: str
    name: str


class Kit(NamedTuple):
    """A whole game as its folder tells it, and the faults that were met on reading it.

    `files` are all files of the kit's folder, relative to it; `read` those that the reader itself used. `themes` are
    the looks that its templates know besides the usual one. `wording` is what it says of its words, `provenance` of
    files by others. `texts` are its YAML files and rulebooks as they are written, by their names in messages.
    """

    id: str
    title: str
    where: Where
    version: str = ""
    summary: str = ""
    licence: str = ""
    credits: tuple[Credit, ...] = ()
    decks: tuple[Deck, ...] = ()
    jobs: tuple[Job, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    faults: tuple[Fault, ...] = ()
    files: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    rulebooks: tuple[Rulebook, ...] = ()
    themes: tuple[str, ...] = ()
    levels: tuple[LevelChange, ...] = ()
    boards: tuple[Board, ...] = ()
    tables: tuple[Table, ...] = ()
    tracks: tuple[Track, ...] = ()
    wording: Wording = Wording()
    provenance: tuple[Provenance, ...] = ()
    rules: tuple[Rule, ...] = ()
    examples: tuple[Example, ...] = ()
    odds: tuple[Odds, ...] = ()
    facts: Facts = Facts()
    texts: Mapping[str, str] = {}

    @property
    def looks(self) -> tuple[str, ...]:
        """Its usual look, which is called nothing, those that it names, and the gray one, which every kit has."""
        return tuple(dict.fromkeys(("", *self.themes, GRAY)))

    def deck(self, id: str) -> Deck:
        """The deck called `id`; KeyError if there is none."""
        for deck in self.decks:
            if deck.id == id:
                return deck
        raise KeyError(id)


class Assets(NamedTuple):
    """The files in a kit's folder and those that its faces used, both as written in messages."""

    files: tuple[str, ...]
    used: frozenset[str]
