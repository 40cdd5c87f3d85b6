"""Faces are cut into chunks by what they weigh, and by nothing else."""

from pathlib import Path

import pytest

from pnp.model.face import FaceKey
from pnp.model.kit import Card, Deck, Field, Kit
from pnp.model.place import Where
from pnp.model.roots import Root, Roots
from pnp.work import chunks
from pnp.work.chunks import split

AT = Where("deck.yaml")


def sizes(count: int, roots: Roots, *fields: Field, **values: str) -> list[int]:
    cards = tuple(
        Card(str(n), "", 1, AT, {name: value.format(n=n) for name, value in values.items()}) for n in range(count)
    )
    kit = Kit("game", "Game", AT, decks=(Deck("d", "D", AT, 1, 1, "f", fields=fields, cards=cards),))
    keys = [*(FaceKey("d", card.id, "front") for card in cards), *([FaceKey("d", "", "back")] if count else [])]
    parts = split(keys, kit, roots)
    assert [key for part in parts for key in part] == keys
    return [len(part) for part in parts]


@pytest.fixture
def roots(tmp_path: Path) -> Roots:
    for n in range(9):
        (tmp_path / f"{n}.png").write_bytes(b"x" * 1000)
    return Roots((Root(tmp_path, ""),))


def test_chunks_are_few_and_about_as_long(roots: Roots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "FACES", 10)
    assert [sizes(count, roots) for count in (0, 1, 9, 10, 19, 29, 30)] == [
        [], [2], [10], [6, 5], [10, 10], [10, 10, 10], [8, 8, 8, 7]
    ]  # fmt: skip


def test_pictures_make_chunks_short(roots: Roots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "BYTES", 3000)
    assert sizes(9, roots, Field("art", "image", AT), art="{n}.png") == [3, 2, 2, 3]
    assert sizes(9, roots, Field("art", "image", AT), art="0.png") == [10], "one picture is one, however many show it"
    assert sizes(9, roots, Field("art", "text", AT), art="{n}.png") == [10], "words are no pictures"
    assert sizes(9, roots, Field("art", "image", AT), art="gone-{n}.png") == [10]
