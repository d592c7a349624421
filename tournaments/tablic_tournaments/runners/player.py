"""A process that plays the batches of a cluster's worker, which starts it: ``python -m``.

It is given three descriptors, of the connection that batches come on and of the two ends that
``worker.prepare`` waits for.
"""

import sys
from multiprocessing.connection import Connection

from tablic_server.batch import Batch, BatchResult

from tablic_tournaments.runners import worker

__all__: list[str] = []


def main() -> None:
    """Play batch after batch, until there is nobody who sends one."""
    batches, alive, stop = (Connection(int(word)) for word in sys.argv[1:])
    try:
        worker.prepare(alive, stop, batches.recv())
        while True:
            batches.send(_outcome(batches.recv()))
    except (EOFError, OSError):
        return


def _outcome(batch: Batch) -> BatchResult | Exception:
    try:
        return worker.play(batch)
    except Exception as error:  # it is raised where the batch came from
        return error


if __name__ == "__main__":
    main()
