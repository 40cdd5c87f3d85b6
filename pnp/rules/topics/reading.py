"""Checks of files as files: can they be read at all, and do they say what their author sees in them."""

from pnp.model.finding import Level
from pnp.model.kit import Kit
from pnp.rules.check import recorded


@recorded("yaml-syntax", on=Kit)
def yaml_syntax() -> None:
    """Every file of a kit is YAML that can be read to its end.

    From the place of such a mistake on, nothing in the file can be trusted, so none of its cards would be printed.
    Most often a text holds `: ` or begins with a sign that YAML takes for its own; quotes mend it.

    Bad:
        title: Warning: zombies

    Good:
        title: "Warning: zombies"
    """


@recorded("yaml-limits", on=Kit)
def yaml_limits() -> None:
    """A file stays within the sizes that a card game can need.

    Anchors that multiply themselves, or lists nested hundreds deep, are never a game; read to the end they would fill
    the machine's memory instead of a sheet.

    Bad:
        a: &a [x, x, x, x]
        b: &b [*a, *a, *a, *a]      # and so on for ten more lines

    Good:
        a: [x, x, x, x]
    """


@recorded("encoding", on=Kit)
def encoding() -> None:
    r"""Every file is text in UTF-8.

    In any other encoding the letters beyond a to z turn into others on paper, or cannot be read at all. Save the file
    as UTF-8; every editor can.

    Bad:
        title: Caf\xe9            # saved as Windows-1252

    Good:
        title: Café                # saved as UTF-8
    """


@recorded("empty-file", on=Kit)
def empty_file() -> None:
    """A file of a kit says something.

    An empty file is most often one that was never saved. The game would be printed without what it should hold.

    Bad:
        # cards to come

    Good:
        deck: events
        cards:
          - id: pharmacy-run
    """


@recorded("wrong-root", on=Kit)
def wrong_root() -> None:
    """A file begins with keys, such as `deck:`, not with a list or a bare text.

    The first keys tell what a file is: a deck, the kit, its rules. Without them its cards belong to no deck and would
    not be printed.

    Bad:
        - id: pharmacy-run
        - id: bus-depot

    Good:
        deck: events
        cards:
          - id: pharmacy-run
          - id: bus-depot
    """


@recorded("duplicate-key", on=Kit)
def duplicate_key() -> None:
    """A key stands once in its card, deck or file.

    Of two values under one key only one can be printed, and which one is luck. Often a line was copied and its key
    not changed.

    Bad:
        run: 2
        run: 0

    Good:
        run: 2
        fight: 0
    """


@recorded("comment-cuts-text", on=Kit, level=Level.WARNING, waivable=True)
def comment_cuts_text() -> None:
    """A text is not cut short by a `#` that was meant to be printed.

    A `#` after a space begins a comment, so the rest of the line never reaches the card, and the card still looks
    finished. Quotes keep it; a real comment that stands well apart is left alone.

    Bad:
        event: Take card #3 from the deck.

    Good:
        event: "Take card #3 from the deck."
    """


@recorded("outside-kit", on=Kit)
def outside_kit() -> None:
    """Every file that a kit is read from lies in its own folder.

    A kit is one folder that can be copied, zipped and put into git. A file that lies elsewhere would be missing on
    every other machine, and a stranger's kit could print files of yours.

    Bad:
        cards: ../shared/events.csv

    Good:
        cards: events.csv
    """


@recorded("bad-table", on=Kit)
def bad_table() -> None:
    """A table of cards can be read cell by cell: each row has a cell for each heading.

    Where a quote is not closed or a separator is missing, values slide into the wrong columns, and every card from
    there on may say what belongs to another.

    Bad:
        id,title,event
        pharmacy-run,Pharmacy Run,The shutters are half down, and it is dark.

    Good:
        id,title,event
        pharmacy-run,Pharmacy Run,"The shutters are half down, and it is dark."
    """


@recorded("bad-map", on=Kit)
def bad_map() -> None:
    """A board's map reads as it is drawn: cells in their columns, doors between two spaces.

    A row that is a letter out of line moves every wall to its right by a cell, and a door into solid rock is printed
    and never opened.

    Bad:
        map: |
          /   A  B
          1   .. ..
              ++
          2   ## ..

    Good:
        map: |
          /   A  B
          1   .. ..
                 ++
          2   ## ..
    """


@recorded("table-format", on=Kit, level=Level.INFORMATION, waivable=True)
def table_format() -> None:
    """A table is read as what it looks like, and is said to be so where that had to be guessed.

    Spreadsheets part cells by semicolons in half of the world, and save text in more than one way. The guess is nearly
    always right; if the cards look odd, this is where to look first.

    Bad:
        id;title
        pharmacy-run;Pharmacy Run

    Good:
        sep=;
        id;title
        pharmacy-run;Pharmacy Run
    """
