"""content/README.md tells of every key and type that there is."""

import re
from pathlib import Path

import pytest

from pnp.kit import schema
from pnp.kit.fields import PUBLIC, TYPES
from pnp.model.kit import Field
from pnp.model.sizes import CARD_SIZES

TEXT = (Path(__file__).parents[2] / "content" / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    "rows", [schema.KIT, schema.CREDIT, schema.JOB, schema.DECK, schema.CARD, schema.SPEC, schema.WAIVER]
)
def test_every_key_has_its_row(rows: tuple[Field, ...]) -> None:
    assert [row.name for row in rows if not re.search(rf"^\| `{row.name}` \|", TEXT, re.MULTILINE)] == []


def test_every_type_and_size_is_named() -> None:
    assert [name for name in (*PUBLIC, *CARD_SIZES) if f"`{name}`" not in TEXT] == []


def test_rows_have_types_of_the_table() -> None:
    rows = (*schema.KIT, *schema.CREDIT, *schema.JOB, *schema.DECK, *schema.CARD, *schema.SPEC, *schema.WAIVER)
    assert {row.type for row in rows} <= set(TYPES)
