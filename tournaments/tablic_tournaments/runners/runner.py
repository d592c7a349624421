"""What a run of a tournament needs of the executor that plays its batches."""

from concurrent.futures import Future
from typing import Protocol, Self

from tablic_server.batch import Batch, BatchResult

__all__ = ["Runner"]


class Runner(Protocol):
    """An executor of batches, to be used in a ``with`` statement that ends what is in play."""

    @property
    def workers(self) -> int:
        """How many batches it plays at once, which may change."""

    def submit(self, batch: Batch) -> Future[BatchResult]:
        """The future result of a batch.

        It raises RefereeError or BrokenProcessPool where the batch is to be submitted again, and
        PlayError where nothing more can be played.
        """

    def stop(self) -> None:
        """Cut the batches in play short: their futures give the boards that are finished."""

    def __enter__(self) -> Self:
        """The runner itself."""

    def __exit__(self, *_: object) -> None:
        """Stop what is still in play and end what was started for it."""
