"""Checks of what cards say: the right keys, values of the right kind, references that lead somewhere."""

from pnp.model.finding import Level
from pnp.model.kit import Kit
from pnp.rules.check import recorded


@recorded("unknown-key", on=Kit)
def unknown_key() -> None:
    """Every key is one that its deck, card or kit knows.

    A misspelled key is a value that never reaches the card: the number in the corner stays the default, and nobody
    notices before the game is on the table.

    Bad:
        - id: pharmacy-run
          figth: 2

    Good:
        - id: pharmacy-run
          fight: 2
    """


@recorded("missing-field", on=Kit)
def missing_field() -> None:
    """A card says everything that its deck asks of a card.

    A field without a default has no value to print: the place for it would stay blank on this card alone.

    Bad:
        - id: pharmacy-run
          title: Pharmacy Run       # the deck asks for `run` too

    Good:
        - id: pharmacy-run
          title: Pharmacy Run
          run: 2
    """


@recorded("wrong-type", on=Kit)
def wrong_type() -> None:
    """A value is of the kind that its field asks for.

    A number that is a word cannot be counted, compared or printed with its sign; a list where one text belongs has no
    place on the card.

    Bad:
        run: two

    Good:
        run: 2
    """


@recorded("old-boolean", on=Kit, level=Level.WARNING)
def old_boolean() -> None:
    """What is true or false is written as `true` or `false`.

    YAML 1.1 took yes, no, on and off for true and false; YAML 1.2 takes them for words, as they are meant in a title
    or as the code of Norway. Where a field is true or false they are understood, but other programs may not.

    Bad:
        mature: off

    Good:
        mature: false
    """


@recorded("out-of-range", on=Kit)
def out_of_range() -> None:
    """A number, or the length of a text, lies within the limits that its deck sets.

    The limits are the game's own rules, such as a die that ends at 6 or a track of ten spaces. A card beyond them
    cannot be played.

    Bad:
        run: 4                      # the deck says max: 3

    Good:
        run: 3
    """


@recorded("unknown-choice", on=Kit)
def unknown_choice() -> None:
    """A value of a choice is one of its options.

    The template has a colour, a frame or a symbol for each option. For a word that is not among them it has none.

    Bad:
        kind: wepon                 # options: [weapon, armour]

    Good:
        kind: weapon
    """


@recorded("bad-value", on=Kit)
def bad_value() -> None:
    """A value has the form that its key needs: an id, a number, a name.

    An id with blanks cannot be referred to, 010 is ten to one reader and eight to another, and a sign that has no
    shape cannot be printed.

    Bad:
        - id: pharmacy run

    Good:
        - id: pharmacy-run
    """


@recorded("duplicate-id", on=Kit)
def duplicate_id() -> None:
    """An id names one thing only.

    Other cards, waivers and the job ticket call a card by its id. Two with the same id cannot be told apart; for more
    copies of one card there is `copies`.

    Bad:
        - id: zombie
        - id: zombie

    Good:
        - id: zombie
          copies: 2
    """


@recorded("unknown-reference", on=Kit)
def unknown_reference() -> None:
    """A reference names something that exists.

    A card that sends players to a card, a deck or a picture that is not in the box stops the game.

    Bad:
        draws: pharmcy-run

    Good:
        draws: pharmacy-run
    """
