"""A kit as it was: its files, and the project's templates, of a commit, read from git and from nothing that git runs.

A repository may come from anywhere, and its configuration could name programs. So git is asked for three things only
(which commit, which files, what is in them), without hooks, filters, monitors, pagers and transports; what it answers
is checked before it is written.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pnp.kit.project import CONTENT, KIT_FILE, TEMPLATES, Project
from pnp.model.finding import PnpError

# What is read of a commit at most: files, bytes of one, bytes in all, seconds for each question.
FILES, LARGEST, TOTAL, PATIENCE = 5_000, 50_000_000, 400_000_000, 60
_REF = 200  # letters
_QUIET = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.untrackedCache=false",
    "core.pager=cat",
    "core.askPass=",
    "core.sshCommand=false",
    "credential.helper=",
    "protocol.allow=never",
    "safe.bareRepository=explicit",
)
_ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# Git looks for folders and configuration by these; everything else that is called GIT_ could mislead it.
_KEPT = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "XDG_CONFIG_HOME", "TMPDIR", "TEMP", "TMP")
_REGULAR = ("100644", "100755")
# What Git LFS leaves in place of a file that lies elsewhere.
_POINTER = b"version https://git-lfs.github.com/spec/"


class Past(NamedTuple):
    """A project of its own that holds a kit as it was in a commit; `folder` is None where the commit has no such kit.

    `left_out` counts links, submodules, files that are too large or lie in Git LFS; they are not read.
    """

    project: Project
    folder: Path | None
    commit: str
    left_out: int = 0


class _Blob(NamedTuple):
    """A file of a commit: its object, its bytes, and its path from the folder that was asked for."""

    object: str
    size: int
    path: str


@contextmanager
def open_past(project: Project, folder: Path, ref: str) -> Iterator[Past]:
    """The kit in `folder` as it was at `ref`, a tag, branch or commit, while this lasts.

    PnpError if git is missing, the folder is in no repository, or there is no such commit.
    """
    commit = find_commit(folder, ref)
    with TemporaryDirectory(prefix="pnp-") as name:
        place = Path(name).resolve()
        past = Project(place)
        kit = place / CONTENT / folder.name
        (place / CONTENT).mkdir()
        left_out = _write(folder, _find_prefix(folder) or "", commit, kit)
        above = _find_prefix(project.folder)
        if above is not None and _verify(project.folder, commit) == commit:
            left_out += _write(project.folder, f"{above}{TEMPLATES}/", commit, place / TEMPLATES)
        yield Past(past, kit if (kit / KIT_FILE).is_file() else None, commit, left_out)


def find_commit(folder: Path, ref: str) -> str:
    """The commit that `ref` means in the repository around `folder`; PnpError if there is none, or no repository."""
    if (
        not ref
        or ref.startswith("-")
        or len(ref) > _REF
        or not ref.isprintable()
        or any(sign in ref for sign in " :\\")
    ):
        raise PnpError(f'"{ref[:40]}" is no name of a tag or commit', "Name one as `git tag` or `git log` shows it.")
    if _find_prefix(folder) is None:
        raise PnpError(
            f"{folder.name} lies in no git repository that can be read, so there is no {ref} to compare with",
            "Give the job.json of an earlier build, or put the project into git.",
        )
    found = _verify(folder, ref)
    if found is None:
        raise PnpError(
            f"there is no tag or commit {ref} here",
            "`git tag` names the tags; an earlier build is given by the path of its job.json.",
        )
    return found


def _verify(folder: Path, ref: str) -> str | None:
    found = _ask(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    return None if found is None else found.strip()


def _find_prefix(folder: Path) -> str | None:
    """The folder's path in its repository, with a slash at its end; None if it is in none that git reads."""
    found = _ask(folder, "rev-parse", "--show-prefix")
    return None if found is None else found.rstrip("\n")


def _write(folder: Path, prefix: str, commit: str, target: Path) -> int:
    """Write the files below `prefix` (which ends in a slash, or is empty) into `target`; how many were left out."""
    blobs, left_out = _list(folder, prefix, commit)
    target.mkdir()
    for blob, content in zip(blobs, _read(folder, blobs), strict=True):
        if content.startswith(_POINTER):
            left_out += 1
            continue
        path = target / blob.path
        path.parent.mkdir(parents=True, exist_ok=True)
        # Where the system takes two names for one, the first stays.
        if not path.exists():
            path.write_bytes(content)
    return left_out


def _list(folder: Path, prefix: str, commit: str) -> tuple[list[_Blob], int]:
    # The prefix is a folder of the working tree as git itself told it.
    tree = f"{commit}:{prefix.rstrip('/')}"
    if prefix and _ask(folder, "cat-file", "-e", tree) is None:
        return [], 0
    listed = _ask(folder, "ls-tree", "-r", "-z", "-l", "--full-tree", tree) or ""
    blobs, left_out, total = [], 0, 0
    for line in filter(None, listed.split("\0")):
        about, _, path = line.partition("\t")
        mode, kind, name, size = about.split()
        if mode in _REGULAR and kind == "blob" and _is_plain(path) and size.isdecimal() and int(size) <= LARGEST:
            blobs.append(_Blob(name, int(size), path))
            total += int(size)
        else:
            left_out += 1
    if len(blobs) > FILES or total > TOTAL:
        what = f"{len(blobs):,} files, {total // 1_000_000:,} MB"
        raise PnpError(
            f"{prefix or 'the project'} is too large to be read from git: {what}", "Give a job.json instead."
        )
    return blobs, left_out


def _is_plain(path: str) -> bool:
    """Whether the path stays below its folder, on every system."""
    parts = path.split("/")
    odd = any(sign in path for sign in '\\:*?"<>|') or not path.isprintable()
    return not odd and all(part not in ("", ".", "..") and part.casefold() != ".git" for part in parts)


def _read(folder: Path, blobs: Sequence[_Blob]) -> Iterator[bytes]:
    """What is in the files, in their order."""
    if not blobs:
        return
    answer = _run(folder, ("cat-file", "--batch"), "".join(f"{blob.object}\n" for blob in blobs).encode())
    content, at = answer.stdout, 0
    for blob in blobs:
        end = content.find(b"\n", at)
        head = content[at:end].decode("ascii", "replace").split()
        if end < 0 or head != [blob.object, "blob", str(blob.size)]:
            raise PnpError(
                f"{PurePosixPath(blob.path).name} cannot be read from git", "`git fsck` tells what is broken."
            )
        yield content[end + 1 : end + 1 + blob.size]
        at = end + 1 + blob.size + 1


def _ask(folder: Path, *words: str) -> str | None:
    """What git answers; None if it cannot."""
    done = _run(folder, words, b"")
    return None if done.returncode != 0 else done.stdout.decode("utf-8", "surrogateescape")


def _run(folder: Path, words: Sequence[str], said: bytes) -> subprocess.CompletedProcess[bytes]:
    git = shutil.which("git")
    if git is None:
        raise PnpError(
            "git is not installed, so no tag or commit can be read", "Install it, or give a job.json instead."
        )
    command = [git, *(word for setting in _QUIET for word in ("-c", setting)), "-C", str(folder), *words]
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    try:
        return subprocess.run(  # noqa: S603 - the words are ours, and the ref is checked
            command, input=said, capture_output=True, env={**kept, **_ENVIRONMENT}, timeout=PATIENCE, check=False
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        raise PnpError(f"git does not answer: {type(error).__name__}", "Give a job.json instead.") from error
