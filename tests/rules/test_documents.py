"""Faults such as printed games have, in small kits of our own words: found once, accepted with a reason, mended.

In tests/rules/documents each game has a kit. Its cards are right, and say beside it what was printed (`as_printed`).
Texts, tracks and worked examples have their faults as they stand.
"""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.build import check_kit
from pnp.kit.project import Project
from pnp.model.finding import Finding
from pnp.outcome import Options

from .conftest import COMMON

DOCUMENTS = Path(__file__).parent / "documents"


class Flaw(NamedTuple):
    """What a document has: the rule it breaks, the check that tells it, and where, by a part of the line.

    `says` is a part of the message and `on` what a waiver names. `mend` is what has to be put in its place, as file,
    old text and new; without it the kit is right, and the fault is there with `as_printed` alone.
    """

    ref: str
    game: str
    check: str
    file: str
    at: str
    says: str
    on: str
    mend: tuple[str, str, str] | None = None


def in_print(ref: str, game: str, check: str, place: tuple[str, str], says: str, on: str) -> Flaw:
    """A fault that only the printed values of a card have."""
    return Flaw(ref, game, check, *place, says, on)


def in_text(ref: str, game: str, check: str, says: str, mend: tuple[str, str]) -> Flaw:
    """A fault of the rulebook."""
    return Flaw(ref, game, check, "rules.md", mend[0], says, "rules.md", ("rules.md", *mend))


def worked(on: str, printed: str, says: str, mend: str) -> Flaw:
    """A worked example of which a value is wrong."""
    at = printed.split("\n", maxsplit=1)[0]
    return Flaw("ZEM052", "zemo", "worked-example", "rules.yaml", at, says, on, ("rules.yaml", printed, mend))


ZEMO = (
    in_print(
        "ZEM018",
        "zemo",
        "kit-rule",
        ("people.yaml", "rolls_again: 0"),
        "teleport by 36 leads to a room that is not there",
        "every-product-leads-somewhere/mush",
    ),
    in_print(
        "ZEM023",
        "zemo",
        "over-capacity",
        ("items.yaml", "weight: 8"),
        'weight of "Gadzooka!" is 8, and nobody of people carries more than 5',
        "gadzooka",
    ),
    in_print(
        "ZEM027",
        "zemo",
        "kit-rule",
        ("items.yaml", "range: 2"),
        "Range 2 is one distance alone",
        "range-is-of-use/gadzooka",
    ),
    Flaw(
        "ZEM031",
        "zemo",
        "kit-rule",
        "rules.yaml",
        "expect: name in",
        'The rules name "Slingshot", but no card is called so',
        "named-items-are-there",
        (
            "items.yaml",
            "  - {id: lite-saber",
            "  - {id: slingshot, title: Slingshot, kind: shooting, weight: 1, range: 4}\n  - {id: lite-saber",
        ),
    ),
    Flaw(
        "ZEM031",
        "zemo",
        "kit-rule",
        "rules.yaml",
        "expect: name in",
        'The rules name "Plutonium Rod", but no card is called so',
        "named-items-are-there",
        (
            "items.yaml",
            "  - id: gadzooka",
            "  - {id: plutonium-rod, title: Plutonium Rod, kind: item, weight: 1}\n  - id: gadzooka",
        ),
    ),
    in_print(
        "ZEM038",
        "zemo",
        "kit-rule",
        ("mats.yaml", "zero_holds: 1"),
        "Space 0 holds 1 of 3 markers",
        "zero-holds-all/track",
    ),
    Flaw(
        "ZEM039",
        "zemo",
        "no-head-room",
        "health.yaml",
        "head_room: 6",
        "4 spaces of head-room, 6 expected",
        "health",
        ("health.yaml", "0-18", "0-20"),
    ),
    in_print(
        "ZEM040",
        "zemo",
        "kit-rule",
        ("mats.yaml", "skips_down: true"),
        "A hit of 1 can cost 3",
        "a-hit-costs-what-it-says/track",
    ),
    in_print(
        "ZEM041",
        "zemo",
        "kit-rule",
        ("mats.yaml", "cap: open"),
        "It is open whether healing may skip over the cap",
        "a-cap-is-a-cap/track",
    ),
    in_text(
        "ZEM047",
        "zemo",
        "broken-page-reference",
        "there is no page 6",
        ("in the list on page 6", "in the [Locations Chart](#locations-chart)"),
    ),
    in_text("ZEM048", "zemo", "forbidden-term", '"Room Chart" is called', ("The Room Chart", "The Locations Chart")),
    in_text(
        "ZEM048",
        "zemo",
        "forbidden-term",
        '"Zemo Locations" is called',
        ("Zemo Locations also has", "The Locations Chart also has"),
    ),
    in_print(
        "ZEM049",
        "zemo",
        "unfinished-text",
        ("rooms.yaml", "The roll counts for"),
        "has no stop",
        "life-support",
    ),
    in_text("ZEM049", "zemo", "editors-note", "is a note to oneself", (" [note: ask whether three may]", "")),
    in_text(
        "ZEM049",
        "zemo",
        "broken-page-reference",
        '"see the photo", but the rulebook "Station" has no figure',
        (", see the photo for how", ", face down"),
    ),
    in_print(
        "ZEM051",
        "zemo",
        "kit-rule",
        ("rooms.yaml", "button: false"),
        "The text of Reactor speaks of a button, but the room has none",
        "buttons-are-there/reactor",
    ),
    worked("first-fight/mush", "mush: 5", "prints 5 for mush, but the rules give 7", "mush: 7"),
    worked("first-fight/difference", "difference: 4", "4 for difference, but the rules give 2", "difference: 2"),
    worked("first-fight/left", "left: 2\n", "prints 2 for left, but the rules give 4", "left: 4\n"),
    worked(
        "second-fight/mush", "mush: 7\n      loses", "prints 7 for mush, but the rules give 9", "mush: 9\n      loses"
    ),
    worked("second-fight/loses", "loses: 3", "prints 3 for loses, but the rules give 5", "loses: 5"),
    worked("recoil/recoil", "recoil: 0", "prints 0 for recoil, but the rules give 9", "recoil: 9"),
)

COASTERS = tuple(
    in_print(ref, "coasters", "kit-rule", (file, at), says, on)
    for ref, file, at, says, on in (
        ("ZCO009", "die.yaml", "told: elsewhere", "Dig is told in another game", "faces-are-told-here/dig"),
        (
            "ZCO010",
            "die.yaml",
            "another side.",
            "Hop does not say what becomes of what stands",
            "moves-tell-what-rides-along/hop",
        ),
        (
            "ZCO012",
            "attacks.yaml",
            "id: small-small",
            "Small on small leaves ?; 0 by the rule",
            "attacks-have-a-result/small-small",
        ),
        ("ZCO020", "reference.yaml", "nearest to the vat", "nothing says who begins", "a-tie-is-settled/first-player"),
        ("ZCO021", "reference.yaml", "No more zombies", "the game has no end", "an-end-without-a-vat/vat-gone"),
        ("ZCO021", "reference.yaml", "Play on", "may come back for ever", "no-endless-repetition/stalemate"),
        ("ZCO022", "reference.yaml", "trios: 5", "asks for 5 trios a player; 1 is", "header-as-the-box/header"),
    )
)

HELIPAD = (
    in_print("HEL003", "helipad", "short-supply", ("tokens.yaml", "heart: {each"), '36 of "Heart" can be', "tokens"),
    in_print(
        "HEL004",
        "helipad",
        "kit-rule",
        ("tokens.yaml", "copies: 60"),
        "56 of 60 bullets are gone at the start",
        "bullets-after-the-start/bullet",
    ),
    in_print(
        "HEL012",
        "helipad",
        "kit-rule",
        ("events.yaml", "id: fog"),
        "Fog speaks of enhanced zombies, and none are in the box",
        "enhanced-zombies-are-there/fog",
    ),
    in_print(
        "HEL016",
        "helipad",
        "kit-rule",
        ("events.yaml", "at least one space."),
        "Step has everybody move, even who is shut in",
        "who-cannot-need-not/step",
    ),
    in_text("HEL022", "helipad", "unknown-word", '"alloted" is not', ("is alloted four", "is allotted four")),
    in_text("HEL022", "helipad", "unknown-word", '"accomodate" is not', ("accomodate four", "accommodate four")),
    in_text("HEL022", "helipad", "unknown-word", '"enchanced" is not', ("An enchanced", "An enhanced")),
    in_text("HEL022", "helipad", "forbidden-term", '"kill it the zombie" is called', ("kill it the", "kill the")),
    in_text(
        "HEL023",
        "helipad",
        "broken-page-reference",
        '"map below", but the rulebook',
        ("as in the map below", "with the roof at one end"),
    ),
    in_text("HEL022", "helipad", "forbidden-term", '"gov-enhanced" is called', ("A gov-", "A government-")),
)

ZED = (
    Flaw(
        "ZED003",
        "zed",
        "kit-rule",
        "rules.yaml",
        "expect: deck(",
        "The deck does not say how many cards it has",
        "size-is-stated",
        ("events.yaml", "size: poker\n", "size: poker\ncount: 9\n"),
    ),
    in_print("ZED040", "zed", "doubled-word", ("events.yaml", "Add up the the"), '"the the" says a word twice', "mall"),
    in_text(
        "ZED040",
        "zed",
        "empty-contents",
        "is empty: the rulebook has no heading",
        ("::: contents", "::: contents\n\n# Add"),
    ),
    in_text("ZED040", "zed", "unknown-word", '"tot" is not', (" tot ", " to ")),
    in_text("ZED040", "zed", "unknown-word", '"eh" is not', (" eh ", " the ")),
    in_text("ZED040", "zed", "forbidden-term", '"values(s)" is called "values"', ("values(s)", "values")),
)

FLAWS = ZEMO + COASTERS + HELIPAD + ZED
GAMES = ("zemo", "coasters", "helipad", "zed")

# What the documents have besides, and why it is not in these kits.
LEFT_OUT = {
    "ZED038": "which choice is best is known only from play",
}
LISTED = (
    *(f"ZEM0{number}" for number in (18, 23, 27, 31, 38, 39, 40, 41, 47, 48, 49, 51, 52)),
    *(f"ZCO0{number:02}" for number in (9, 10, 12, 20, 21, 22)),
    *(f"HEL0{number:02}" for number in (3, 4, 12, 16, 22, 23)),
    *("ZED003", "ZED038", "ZED040"),
)


def lay_out(game: str, project: Path) -> Path:
    """The kit of a game in a project of its own."""
    folder = Path(shutil.copytree(DOCUMENTS / game, project / "content" / game))
    (project / "templates").mkdir()
    for template in sorted(COMMON.glob("*.j2")):
        shutil.copy(template, project / "templates")
    return folder


def look(folder: Path, *, as_printed: bool) -> tuple[Finding, ...]:
    return check_kit(Project(folder.parent.parent), folder, Options(as_printed=as_printed)).findings


def is_of(finding: Finding, flaw: Flaw, folder: Path) -> bool:
    """Whether the finding tells of this fault: its check, file, line and words, and the reference of a rule."""
    if (finding.check, finding.where.file) != (flaw.check, f"content/{flaw.game}/{flaw.file}"):
        return False
    if finding.check == "kit-rule" and f", {flaw.ref})" not in finding.message:
        return False
    line = (folder / flaw.file).read_text("utf-8").splitlines()[finding.where.line - 1]
    return flaw.at in line and flaw.says in finding.message


def expect(findings: tuple[Finding, ...], flaws: tuple[Flaw, ...], folder: Path) -> None:
    """Each fault is found once, and nothing else is."""
    found = [[flaw for flaw in flaws if is_of(finding, flaw, folder)] for finding in findings]
    strange = [str(finding) for finding, told in zip(findings, found, strict=True) if not told]
    assert strange == [], "found, but it is no fault of the document"
    assert sorted(flaw for told in found for flaw in told) == sorted(flaws), "each once"


def flaws_of(game: str, *, mended: bool = False, as_printed: bool = True) -> tuple[Flaw, ...]:
    """Those that are left where the texts are mended, or the cards say what is right."""
    mine = (flaw for flaw in FLAWS if flaw.game == game)
    return tuple(flaw for flaw in mine if (not mended if flaw.mend else as_printed))


def accept(folder: Path, flaws: tuple[Flaw, ...], reason: str) -> int:
    """Waive them all in rules.yaml; how many waivers that takes."""
    waivers = dict.fromkeys((flaw.check, flaw.on) for flaw in flaws)
    rows = [f"  - {{check: {check}, on: {on}, reason: {reason}}}\n" for check, on in waivers]
    with (folder / "rules.yaml").open("a", encoding="utf-8") as file:
        file.write("\nwaivers:\n" + "".join(rows))
    return len(rows)


@pytest.mark.parametrize("game", GAMES)
def test_each_fault_of_the_print_is_found_once_on_its_line(game: str, tmp_path: Path) -> None:
    folder = lay_out(game, tmp_path)
    expect(look(folder, as_printed=True), flaws_of(game), folder)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_cards_correct_is_found_no_more(game: str, tmp_path: Path) -> None:
    folder = lay_out(game, tmp_path)
    expect(look(folder, as_printed=False), flaws_of(game, as_printed=False), folder)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_mended_is_found_no_more(game: str, tmp_path: Path) -> None:
    folder = lay_out(game, tmp_path)
    for flaw in flaws_of(game, as_printed=False):
        assert flaw.mend is not None
        file, old, new = flaw.mend
        text = (folder / file).read_text("utf-8")
        assert text.count(old) == 1, "what is to be mended is there"
        (folder / file).write_text(text.replace(old, new), "utf-8")
    assert look(folder, as_printed=False) == ()


@pytest.mark.parametrize("game", GAMES)
def test_a_waiver_with_a_reason_accepts_what_is_printed(game: str, tmp_path: Path) -> None:
    folder = lay_out(game, tmp_path)
    accept(folder, flaws_of(game), "the print stays as it is")
    assert look(folder, as_printed=True) == (), "none is left, and each waiver is needed"


@pytest.mark.parametrize("game", GAMES)
def test_a_waiver_without_a_reason_accepts_nothing(game: str, tmp_path: Path) -> None:
    folder = lay_out(game, tmp_path)
    count = accept(folder, flaws_of(game), '""')
    findings = look(folder, as_printed=True)
    assert [finding.check for finding in findings].count("bad-waiver") == count
    expect(tuple(each for each in findings if each.check != "bad-waiver"), flaws_of(game), folder)


def test_every_fault_that_the_documents_have_is_here_or_has_a_reason() -> None:
    assert sorted({flaw.ref for flaw in FLAWS} | {name.split()[0] for name in LEFT_OUT}) == sorted(LISTED)
