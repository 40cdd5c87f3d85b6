"""Zed Deck: what the cards say, how varied it is, and that one word means one thing."""

import re

import pytest

from pnp.model.kit import Card

from .zed import FOLDER, cards, difficulties, event, flavour, name, rules, words

CARDS = [pytest.param(card, id=card.id) for card in cards()]

# Phrases of the rules that two cards may share word for word.
STOCK_PHRASES: tuple[str, ...] = ()

# Effects of events: each is at work on at least one card, and each card but the plain one has one.
EVENT_EFFECTS = {
    "pass: heal": r"\*\*Pass:\*\* also heal",
    "pass: draw equipment": r"\*\*Pass:\*\*[^*]* [Aa]lso draw \*\*\d\*\* equipment",
    "pass with one card: gain": r"\*\*Pass\*\* with a single card",
    "pass by much: gain": r"\*\*Pass\*\* by \*\*\d\*\* or more",
    "pass: once more": r"\*\*Pass:\*\* you may take this test a second time",
    "run or fight: different gains": r"\*\*Pass\*\* the Run: .*\*\*Pass\*\* the Fight:",
    "run or fight: different losses": r"\*\*Fail\*\* the Run: .*\*\*Fail\*\* the Fight:",
    "stake": r"stake up to .* lose the stake",
    "fail: discard equipment": r"\*\*Fail:\*\*.* [Aa]lso discard your equipment",
    "fail: lose supplies": r"\*\*Fail:\*\* also lose \*\*\d\*\*\{supplies\}",
    "fail: lose supplies instead": r"instead of taking damage, you give way: lose",
    "fail: discard cards": r"\*\*Fail:\*\* also discard the top",
    "fail: discard cards instead": r"Discard the top \*\*\d\*\* cards instead of taking damage",
    "fail: more damage": r"\*\*Fail:\*\* also take \*\*\d\*\*\{damage\}",
    "fail: damage has a limit": r"Take at most \*\*\d\*\*\{damage\}",
    "fail: try again": r"take this test again",
    "fail: next test harder": r"\*\*Fail:\*\* .*In your next test, the difficulty is",
    "draw exactly": r"You must draw \*\*\d\*\* cards",
    "draw few": r"Draw at most \*\*\d\*\* cards",
    "draw many": r"draw up to \*\*\d\*\* cards",
    "draw one at a time": r"draw one card at a time",
    "draw, then choose the kind": r"only then choose Run or Fight",
    "exchange a card": r"discard one of your cards and draw another",
    "first card does not count": r"The first card that you draw .* counts as \*\*0\*\*",
    "threes do not count": r"Each \*\*3\*\* that you draw counts as",
    "equipment does not count": r"Your equipment does nothing in this test",
    "equipment does not count later": r"Your equipment does nothing until",
    "harder when unequipped": r"If you hold no equipment, the difficulty",
    "harder when laden": r"or more, the difficulty is \*\*1\*\* higher",
    "easier for supplies": r"you may pay \*\*\d\*\*\{supplies\} .*the difficulty is then",
    "easier for equipment": r"discard it, and the difficulty is",
    "pass for equipment": r"discard that, and you pass",
    "heal": r"^[^*]*Heal \*\*\d\*\*\{heart\}, or pay",
    "toll": r"Pay \*\*\d\*\*\{supplies\}\. If you cannot or will not",
    "buy equipment": r"pay \*\*\d\*\*\{supplies\} to draw \*\*1\*\* more",
    "sell equipment": r"You may discard your equipment to gain",
    "equipment for damage": r"Draw \*\*\d\*\* equipment, and take",
    "supplies for time": r"from the top of the deck, and gain",
    "supplies for damage": r"take \*\*\d\*\*\{damage\} to gain",
    "time or damage": r"discard the top \*\*\d\*\* cards, or .* take",
    "lottery": r"if its Fight value is",
    "lose by a card": r"lose as many \{supplies\} as its Run value",
    "lose a share": r"for every \*\*\d\*\* that you hold",
    "damage by icons": r"for each that bears \{zombie\}",
    "look ahead": r"Look at the top \*\*\d\*\* cards",
    "look back": r"top card of the discard pile",
    "companion": r"Keep this card beside you",
    "next test: total": r"Add \*\*\d\*\* to the total of your next test",
    "next test: few cards": r"For your next test, you may draw no more than",
}
PLAIN_EVENTS = ("stray-dog",)

# The same for equipment; here every card has one.
EQUIPMENT_EFFECTS = {
    "at once: gain": r"\*\*At once:\*\* gain \*\*\d\*\*\{supplies\}, then",
    "at once: damage": r"\*\*At once:\*\* take",
    "at once: gain and draw": r"\*\*At once:\*\* gain .* and draw",
    "at once: discard equipment": r"\*\*At once:\*\* discard your other equipment",
    "at once: discard cards": r"\*\*At once:\*\* discard the top",
    "at once: look ahead": r"\*\*At once:\*\* look at",
    "discard: cancel damage": r"discard these to cancel \*\*2\*\*\{damage\}",
    "discard: cancel now, suffer later": r"cancel \*\*3\*\*\{damage\}, but take",
    "discard: no damage": r"discard this and take no damage",
    "discard: keep the last heart": r"would take your last \{heart\}",
    "discard, pay: heal": r"to heal \*\*\d\*\*\{heart\}",
    "discard, pay: higher total": r"pay \*\*1\*\*\{supplies\} .*discard this: add",
    "discard: gain": r"On an event without a test, discard it .* gain",
    "discard: pass": r"Discard this instead of drawing for a \*\*Fight\*\* test: you pass",
    "discard: pass what is hard": r"Discard this to pass a \*\*Fight\*\* test of difficulty \*\*4\*\* or more",
    "discard, damage: pass": r"discard this to pass any test without drawing, and take",
    "discard: skip an event": r"discard the event too, and draw the next",
    "discard: ignore an event": r"ignore an event without a test, and gain",
    "discard: pay nothing": r"asks you to pay \{supplies\}, you may discard this instead",
    "discard: look ahead": r"put them back in any order and discard this",
    "discard: draw many": r"You may draw up to \*\*5\*\* cards",
    "discard: count twice": r"count your highest card twice",
    "discard: count the other value": r"counts your Fight values, or .* your Run values",
    "discard: easier": r"its difficulty is \*\*2\*\* lower",
    "pay: higher total": r"[Pp]ay \*\*1\*\*\{supplies\}.* (the total is \*\*3\*\* higher|add \*\*[23]\*\* to)",
    "pay: pass what is easy": r"of difficulty \*\*2\*\* or less, you may pay",
    "pay: cancel damage": r"pay \*\*1\*\*\{supplies\} to cancel",
    "broken by failing": r"Fail a test and it stays",
    "broken by icons": r"bears \{zombie\}, discard this after",
    "stuck until failing": r"you may not discard them until you fail",
    "never one card": r"you may not choose one",
    "less damage": r"Whenever you fail a test, cancel",
    "damage has a limit": r"You never take more than",
    "ignore what failing adds": r"ignore what its text says after \*\*Fail\*\*",
    "lose less": r"makes you lose \{supplies\}, lose \*\*1\*\* less",
    "gain more": r"Whenever you win \{supplies\} in a test, gain",
    "gain for one card": r"Pass a test with a single card",
    "gain at the end": r"when the deck runs out",
    "double or nothing": r"you win none; if not",
    "draw more equipment": r"has you draw equipment, you may draw",
    "hold more equipment": r"you may hold \*\*1\*\* other",
    "see the first card": r"look at the top one\. You may discard that card",
    "one card more": r"you may draw \*\*1\*\* card more",
    "exchange the first card": r"discard the first card that you drew",
    "no low cards": r"each −1 that you draw counts",
    "icons add": r"each \{zombie\} among your cards adds",
    "icons cost nothing": r"no \{zombie\} ever costs you anything",
    "against icons": r"on an event that bears \{zombie\}, add",
    "total for one card": r"for which you draw a single card, add",
    "total when light": r"while you hold fewer than",
    "total when hurt": r"\*\*2\*\*\{heart\} or fewer",
    "choose the kind": r"take any \*\*Run\*\* test as a \*\*Fight\*\* test",
}

# Words that would name a thing of the rules a second time, or name one that is not there.
STRANGERS = re.compile(
    r"\b(health|wounds?|hits?|hit points?|life|lives|items?|gear|weapons?|hand|target number|skip|trash|burn"
    r"|rations?|points?|check|roll|reveal|flip)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("effect", EVENT_EFFECTS)
def test_effect_of_events_is_at_work(effect: str) -> None:
    assert any(re.search(EVENT_EFFECTS[effect], event(card)) for card in cards())


@pytest.mark.parametrize("effect", EQUIPMENT_EFFECTS)
def test_effect_of_equipment_is_at_work(effect: str) -> None:
    assert any(re.search(EQUIPMENT_EFFECTS[effect], rules(card)) for card in cards())


@pytest.mark.parametrize("card", CARDS)
def test_every_card_does_something_of_its_own(card: Card) -> None:
    does = [effect for effect, pattern in EVENT_EFFECTS.items() if re.search(pattern, event(card))]
    assert bool(does) != (card.id in PLAIN_EVENTS)
    assert [effect for effect, pattern in EQUIPMENT_EFFECTS.items() if re.search(pattern, rules(card))]


def test_effects_are_many() -> None:
    assert len(EVENT_EFFECTS) >= 40
    assert len(EQUIPMENT_EFFECTS) >= 40


def test_no_two_cards_share_eight_words_in_a_row() -> None:
    seen: dict[str, str] = {}
    for card in cards():
        said = words(card)
        for start in range(len(said) - 7):
            phrase = " ".join(said[start : start + 8])
            if phrase not in STOCK_PHRASES:
                assert seen.setdefault(phrase, card.id) == card.id, phrase


@pytest.mark.parametrize("card", CARDS)
def test_texts_are_no_longer_than_there_is_room(card: Card) -> None:
    assert len(event(card)) <= 215
    assert len(rules(card)) <= 150
    assert len(flavour(card)) <= 54


@pytest.mark.parametrize("card", CARDS)
def test_one_word_for_one_thing(card: Card) -> None:
    for said in (event(card), rules(card)):
        assert STRANGERS.findall(said) == []
        assert not re.search(r"\bsupplies\b(?!\})", said)  # always the icon
        assert not re.search(r"\d(?:\*\*)? \{", said)  # the figure stands close to its icon
        assert not re.search(r"(?<!\*)(?<!−)\d", said)  # figures of the rules are bold
        assert not re.search(r"(?<!\*)\b(Pass|Fail):", said)
    assert set(re.findall(r"\{([a-z-]+)\}", event(card) + rules(card))) <= {"supplies", "heart", "damage", "zombie"}


@pytest.mark.parametrize("card", CARDS)
def test_only_events_with_a_test_speak_of_its_end(card: Card) -> None:
    if not difficulties(card):
        assert not re.search(r"\*\*(Pass|Fail)", event(card))


@pytest.mark.parametrize("card", CARDS)
def test_zed022_names_in_texts_are_those_of_the_game(card: Card) -> None:
    known = {other.title for other in cards()} | {name(other) for other in cards()} | {"Zombies Everywhere"}
    for said in (event(card), rules(card)):
        named = re.findall(r"\b[A-Z][a-z']+(?: [A-Z][a-z']+)+", re.sub(r"\b(Run|Fight)\b", "", said))
        assert set(named) <= known


@pytest.mark.parametrize("card", CARDS)
def test_zed040_texts_are_finished(card: Card) -> None:
    for said in (event(card), flavour(card), rules(card)):
        assert said == said.strip()
        assert re.search(r"[.!?]”?$", said), said
        assert not re.search(r"  |\b(\w+) \1\b|\b(TODO|TBD|lorem)\b|\.\.\.|--", said, re.IGNORECASE)
        assert said.count("“") == said.count("”")
    assert '"' not in event(card) + flavour(card) + rules(card) + card.title


def test_words_of_the_rules_are_told_to_whoever_writes_cards() -> None:
    told = (FOLDER / "README.md").read_text(encoding="utf-8")
    for word in ("**Pass:**", "**Fail:**", "instead of", "win", "gain", "pay", "lose", "take, cancel", "**At once:**"):
        assert f"| {word}" in told, word


def test_every_piece_of_equipment_is_named_once() -> None:
    assert all(name(card) not in rules(card) for card in cards())
