"""content/README.md tells of every key and type that there is."""

import re
from pathlib import Path

import pytest

from pnp.kit import schema
from pnp.kit.fields import PUBLIC, TYPES
from pnp.model.kit import Field
from pnp.model.sizes import CARD_SIZES

from .conftest import Read

TEXT = (Path(__file__).parents[2] / "content" / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    "rows", [schema.KIT, schema.CREDIT, schema.JOB, schema.DECK, schema.CARD, schema.SPEC, schema.TABLE, schema.WAIVER]
)
def test_every_key_has_its_row(rows: tuple[Field, ...]) -> None:
    assert [row.name for row in rows if not re.search(rf"^\| `{row.name}` \|", TEXT, re.MULTILINE)] == []


def test_every_type_and_size_is_named() -> None:
    assert [name for name in (*PUBLIC, *CARD_SIZES) if f"`{name}`" not in TEXT] == []


def test_rows_have_types_of_the_table() -> None:
    rows = (*schema.KIT, *schema.CREDIT, *schema.JOB, *schema.DECK, *schema.CARD, *schema.SPEC, *schema.WAIVER)
    assert {row.type for row in rows} <= set(TYPES)


def test_its_examples_are_right(read: Read) -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    begins = ("# content/", "kit:", "fields:", "waivers:")
    events, head, fields, rules = (next(text for text in blocks if text.startswith(begin)) for begin in begins)
    items = "deck: items\nsize: poker\nfront: f.svg.j2\n"
    cards = "cards: [{id: a, title: A, run: 1, equipment: {name: Axe, rules: Hit.}}]\n"
    kit = read(head=head, events=events, items=items + fields + cards, rules=rules)
    assert kit.faults == ()
    assert [card.copies for card in kit.decks[0].cards] == [1, 2]
    (waiver,) = [waiver for waiver in kit.waivers if waiver.on]
    assert (waiver.check, waiver.on) == ("deck-size", "events")


def test_its_example_of_shared_values_is_right(read: Read) -> None:
    (shared,) = re.findall(r"```yaml\n(shared:.*?)```", TEXT, re.DOTALL)
    kit = read("deck: items\nsize: poker\nfront: f.svg.j2\nfields: {kind: text, run: integer}\n" + shared)
    assert kit.faults == ()
    assert [(card.values["kind"], card.values["run"]) for card in kit.decks[0].cards] == [("weapon", -1), ("weapon", 0)]
