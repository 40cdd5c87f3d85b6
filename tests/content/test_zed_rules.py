"""Zed Deck: the rules ZED001..ZED034 that hold without play."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from statistics import correlation, mean

import pytest

from pnp.model.kit import Card, Value
from pnp.model.rule import Rule
from pnp.rules.registry import CHECKS
from pnp.rules.trial import try_rules

from .zed import (
    FOLDER,
    KINDS,
    cards,
    column,
    deck,
    difficulties,
    equipment,
    event,
    flavour,
    group,
    hardest,
    kit,
    modifier,
    name,
    number,
    rules,
    supplies,
    text,
    with_test,
    without_test,
)

CARDS = [pytest.param(card, id=card.id) for card in cards()]
TESTED = [pytest.param(card, id=card.id) for card in with_test()]
VALUES = {-1: 4, 0: 9, 1: 17, 2: 15, 3: 9}
TESTS_FOR = re.compile(r"\*\*(Run|Fight)\*\* tests?\b")
# What the text has drawn besides the cards of a test: so many equipment, one more, a card.
DRAWN = re.compile(r"\bdraw \*\*(\d)\*\* (?:equipment|more)")
DRAWN_UNTESTED = re.compile(r"\bdraw (?:\*\*(\d)\*\* cards|a card)\b")
TIMES = re.compile(r"Up to \*\*(\d)\*\* times")
HEALED = re.compile(r"\bheal \*\*(\d)\*\*\{heart\}", re.IGNORECASE)
# A limit: what has to be given up, or may not be done, to have the modifiers.
LIMITED = re.compile(r"\b(discard|pay|must|may not)\b")
# Equipment that is its modifiers and a limit, and nothing else.
PLAIN = ("Fire Axe", "Machete", "Roller Skates", "Handcuffs")


@cache
def chances(kind: str, drawn: int) -> dict[int, Fraction]:
    """How often so many cards, drawn from the full deck, come to each total."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, there in sorted(Counter(column(kind)).items()):
        after: Counter[tuple[int, int]] = Counter()
        for (used, total), count in ways.items():
            for more in range(min(there, drawn - used) + 1):
                after[used + more, total + more * value] += count * comb(there, more)
        ways = dict(after)
    every = comb(len(column(kind)), drawn)
    return {total: Fraction(count, every) for (used, total), count in ways.items() if used == drawn}


def passes(kind: str, difficulty: int, drawn: int) -> Fraction:
    return sum((chance for total, chance in chances(kind, drawn).items() if total >= difficulty), Fraction(0))


def draws(card: Card) -> int:
    return number(card.values["draws"])


def ranks(values: list[int]) -> list[float]:
    """Ranks as Spearman has them: equal values share the mean of theirs."""
    return [sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values]


def test_chances_are_those_that_can_be_counted_by_hand() -> None:
    assert sum(chances("run", 3).values()) == 1
    assert passes("run", 3, 1) == Fraction(9, 54)
    assert passes("fight", 6, 2) == Fraction(comb(9, 2), comb(54, 2))
    assert passes("run", 4, 1) == 0


@pytest.mark.parametrize("card", CARDS)
def test_zed001_values_are_in_range(card: Card) -> None:
    assert {number(card.values[kind]) for kind in KINDS} <= set(VALUES)


@pytest.mark.parametrize("card", CARDS)
def test_zed002_every_card_has_all_its_parts(card: Card) -> None:
    assert all((card.title, event(card), flavour(card), name(card), rules(card), equipment(card)["icon"]))


def test_zed003_deck_fills_six_sheets_of_nine() -> None:
    assert deck().size == deck().count == len(cards()) == 54
    assert all(card.copies == 1 for card in cards())


def test_zed004_there_are_tests_of_all_four_kinds() -> None:
    kinds = Counter(tuple(difficulties(card)) for card in cards())
    assert kinds == {("run",): 13, ("fight",): 13, ("run", "fight"): 10, (): 18}
    assert all(card.values["test"] is None for card in without_test())


def test_zed005_difficulties_are_those_of_a_fair_deck() -> None:
    asked = [hardest(card) for card in with_test()]
    assert Counter(asked) == {1: 6, 2: 12, 3: 10, 4: 6, 5: 2}
    assert 2.5 <= mean(asked) <= 2.7


@pytest.mark.parametrize("card", TESTED)
def test_zed006_difficulty_can_be_reached_without_equipment(card: Card) -> None:
    for kind, asked in difficulties(card).items():
        assert asked <= sum(sorted(column(kind))[-3:])


@pytest.mark.parametrize("card", TESTED)
def test_zed007_to_zed009_no_test_is_hopeless_sure_or_deadly(card: Card) -> None:
    for kind, asked in difficulties(card).items():
        assert passes(kind, asked, 3) >= Fraction(5, 100)
        assert passes(kind, asked, 1) <= Fraction(95, 100)
        assert asked - max(0, min(chances(kind, 3))) < 6


def test_zed011_to_zed013_columns_are_alike_and_independent() -> None:
    runs, fights = column("run"), column("fight")
    assert Counter(runs) == Counter(fights) == VALUES
    assert abs(mean(runs) - mean(fights)) <= 0.3
    assert abs(correlation(runs, fights)) <= 0.3


def test_zed014_a_quarter_of_the_cards_is_harmless_as_the_last() -> None:
    balance = Counter((run > fight) - (run < fight) for run, fight in zip(column("run"), column("fight"), strict=True))
    assert 0.2 <= balance[0] / 54 <= 0.3
    assert abs(balance[1] - balance[-1]) <= 3


def test_zed015_harder_tests_pay_more() -> None:
    asked, paid = [hardest(card) for card in with_test()], [supplies(card) for card in with_test()]
    assert correlation(ranks(asked), ranks(paid)) > 0.9
    # As much as the difficulty, or one less; nothing only where the text pays otherwise.
    assert all(difficulty - 1 <= pay <= difficulty for difficulty, pay in zip(asked, paid, strict=True))
    for card in with_test():
        assert supplies(card) > 0 or re.search(r"\*\*Pass\b", event(card)), card.id


@pytest.mark.parametrize("card", [pytest.param(card, id=card.id) for card in without_test()])
def test_zed016_without_a_test_supplies_have_their_price(card: Card) -> None:
    if re.search(r"\bgain\b", event(card)):
        assert re.search(r"\b(discard|take \*\*\d\*\*\{damage\}|pay \*\*\d)", event(card), re.IGNORECASE)


@pytest.mark.parametrize("card", TESTED)
def test_zed018_numbers_of_the_text_agree_with_the_fields(card: Card) -> None:
    named = re.findall(r"\bdifficulty is (?:then )?\*\*(\d)\*\*(?! higher| lower)", event(card))
    assert all(int(given) < hardest(card) for given in named)
    again = re.findall(r"\banother \*\*(\d)\*\*\{supplies\}", event(card))
    assert [int(given) for given in again] == [supplies(card)] * len(again)
    # What the strip pays is not told twice.
    assert re.findall(r"(?<!also )gain \*\*\d\*\*\{supplies\}", event(card)) == []


@pytest.mark.parametrize("card", CARDS)
def test_zed018_draws_are_those_of_the_text(card: Card) -> None:
    said = sum(int(drawn) for drawn in DRAWN.findall(event(card).replace("Draw", "draw")))
    if not difficulties(card):
        times = TIMES.search(event(card))
        once = sum(int(drawn or 1) for drawn in DRAWN_UNTESTED.findall(event(card).replace("Draw", "draw")))
        said += once * (int(times[1]) if times else 1)
    assert draws(card) == said


@pytest.mark.parametrize("card", CARDS)
def test_zed019_asterisk_stands_where_the_rules_speak_of_that_test(card: Card) -> None:
    spoken_of = {kind.lower() for kind in TESTS_FOR.findall(rules(card))}
    assert spoken_of == {kind for kind in KINDS if modifier(card, kind) is None}
    assert not re.search(r"\b(?<!\*)(Run|Fight)(?!\*) tests?\b", rules(card))  # always in bold


@pytest.mark.parametrize("card", CARDS)
def test_zed020_cost_is_what_the_rules_say_and_can_be_paid(card: Card) -> None:
    paid = re.findall(r"pay \*\*(\d)\*\*\{supplies\}", rules(card))
    assert [int(cost) for cost in paid] == [equipment(card)["cost"]] * len(paid)
    assert len(paid) == 1 or equipment(card)["cost"] == 0
    assert number(equipment(card)["cost"]) <= 2


@pytest.mark.parametrize("card", CARDS)
def test_zed021_what_happens_at_once_gives_no_modifier_and_goes(card: Card) -> None:
    immediate = equipment(card)["immediate"]
    assert ("**At once:**" in rules(card)) == immediate
    if immediate:
        assert [modifier(card, kind) for kind in KINDS] == [0, 0]
        assert re.search(r"[Tt]hen discard this card\.$", rules(card))


def test_zed021_six_finds_happen_at_once_and_the_named_ones_are_there() -> None:
    found = {name(card) for card in cards() if equipment(card)["immediate"]}
    assert len(found) == 6
    assert {"Hidden Stash", "What The!!?!!?"} <= found


def test_zed024_no_equipment_is_strictly_dominated() -> None:
    plain = [card for card in cards() if name(card) in PLAIN]
    assert len(plain) == len(PLAIN)
    for card in plain:
        for other in cards():
            apart = [(modifier(other, kind), modifier(card, kind)) for kind in KINDS]
            as_good = all(theirs is not None and own is not None and theirs >= own for theirs, own in apart)
            assert other is card or not as_good or LIMITED.search(rules(other)), (name(card), name(other))


def test_zed025_nothing_is_there_twice() -> None:
    assert len({card.title for card in cards()}) == len({name(card) for card in cards()}) == 54
    assert {card.title for card in cards()}.isdisjoint(name(card) for card in cards())


def test_zed026_neither_way_of_a_double_test_is_always_easier() -> None:
    for card in with_test():
        if len(difficulties(card)) == 2:
            apart = {
                passes("run", difficulties(card)["run"], drawn) - passes("fight", difficulties(card)["fight"], drawn)
                for drawn in (1, 2, 3)
            }
            assert apart == {0} or min(apart) < 0 < max(apart), card.id


def test_zed027_a_third_of_the_events_has_no_test() -> None:
    assert 0.15 <= len(without_test()) / 54 <= 0.40


def test_zed028_extra_draws_leave_enough_events() -> None:
    thrown = [int(many) for card in cards() for many in re.findall(r"the top \*\*(\d)\*\* cards", event(card))]
    away = sum(thrown) + sum(map(draws, cards())) + 3 * sum("up to **3** cards" in event(card) for card in cards())
    a_turn = 1 + 3 * Fraction(len(with_test()), 54) + Fraction(away, 54)
    assert 54 / a_turn >= 12


def test_zed029_icons_seldom_cost_anything() -> None:
    there = sum(card.values["zombies"] is True for card in cards())
    assert there == 14
    spared = comb(54 - there, 3) + there * comb(54 - there, 2)
    assert 1 - Fraction(spared, comb(54, 3)) <= Fraction(1, 4)


def test_zed031_last_card_is_played_where_it_needs_no_other() -> None:
    played = [card for card in cards() if not difficulties(card) and not draws(card)]
    assert 8 <= len(played) <= 16
    for card in played:
        assert not re.search(r"\bdraw\b(?! no more than)", event(card), re.IGNORECASE), card.id


def test_zed032_healing_never_adds_up_to_more_than_health() -> None:
    texts = [said for card in cards() for said in (event(card), rules(card))]
    assert sum(int(healed) for said in texts for healed in HEALED.findall(said)) <= 6


@pytest.mark.parametrize("card", CARDS)
def test_zed034_flavour_has_no_word_of_the_rules(card: Card) -> None:
    spoken = r"\b(draw|lose|gain|test|heal|discard|damage|supplies|equipment|pass|fail|run|fight)\b"
    assert re.findall(spoken, flavour(card), re.IGNORECASE) == []
    assert not re.search(r"[{*]", flavour(card))


def test_equipment_is_spread_over_all_that_it_can_do() -> None:
    things = [equipment(card) for card in cards()]
    assert sum(number(thing["cost"]) > 0 for thing in things) >= 5
    assert sum("discard" in text(thing["rules"]).lower() and not thing["immediate"] for thing in things) >= 15
    assert sum(not LIMITED.search(text(thing["rules"])) for thing in things) >= 12  # always on
    for kind in KINDS:
        assert sum(thing[kind] == "*" for thing in things) >= 8
        assert {1, 2} <= {thing[kind] for thing in things}
    changed = [thing for thing in things if any(thing[kind] not in (0, "*") for kind in KINDS)]
    assert len(changed) >= 15


def test_every_pair_of_values_is_rare() -> None:
    pairs = Counter(zip(column("run"), column("fight"), strict=True))
    assert max(pairs.values()) <= 6
    assert len(pairs) >= 20


# Numbers of the list that checks which come with pnp see to, that tests alone see to, that take play, and a reader.
BUILT_IN = {
    22: ("unknown-name",),
    35: ("text-overflow", "unsafe-text", "small-type", "marked-backs"),
    40: ("doubled-word", "unfinished-text", "editors-note"),
}
BY_TESTS, PLAY, READER = {33}, {20, 37, 38, 39}, {36}
ODDS = 10


def test_every_number_of_the_list_is_seen_to() -> None:
    refs = [rule.ref for rule in kit().rules]
    assert [rule.id for rule in kit().rules if not re.fullmatch(r"ZED0(?:0[1-9]|[123]\d|40)", rule.ref)] == []
    proved = {int(ref.removeprefix("ZED")) for ref in refs}
    missing = set(range(1, 41)) - proved - BUILT_IN.keys() - BY_TESTS - PLAY - READER - {ODDS}
    assert missing == set()
    assert proved.isdisjoint(PLAY | READER)
    assert [check for checks in BUILT_IN.values() for check in checks if check not in CHECKS] == []
    assert {(odds.deck, odds.field, odds.draws) for odds in kit().odds} == {
        ("events", "run", (1, 2, 3)),
        ("events", "fight", (1, 2, 3)),
    }


def test_the_readme_lists_what_is_not_proved_by_rules() -> None:
    text = (FOLDER / "README.md").read_text("utf-8")
    for each in sorted({*BUILT_IN, *BY_TESTS, *PLAY, *READER, ODDS}):
        assert f"ZED{each:03}" in text
    for check in (check for checks in BUILT_IN.values() for check in checks):
        assert f"`{check}`" in text


def test_losing_supplies_ends_at_nothing() -> None:
    """ZED033: the rulebook says so, and what costs supplies is called so throughout."""
    rulebook = re.sub(r"\s+", " ", (FOLDER / "rules.md").read_text("utf-8"))
    assert "| lose | give up {supplies}, never below 0 |" in rulebook
    taken = r"\b(?:remove|spend|give up|forfeit|hand over) (?:up to )?\*\*\d\*\*\{supplies\}"
    assert [card.id for card in cards() if re.search(taken, event(card) + rules(card), re.IGNORECASE)] == []


def test_the_rules_hold_and_the_examples_come_out() -> None:
    verdicts = try_rules(kit())
    assert len(verdicts) == len(kit().rules) + len(kit().examples) + len(kit().odds)
    assert [verdict.trouble for verdict in verdicts if verdict.trouble] == []
    assert [breach.message for verdict in verdicts for breach in verdict.breaches] == []
    assert [verdict.of for verdict in verdicts if not verdict.looked_at] == []


def broken(changes: dict[str, dict[str, Value]]) -> set[str]:
    """The rules that no longer hold when cards say something else; keys with a dot are those of groups."""
    changed = []
    for card in cards():
        values: dict[str, Value] = dict(card.values)
        for key, value in changes.get(card.id, changes.get("*", {})).items():
            outer, _, inner = key.partition(".")
            values[outer] = {**group(values[outer]), inner: value} if inner else value
        title = str(values.pop("title", card.title))
        changed.append(card._replace(title=title, values=values))
    others = [each for each in kit().decks if each.id != "events"]
    verdicts = try_rules(kit()._replace(decks=(replace(deck(), cards=tuple(changed)), *others), examples=()))
    assert [verdict.trouble for verdict in verdicts if verdict.trouble] == []
    return {verdict.of.id for verdict in verdicts if isinstance(verdict.of, Rule) and verdict.breaches}


@pytest.mark.parametrize(
    ("id", "changes"),
    [
        ("values-in-range", {"stray-dog": {"run": 4}}),
        ("values-in-range", {"stray-dog": {"fight": -2}}),
        ("every-part-is-there", {"mime": {"flavour": ""}}),
        ("every-part-is-there", {"mime": {"equipment.name": ""}}),
        ("a-test-has-a-difficulty", {"mime": {"test.fight": None}}),
        ("run-difficulties", {"fire-escape": {"test.run": 0}}),
        ("fight-difficulties", {"mime": {"test.fight": 0}}),
        ("run-can-be-reached", {"fire-escape": {"test.run": 12}}),
        ("fight-can-be-reached", {"mime": {"test.fight": 12}}),
        ("no-hopeless-run", {"fire-escape": {"test.run": 8}}),
        ("no-hopeless-fight", {"mime": {"test.fight": 8}}),
        ("no-sure-run", {"fire-escape": {"test.run": -1}}),
        ("no-sure-fight", {"mime": {"test.fight": -1}}),
        ("no-test-kills-at-once", {"mime": {"test.fight": 6}}),
        ("run-as-good-as-fight", {"*": {"run": 3}}),
        ("every-run-value", {"*": {"run": 3}}),
        ("every-fight-value", {"*": {"fight": 3}}),
        ("run-tells-nothing-of-fight", {card.id: {"fight": card.values["run"]} for card in cards()}),
        ("harmless-last-cards", {card.id: {"fight": card.values["run"]} for card in cards()}),
        ("harder-pays-more", {card.id: {"test.supplies": 6 - hardest(card)} for card in with_test()}),
        ("pay-by-difficulty", {"mime": {"test.supplies": 4}}),
        ("nothing-for-nothing", {"second-wind": {"event": "Gain **2**{supplies}."}}),
        ("supplies-are-no-debt", {"mime": {"test.supplies": -1}}),
        ("a-second-prize-is-the-same", {"bank-holiday": {"test.supplies": 4}}),
        ("draws-of-a-test", {"meat-counter": {"draws": 2}}),
        ("draws-without-a-test", {"vending-machine": {"draws": 1}}),
        ("no-false-choice", {"bouncy-castle": {"test.run": 1}}),
        ("events-without-a-test", {card.id: {"test": None} for card in with_test()[:6]}),
        ("enough-events", {"*": {"draws": 2}}),
        ("icons-seldom-cost", {"*": {"zombies": True}}),
        ("last-card-is-played-where-it-can-be", {"second-wind": {"event": "Draw two cards."}}),
        ("healing-is-scarce", {"mime": {"event": "Heal **1**{heart}."}}),
        ("run-asterisk", {"mime": {"equipment.run": "*"}}),
        ("run-asterisk", {"camp-stove": {"equipment.run": 1}}),
        ("fight-asterisk", {"mime": {"equipment.rules": "Add **1** in **Fight** tests."}}),
        ("cost-as-the-rules-say", {"cycle-lane": {"equipment.cost": 2}}),
        ("at-once", {"mime": {"equipment.immediate": False}}),
        ("at-once", {"mime": {"equipment.run": 1}}),
        ("named-finds", {"self-storage": {"equipment.name": "Stash"}}),
        ("no-useless-equipment", {"roadworks": {"equipment.rules": "", "equipment.run": 0, "equipment.fight": 0}}),
        ("no-worse-twin", {"second-post": {"equipment.run": 1, "equipment.fight": 2}}),
        ("titles-differ", {"mime": {"title": "Stray Dog"}}),
        ("finds-differ", {"mime": {"equipment.name": "Machete"}}),
        ("flavour-is-no-rule", {"mime": {"flavour": "You may draw breath."}}),
    ],
)
def test_a_rule_notices_what_breaks_it(id: str, changes: dict[str, dict[str, Value]]) -> None:
    assert id in broken(changes)


def test_a_deck_of_another_size_is_noticed() -> None:
    fewer = replace(deck(), cards=cards()[:-1])
    others = [each for each in kit().decks if each.id not in ("events", "reference")]
    reference = replace(kit().deck("reference"), cards=kit().deck("reference").cards[1:])
    changed = kit()._replace(decks=(fewer, reference, *others), examples=())
    found = {verdict.of.id for verdict in try_rules(changed) if isinstance(verdict.of, Rule) and verdict.breaches}
    assert {"deck-of-54", "full-sheets", "icon-rule-at-hand"} <= found


def test_every_rule_is_broken_once_by_these_tests() -> None:
    source = Path(__file__).read_text("utf-8")
    assert [rule.id for rule in kit().rules if f'"{rule.id}"' not in source] == []
