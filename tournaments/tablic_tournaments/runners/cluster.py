"""Batches played by the workers of a Dask cluster, on this machine or others."""

import logging
import time
import uuid
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from typing import Any, Final, Self

from distributed import Client, KilledWorker, Security
from tablic_server.batch import Batch, BatchResult, RefereeError

from tablic_tournaments.errors import PlayError
from tablic_tournaments.runners import remote
from tablic_tournaments.runners.remote import SLOTS, BatchKey
from tablic_tournaments.runners.shipping import Parcel, addressed, packed

__all__ = ["ClusterRunner"]

# How long the number of slots is taken for known, in seconds.
KNOWN_SECONDS: Final = 2.0


class ClusterRunner:
    """An executor of batches. Dask hands them out, and again where a worker is lost."""

    def __init__(self, address: str) -> None:
        """Connect; raises PlayError where there is no scheduler, or no slot on any worker."""
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is raised
        self._address = address
        self._run = uuid.uuid4().hex
        if address.startswith("tls://") and not _has_certificates():
            raise PlayError(
                f"{address} needs certificates; name them in Dask's own configuration, as "
                "distributed.comm.tls, see docs/cluster.md"
            )
        try:
            self._client: Any = Client(address, set_as_default=False)
        except (OSError, ValueError, ImportError) as error:
            reason = " ".join(str(error).split())
            raise PlayError(f"there is no Dask scheduler at {address}: {reason}") from error
        self._futures: dict[BatchKey, Future[BatchResult]] = {}
        self._workers = 0
        self._known_until = 0.0
        if not self.workers:
            self._client.close()
            raise PlayError(
                f"no worker of the cluster at {address} offers slots for matches; start workers "
                f"with: dask worker {address} --nthreads 1 --resources {SLOTS}=1"
            )

    @property
    def workers(self) -> int:
        """How many slots there are: each takes one of the threads of a worker too."""
        if time.monotonic() > self._known_until and self._client.status == "running":
            workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
            slots = [
                min(worker["nthreads"], worker["resources"].get(SLOTS, 0)) for worker in workers
            ]
            self._workers = int(sum(slots))
            self._known_until = time.monotonic() + KNOWN_SECONDS
        return self._workers

    def submit(self, batch: Batch) -> Future[BatchResult]:
        """The future result of a batch.

        It raises RefereeError where the player was killed, or as many workers as Dask bears; and
        PlayError where the scheduler is gone or a worker is not fit to play.
        """
        future: Future[BatchResult] = Future()
        key = batch.match, batch.boards
        self._futures[key] = future
        future.add_done_callback(lambda _future: self._futures.pop(key, None))
        self._send(batch, {}, future)
        return future

    def stop(self) -> None:
        """Cut the batches in play short: their futures give the boards that are finished."""
        if self._client.status != "running":
            return
        # A worker that is lost meanwhile has nothing in play.
        answers = self._client.run(remote.stop, self._run, on_error="ignore")
        for key in (key for keys in answers.values() for key in keys):
            future = self._futures.get(key)
            if future and not future.running() and not future.done():
                with suppress(RuntimeError):  # it is done just now
                    future.set_running_or_notify_cancel()  # so that it cannot be cancelled

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop what is still in play, and leave the cluster as it was."""
        self.stop()
        self._client.close()

    def _send(
        self, batch: Batch, parcels: Mapping[str, Parcel], future: Future[BatchResult]
    ) -> None:
        """Have a batch played, and what comes of it handed to its future."""
        sent = batch._replace(bots=tuple(map(addressed, batch.bots)))
        asked = self._run, remote.software(), sent, parcels
        played = self._client.submit(remote.play, *asked, pure=False, resources={SLOTS: 1})
        future.add_done_callback(lambda future: future.cancelled() and played.cancel())

        def hand_over(played: Any) -> None:
            with suppress(InvalidStateError):  # the future was cancelled
                self._hand_over(batch, played, future)
            played.release()  # else it would be played again when its worker is lost

        played.add_done_callback(hand_over)

    def _hand_over(self, batch: Batch, played: Any, future: Future[BatchResult]) -> None:
        try:
            if result := played.result():
                future.set_result(result._replace(batch=batch))
            elif not future.cancelled():  # the worker lacks a bot
                self._send(batch, dict(map(packed, batch.bots)), future)
        except CancelledError:
            future.set_exception(PlayError(f"the Dask scheduler at {self._address} is gone"))
        except KilledWorker:
            future.set_exception(RefereeError("the workers that played it were lost"))
        except ImportError as error:
            future.set_exception(
                PlayError(f"tablic-arena is not installed on every machine of the cluster: {error}")
            )
        except Exception as error:  # it is that of the batch
            future.set_exception(error)


def _has_certificates() -> bool:
    """Whether Dask's configuration has what a client needs for an encrypted connection."""
    return bool(Security().get_connection_args("client").get("ssl_context"))
