"""A little project in a temporary folder, and faces from templates that a test writes there."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pnp.faces.studio import Studio
from pnp.model.face import Face, FaceKey
from pnp.model.kit import Card, Deck, Kit
from pnp.model.place import Where
from pnp.model.roots import Root, Roots

REPOSITORY = Path(__file__).parents[2]
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" '
    'width="69.85mm" height="95.25mm" viewBox="-3.175 -3.175 69.85 95.25">'
)
FILE = "content/kit/cards.yaml"


@dataclass(frozen=True, slots=True)
class Bench:
    """A project folder; `roots` are its kit, its templates and the package's own."""

    folder: Path

    @property
    def roots(self) -> Roots:
        return Roots(
            (
                Root(self.folder / "content/kit", "content/kit"),
                Root(self.folder / "templates", "templates"),
                Root(REPOSITORY / "templates", "templates"),
            )
        )

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def studio(self, cards: Mapping[str, Mapping[str, Any]], **deck: Any) -> Studio:
        return Studio(
            Kit("kit", "The Kit", Where("content/kit/kit.yaml"), decks=(self.deck(cards, **deck),)), self.roots
        )

    def deck(self, cards: Mapping[str, Mapping[str, Any]], **deck: Any) -> Deck:
        made = tuple(
            Card(
                name,
                name.title(),
                1,
                Where(FILE, 10 * n),
                values,
                {(key,): Where(FILE, 10 * n + i, 5) for i, key in enumerate(values, 1)},
            )
            for n, (name, values) in enumerate(cards.items(), 1)
        )
        settings: dict[str, Any] = {"front": "card.svg.j2", "cards": made, **deck}
        where = Where(FILE, 1)
        places: dict[tuple[str | int, ...], Where] = {("front",): Where(FILE, 3), ("back",): Where(FILE, 4)}
        return Deck(
            "cards",
            "Cards",
            where,
            settings.pop("width", 63.5),
            settings.pop("height", 88.9),
            places=places,
            **settings,
        )

    def face(self, body: str, whole: bool = False, **values: Any) -> Face:
        """The face of one card, `ant`, from the markup inside the root (or from a whole template)."""
        self.write("templates/card.svg.j2", body if whole else f"{HEAD}\n{body}\n</svg>")
        return self.studio({"ant": values}).compose(FaceKey("cards", "ant", "front"))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path)
    for folder in ("content/kit", "templates"):
        (tmp_path / folder).mkdir(parents=True)
    return made


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Any:
    from faces.gallery import open_gallery

    return open_gallery(tmp_path_factory.mktemp("gallery"))
