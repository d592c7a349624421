"""What a server counts, in the text format of Prometheus: what it logs, and what is stored."""

from collections import Counter
from http import HTTPStatus

import prometheus_client as prometheus

from tablic_tournaments.serving.desk import Desk
from tablic_tournaments.serving.site import Answer
from tablic_tournaments.store import Arena

__all__ = ["Metrics"]


class Metrics:
    """The metrics of a server; ``count`` listens to its log."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._registry = registry = prometheus.CollectorRegistry()
        prometheus.ProcessCollector(registry=registry)
        self._calls = prometheus.Histogram(
            "tablic_call_seconds",
            "Calls of ArenaService and how long they took",
            ("method", "outcome"),
            registry=registry,
        )
        self._pages = prometheus.Histogram(
            "tablic_page_seconds", "Pages and how long they took", ("outcome",), registry=registry
        )
        self._events = prometheus.Counter(
            "tablic_events", "Other lines of the log", ("event",), registry=registry
        )
        self._boards = prometheus.Gauge(
            "tablic_boards_stored", "Boards that are stored", registry=registry
        )
        self._agenda = prometheus.Gauge(
            "tablic_agenda_tournaments", "Tournaments played or waiting", registry=registry
        )
        self._faults = prometheus.Gauge(
            "tablic_faults_stored", "Faults that are stored", ("kind",), registry=registry
        )

    def count(self, event: str, facts: dict[str, object]) -> None:
        """Count a line of the log."""
        seconds = float(str(facts.get("milliseconds", 0))) / 1000
        match event:
            case "call":
                self._calls.labels(facts["method"], facts["outcome"]).observe(seconds)
            case "page":
                self._pages.labels(facts["outcome"]).observe(seconds)
            case _:
                self._events.labels(event).inc()

    async def answer(self, target: str) -> Answer:
        """The metrics, at /metrics; raises StoreError."""
        if target.partition("?")[0] != "/metrics":
            return Answer(HTTPStatus.NOT_FOUND, b"see /metrics\n", "text/plain; charset=utf-8")
        await self._desk.ask(self._look)
        text = prometheus.generate_latest(self._registry)
        return Answer(HTTPStatus.OK, text, prometheus.CONTENT_TYPE_PLAIN_0_0_4)

    def _look(self, arena: Arena) -> None:
        self._boards.set(sum(arena.tournaments.boards_by_rules().values()))
        self._agenda.set(len(arena.agenda.all()))
        faults: Counter[str] = Counter()
        for of_bot in arena.tournaments.fault_counts().values():
            faults.update(of_bot)
        for kind, count in faults.items():
            self._faults.labels(kind).set(count)
