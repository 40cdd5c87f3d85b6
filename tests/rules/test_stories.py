"""What `pnp explain` shows of a check gives the finding where it is bad, and does not where it is good."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from pnp.build import check_kit
from pnp.kit.project import Project
from pnp.outcome import Options
from pnp.rules.registry import CHECKS

KIT = "kit: game\ntitle: Game\n"
FACE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:pnp" width="63.5mm" height="88.9mm"
viewBox="0 0 63.5 88.9">
<pnp:text x="5" y="5" width="50" font="Barlow Condensed" size="9">{{ card.WORDS }}</pnp:text></svg>"""
DECK = "deck: events\nsize: poker\nfront: event.svg.j2\nbleed: 0\n"
# What a card of an example may say besides id, title and copies.
NUMBERS = {"run", "fight", "weight", "cost"}

CARDS = (
    *("look-alike-id", "same-title", "duplicate-card", "dominated-card", "wrong-copies", "wrong-sum", "wrong-count"),
    *("wrong-spread", "uneven-means", "correlated-fields", "over-capacity", "short-supply", "deck-size", "empty-deck"),
    *("duplicate-id", "not-printed"),
)
TEXTS = (
    *("doubled-word", "unfinished-text", "unbalanced-marks", "editors-note", "placeholder-text", "empty-text"),
    *("comment-cuts-text", "unknown-icon"),
)
TABLES = ("bad-dice", "bad-row", "uncovered-result", "doubled-result", "idle-row", "off-table", "no-clamp-policy")
TRACKS = ("track-gap", "shared-start", "start-off-track", "no-head-room")
BOARDS = (
    *("cut-off-space", "needs-one-way", "needs-zone", "one-way-trap", "wrong-neighbours", "not-separated"),
    *("wrong-distance", "number-gap", "doubled-number", "uneven-links", "too-few-slots", "label-overlap"),
    *("label-off-board", "bad-map"),
)


def as_deck(example: str) -> str:
    """A deck with the cards of the example: all that it shows, with the fields that they need."""
    if example.lstrip().startswith("- "):
        example = "cards:\n" + "\n".join(f"  {line}" for line in example.splitlines())
    written = yaml.safe_load(example)
    keys = {key: None for card in written["cards"] for key in card if key not in ("id", "title", "copies")}
    types = {"opens": "card", **dict.fromkeys(NUMBERS, "integer")}
    fields = {key: {"type": types.get(key, "text"), "required": False} for key in keys}
    for card in written["cards"]:
        card.setdefault("title", card["id"])
    head = DECK.replace("deck: events\n", "") if "deck" in written else DECK
    return head + yaml.safe_dump({**written, **({"fields": fields} if fields else {})}, sort_keys=False)


def as_text(example: str) -> str:
    """A card that says what the example says."""
    lines = example.splitlines()
    if not lines[0].startswith("- "):
        lines = ["- id: pharmacy-run", *(f"  {line}" for line in lines)]
    card = "\n".join(f"  {line}" for line in lines)
    return f"{DECK}fields: {{event: text}}\ncards:\n{card}\n    title: Pharmacy Run\n"


def as_table(example: str) -> str:
    head = "" if "dice:" in example else "dice: d6\n"
    rows = "" if "rows:" in example else "rows:\n  - {on: 2-12, effect: A coin.}\n"
    return f"table: t\n{head}{example}\n{rows}"


def as_board(example: str) -> str:
    ids = dict.fromkeys(re.findall(r"(?:from|to): ([a-z-]+)", re.sub(r"expects:.*", "", example)))
    spaces = "spaces: [" + ", ".join(f"{{id: {each}}}" for each in ids or ("hall",)) + "]\n"
    given = "spaces:" in example or "map:" in example
    legend = 'legend:\n  "..": {each: true}\n  "##": {solid: true}\n' if "map:" in example else ""
    return f"board: b\n{'' if given else spaces}{example}\n{legend}"


def find(folder: Path, written: str) -> set[str]:
    """The checks that find something in a kit with that file."""
    kit = folder / "content" / "game"
    kit.mkdir(parents=True)
    (folder / "templates").mkdir()
    (kit / "kit.yaml").write_text(KIT, "utf-8")
    words = "event" if "event: text" in written else "title"
    (kit / "event.svg.j2").write_text(FACE.replace("WORDS", words), "utf-8")
    if not written.startswith(("deck", "size")):
        (kit / "events.yaml").write_text(f"{DECK}cards:\n  - {{id: mall, title: Mall}}\n", "utf-8")
    (kit / "example.yaml").write_text(written, "utf-8")
    return {finding.check for finding in check_kit(Project(folder), kit, Options()).findings}


@pytest.mark.parametrize(
    ("check", "write"),
    [
        *((check, as_deck) for check in CARDS),
        *((check, as_text) for check in TEXTS),
        *((check, as_table) for check in TABLES),
        *((check, str) for check in TRACKS),
        *((check, as_board) for check in BOARDS),
    ],
    ids=lambda each: each if isinstance(each, str) else "as",
)
def test_the_bad_example_gives_the_finding_and_the_good_one_does_not(
    check: str, write: Callable[[str], str], tmp_path: Path
) -> None:
    story = CHECKS[check].story
    assert check in find(tmp_path / "bad", write(story.bad))
    good = find(tmp_path / "good", write(story.good))
    assert check not in good
    assert not {other for other in good if CHECKS[other].recorded}, "it can be read"


SHEET = """<svg xmlns="http://www.w3.org/2000/svg" width="{{ deck.width + 6.35 }}mm" height="{{ deck.height + 6.35 }}mm"
viewBox="-3.175 -3.175 {{ deck.width + 6.35 }} {{ deck.height + 6.35 }}">
<rect x="-3.175" y="-3.175" width="{{ deck.width + 6.35 }}" height="{{ deck.height + 6.35 }}" fill="#eee"/></svg>"""


def find_in_print(folder: Path, example: str, size: str) -> set[str]:
    """The checks that find something in 18 cards that are printed so."""
    kit = folder / "content" / "game"
    kit.mkdir(parents=True)
    (folder / "templates").mkdir()
    said = yaml.safe_load(example)
    jobs = said.get("print", ())
    (kit / "kit.yaml").write_text(KIT + (yaml.safe_dump({"print": jobs}) if jobs else ""), "utf-8")
    deck = jobs[0]["decks"][0] if jobs else "events"
    cards = "cards:\n  - {id: mall, title: Mall, copies: 18}\n"
    written = f"deck: {deck}\nsize: {said.get('size', size)}\nfront: sheet.svg.j2\n{cards}"
    (kit / "cards.yaml").write_text(written, "utf-8")
    (kit / "sheet.svg.j2").write_text(SHEET, "utf-8")
    return {finding.check for finding in check_kit(Project(folder), kit, Options()).findings}


@pytest.mark.parametrize(
    ("check", "size"),
    [
        ("near-paper-edge", "70 mm"),
        ("narrow-gutter", "poker"),
        ("scant-bleed", ""),
        ("unexplained-lines", ""),
        ("does-not-fit", ""),
        ("bad-layout", "poker"),
    ],
)
def test_the_examples_of_print_come_to_what_they_say(check: str, size: str, tmp_path: Path) -> None:
    story = CHECKS[check].story
    assert check in find_in_print(tmp_path / "bad", story.bad, size)
    assert check not in find_in_print(tmp_path / "good", story.good, size)
