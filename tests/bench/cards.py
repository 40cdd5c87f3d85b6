"""The cards of the bench: placeholder text, always the same for a number of cards, so that tools can be compared."""

import json
import random
from pathlib import Path

WORDS = (  # noqa: SIM905 - sixty words read better as a sentence
    "alpha bravo cargo delta ember fable grove haven inlet jolly karma ledge mango noble ocean pearl quill river stone "
    "token umber velvet wagon xenon yield zebra draw discard shuffle rotate place move remove gain lose two three four "
    "any each other player board card token space when after before until then may must"
).split()
COLOURS = ("#b23a48", "#2a6f97", "#3a7d44", "#7b2d8b", "#c77d0a", "#455a64")
ICONS = {
    "star": "M256 32 318 190 488 196 354 300 402 464 256 368 110 464 158 300 24 196 194 190Z",
    "drop": "M256 24S96 232 96 328c0 96 72 160 160 160s160-64 160-160S256 24 256 24Z",
    "shield": "M256 24l192 72v160c0 120-88 200-192 232C152 456 64 376 64 256V96Z",
    "bolt": "M288 16 96 288h128l-48 208 240-304H272l64-176Z",
    "heart": "M256 472C96 352 32 272 32 176 32 96 88 48 152 48c48 0 88 32 104 72 16-40 56-72 104-72 64 0 120 48 120 128"
    " 0 96-64 176-224 296Z",
    "gem": "M128 64h256l96 128-224 280L32 192Z",
}
PICTOGRAMS = ("axe", "bandage", "bat", "brain", "car", "chainsaw", "door", "fire", "food", "helicopter")
ZED = Path(__file__).parent.parent.parent / "content" / "zed-deck" / "events.yaml"
SEED = 7
LETTERS = 250

Card = dict[str, str | int]


def make_cards(number: int) -> list[Card]:
    """So many cards, each with a title, 250 letters of text, a value, three icons and a colour."""
    dice = random.Random(SEED)
    cards = []
    for count in range(1, number + 1):
        first, second = dice.choice(WORDS).title(), dice.choice(WORDS).title()
        card: Card = {"id": f"c{count:04d}", "title": f"{first} {second} {count}", "text": make_text(dice)}
        card["value"] = dice.randint(1, 12)
        card |= {f"icon{place}": dice.choice(list(ICONS)) for place in (1, 2, 3)}
        card["color"] = dice.choice(COLOURS)
        cards.append(card)
    return cards


def make_text(dice: random.Random) -> str:
    """Sentences of placeholder words, cut at 250 letters."""
    text = ""
    while len(text) < LETTERS:
        text += dice.choice(WORDS) + (". " if dice.random() < 0.1 else " ")
    text = text[:LETTERS].strip()
    return text[0].upper() + text[1:].rstrip(".") + "."


def change_text(cards: list[Card]) -> list[Card]:
    """The same cards after somebody edited one in the middle of the deck."""
    changed = [dict(card) for card in cards]
    one = changed[(len(cards) - 1) // 2]
    one["text"] = f"Edited: {str(one['text'])[:240]}!"
    return changed


KIT = """\
kit: bench
title: Bench deck
version: "1"
print:
  - name: cards
    decks: [cards]
    stock: card stock
    flip: long-edge
    marks: both
"""
DECK = """\
deck: cards
title: Bench cards
size: poker
front: card.svg.j2
back: back.svg.j2
fields:
  text: {type: text}
  value: {type: integer, min: 1, max: 12}
  icon1: {type: icon}
  icon2: {type: icon}
  icon3: {type: icon}
  color: {type: text}
cards:
"""
RULES = (
    "on: cards, expect: 'card.value <= 12 and card.copies < 5'",
    "on: cards, if: card.value > 6, expect: given(card.title)",
    "on: cards, unique: id",
    "on: cards, range: {field: value, min: 1, max: 12}",
    'expect: \'at_least(draws(numbers("cards", "value"), 3), 2) > 0\'',
    'on: cards, expect: \'card.value - mean(numbers("cards", "value")) < 12\'',
)


def write_project(folder: Path, cards: list[Card]) -> None:
    """A project with one kit of these cards, its templates and its icons."""
    kit = folder / "content" / "bench"
    icons = kit / "icons"
    icons.mkdir(parents=True, exist_ok=True)
    for name, path in ICONS.items():
        picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="{path}"/></svg>\n'
        (icons / f"{name}.svg").write_text(picture, "utf-8")
    for template in Path(__file__).parent.glob("*.svg.j2"):
        (kit / template.name).write_bytes(template.read_bytes())
    (kit / "kit.yaml").write_text(KIT, "utf-8")
    (kit / "cards.yaml").write_text(DECK + "".join(map(_as_yaml, cards)), "utf-8")


def write_ruled_project(folder: Path, cards: list[Card], rules: int) -> None:
    """The same project with so many rules that hold, of each kind: forms, and expressions of a card or of all."""
    write_project(folder, cards)
    rows = (f"  - {{id: r{number}, says: S., {RULES[number % len(RULES)]}}}\n" for number in range(rules))
    (folder / "content" / "bench" / "rules.yaml").write_text("rules:\n" + "".join(rows), "utf-8")


def write_rich_project(folder: Path, number: int) -> None:
    """A project of so many cards with the rich face of Zed Deck, filled with placeholder text."""
    kit = folder / "content" / "bench"
    kit.mkdir(parents=True, exist_ok=True)
    (kit / "kit.yaml").write_text(KIT.replace("cards", "events"), "utf-8")
    # The fields are those that the template knows: the game's own file has them.
    head = ZED.read_text("utf-8").partition("\ncards:\n")[0].splitlines()
    fields = "\n".join(line for line in head if not line.startswith("count:"))
    dice = random.Random(SEED)
    cards = (json.dumps(make_rich_card(dice, count)) for count in range(1, number + 1))
    (kit / "events.yaml").write_text(f"{fields}\ncards:\n" + "".join(f"  - {card}\n" for card in cards), "utf-8")


def make_rich_card(dice: random.Random, number: int) -> dict[str, object]:
    """A card that fills the face: an event with a test, and a piece of equipment."""
    event = make_text(dice)[: dice.randint(90, 130)].rpartition(" ")[0]
    return {
        "id": f"c{number:04d}",
        "title": f"{dice.choice(WORDS).title()} {dice.choice(WORDS).title()} {number}",
        "run": dice.randint(-1, 3),
        "fight": dice.randint(-1, 3),
        "zombies": dice.random() < 0.3,
        "event": f"{event}. **Pass:** heal **{dice.randint(1, 3)}**{{heart}}.",
        "flavour": make_text(dice)[:44].rpartition(" ")[0] + ".",
        "test": {dice.choice(("run", "fight")): dice.randint(1, 9), "supplies": dice.randint(0, 3)},
        "pictogram": dice.choice(PICTOGRAMS),
        "equipment": {
            "name": f"{dice.choice(WORDS).title()} {dice.choice(WORDS).title()}",
            "icon": dice.choice(PICTOGRAMS),
            "rules": make_text(dice)[: dice.randint(50, 110)].rpartition(" ")[0] + ".",
            "run": dice.randint(-3, 3),
            "fight": dice.randint(-3, 3),
            "cost": dice.randint(0, 2),
            "immediate": dice.random() < 0.2,
        },
    }


def _as_yaml(card: Card) -> str:
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in card.items())
    return "  - " + "\n    ".join(lines) + "\n"
