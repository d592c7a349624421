"""The commands with --server print what they print of a local arena."""

import json
import stat
from pathlib import Path

import pytest
from tablic.v1 import arena_pb2 as pb
from tablic_tournaments.contents import inspect_path
from tablic_tournaments.store import open_arena
from tablic_tournaments.store.tokens import Role

from tests.tournaments.commands import invoke
from tests.tournaments.place import BOTS, EXAMPLES
from tests.tournaments.test_building import sources

from .served import Served

NOT_ANNS = (
    "Error: random is not a bot of ann, who manages those alone that were submitted by that name\n"
)
SHORT = ("--rules", "tablic hands=1")


@pytest.fixture(scope="module")
def played(served: Served) -> Served:
    """The arena once a tournament was played in it."""
    done = served.run("tournament", "random", "greedy", "--boards", "2", *SHORT)
    assert "greedy 1" in done.stdout
    assert "Tournament 1 is finished: 2 boards." in done.stdout
    assert (
        done.stdout.count("random 1 v greedy 1, board ")
        + done.stdout.count("greedy 1 v random 1, board ")
        == 2
    )
    return served


@pytest.mark.parametrize("style", ["", "--json", "--csv", "--markdown"])
@pytest.mark.parametrize(
    "command",
    [
        ("bots",),
        ("tournaments",),
        ("games",),
        ("games", "--tournament", "1"),
        ("games", "--bot", "greedy"),
        ("faults",),
        ("rankings",),
        ("rankings", "--tournament", "1"),
        ("rankings", "--anchor", "random=1200"),
        ("crosstable",),
        ("head-to-head", "random", "greedy"),
        ("history", "greedy"),
        ("token", "list"),
    ],
    ids=" ".join,
)
def test_a_listing_is_the_same_here_and_there(
    command: tuple[str, ...], style: str, played: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [*command, style] if style else command
    here = invoke(*words, db=played.db)
    monkeypatch.setenv("TABLIC_ARENA_TOKEN", played.tokens[Role.ORGANISER])
    there = invoke("--server", played.address, *words)
    assert there.stdout == here.stdout
    assert there.stderr == here.stderr


@pytest.mark.parametrize("command", [("show", "1"), ("show", "1", "--json"), ("show", "99")])
def test_a_game_is_the_same_here_and_there(
    command: tuple[str, ...], played: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = 2 if "99" in command else 0
    here = invoke(*command, db=played.db, code=code)
    monkeypatch.setenv("TABLIC_ARENA_TOKEN", played.tokens[Role.ORGANISER])
    there = invoke("--server", played.address, *command, code=code)
    assert (there.stdout, there.stderr) == (here.stdout, here.stderr)


def test_a_tournament_can_be_watched_when_it_is_over(played: Served) -> None:
    lines = played.run("watch", "1", role=Role.SPECTATOR).stdout.splitlines()
    assert len(lines) == 3
    assert lines[-1] == "Tournament 1 is finished: 2 boards."


def test_a_spec_file_says_what_is_played_there(played: Served, tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('name = "cup"\nbots = ["random", "careful"]\nboards = 1\nrules = "tablic-x"\n')
    assert played.run("tournament", file, code=2).stderr.startswith("Error: the spec, line 4: ")
    file.write_text(file.read_text().replace("tablic-x", "tablic hands=1"))
    assert "is finished: 1 board." in played.run("tournament", file).stdout
    assert "is finished already" in played.run("tournament", file, code=1).stderr


def test_a_tournament_is_gone_on_with_there(played: Served) -> None:
    spec = 'bots = ["random", "careful"]\nboards = 1\nrules = "tablic hands=1"'
    with played.remote() as remote:
        request = pb.CreateTournamentRequest(spec_toml=spec)
        number = remote.call("CreateTournament", request).tournament
    waiting = played.run("watch", str(number)).stdout
    assert waiting == f"Tournament {number} is not being played; 0 boards of 1 are stored.\n"
    done = played.run("tournament", "--resume", str(number))
    assert f"Tournament {number} is finished: 1 board." in done.stdout
    changed = played.run("tournament", "--resume", str(number), "--boards", "2", code=2)
    assert "--resume goes on with the stored settings; leave out boards" in changed.stderr
    latest = played.run("tournament", "--resume", code=2)
    assert "With --server, --resume takes the number of a tournament." in latest.stderr


def test_an_author_submits_and_retires_only_own_bots(served: Served) -> None:
    new = (EXAMPLES / "greedy_bot.py", "--name", "anns")
    done = served.run("submit", *new, role=Role.AUTHOR)
    assert done.stdout.startswith("anns version 1 is in the arena.\n")
    assert done.stderr == "It plays a validation game against the random bot.\n"
    again = served.run("submit", *new, role=Role.AUTHOR)
    assert again.stdout == "anns has this content already, as version 1.\n"
    others = served.run(
        "submit", EXAMPLES / "greedy_bot.py", "--name", "random", role=Role.AUTHOR, code=1
    )
    assert others.stderr == NOT_ANNS
    refused = served.run("bots", "retire", "random", role=Role.AUTHOR, code=1)
    assert refused.stderr == NOT_ANNS
    assert served.run("bots", "retire", "anns", role=Role.AUTHOR).stdout == "anns is retired.\n"


def test_a_bot_that_is_refused_is_so_with_what_it_printed(served: Served, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import no_such_module\n")
    refused = served.run("submit", file, role=Role.AUTHOR, code=1).stderr
    assert "Error: broken is refused (startup): It ended with exit code 1" in refused
    assert "ModuleNotFoundError: No module named 'no_such_module'" in refused
    with open_arena(served.db) as arena:
        assert "broken" not in {version.name for version in arena.bots.versions()}


def test_the_page_of_a_tournament_is_the_same_here_and_there(
    played: Served, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.html", tmp_path / "there.html"
    invoke("report", "1", "-o", here, db=played.db)
    played.run("report", "1", "-o", there)
    assert there.read_bytes() == here.read_bytes()


def test_a_fault_is_shown_to_whose_bot_it_was(served: Served) -> None:
    content = inspect_path(BOTS / "illegal_bot.py")
    with open_arena(served.db) as arena:
        for name, owner in (("anns_illegal", "ann"), ("bobs_illegal", "bob")):
            sha256 = arena.contents.add(content)
            arena.bots.add(name, sha256, content.command, owner)
    served.run("tournament", "anns_illegal", "bobs_illegal", "--boards", "1", *SHORT)
    rows = json.loads(served.run("faults", "--json").stdout)
    assert {row["bot"] for row in rows} == {"anns_illegal 1", "bobs_illegal 1"}
    own = json.loads(served.run("faults", "--json", role=Role.AUTHOR).stdout)
    assert own == [row for row in rows if row["bot"] == "anns_illegal 1"]
    assert own == json.loads(
        served.run("faults", "--bot", "anns_illegal", "--json", role=Role.AUTHOR).stdout
    )
    number = str(own[0]["fault"])
    for words in (("show-fault", number), ("show-fault", number, "--json")):
        assert served.run(*words, role=Role.AUTHOR).stdout == invoke(*words, db=served.db).stdout
    (other, *_) = (row["fault"] for row in rows if row not in own)
    refused = served.run("show-fault", str(other), role=Role.AUTHOR, code=1)
    assert refused.stderr.startswith("Error: bobs_illegal is not a bot of ann, who manages ")


def test_what_would_write_the_file_is_refused_while_it_is_served(served: Served) -> None:
    sentence = (
        f"Error: {served.db} is served at {served.address}, and only the server writes it; use it "
        f"with --server {served.address}\n"
    )
    file = EXAMPLES / "random_bot.py"
    for words in (("submit", file), ("tournament",), ("bots", "retire", "random"), ("prune",)):
        assert invoke(*words, db=served.db, code=1).stderr == sentence
    assert invoke("token", "create", "eve", db=served.db, code=1).stderr == sentence
    assert "random" in invoke("bots", db=served.db).stdout


def test_what_needs_the_file_is_refused_with_a_server(served: Served) -> None:
    done = served.run("prune", code=2)
    assert f"This cannot be done at {served.address} from here; leave out --server" in done.stderr


def test_a_login_is_kept_where_nobody_else_can_read_it(served: Served) -> None:
    token = served.tokens[Role.AUTHOR]
    done = served.run("login", served.address, role=None, text=f"{token}\n")
    assert done.stdout.startswith(f"You are ann, author, at {served.address}. The token is in ")
    file = served.root / "config/tablic-arena/logins.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert json.loads(file.read_text()) == {served.address: {"token": token, "tls_ca": None}}
    assert "random" in served.run("bots", role=None).stdout
    wrong = served.run("login", served.address, role=None, text="1.2\n", code=1)
    assert wrong.stderr == ("Error: the token is unknown to this arena; ask an organiser for one\n")
    assert json.loads(file.read_text())[served.address]["token"] == token
    file.unlink()
    assert served.run("bots", role=None, code=1).stderr == (
        f"Error: there is no token for {served.address}; log in with: "
        f"tablic-arena login {served.address}\n"
    )


def test_tokens_are_made_and_revoked_from_afar(served: Served) -> None:
    token = served.run("token", "create", "bob", "--role", "spectator").stdout.strip()
    number = token.partition(".")[0]
    with served.remote(token=token) as remote:
        assert remote.ask("bots").tables[0].rows
    assert served.run("token", "revoke", number).stdout == f"Token {number} of bob is revoked.\n"
    with served.remote(token=token) as remote, pytest.raises(Exception, match="was revoked"):
        remote.ask("bots")
    deeds = json.loads(served.run("token", "deeds", "--json").stdout)
    assert [(deed["name"], deed["what"], deed["about"], deed["outcome"]) for deed in deeds][
        -2:
    ] == [
        ("boss", "CreateToken", "bob", "done"),
        ("boss", "RevokeToken", number, "done"),
    ]


def test_no_secret_is_in_the_log_or_the_database(served: Served) -> None:
    secrets = [token.partition(".")[2] for token in served.tokens.values()]
    kept = served.log.read_bytes() + b"".join(
        path.read_bytes() for path in served.root.glob("arena.db*")
    )
    assert not any(secret.encode() in kept for secret in secrets)


def test_sources_are_built_at_the_server(served: Served, tmp_path: Path) -> None:
    folder = sources(tmp_path / "built", "echo compiling\nmv source.txt bot.py")
    (folder / "source.txt").write_bytes((EXAMPLES / "random_bot.py").read_bytes())
    done = served.run("submit", folder, role=Role.AUTHOR)
    assert done.stdout == "built version 1 is in the arena.\n"
    first, second = done.stderr.splitlines()
    assert first == "It is built from its sources, which may take minutes."
    assert second == "It plays a validation game against the random bot."
    failing = sources(tmp_path / "failing", "echo bad >&2\nexit 3")
    refused = served.run("submit", failing, role=Role.AUTHOR, code=1).stderr
    assert "failing is not built: the build failed with exit code 3" in refused
    assert refused.endswith("The end of what it printed:\n  bad\n")
    assert str(served.root) not in refused
    served.run("bots", "retire", "built", role=Role.AUTHOR)
