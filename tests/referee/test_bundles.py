"""Every kind of fault of a real bot has a bundle, and a replay of it shows the fault again."""

import asyncio
import json
import secrets
import tempfile
from pathlib import Path

import pytest
from tablic import Rules, parse_rules
from tablic.cards import cards_in
from tablic.v1 import cards_pb2, referee_pb2
from tablic.wire import view_of
from tablic_server.bundle import Bundle, parse_bundle
from tablic_server.faults import FaultKind
from tablic_server.launch import Program
from tablic_server.limits import DEFAULT_LIMITS
from tablic_server.replay import Replay, replay, why_illegal
from tablic_server.sandbox import BARE

from .playing import ONE_HAND, batch, example, misbehaving, played, processes_with

KINDS = [
    ("illegal", FaultKind.ILLEGAL),
    ("sleep", FaultKind.LATE),
    ("raise", FaultKind.CRASHED),
    ("exit", FaultKind.CRASHED),
    ("hello-twice", FaultKind.PROTOCOL),
    ("exit-at-once", FaultKind.STARTUP),
]


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def bundle_text(mode: str, mark: str, rules: Rules = ONE_HAND) -> str:
    """The bundle of the first fault in a match against honest bots."""
    bots = misbehaving(mode, mark), *(example("greedy", f"{n}") for n in range(1, rules.sides))
    return played(batch(*bots, boards=(0,), rules=rules)).faults[0].bundle


def replayed(bundle: Bundle, program: Program) -> tuple[Replay, str]:
    return asyncio.run(replay(bundle, program, BARE, DEFAULT_LIMITS, seconds=1.0))


@pytest.mark.parametrize(("mode", "kind"), KINDS)
def test_a_fault_is_shown_again_by_its_replay(
    mode: str, kind: FaultKind, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens: list[str] = []
    new_token = secrets.token_hex

    def noted(size: int) -> str:
        tokens.append(new_token(size))
        return tokens[-1]

    monkeypatch.setattr(secrets, "token_hex", noted)
    text = bundle_text(mode, str(temporary))
    assert tokens
    assert not any(token in text for token in tokens)
    bundle = parse_bundle(text)
    assert bundle.kind is kind
    assert bundle.left_out == 0
    judge, _ = replayed(bundle, misbehaving(mode, str(temporary)))
    assert not any(given.differs for given in judge.given)
    if kind is FaultKind.ILLEGAL:
        assert judge.fault is None
        last = judge.given[-1]
        assert why_illegal(last.event, last.now, bundle.rules) == bundle.message
    else:
        assert judge.fault
        assert judge.fault[0] is kind
    assert not list(processes_with(str(temporary)))
    assert not list(temporary.glob("tablic-*"))


def test_the_log_of_a_bundle_ends_with_the_error(temporary: Path) -> None:
    bundle = parse_bundle(bundle_text("raise", str(temporary)))
    assert "RuntimeError: no idea what to play" in bundle.log


def test_another_bot_answers_otherwise_and_without_a_fault(temporary: Path) -> None:
    bundle = parse_bundle(bundle_text("illegal", str(temporary)))
    judge, _ = replayed(bundle, example("greedy"))
    assert judge.fault is None
    assert judge.given[-1].differs
    assert not any(why_illegal(given.event, given.now, bundle.rules) for given in judge.given)


@pytest.mark.parametrize(
    "name", ["tablic", "tablic-3p", "tablic-pairs", "tabinet", "tablanette", "tablic-classic"]
)
def test_a_bundle_names_no_card_that_its_bot_could_not_see(name: str, temporary: Path) -> None:
    text = bundle_text("illegal", str(temporary), parse_rules(name))
    events = [
        event
        for one in parse_bundle(text).said
        if isinstance(one.message, referee_pb2.PlayResponse)
        for event in one.message.events
    ]
    turns = [event.turn for event in events if event.HasField("turn")]
    view = view_of(turns[-1], parse_bundle(text).rules)
    shown = {view.exposed, *(jack.card for jack in view.turned_jacks)}
    unknown = set(cards_in(view.unseen)) - shown
    # All of it is of the first hand, and the answers that the bot made up are not what it was told.
    sent = json.dumps([line["sent"] for line in json.loads(text)["messages"] if "sent" in line])
    assert not json.loads(text)["earlier"]
    assert len(unknown) > 25
    for card in unknown:
        name = cards_pb2.Card.Name(card + 1)
        assert f'"{name}"' not in sent
