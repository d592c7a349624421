"""The metrics of a served arena."""

import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from tablic_tournaments.store.tokens import Role

from tests.tournaments.commands import invoke

from .conftest import serving


def test_what_is_done_and_stored_is_counted(tmp_path: Path) -> None:
    for served in serving(tmp_path, "--metrics", "127.0.0.1:0"):
        served.run("bots")
        served.run("token", "list", role=Role.SPECTATOR, code=1)
        served.run("tournament", "random", "greedy", "--boards", "1", "--rules", "tablic hands=1")
        address = served.events("serving")[0]["metrics"]
        with urllib.request.urlopen(f"http://{address}/metrics") as answer:
            assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
            text = answer.read().decode()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://{address}/")
    values = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert values["tablic_call_seconds_count", "List", "PERMISSION_DENIED"] == 1
    assert values["tablic_call_seconds_count", "CreateTournament", "done"] == 1
    assert values["tablic_events_total", "tournament ended"] == 1
    assert values["tablic_boards_stored",] == 1
    assert values["tablic_agenda_tournaments",] == 0
    assert values["process_open_fds",] > 0
    for name in ("boss", "sue", "random", *served.tokens.values()):
        assert name not in text


def test_metrics_need_their_extra_and_no_one_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "tablic_tournaments.serving.metrics", raising=False)
    words = ("serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0")
    done = invoke(*words, db=tmp_path / "arena.db", code=1)
    assert done.stderr == (
        "Error: metrics need the extra of that name; install it with: "
        "pip install 'tablic-arena[metrics]'\n"
    )
