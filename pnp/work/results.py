"""What workers made, put together: the pages of faces, and their looks deck by deck."""

from collections.abc import Sequence

from pnp.model.face import Gallery, Pages
from pnp.model.kit import Job
from pnp.work.workplace import Chunk


def bind_pages(chunks: Sequence[Chunk]) -> Pages:
    """The faces of the chunks, and where each is found."""
    drawn = [chunk for chunk in chunks if chunk.pdf]
    at = {key: (number, page) for number, chunk in enumerate(drawn) for page, key in enumerate(chunk.keys)}
    digests = {key: digest for chunk in chunks for key, digest in zip(chunk.keys, chunk.digests, strict=False)}
    return Pages(tuple(chunk.pdf for chunk in drawn), at, digests)


def hang(job: Job, chunks: Sequence[Chunk]) -> list[Gallery]:
    """The looks of the faces, deck by deck."""
    looks = [look for chunk in chunks for look in chunk.looks]
    return [Gallery(deck, tuple(look for look in looks if look.key.deck == deck)) for deck in job.decks]
