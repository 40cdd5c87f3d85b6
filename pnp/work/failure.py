"""A fault of ours that a worker came upon, as it is told in the parent."""


class FailedError(Exception):
    """What stopped a worker: the kind of the exception, the files and lines that led to it, and the traceback."""

    def __init__(self, kind: str, message: str, frames: tuple[tuple[str, int], ...], report: str) -> None:
        super().__init__(message)
        self.kind, self.frames, self.report = kind, frames, report
