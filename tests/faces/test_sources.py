"""Which value of a card the words on its face come from."""

from pnp.faces.sources import Sources
from pnp.model.kit import Card
from pnp.model.place import Where

AXE = Card(
    "axe",
    "Axe",
    1,
    Where("cards.yaml", 9),
    {"tool": "Fire Axe", "other": "fire axe", "kind": "axe", "rules": {"play": "Take the Fire Axe."}, "cost": 3},
    {("tool",): Where("cards.yaml", 10, 5), ("rules", "play"): Where("cards.yaml", 12, 7)},
)


def test_a_whole_value_comes_first_and_the_first_of_several() -> None:
    assert Sources(AXE).match(" FIRE AXE ") == (Where("cards.yaml", 10, 5), "tool")
    assert Sources(AXE).match("3") == (Where("cards.yaml", 9), "cost")


def test_then_comes_the_longest_that_stands_within_the_words() -> None:
    assert Sources(AXE).match("Now: take the fire axe. Go!") == (Where("cards.yaml", 12, 7), "rules.play")
    assert Sources(AXE).match("a fire axe") == (Where("cards.yaml", 10, 5), "tool")


def test_then_comes_the_card() -> None:
    assert Sources(AXE).match("33 logs") == (Where("cards.yaml", 9), "")
