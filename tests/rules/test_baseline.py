"""Baselines set aside what they know, once for each time that it was known, and shrink."""

import json
from dataclasses import replace

import pytest

from pnp.model.finding import Finding, Level, PnpError
from pnp.model.place import Where
from pnp.rules.baseline import NEVER, key_of, make_baseline, read_baseline, set_aside

EVENTS = "content/zed/events.yaml"


def finding(message: str = "it is so", line: int = 3, thing: str = "events/mall", check: str = "deck-size") -> Finding:
    return Finding(Where(EVENTS, line, 9), check, Level.ERROR, message, "Mend it.", "zed", thing)


def left(found: list[Finding], *known: Finding, kits: tuple[str, ...] = ("zed",)) -> list[Finding]:
    return set_aside(found, read_baseline(make_baseline(known), "baseline.json"), kits)


def test_what_is_known_is_set_aside() -> None:
    known, new = finding(), finding("it is not so")
    assert left([known, new], known) == [new]
    assert left([known]) == [known]


def test_lines_may_move_and_levels_change() -> None:
    known = finding("it stands twice: here and on line 3")
    moved = replace(known, where=Where(EVENTS, 80, 1), message="it stands twice: here and on line 77", help="")
    assert left([replace(moved, level=Level.WARNING)], known) == []


@pytest.mark.parametrize(
    "other",
    [
        finding(check="small-type"),
        finding(thing="events/roof"),
        finding("it is so, 4 times"),
        replace(finding(), where=Where("content/zed/kit.yaml", 3, 9)),
        replace(finding(), kit="helipad"),
    ],
)
def test_another_check_thing_text_file_or_kit_is_new(other: Finding) -> None:
    assert other in left([other], finding())


def test_the_third_of_two_is_told() -> None:
    twice = [finding(line=3), finding(line=8)]
    third = finding(line=20)
    assert left([*twice, third], *twice) == [third]


@pytest.mark.parametrize(
    ("told", "later"),
    [
        ("5 pt is small (on events/mall and 53 more)", "5 pt is small (on events/roof)"),
        ("no icon `haert` (card mall and 2 more)", "no icon `haert` (card roof)"),
        ("no icon `haert` (the back of events)", "no icon `haert` (the back of items and 1 more)"),
    ],
)
def test_of_a_cause_the_faces_do_not_matter(told: str, later: str) -> None:
    assert left([finding(later, thing="")], finding(told, thing="")) == []


def test_an_entry_that_matches_no_more_is_told_for_information() -> None:
    gone = finding()
    (told,) = left([], gone)
    assert (told.check, told.level, told.kit) == ("outdated-baseline", Level.INFORMATION, "zed")
    assert told.where == Where("baseline.json", 4, 1)
    assert told.message == f'"deck-size" is not found any more in {EVENTS} on "events/mall": it is so'
    (fewer,) = left([gone], gone, gone, gone)
    assert fewer.message.startswith('"deck-size" is found only 1 of 3 times in ')


def test_of_kits_that_were_not_looked_at_nothing_is_said() -> None:
    assert left([], finding(), kits=("helipad",)) == []


@pytest.mark.parametrize("check", sorted(NEVER))
def test_what_hides_more_is_never_set_aside(check: str) -> None:
    found = finding(check=check)
    assert make_baseline([found]) == make_baseline([])
    by_hand = json.dumps({"findings": [key_of(found)._asdict()]})
    assert found in set_aside([found], read_baseline(by_hand, "b.json"), ["zed"])


def test_the_same_findings_give_the_same_file() -> None:
    found = [finding(), finding("b"), finding(thing="a"), finding(), finding(check="aaa")]
    text = make_baseline(found)
    assert text == make_baseline(reversed(found)) == make_baseline([], read_baseline(text, "b"))
    written = json.loads(text)
    assert list(written) == ["comment", "findings"]
    assert [entry.get("count", 1) for entry in written["findings"]] == [1, 1, 1, 2]
    assert len(text.splitlines()) == 4 + 4 + 1, "a line each, so that a merge is easy"
    assert "line" not in written["findings"][0]


def test_two_that_were_merged_count_together() -> None:
    entry = json.dumps(key_of(finding())._asdict())
    text = f'{{"findings": [{entry}, {entry}]}}'
    assert set_aside([finding(), finding()], read_baseline(text, "b"), ["zed"]) == []


def test_text_of_a_card_stays_text() -> None:
    hostile = finding('"}]}\n\x1b[2J\u202e\ud800\x7f ##[error]\U000e0001 Łódź', thing='a"b')
    text = make_baseline([hostile])
    assert all(letter.isprintable() or letter == "\n" for letter in text)
    assert "Łódź" in text
    assert len(text.splitlines()) == 6
    assert left([hostile], hostile) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is no JSON: Expecting value: line 1 column 1 (char 0)"),
        ("kit: zed\n", "it is no JSON: "),
        ("[" * 100_000, "it is no JSON: "),
        ("9" * 5_000, "it is no JSON: "),
        ("[]", "it has no list of `findings`"),
        ('{"findings": {}}', "it has no list of `findings`"),
        ('{"findings": [3]}', "finding 1 has no check, file and message"),
        ('{"findings": [{"check": "a", "file": "b"}]}', "finding 1 has no check, file and message"),
        ('{"findings": [{"check": "a", "file": ["b"], "message": "c"}]}', "finding 1 has no check, file and message"),
        ('{"findings": [{"check": "a", "file": "b", "message": "c", "count": 0}]}', "the count of finding 1 is no"),
        ('{"findings": [{"check": "a", "file": "b", "message": "c", "count": true}]}', "the count of finding 1 is no"),
    ],
)
def test_what_is_no_baseline_is_refused(text: str, said: str) -> None:
    with pytest.raises(PnpError) as refused:
        read_baseline(text, "b.json")
    assert refused.value.message.startswith(f"b.json is no baseline: {said}")
    assert refused.value.help == "`pnp check --write-baseline FILE` makes one."
