"""A template that loops, a picture that eats memory, a library that crashes: told of that card, the rest is done."""

import os
import random
from io import BytesIO
from pathlib import Path

import pytest
from memory import confine_wholly

from pnp.build import build_kit, check_kit
from pnp.faces.document.author import Author
from pnp.faces.studio import Studio
from pnp.kit.project import Project
from pnp.kit.reading import read_kit
from pnp.model.document import Document
from pnp.model.face import Face, FaceKey
from pnp.model.kit import Rulebook
from pnp.outcome import Options, Outcome
from pnp.work import chunks, crew, workplace
from pnp.work.limits import Limits, is_cramped
from pnp.work.worker import Worker

from .conftest import CARDS, DECK, FRONT, Game

pytestmark = pytest.mark.skipif(os.name != "posix", reason="what is forked knows the patches of a test")

with_memory = pytest.mark.skipif(is_cramped(Limits()), reason="here nobody may take as much as a worker may")

# Sorting ten thousand words ten thousand times stays within what one loop may do, and takes a minute.
SLOW = '{% for turn in range(9999) %}{% if (range(9999)|map("string")|sort)|length == 1 %}.{% endif %}{% endfor %}'
SHORT = Limits(seconds=0.6)

CRASH = """
import os, signal
from pnp.faces.studio import Studio
compose = Studio.compose
def crash(self, key):
    if key.card == "king":
        os.kill(os.getpid(), signal.{signal})
    return compose(self, key)
Studio.compose = crash
"""


def slow_on(card: str) -> str:
    return FRONT.replace("<pnp:text", f'{{% if card.id == "{card}" %}}\n{SLOW}\n{{% endif %}}<pnp:text')


def found(outcome: Outcome) -> list[tuple[str, str]]:
    return [(finding.check, str(finding.where)) for finding in outcome.findings]


def check(game: Game) -> Outcome:
    return check_kit(Project(game.folder), game.kit, Options())


def test_i052_a_template_that_loops_is_told_at_its_line_and_the_rest_is_checked(game: Game) -> None:
    game.write("front.svg.j2", slow_on("king").replace("{{ card.title }}", "{{ card.titel }}"))
    said = game.run(
        "check", before="import pnp.work.crew as c\nfrom pnp.work.limits import Limits\nc.LIMITS = Limits(1)"
    )
    assert said.code == 1
    assert (
        "content/game/front.svg.j2:2:1: error: too-slow: front.svg.j2 is not done after 1 seconds (card king)"
        in said.out
    )
    assert "template-error: card has no titel (card ace and 1 more)" in said.out
    assert "Traceback" not in said.err


@with_memory
def test_i053_what_eats_memory_is_told_of_that_card(game: Game) -> None:
    before = CRASH.format(signal="SIGKILL").replace("os.kill(os.getpid(), signal.SIGKILL)", "bytearray(1 << 31)")
    said = game.run("build", before=before)
    assert said.code == 1
    assert "cards.yaml:8:5: error: too-big: front.svg.j2 takes more than 1,024 MB of memory (card king)" in said.out
    assert not game.out.exists()


@with_memory
def test_i053_the_pictures_of_a_card_that_eats_memory_are_named(game: Game) -> None:
    fields = "fields: {art: {type: image, required: false}}\ncards:\n"
    cards = "  - {id: ace, title: Ace}\n  - {id: king, title: King, art: art/king.png}\n"
    game.write("cards.yaml", DECK.replace("cards:\n", fields) + cards)
    before = CRASH.format(signal="SIGKILL").replace("os.kill(os.getpid(), signal.SIGKILL)", "bytearray(1 << 31)")
    said = game.run("check", before=before)
    assert said.code == 1
    assert "help: Look first at what it shows: art/king.png. Look for a picture of far too many pixels" in said.out


@pytest.mark.parametrize("signal", ["SIGSEGV", "SIGABRT", "SIGKILL"])
@pytest.mark.parametrize("command", ["check", "build"])
def test_i141_a_crash_is_told_of_that_card_and_the_rest_is_checked(game: Game, signal: str, command: str) -> None:
    game.write("front.svg.j2", FRONT.replace("{{ card.title }}", "{{ card.titel if card.id == 'queen' }}"))
    said = game.run(command, before=CRASH.format(signal=signal))
    assert said.code == 2
    words = "was ended by the system" if signal == "SIGKILL" else f"made a library crash, {signal}"
    assert f"content/game/cards.yaml:8:5: error: crashed: front.svg.j2 {words}" in said.out
    assert "(card king)" in said.out
    assert "template-error: card has no titel (card queen)" in said.out
    assert "Traceback" not in said.err


def test_after_two_losses_the_other_faces_of_a_template_are_not_tried(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "LIMITS", SHORT)
    cards = "".join(f"  - {{id: c{number}, title: C{number}}}\n" for number in range(9))
    game.write("cards.yaml", DECK + cards)
    game.write("front.svg.j2", FRONT.replace("<pnp:text", f"\n{SLOW}<pnp:text"))
    outcome = check(game)
    assert found(outcome) == [
        ("too-slow", "content/game/front.svg.j2:1:1"),
        ("too-slow", "content/game/front.svg.j2:2:1"),
    ]
    given_up, slow = (finding.message for finding in outcome.findings)
    assert slow == "front.svg.j2 is not done after 0.6 seconds (card c0 and 1 more)"
    assert given_up == "front.svg.j2 was not tried again after 2 of its faces were lost (card c2 and 6 more)"


def test_nor_are_they_where_many_are_shared(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "LIMITS", SHORT)
    monkeypatch.setattr(crew, "processors", lambda: 1)
    game.write("cards.yaml", DECK + "".join(f"  - {{id: c{number}, title: C{number}}}\n" for number in range(40)))
    game.write("front.svg.j2", FRONT.replace("<pnp:text", f"\n{SLOW}<pnp:text"))
    messages = [finding.message for finding in check(game).findings if finding.check == "too-slow"]
    given_up, slow = messages
    assert slow == "front.svg.j2 is not done after 0.6 seconds (card c0 and 1 more)"
    assert given_up == "front.svg.j2 was not tried again after 2 of its faces were lost (card c2 and 37 more)"


def test_a_draft_is_built_without_the_face_that_was_lost(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "LIMITS", SHORT)
    game.write("front.svg.j2", slow_on("king"))
    outcome = build_kit(Project(game.folder), game.kit, game.folder / "output", Options(draft=True))
    assert [check for check, _where in found(outcome)] == ["too-slow"]
    assert text_of(game) == ["Ace", "Queen"]


def text_of(game: Game) -> list[str]:
    """The titles on the first page."""
    import pypdfium2

    with pypdfium2.PdfDocument(BytesIO(next(game.out.glob("*.pdf")).read_bytes())) as pdf:
        words = pdf[0].get_textpage().get_text_range()
    return [title for title in ("Ace", "King", "Queen") if title in words]


def test_what_is_slow_in_drawing_is_told_too(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from pnp.faces.drawing import Easel

    draw = Easel.draw

    def loop(easel: Easel, face: Face, surface: object) -> None:
        while face.key.card == "king":
            pass
        draw(easel, face, surface)

    monkeypatch.setattr(crew, "LIMITS", SHORT)
    monkeypatch.setattr(Easel, "draw", loop)
    outcome = build_kit(Project(game.folder), game.kit, game.folder / "output", Options(draft=True))
    assert found(outcome) == [("too-slow", "content/game/cards.yaml:8:5")]
    assert text_of(game) == ["Ace", "Queen"]


def test_faces_that_are_too_much_together_are_drawn_in_parts(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    draw_pages = workplace.Workplace._draw
    kept: list[bytearray] = []

    def draw(place: workplace.Workplace, faces: list[Face], tell: workplace.Tell) -> bytes:
        for number, _face in enumerate(faces):
            tell(len(faces) + number)
            kept.append(bytearray(40 << 20))
        return draw_pages(place, faces, tell)

    build_kit(Project(game.folder), game.kit, game.folder / "output", Options())
    whole = text_of(game)
    monkeypatch.setattr(crew, "LIMITS", Limits(megabytes=110))
    monkeypatch.setattr("pnp.work.process.confine", confine_wholly)
    monkeypatch.setattr(workplace.Workplace, "_draw", draw)
    outcome = build_kit(Project(game.folder), game.kit, game.folder / "output", Options())
    assert found(outcome) == []
    assert text_of(game) == whole == ["Ace", "King", "Queen"]


def test_a_rulebook_that_is_lost_is_told_and_the_cards_are_checked(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def loop(_author: Author, _rulebook: Rulebook) -> Document:
        while True:
            pass

    monkeypatch.setattr(crew, "LIMITS", SHORT)
    monkeypatch.setattr(Author, "write", loop)
    game.write("kit.yaml", "kit: game\ntitle: Game\nversion: '1'\nrulebooks:\n  - {name: rules, file: rules.md}\n")
    game.write("rules.md", "# Rules\n\nPlay.\n")
    game.write("front.svg.j2", FRONT.replace("{{ card.title }}", "{{ card.titel }}"))
    outcome = check(game)
    checks = [check for check, _where in found(outcome)]
    assert sorted(checks) == ["template-error", "too-slow"]
    message = next(finding.message for finding in outcome.findings if finding.check == "too-slow")
    assert message == "the text rules.md is not done after 0.6 seconds"


def test_the_bytes_are_the_same_whatever_the_number_of_workers(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(1)
    cards = [f"  - {{id: c{number}, title: T{dice.randint(1, 99)}}}\n" for number in range(90)]
    game.write("cards.yaml", DECK + "".join(cards))
    monkeypatch.setattr(chunks, "FACES", 20)
    monkeypatch.setattr(crew, "processors", lambda: 2)
    hired: list[Worker] = []
    hire = crew.Crew._hire

    def count(self: crew.Crew) -> Worker:
        hired.append(hire(self))
        return hired[-1]

    monkeypatch.setattr(crew.Crew, "_hire", count)
    files = []
    for worth, workers in ((1e9, 1), (0.0, 2)):
        hired.clear()
        monkeypatch.setattr(crew, "WORTH_ANOTHER", worth)
        build_kit(Project(game.folder), game.kit, game.folder / "output", Options())
        files.append(game.files())
        assert len(hired) == workers
    assert files[0] == files[1]


def test_jobs_done_side_by_side_give_what_each_gives_alone(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.write("cards.yaml", DECK + "".join(f"  - {{id: c{number}, title: T{number}}}\n" for number in range(30)))
    monkeypatch.setattr(crew, "processors", lambda: 2)
    project = Project(game.folder)
    kit, roots = read_kit(game.kit, "game"), project.roots(game.kit)
    keys = [FaceKey(deck.id, card.id, "front") for deck in kit.decks for card in deck.cards]
    jobs: tuple[list[FaceKey], ...] = (keys[:4], [], keys[4:26], keys[26:])
    with crew.Crew(kit, roots, draw=False) as two, crew.Crew(kit, roots, draw=False) as one:
        queue = two.begin("", jobs, draw=False)
        assert len(queue.doing) == 2
        together = two.finish(queue, crew.quiet)
        alone = [one.make_faces("", job, crew.quiet, draw=False) for job in jobs]
    assert [len(made) for made in together] == [1, 0, 4, 1]  # the one with most of the faces is shared

    def digests(made: list[workplace.Chunk]) -> list[tuple[FaceKey, str]]:
        return [pair for chunk in made for pair in zip(chunk.keys, chunk.digests, strict=True)]

    assert [digests(made) for made in together] == [digests(made) for made in alone]
    assert [[key for key, _ in digests(made)] for made in together] == [list(job) for job in jobs]


def test_no_worker_outlives_its_kit(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    end = Worker.end

    def note(worker: Worker) -> int:
        ended.append(end(worker))
        return ended[-1]

    monkeypatch.setattr(Worker, "end", note)
    check(game)
    assert ended == [-9]

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pnp.jobs.impose", interrupt)
    with pytest.raises(KeyboardInterrupt):
        check(game)
    assert ended == [-9, -9]


def test_workers_that_cannot_even_begin_are_told(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.work.process.confine", lambda _limits: os._exit(9))
    with pytest.raises(Exception, match="the processes that draw end before they begin") as caught:
        check(game)
    assert type(caught.value).__name__ == "PnpError"


def test_losing_one_face_changes_nothing_for_the_others(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    compose = Studio.compose

    def crash(studio: Studio, key: FaceKey) -> Face:
        if key.card == "king":
            os.abort()
        return compose(studio, key)

    monkeypatch.setattr(Studio, "compose", crash)
    build_kit(Project(game.folder), game.kit, game.folder / "output", Options(draft=True))
    assert text_of(game) == ["Ace", "Queen"]
    assert Path(game.out / "job-draft.json").is_file()
    assert CARDS.count("id:") == 3


def test_what_the_drawing_library_stumbles_over_is_told_of_that_card_and_the_rest_is_drawn(game: Game) -> None:
    game.write("front.svg.j2", FRONT.replace("</svg>", '\n<circle id="{{ card.id }}" r="1" cx="30" cy="30"/></svg>'))
    before = """
import cairosvg.surface
circle = cairosvg.surface.TAGS["circle"]
def stumble(surface, node):
    if node.get("id") == "king":
        raise ValueError("no")
    circle(surface, node)
cairosvg.surface.TAGS["circle"] = stumble
"""
    assert game.run("build", before=before).code == 1
    said = game.run("build", "--draft", before=before)
    assert (
        'content/game/front.svg.j2:1:1: error: bad-svg: the drawing library stumbles over <circle id="king" r="1" '
        'cx="30" cy="30"/>: ValueError (no) (card king)' in said.out
    )
    assert "Traceback" not in said.err
    assert text_of(game) == ["Ace", "Queen"]
