"""What the pages say of the game, the protocol and the database is what the code does."""

import re
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from tablic import deals, named_rules, parse_card, parse_cards
from tablic.captures import can_take
from tablic.cards import cards_text, full_deck, mask_of
from tablic.client import ADDRESS_VARIABLE, PROTOCOL_VERSION, TOKEN_VARIABLE
from tablic.errors import IllegalPlayError
from tablic.hand import Hand
from tablic.knobs import MEANINGS
from tablic.plays import Play
from tablic.rules import ALLOWED, parse_rules, rule_set_names
from tablic.v1 import cards_pb2, events_pb2, referee_pb2, rules_pb2
from tablic.wire import needed_decisions
from tablic_server.clock import DEFAULT_TIME, MOST_BANKS
from tablic_server.judging import MOST_BYTES, MOST_DROPPED_ANSWERS
from tablic_server.limits import DEFAULT_LIMITS
from tablic_server.match import DEFAULT_STARTUP
from tablic_server.seat import MOST_LEGAL_PLAYS
from tablic_server.strikes import MOST_STRIKES
from tablic_server.supervisor import LEAVE_SECONDS
from tablic_tournaments.ratings.elo import SCALE, START, STEP
from tablic_tournaments.ratings.scores import Z95
from tablic_tournaments.runners.tournament import MOST_TRIES
from tablic_tournaments.serving import archive, gate, player, server
from tablic_tournaments.spec import DEFAULT_TABLES

from .pages import DOCS, ROOT, blocks, prose, rows

# The board of the vectors in deals.md.
BOARD: Final = "fisher 1 v greedy 1/0"


def test_numbers_are_those_of_the_code() -> None:
    time, kib = DEFAULT_TIME, 1024
    sentences = {
        "protocol.md": [
            f"`protocol_version` {PROTOCOL_VERSION} ",
            f"| `{ADDRESS_VARIABLE}` |",
            f"| `{TOKEN_VARIABLE}` |",
            f"You have {DEFAULT_STARTUP:g} seconds from the start",
            f"up to {MOST_LEGAL_PLAYS} of them",
            f"adds {time.bank:g} seconds to the bank",
            f"more than {MOST_BANKS} games' worth",
            f"adds {time.increment:g} seconds",
            f"more than {time.cap:g} seconds",
            f"or {MOST_DROPPED_ANSWERS} stale ones",
            f"at most {MOST_BYTES // kib} KiB",
            f"{DEFAULT_TABLES} unless `--tables` says otherwise",
            f"`CARD_TD` is {cards_pb2.CARD_TD}.",
        ],
        "first-bot.md": [
            f"last {DEFAULT_LIMITS.output} KiB",
            f"start-up time of {DEFAULT_STARTUP:g} seconds",
        ],
        "operating.md": [
            f"may have {gate.MOST_CALLS} calls at once, {gate.CALLS_A_SECOND:g} a second after the "
            f"first {gate.BURST:g}, and {gate.UPLOADS_AN_HOUR} uploads an hour",
            f"at most {archive.MOST_BYTES >> 20} MiB and {archive.MOST_FILES} plain files",
            f"at most {server.MOST_CALLS} calls at once",
            f"within {player.STOP_SECONDS:g} seconds",
        ],
        "security.md": [
            *(f"| `{name}` | {text} |" for name, text in DEFAULT_LIMITS.lines()),
        ],
        "ratings.md": [
            f"Mean ± {Z95:.2f} standard errors",
            f"All start at {START:g}.",
            f"10^(-d/{SCALE:g})",
            f"move by {STEP:g} times",
            f"step of {STEP / 2:g} for each game",
        ],
        "rules.md": [
            f"a side has {named_rules().target} points",
            f"has {named_rules().target} or more",
            f"recorded as {named_rules().target} : 0",
        ],
        "architecture.md": [
            f"at most {MOST_TRIES} times",
            f"at most {DEFAULT_TABLES} boards",
        ],
    }
    for name, texts in sentences.items():
        page = prose(DOCS / name)
        for text in texts:
            assert text in page, f"{name} does not say: {text}"
    demo = re.findall(r"\bsubmit|--boards (\d+)", (ROOT / "Makefile").read_text("utf-8"))
    bots, boards = demo.count(""), int(max(demo))
    assert f"round robin of {bots * (bots - 1) * boards} games" in prose(ROOT / "README.md")
    assert MOST_STRIKES == 3, "protocol.md says: the third fault"
    assert LEAVE_SECONDS == 2, "protocol.md says: two seconds later"
    assert 1 + 4 * "A23456789TJQK".index("T") + "CDHS".index("D") == cards_pb2.CARD_TD


def test_captures_are_as_the_rules_say() -> None:
    checked = set()
    for row in rows(DOCS / "rules.md"):
        if len(row) == 5 and row[3] in ("yes", "no"):
            table, taken = mask_of(parse_cards(row[0])), mask_of(parse_cards(row[2]))
            legal = can_take(table, parse_card(row[1]), taken, named_rules())
            assert legal == (row[3] == "yes"), row
            checked.add(row[3])
    assert checked == {"yes", "no"}


def test_captures_under_other_rules_are_as_the_rules_say() -> None:
    answers = [row for row in rows(DOCS / "rules.md") if len(row) == 6 and row[4] in ("yes", "no")]
    for row in answers:
        hand = Hand(parse_rules(row[0].strip("`")), full_deck(), 1)
        hand.table = mask_of(parse_cards(row[1]))
        hand.held[hand.turn] = mask_of(parse_cards(row[2]))
        assert is_legal(hand, Play(parse_cards(row[2])[0], mask_of(parse_cards(row[3])))) == (
            row[4] == "yes"
        ), row
    assert {row[4] for row in answers} == {"yes", "no"}


def is_legal(hand: Hand, play: Play) -> bool:
    """Whether the seat to act may make a play."""
    try:
        hand.check(play)
    except IllegalPlayError:
        return False
    return True


def test_knobs_are_as_the_rules_say() -> None:
    told = []
    usual = named_rules().knobs()
    for row in rows(DOCS / "rules.md"):
        knob = row[0].strip("`")
        if knob in ALLOWED:
            allowed = ALLOWED[knob]
            if isinstance(allowed, range):
                assert row[1] == f"{allowed[0]} to {allowed[-1]}"
            else:
                assert row[1].split(", ") == [str(value).lower() for value in allowed]
            assert row[2:] == [str(usual[knob]).lower(), MEANINGS[knob]]
            told.append(knob)
    assert told == list(ALLOWED)


def test_rule_sets_are_as_the_rules_say() -> None:
    told = {
        row[0].strip("`"): (row[1], row[2].strip("`"))
        for row in rows(DOCS / "rules.md")
        if row[0].strip("`") in rule_set_names()
    }
    assert told == {
        name: (str(named_rules(name).players), named_rules(name).changes(named_rules()))
        for name in rule_set_names()
    }


def test_deals_have_their_vectors() -> None:
    secret, board = bytes(range(32)), BOARD
    seed = deals.board_seed(secret, board)
    values = {row[0]: row[1].strip("`") for row in rows(DOCS / "deals.md")}
    assert values["commitment"] == deals.commitment(secret).hex()
    assert values["board seed"] == seed.hex()
    for rotation in range(2):
        own = deals.board_seed(secret, board, rotation)
        assert values[f"board seed, independent, rotation {rotation}"] == own.hex()
        for seat in range(2):
            value = values[f"bot seed, rotation {rotation}, seat {seat}"]
            assert value == str(deals.bot_seed(secret, board, rotation, seat))
    names: dict[str, Any] = {"__name__": "docs"}
    (program,) = blocks(DOCS / "deals.md", "python")
    exec(program.text, names)
    key = names["mac"](seed, b"hand 0")
    assert values["key of hand 0"] == key.hex()
    assert values["its stream, counter 0"] == names["mac"](key, bytes(8)).hex()
    shown = [" ".join(block.text.split()) for block in blocks(DOCS / "deals.md", "text")]
    three = "careful 1 v fisher 1 v greedy 1/0"
    decks = [
        deals.deck_of_hand(seed, 0),
        deals.deck_of_hand(seed, 1),
        deals.deck_of_hand(deals.board_seed(secret, board, 1), 0),
        deals.deck_of_hand(seed, 0, 40),
        deals.deck_of_hand(deals.board_seed(secret, three), 0),
    ]
    assert shown == list(map(cards_text, decks))
    alone = f"{board} rotation 1"
    repeated = [(board, 0, 52), (board, 1, 52), (alone, 0, 52), (board, 0, 40), (three, 0, 52)]
    assert decks == [names["deck"](secret, *which) for which in repeated]


def test_decks_are_dealt_as_is_told() -> None:
    told = [row for row in rows(DOCS / "deals.md") if len(row) == 6 and row[1].isdigit()]
    for name, number, *cards in told:
        rules = parse_rules(name.split("`")[1])
        board = "careful 1 v fisher 1 v greedy 1/0" if rules.players == 3 else BOARD
        seed = deals.board_seed(bytes(range(32)), board)
        hand = Hand(rules, deals.deck_of_hand(seed, int(number)), int(number) % rules.players)
        if hand.offered:
            hand.keep_talon(name.endswith("kept"))
        assert [*map(cards_text, [hand.table, *hand.held])] == [text for text in cards if text]
    assert len(told) == 6


def test_the_database_has_the_tables_that_are_told(arena_db: Path) -> None:
    told: dict[str, list[str]] = {}
    table = ""
    for row, following in pairwise([*rows(DOCS / "database.md"), [""]]):
        if following[0].startswith("---"):
            table = row[0].strip("`")
            told[table] = []
        elif row[0].startswith("`"):
            told[table].append(row[0].strip("`"))
    with closing(sqlite3.connect(arena_db)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_master "
            "WHERE type IN ('table', 'view') AND name NOT LIKE '%migrations'"
        )
        there = {
            name: [column[1] for column in connection.execute(f"PRAGMA table_info({name})")]
            for (name,) in names.fetchall()
        }
        assert told == there
        queries = blocks(DOCS / "database.md", "sql")
        for query in queries:
            connection.execute(query.text).fetchall()
        (score,) = connection.execute(queries[3].text).fetchall()
        assert sum(score) >= 2


def test_messages_and_fields_that_are_named_exist() -> None:
    text, _, _ = (DOCS / "protocol.md").read_text("utf-8").partition("## Messages\n")
    files = [cards_pb2, events_pb2, referee_pb2, rules_pb2]
    messages: dict[str, Any] = {}
    values: set[str] = set()
    for file in files:
        messages |= file.DESCRIPTOR.message_types_by_name
        for enum in file.DESCRIPTOR.enum_types_by_name.values():
            values |= set(enum.values_by_name)
    for message, field in re.findall(r"`([A-Z][A-Za-z]+)\.([a-z_]+)`", text):
        assert field in messages[message].fields_by_name, f"{message}.{field}"
    for message in re.findall(r"`([A-Z][a-z][A-Za-z]+)`", text):
        assert message in messages, message
    for value in re.findall(r"`([A-Z]+_[A-Z_]+)`", text):
        assert value in values or value in (ADDRESS_VARIABLE, TOKEN_VARIABLE), value
    fields = sorted(messages["PlayResponse"].fields, key=lambda field: field.number)
    order = ", ".join(f"`{field.name}`" for field in fields)
    assert f"in the order of their numbers: {order}." in prose(DOCS / "protocol.md")


def test_decisions_are_asked_for_as_the_protocol_says() -> None:
    told: dict[str, list[str]] = {name: [] for name in rule_set_names()}
    for row in rows(DOCS / "protocol.md"):
        if row[1].startswith("`DECISION_KIND_"):
            every = row[0] == "every one"
            for name in told if every else set(re.findall("`([a-z0-9-]+)`", row[0])) & set(told):
                told[name].append(row[1].strip("`"))
    kind = events_pb2.DecisionKind
    for name, kinds in told.items():
        assert kinds == list(map(kind.Name, needed_decisions(named_rules(name)))), name
