"""What is kept of a rotation for the authors of its bots: what was said before each fault."""

from collections import deque
from collections.abc import Sequence

from tablic_server.batch import Batch
from tablic_server.bundle import MOST_BUNDLES, Bundle, bundle_text
from tablic_server.faults import Fault
from tablic_server.launch import Program
from tablic_server.supervisor import Cut, Supervisor

__all__ = ["Cuts"]


class Cuts:
    """The last faults of each seat, each with what its author may see of it.

    ``faults`` are those of the rotation, which come to be more.
    """

    def __init__(self, faults: Sequence[Fault], programs: Sequence[Program]) -> None:
        self._faults = faults
        self._programs = programs
        self._seen = 0
        self._cuts: list[deque[tuple[int, Cut]]] = [deque(maxlen=MOST_BUNDLES) for _ in programs]

    def take(self, supervisors: Sequence[Supervisor]) -> None:
        """Keep what was said before each new fault; to be called before anybody says more."""
        for n in range(self._seen, len(self._faults)):
            seat, kind = self._faults[n].seat, self._faults[n].kind
            self._cuts[seat].append((n, supervisors[seat].cut(kind)))
        self._seen = len(self._faults)

    def bundled(self, batch: Batch) -> list[Fault]:
        """The faults, with the numbers of the boards they forfeited, and the last bundles.

        To be called when nobody's clock runs: bundles take some time.
        """
        cuts = dict(cut for of_seat in self._cuts for cut in of_seat)
        return [
            fault._replace(
                boards=tuple(batch.boards[table] for table in fault.boards),
                bundle=self._bundle(fault, cuts[n], batch) if n in cuts else "",
            )
            for n, fault in enumerate(self._faults)
        ]

    def _bundle(self, fault: Fault, cut: Cut, batch: Batch) -> str:
        bundle = Bundle(
            bot=self._programs[fault.seat].name,
            rules=batch.rules,
            kind=fault.kind,
            message=fault.message,
            rotation=fault.rotation,
            seat=fault.seat,
            tables=fault.boards,
            said=(),
            left_out=0,
            log=cut.log(),
        )
        return bundle_text(bundle, cut.kept.heard(), cut.token)
