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


def _as_yaml(card: Card) -> str:
    lines = (f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in card.items())
    return "  - " + "\n    ".join(lines) + "\n"
