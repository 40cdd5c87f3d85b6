"""content/README.md tells of every key and type that there is."""

import re
from pathlib import Path

import pytest

from pnp.kit import charts, schema
from pnp.kit.fields import PUBLIC, TYPES
from pnp.model.kit import Field
from pnp.model.sizes import CARD_SIZES
from pnp.rules.engine import inspect, settle

from .conftest import Read

TEXT = (Path(__file__).parents[2] / "content" / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    "rows", [schema.KIT, schema.CREDIT, schema.JOB, schema.DECK, schema.CARD, schema.SPEC, schema.TABLE, schema.WAIVER]
)
def test_every_key_has_its_row(rows: tuple[Field, ...]) -> None:
    assert [row.name for row in rows if not re.search(rf"^\| `{row.name}` \|", TEXT, re.MULTILINE)] == []


CHARTS = [rows for name, rows in sorted(vars(charts).items()) if name.isupper() and type(rows) is tuple]


@pytest.mark.parametrize("rows", CHARTS)
def test_every_key_of_boards_tables_tracks_and_expectations_is_named(rows: tuple[Field, ...]) -> None:
    assert [row.name for row in rows if f"`{row.name}`" not in TEXT] == []
    assert {row.type for row in rows} <= set(TYPES)


EXAMPLES = re.findall(r"```yaml\n((?:deck: items|board:|table:|track:).*?)```", TEXT, re.DOTALL)


def test_there_are_examples_of_boards_tables_tracks_and_expectations() -> None:
    assert [text.split(":")[0] for text in EXAMPLES] == ["deck", "board", "board", "table", "track"]


@pytest.mark.parametrize("text", EXAMPLES)
def test_its_examples_of_boards_tables_tracks_and_expectations_are_right(text: str, read: Read) -> None:
    kit = read(text)
    assert kit.faults == ()
    assert len(kit.decks) + len(kit.boards) + len(kit.tables) + len(kit.tracks) == 1
    assert [finding.message for finding in settle(kit, inspect(kit, [kit]))] == []


def test_every_type_and_size_is_named() -> None:
    assert [name for name in (*PUBLIC, *CARD_SIZES) if f"`{name}`" not in TEXT] == []


def test_rows_have_types_of_the_table() -> None:
    rows = (*schema.KIT, *schema.CREDIT, *schema.JOB, *schema.DECK, *schema.CARD, *schema.SPEC, *schema.WAIVER)
    assert {row.type for row in rows} <= set(TYPES)


def test_its_examples_are_right(read: Read) -> None:
    blocks = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    begins = ("# content/my-game/events.yaml", "kit:", "fields:", "waivers:")
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


def test_its_example_of_a_table_is_right(read: Read, tmp_path: Path) -> None:
    (csv,) = re.findall(r"```csv\n(.*?)```", TEXT, re.DOTALL)
    short, long = re.findall(r"```yaml\n(cards:.*?)```", TEXT, re.DOTALL)[:2]
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "events.csv").write_text(csv)
    fields = (
        "fields: {run: integer, event: text, tags: {type: list, required: false}, "
        "equipment: {type: group, required: false, fields: {name: text, run: integer}}}\n"
    )
    kit = read("deck: events\nsize: poker\nfront: f.svg.j2\n" + fields + short)
    assert kit.faults == ()
    assert [(card.id, card.copies, card.values["tags"]) for card in kit.decks[0].cards] == [
        ("pharmacy-run", 1, ("loud", "dark")),
        ("barking", 2, ()),
    ]
    assert kit.decks[0].cards[1].values["equipment"] == {"name": "Axe", "run": -1}
    (fault,) = read("deck: events\nsize: poker\nfront: f.svg.j2\n" + long).faults
    assert (fault.check, fault.message) == ("missing-file", 'there is no file "game.xlsx" in the kit\'s folder')
