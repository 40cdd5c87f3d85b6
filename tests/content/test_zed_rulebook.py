"""Zed Deck's rulebook: it says what the kit says, its examples add up, and its contents lead to the right pages."""

import re
from functools import cache

import pypdfium2
import pytest

from pnp.faces.document.author import Author
from pnp.faces.studio import Studio
from pnp.model.document import Booklet, Chart, Document, Figure, Heading, Listing, Panel, Paragraph, plain
from pnp.model.kit import Card, Job
from pnp.press.imposition.imposition import impose
from pnp.press.rulebook.setting import set_rulebook

from .zed import cards, column, deck, difficulties, equipment, event, kit, number, roots, rules, supplies

LETTERS = "ABCDEFGHIJKL"
PAPERS = ("letter", "a4")
# The first words of each section.
BEGUN = (
    "Part How many",
    "1. The deck is",
    "1. Shuffle",
    "Every card is two",
    "1. Draw the top",
    "1. Choose",
    "Damage.",
    "Draw equipment means",
    "The deck is empty",
    "An optional rule",
    "The deck has fewer",
    "A turn",
    "\u2022 Design",
)
# How far from its part's words a letter may point, in mm.
NEAR = 5.0
BLANKS = re.compile(r"\s+")


@cache
def document() -> Document:
    (rulebook,) = kit().rulebooks
    return Author(kit(), roots()).write(rulebook)


@cache
def booklet(paper: str) -> Booklet:
    return set_rulebook(document(), roots(), paper, draw=True)


@cache
def printed(paper: str) -> list[str]:
    """The words of each page."""
    pages = pypdfium2.PdfDocument(booklet(paper).content)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages]


@cache
def said() -> str:
    """Everything that the rules say, on one line."""
    return BLANKS.sub(" ", " ".join(plain(words) for words in document().texts()))


def card(title: str) -> Card:
    (found,) = (each for each in cards() if each.title == title)
    return found


def value(title: str, kind: str) -> int:
    return number(card(title).values[kind])


def panel(title: str) -> str:
    (found,) = (each for each in document().walk() if isinstance(each, Panel) and plain(each.title) == title)
    return " ".join(plain(block.words) for block in found.blocks if isinstance(block, Heading | Paragraph))


def minus(value: int) -> str:
    return str(value).replace("-", "\u2212")


def chart(head: str) -> list[list[str]]:
    """The rows of the table whose first heading that is."""
    (found,) = (each for each in document().walk() if isinstance(each, Chart) and plain(each.head[0]) == head)
    return [[plain(cell) for cell in row] for row in (found.head, *found.rows)]


def figure() -> Figure:
    (found,) = document().figures()
    return found


def test_rules_are_sound() -> None:
    assert document().faults == ()
    for paper in PAPERS:
        assert booklet(paper).faults == ()
        assert 4 <= booklet(paper).pages <= 6


class TestFigure:
    def test_explains_every_letter_once(self) -> None:
        assert "".join(callout.letter for callout in figure().callouts) == LETTERS
        assert all(plain(callout.words) for callout in figure().callouts)

    def test_shows_a_card_that_has_every_part(self) -> None:
        shown = next(each for each in cards() if each.id == figure().face.card)
        assert shown.values["zombies"]
        assert shown.values["flavour"]
        assert set(difficulties(shown)) == {"run", "fight"}
        assert supplies(shown) > 0
        assert "*" in (equipment(shown)["run"], equipment(shown)["fight"])

    @pytest.mark.parametrize(
        ("letter", "field"),
        [
            ("A", "title"),
            ("C", "run"),
            ("D", "fight"),
            ("E", "event"),
            ("F", "flavour"),
            ("J", "equipment.rules"),
            ("K", "equipment.run"),
        ],
    )
    def test_letter_points_at_its_part(self, letter: str, field: str) -> None:
        """To its words, or close by, so that none are hidden."""
        face = Studio(kit(), roots()).compose(figure().face)
        boxes = [text.box for text in face.texts if text.field == field]
        (callout,) = (each for each in figure().callouts if each.letter == letter)
        assert boxes
        assert min(box.left for box in boxes) - NEAR <= callout.x <= max(box.right for box in boxes) + NEAR
        assert min(box.top for box in boxes) - NEAR <= callout.y <= max(box.bottom for box in boxes) + NEAR


@pytest.mark.parametrize("paper", PAPERS)
def test_contents_name_the_pages_on_which_sections_stand(paper: str) -> None:
    pages = printed(paper)
    sections = [plain(heading.words) for heading in document().headings() if heading.level == 1]
    listed = {title: int(page) for title in sections for page in re.findall(rf"{title} (\d)(?!\d)", pages[0])}
    assert list(listed) == sections
    # What the sections begin with, after their heading; the contents have a page there.
    begun = dict(zip(sections, BEGUN, strict=True))
    stands = {
        title: next(n for n, page in enumerate(pages, 1) if f"{title} {begun[title]}" in page) for title in sections
    }
    assert listed == stands
    assert booklet(paper).pages == len(pages)


@pytest.mark.parametrize("paper", PAPERS)
def test_references_name_the_page(paper: str) -> None:
    text = " ".join(printed(paper))
    for title in ("Tests", "Zombies Everywhere"):
        (page,) = re.findall(rf"{title} \(page (\d)\)", text)
        assert int(page) == booklet(paper).at[title.lower().replace(" ", "-")]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_head_names_what_the_page_begins_with(paper: str) -> None:
    sections = {plain(heading.words): heading.anchor for heading in document().headings() if heading.level == 1}
    for sheet, page in enumerate(printed(paper)[1:], 2):
        (head,) = (title for title in sections if page.endswith(f" {kit().title} {title}"))
        at = booklet(paper).at
        begun = [title for title, anchor in sections.items() if at[anchor] == sheet]
        before = [title for title, anchor in sections.items() if at[anchor] < sheet]
        opens = any(page.startswith(title) for title in begun)
        assert head == (begun[0] if opens else before[-1])


def test_other_looks_have_no_dark_ground_below_the_title() -> None:
    for theme, dark in (("", True), (kit().themes[0], False)):
        content = set_rulebook(document(), roots(), "letter", theme=theme, draw=True).content
        picture = pypdfium2.PdfDocument(content)[0].render().to_pil().convert("L")
        strip = [picture.getpixel((x, 46)) for x in range(50, 560, 10)]
        assert (max(strip) < 60) if dark else (min(strip) > 240)


class TestNumbers:
    def test_box(self) -> None:
        assert chart("Part")[1:] == [
            ["Cards of the deck", str(deck().size)],
            ["Tracker card", str(kit().deck("trackers").size)],
            ["Reference cards", str(kit().deck("reference").size)],
            ["Box for the cards", str(kit().deck("box").size)],
            ["This booklet", str(len(kit().rulebooks))],
        ]

    def test_health_and_supplies(self) -> None:
        tracker = kit().deck("trackers").cards[0].values
        health, tens = number(tracker["health"]), number(tracker["tens"])
        assert f"on the heart with the {health}," in said()
        assert f"never above {health}." in said()
        assert f"in tens and ones, up to {10 * tens + 9}." in said()

    def test_how_many_cards_have_each_value(self) -> None:
        head, run, fight = chart("Value")
        for row, kind in ((run, "run"), (fight, "fight")):
            assert [(value, int(count)) for value, count in zip(head[1:], row[1:], strict=True)] == [
                (minus(value), column(kind).count(value)) for value in range(-1, 4)
            ]
            assert f"worth {sum(column(kind)) / deck().size:.1f}, in Run as in Fight" in said()

    def test_cards_without_test_and_with_icon(self) -> None:
        untested = [card for card in cards() if not difficulties(card)]
        zombies = [card for card in cards() if card.values["zombies"]]
        assert f"That goes for {len(untested)} of the {deck().size} cards" in said()
        assert f"on {len(zombies)} of the cards" in said()
        assert f"{len(zombies)} cards hear it" in said()

    def test_scores_are_all_rated_once(self) -> None:
        spans = [re.findall(r"\d+", row[0]) for row in chart("Supplies")[1:]]
        assert [int(span[0]) for span in spans] == [0, *(int(span[1]) + 1 for span in spans[:-1])]
        assert len(spans[-1]) == 1

    @pytest.mark.parametrize("job", kit().jobs, ids=lambda job: job.name)
    def test_printing(self, job: Job) -> None:
        run = impose(
            kit(),
            job,
            tuple(p for each in job.decks for p in Studio(kit(), roots()).pieces(kit().deck(each))),
            "letter",
        )
        words = {1: "one sheet", 6: "6 sheets"}
        assert f"{kit().id}-{job.name}-letter.pdf" in said()
        assert words[len(run.sheets)] in said()
        assert job.stock.split(" card")[0] in said()
        assert f"{job.flip} flip".replace("-", " ").removesuffix(" flip") in said()

    def test_other_files(self) -> None:
        assert f"{kit().id}-{document().rulebook.name}-letter.pdf" in said()
        assert all(f"end in {theme} " in said() for theme in kit().themes)

    def test_credits(self) -> None:
        assert all(f"{credit.role}: {credit.name}" in said() for credit in kit().credits)
        assert f"shared under {kit().licence} " in said()


class TestExamples:
    def test_one_short(self) -> None:
        words = panel("Example: one short")
        asked = difficulties(card("Church Bell"))["fight"]
        total = value("Wedding Party", "fight") + value("Checkpoint", "fight")
        short = asked - max(0, total)
        assert short == 1
        assert "lose **1**{supplies}" in event(card("Church Bell"))
        assert f"together {total}: that is {short} short. Take {short}{{damage}}, and lose the 1{{supplies}}" in words
        total += value("Stray Dog", "fight")
        assert total >= asked
        assert f"make {total}: passed, and {supplies(card('Church Bell'))}{{supplies}} won" in words

    def test_below_zero(self) -> None:
        asked, total = difficulties(card("Last Chopper"))["run"], value("Play Dead", "run")
        assert total < 0
        words = panel("Example: below zero")
        assert f"take {asked}{{damage}}, not {asked - total}, and discard the top 3 cards" in words
        assert "**Fail:** also discard the top **3** cards" in event(card("Last Chopper"))

    def test_with_an_axe(self) -> None:
        axe = equipment(card("Rooftop Shortcut"))
        parts = [value("Stray Dog", "fight"), value("Lost Property", "fight"), number(axe["fight"])]
        assert sum(parts) >= difficulties(card("Meat Counter"))["fight"]
        assert "**Pass:** also draw **1** equipment" in event(card("Meat Counter"))
        words = panel("Example: with an axe")
        assert f"You hold the {axe['name']} (+{parts[-1]} in Fight)" in words
        assert (
            f"{' + '.join(map(str, parts))} = {sum(parts)}: passed. You win {supplies(card('Meat Counter'))}" in words
        )

    def test_nearly_home(self) -> None:
        assert difficulties(card("Lost Property"))
        assert value("Lost Property", "fight") > value("Lost Property", "run")
        assert difficulties(card("Stray Dog"))
        assert value("Stray Dog", "fight") == value("Stray Dog", "run")

    def test_whole_street(self) -> None:
        asked = difficulties(card("Last Bus Anywhere"))["run"]
        loud, quiet = ("Charity Fun Run", "Escalator"), ("Second Post", "Gym Membership")
        assert all(card(title).values["zombies"] for title in loud)
        assert not any(card(title).values["zombies"] for title in quiet)
        sums = [sum(value(title, "run") for title in (*loud, last)) for last in quiet]
        assert sums[0] - 2 >= asked > sums[1] - 2
        words = panel("Example: the whole street")
        assert f"): {sums[0]}. Two {{zombie}} take 2 off, which leaves {sums[0] - 2}: passed" in words
        assert f"only {sums[1] - 2} would be left" in words

    def test_zombies_cost_nothing_alone(self) -> None:
        head, row = chart("{zombie} that you drew")
        costs = {int(icons): minus(-int(icons) if int(icons) > 1 else 0) for icons in head[1:-1]}
        assert row[1:-1] == list(costs.values())
        assert (head[-1], row[-1]) == (f"{len(costs)} and more", minus(-1) + " for each")


def test_words_of_the_cards_are_explained() -> None:
    """The table holds every word that the cards use in a sense of their own."""
    texts = " ".join(f"{event(card)} {rules(card)}" for card in cards()).lower()
    explained = [row[0] for row in chart("A card says")[1:]]
    plain_texts = re.sub(r"\*\*|\{\w+\}", "", texts)
    for words in (
        "win",
        "gain",
        "pay",
        "lose",
        "before you draw",
        "after you draw",
        "outside a test",
        "your next test",
        "with a single card",
        "in its place",
    ):
        assert words in explained
        assert words in plain_texts


def test_one_box_of_reference() -> None:
    boxes = [block for block in document().walk() if isinstance(block, Panel) and block.kind == "reference"]
    heads = [plain(block.words) for box in boxes for block in box.blocks if isinstance(block, Heading)]
    assert heads == ["A turn", "A test", "Equipment", "Zombies Everywhere", "The last card", "The end"]
    assert any(isinstance(block, Listing) for block in boxes[0].blocks)
